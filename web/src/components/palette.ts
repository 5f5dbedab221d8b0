/** Twelve men and an eraser to choose from. */

import { named, piece } from '../chess/setup';
import { h } from '../dom';
import { t } from '../i18n';
import { portrait } from './mini';

export interface Palette {
  element: HTMLElement;
  /** The chosen man's letter; undefined for the eraser. */
  letter: () => string | undefined;
}

export function createPalette(label: string, eraser = false): Palette {
  let chosen: string | undefined = 'K';
  const letters: (string | undefined)[] = [...'KQRBNPkqrbnp'];
  if (eraser) letters.push(undefined);
  const group = `palette-${label.replace(/\W+/g, '-').toLowerCase()}`;
  const choices = letters.map(letter => {
    const man = letter ? piece(letter) : undefined;
    const name = man ? t.man(named(man)) : t.eraser;
    const input = h('input', {
      type: 'radio',
      name: group,
      value: letter ?? '',
      'aria-label': name,
      checked: letter === chosen,
      on: { change: () => (chosen = letter) },
    });
    const picture = man ? portrait(man) : h('span', { class: 'man eraser', 'aria-hidden': 'true' }, '✕');
    return h('label', { class: 'spare', title: name }, input, picture);
  });
  return {
    element: h('div', { class: 'palette', role: 'radiogroup', 'aria-label': label }, ...choices),
    letter: () => chosen,
  };
}
