/** Themes as small boards: a strip to choose from, and all of them with a search. */

import type { Preset } from '../../api/client';
import { openDialog } from '../../components/dialog';
import { miniature } from '../../components/mini';
import { button, h } from '../../dom';
import { t } from '../../i18n';
import examples from './examples.json';

const EXAMPLES: Record<string, string> = examples;

export interface Gallery {
  element: HTMLElement;
  value: () => string;
  set: (name: string) => void;
  fill: (presets: readonly Preset[]) => void;
}

/** `rook-on-seventh` as a title: its letters of chess (IQP) stay large. */
export const titled = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return name.length <= 3 ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1);
};

/** What most people look for first. */
const FIRST = [
  'iqp',
  'opposite-castling',
  'lucena',
  'back-rank-mate',
  'rook-endgame',
  'minority-attack',
  'hanging-pawns',
  'philidor',
  'greek-gift',
  'smothered-mate',
];

export function createGallery(chosen: (name: string) => void): Gallery {
  let presets: readonly Preset[] = [];
  let value = '';
  const strip = h('div', { class: 'strip', role: 'group', 'aria-label': t.generate.themes });
  const tiles = new Map<string, HTMLElement>();

  const tile = (preset: Preset, choose: () => void): HTMLButtonElement => {
    const made = button('', choose, { class: 'tile', title: preset.about, 'data-theme': preset.name, 'aria-pressed': String(preset.name === value) });
    const fen = EXAMPLES[preset.name];
    made.append(fen ? miniature(fen, '') : h('span', { class: 'board mini' }), h('span', { class: 'name' }, titled(preset.name)));
    made.querySelector('.mini')?.setAttribute('aria-hidden', 'true');
    made.querySelector('.mini')?.removeAttribute('role');
    made.querySelector('.mini')?.removeAttribute('aria-label');
    return made;
  };
  const set = (name: string): void => {
    value = name;
    const known = presets.find(one => one.name === name);
    // A theme out of the strip comes to its front.
    if (known && !tiles.has(name)) {
      const made = tile(known, () => pick(name));
      tiles.set(name, made);
      strip.prepend(made);
    }
    for (const [one, made] of tiles) made.setAttribute('aria-pressed', String(one === name));
  };
  const pick = (name: string): void => {
    set(name === value ? '' : name);
    chosen(value);
  };
  const all = (): void => {
    const search = h('input', { type: 'search', 'aria-label': t.generate.searchThemes, placeholder: t.generate.searchThemes, on: { input: () => drawn() } });
    const grid = h('div', { class: 'allthemes' });
    const drawn = (): void => {
      const wanted = search.value.trim().toLowerCase();
      grid.replaceChildren();
      for (const group of new Set(presets.map(one => one.group))) {
        const found = presets.filter(one => one.group === group && `${one.name.replaceAll('-', ' ')} ${one.about}`.toLowerCase().includes(wanted));
        if (!found.length) continue;
        grid.append(
          h('h3', {}, titled(group)),
          h(
            'div',
            { class: 'tiles' },
            ...found.map(one =>
              tile(one, () => {
                dialog.close();
                pick(one.name);
              }),
            ),
          ),
        );
      }
      if (!grid.childElementCount) grid.append(h('p', { class: 'muted' }, t.generate.noTheme));
    };
    const dialog = openDialog(t.generate.allThemes, [search, grid]);
    dialog.element.classList.add('wide');
    drawn();
  };
  return {
    element: h('div', { class: 'gallery' }, strip, button(t.generate.allThemes, all, { id: 'all-themes', class: 'alltile' }, 'generate')),
    value: () => value,
    set,
    fill: list => {
      presets = list;
      const front = FIRST.map(name => list.find(one => one.name === name)).filter(one => one !== undefined);
      const others = list.filter(one => !front.includes(one) && EXAMPLES[one.name]);
      for (const preset of [...front, ...others].slice(0, 16)) {
        const made = tile(preset, () => pick(preset.name));
        tiles.set(preset.name, made);
        strip.append(made);
      }
    },
  };
}
