/** What is told of a puzzle once it is over: its line, themes, certificate, and where it comes from. */

import type { Node } from '../../chess/tree';
import { numbered, playUci } from '../../chess/tree';
import { keep } from '../../components/keep';
import type { Child } from '../../dom';
import { button, h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import type { Puzzle } from './supply';
import { fenOf } from './supply';

/** Tags that say how long or how much, not what happens. */
export const DULL = new Set(['oneMove', 'short', 'long', 'veryLong', 'crushing', 'advantage', 'equality', 'opening', 'middlegame', 'mate']);

export function solutionOf(puzzle: Puzzle, start: Node, look: (at: Node) => void): Child[] {
  const path: Node[] = [];
  let node: Node | undefined = start;
  for (const uci of puzzle.solution) {
    node = node && playUci(node, uci);
    if (node) path.push(node);
  }
  const name = (one: Node): string => `${one === path[0] || one.turn === 'black' ? `${numbered(one)} ` : ''}${one.san}`;
  const game = address('/analysis', { moves: [...puzzle.moves, ...puzzle.solution].join('.'), ply: puzzle.moves.length });
  const kept = { fen: fenOf(puzzle), moves: puzzle.moves, name: t.puzzles.pageTitle, tags: puzzle.themes.slice(0, 3) };
  return [
    h('p', { class: 'better' }, ...path.map(one => button(name(one), () => look(one), { class: 'move' }))),
    h('p', { class: 'tags' }, ...puzzle.themes.filter(tag => !DULL.has(tag)).map(tag => h('span', { class: 'tag' }, t.puzzles.theme(tag)))),
    h('p', { class: 'certificate' }, h('strong', {}, `${puzzle.rating} ± ${puzzle.error}. `), puzzle.certified ? t.puzzles.certified : t.puzzles.engineOnly),
    h(
      'div',
      { class: 'row' },
      puzzle.moves.length > 0 && h('a', { class: 'button', id: 'its-game', href: game }, t.puzzles.itsGame),
      button(t.library.save, () => keep([kept]), {}, 'heart'),
    ),
  ];
}
