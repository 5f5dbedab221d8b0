/** A game and a place in it, as an address. */

import { isPlayable } from '../../chess/duel';
import { INITIAL } from '../../chess/setup';
import type { Node, Tree } from '../../chess/tree';
import { fromMoves, fromPgn, isPlain, lineFrom, movesTo, pathTo, toPgn } from '../../chess/tree';
import { t } from '../../i18n';
import type { Query } from '../../router';
import { address, whole } from '../../router';

/** Longer texts than an address should be stay in this tab, under a number; the last few of them. */
const [LONG, FEW] = [6000, 20];
const numbers = new WeakMap<Tree, number>();
const keyOf = (number: number): string => `game ${number}`;

function keep(tree: Tree, pgn: string): number {
  const last = Number(sessionStorage.getItem('games') ?? 0);
  const number = numbers.get(tree) ?? last + 1;
  numbers.set(tree, number);
  if (number > last) sessionStorage.setItem('games', String(number));
  sessionStorage.removeItem(keyOf(number - FEW));
  sessionStorage.setItem(keyOf(number), pgn);
  return number;
}

/** The half-move on the main line, else the branches taken. */
export function placeOf(at: Node): Query {
  const branches = pathTo(at)
    .slice(1)
    .map(one => one.parent?.children.indexOf(one) ?? 0);
  return branches.every(branch => branch === 0) ? { ply: at.ply } : { path: branches.join('.') };
}

/** The same where nothing means the start. */
const placed = (at: Node): Query => (at.parent ? placeOf(at) : {});

/** The moves of the main line. */
export const mainMoves = (tree: Tree): string[] => movesTo(lineFrom(tree.root).at(-1) ?? tree.root);

/** Pages that show a game. */
export type GamePage = '/analysis' | '/review';

/** The place that an address tells of, else the half-move `otherwise` of the main line. */
export function placeIn(tree: Tree, query: URLSearchParams, otherwise = 0): Node {
  const branches = (query.get('path') ?? '').split('.').filter(Boolean).map(Number);
  const line = lineFrom(tree.root);
  if (!branches.length) return line[whole(query.get('ply'), otherwise, 0, line.length - 1)] ?? tree.root;
  return branches.reduce((at, branch) => at.children[branch] ?? at, tree.root);
}

export function addressOfTree(tree: Tree, at: Node = tree.root, page: GamePage = '/analysis'): string {
  if (isPlain(tree)) return address(page, { moves: mainMoves(tree).join('.'), start: tree.start === INITIAL ? null : tree.start, ...placed(at) });
  const pgn = toPgn(tree);
  if (pgn.length < LONG) return address(page, { pgn, ...placed(at) });
  return address(page, { kept: keep(tree, pgn), ...placed(at) });
}

/** The game that an address tells of; without moves where it tells of none. Throws where it makes no sense. */
export function gameOf(query: URLSearchParams): Tree {
  const kept = Number(query.get('kept'));
  const pgn = kept ? sessionStorage.getItem(keyOf(kept)) : query.get('pgn');
  if (pgn) {
    const tree = fromPgn(pgn);
    if (kept) numbers.set(tree, kept);
    return tree;
  }
  if (kept) throw new Error(t.analysis.elsewhere);
  const begins = query.get('start') ?? INITIAL;
  if (!isPlayable(begins)) throw new Error(t.play.unplayable(begins));
  return fromMoves((query.get('moves') ?? '').split('.').filter(Boolean), begins);
}
