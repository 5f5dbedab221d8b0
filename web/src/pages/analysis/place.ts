/** A game and a place in it, as an address. */

import { isPlayable } from '../../chess/duel';
import { INITIAL } from '../../chess/setup';
import type { Node, Tree } from '../../chess/tree';
import { fromMoves, fromPgn, isPlain, lineFrom, movesTo, pathTo, toPgn } from '../../chess/tree';
import { t } from '../../i18n';
import type { Query } from '../../router';
import { address } from '../../router';

/** Longer texts than an address should be stay in this tab. */
const LONG = 6000;

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

export function addressOfTree(tree: Tree, at: Node = tree.root, page: GamePage = '/analysis'): string {
  if (isPlain(tree)) return address(page, { moves: mainMoves(tree).join('.'), start: tree.start === INITIAL ? null : tree.start, ...placed(at) });
  const pgn = toPgn(tree);
  if (pgn.length < LONG) return address(page, { pgn, ...placed(at) });
  sessionStorage.setItem('analysis', pgn);
  return address(page, { kept: 1, ...placed(at) });
}

/** The game that an address tells of; without moves where it tells of none. Throws where it makes no sense. */
export function gameOf(query: URLSearchParams): Tree {
  const pgn = query.get('kept') ? sessionStorage.getItem('analysis') : query.get('pgn');
  if (pgn) return fromPgn(pgn);
  if (query.get('kept')) throw new Error(t.analysis.elsewhere);
  const begins = query.get('start') ?? INITIAL;
  if (!isPlayable(begins)) throw new Error(t.play.unplayable(begins));
  return fromMoves((query.get('moves') ?? '').split('.').filter(Boolean), begins);
}
