/** Twelve men and an eraser to choose from. */

import { h } from './dom';
import { named, piece } from './setup';

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
    const name = man ? named(man) : 'eraser';
    const input = h('input', { type: 'radio', name: group, value: letter ?? '', 'aria-label': name, checked: letter === chosen, on: { change: () => (chosen = letter) } });
    const picture = man ? portrait(`${man.color} ${man.role}`) : h('span', { class: 'man eraser', 'aria-hidden': 'true' }, '✕');
    return h('label', { class: 'choice', title: name }, input, picture);
  });
  return {
    element: h('div', { class: 'palette', role: 'radiogroup', 'aria-label': label }, ...choices),
    letter: () => chosen,
  };
}

/** A man as chessground's style sheet draws it. */
function portrait(kind: string): HTMLElement {
  const man = document.createElement('piece');
  man.className = kind;
  return h('span', { class: 'man cg-wrap', 'aria-hidden': 'true' }, man);
}
