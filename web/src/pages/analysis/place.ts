/** A game and a place in it, as an address. */

import { INITIAL } from '../../chess/setup';
import type { Node, Tree } from '../../chess/tree';
import { isPlain, lineFrom, movesTo, pathTo, toPgn } from '../../chess/tree';
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

/** The moves of the main line. */
export const mainMoves = (tree: Tree): string[] => movesTo(lineFrom(tree.root).at(-1) ?? tree.root);

export function addressOfTree(tree: Tree, at: Node = tree.root): string {
  if (isPlain(tree)) return address('/analysis', { moves: mainMoves(tree).join('.'), start: tree.start === INITIAL ? null : tree.start, ...placeOf(at) });
  const pgn = toPgn(tree);
  if (pgn.length < LONG) return address('/analysis', { pgn, ...placeOf(at) });
  sessionStorage.setItem('analysis', pgn);
  return address('/analysis', { kept: 1, ...placeOf(at) });
}
