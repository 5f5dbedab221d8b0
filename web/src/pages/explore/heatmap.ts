/** Where the men stand when it first happens: one kind at a time, alone or against another constraint. */

import type { Figure } from '../../api/client';
import { portrait } from '../../components/mini';
import { h, replace } from '../../dom';
import { t } from '../../i18n';
import { percent } from './figures';

const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
const MEN = ['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'] as const;
type Man = (typeof MEN)[number];

const pieceOf = (man: Man): { color: 'white' | 'black'; role: (typeof ROLES)[keyof typeof ROLES] } => ({
  color: man === man.toUpperCase() ? 'white' : 'black',
  role: ROLES[man.toLowerCase() as keyof typeof ROLES],
});

export function heatmap(figure: Figure, other: Figure | undefined): HTMLElement {
  const board = h('div', { class: 'heat board', role: 'img' });
  const buttons = MEN.map(man => {
    const { color, role } = pieceOf(man);
    const one = h(
      'button',
      { type: 'button', class: 'round', 'aria-pressed': 'false', 'aria-label': t.man(`${color} ${role}`), on: { click: () => draw(man) } },
      portrait(pieceOf(man)),
    );
    return [man, one] as const;
  });
  const draw = (man: Man): void => {
    for (const [name, one] of buttons) one.setAttribute('aria-pressed', String(name === man));
    const counts = figure.men.find(one => one.man === man)?.squares ?? [];
    const others = other?.men.find(one => one.man === man)?.squares;
    const share = (at: number): number => (counts[at] ?? 0) / Math.max(1, figure.satisfied);
    const than = (at: number): number => (others ? (others[at] ?? 0) / Math.max(1, other?.satisfied ?? 1) : 0);
    const values = Array.from({ length: 64 }, (_, at) => share(at) - than(at));
    const most = Math.max(0.02, ...values.map(Math.abs));
    const { color, role } = pieceOf(man);
    board.setAttribute(
      'aria-label',
      t.explore.heatLabel(
        t.man(`${color} ${role}`),
        'abcdefgh'[values.indexOf(Math.max(...values)) % 8] + String(Math.floor(values.indexOf(Math.max(...values)) / 8) + 1),
      ),
    );
    replace(
      board,
      ...Array.from({ length: 64 }, (_, place) => {
        const at = (7 - Math.floor(place / 8)) * 8 + (place % 8);
        const value = values[at] ?? 0;
        const name = `${'abcdefgh'[at % 8]}${Math.floor(at / 8) + 1}`;
        const cell = h(
          'span',
          { title: `${name}: ${others && value > 0 ? '+' : ''}${percent(value)}`, class: value < 0 ? 'less' : 'more' },
          Math.abs(value) >= 0.005 ? String(Math.round(100 * value)) : '',
          at % 8 === 0 && h('i', { class: 'rank' }, String(Math.floor(at / 8) + 1)),
          at < 8 && h('i', { class: 'file' }, 'abcdefgh'.charAt(at)),
        );
        cell.style.setProperty('--heat', String(Math.abs(value) / most));
        return cell;
      }),
    );
  };
  draw(figure.satisfied ? 'N' : 'P');
  return h('div', { class: 'heatbox' }, h('div', { class: 'heatmen', role: 'group', 'aria-label': t.explore.which }, ...buttons.map(([, one]) => one)), board);
}
