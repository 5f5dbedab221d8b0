/** A game with its variations: a tree of positions, the first child of each being the main line. */

import { INITIAL_FEN, makeFen } from 'chessops/fen';
import type { Game, Node as PgnNode, PgnNodeData } from 'chessops/pgn';
import { ChildNode, defaultGame, makePgn, parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { parseUci } from 'chessops/util';
import { t } from '../i18n';
import { uciOf } from './duel';
import type { Ply } from './ledger';
import { advance, begin, positionOf } from './ledger';

export interface Node extends Ply {
  /** Half-moves since the start. */
  ply: number;
  parent: Node | undefined;
  children: Node[];
  /** As a PGN has them; `remark.ts` knows what they hold. Those of the root are said before the first move. */
  comments: string[];
  /** What is said before the move, where a variation begins. */
  foreword: string[];
  nags: number[];
}

export interface Tree {
  start: string;
  root: Node;
  headers: Map<string, string>;
}

const node = (ply: Ply, parent: Node | undefined): Node => ({
  ...ply,
  ply: parent ? parent.ply + 1 : 0,
  parent,
  children: [],
  comments: [],
  foreword: [],
  nags: [],
});

export function newTree(start: string = INITIAL_FEN): Tree {
  return { start, root: node(begin(start), undefined), headers: new Map() };
}

/** Plays a move after `at`: an old child where there is one, else a new one behind the others. */
export function play(at: Node, move: NormalMove): Node | undefined {
  const position = positionOf(at.fen);
  if (!position.isLegal(move)) return undefined;
  const uci = uciOf(position, move);
  const known = at.children.find(child => child.uci === uci);
  if (known) return known;
  const child = node(advance(position, at, move, uci), at);
  at.children.push(child);
  return child;
}

export function playUci(at: Node, uci: string): Node | undefined {
  const move = parseUci(uci);
  return move && isNormal(move) ? play(at, move) : undefined;
}

/** Throws where a move is not legal. */
export function fromMoves(moves: readonly string[], start?: string): Tree {
  const tree = newTree(start);
  let at = tree.root;
  for (const uci of moves) {
    const next = playUci(at, uci);
    if (!next) throw new Error(t.wrong.illegalAfter(uci, at.ply));
    at = next;
  }
  return tree;
}

/** The nodes from the root to this one, the root first. */
export function pathTo(at: Node): Node[] {
  const path: Node[] = [];
  for (let one: Node | undefined = at; one; one = one.parent) path.unshift(one);
  return path;
}

/** The moves that lead here. */
export const movesTo = (at: Node): string[] =>
  pathTo(at)
    .slice(1)
    .map(one => one.uci);

/** On from here along the first children. */
export function lineFrom(at: Node): Node[] {
  const line = [at];
  for (let one = at.children[0]; one; one = one.children[0]) line.push(one);
  return line;
}

export const isPlain = (tree: Tree): boolean =>
  tree.headers.size === 0 && lineFrom(tree.root).every(one => one.children.length < 2 && one.comments.length === 0 && one.nags.length === 0);

/** Makes the line of this node the main one. */
export function promote(at: Node): void {
  for (let one = at; one.parent; one = one.parent) {
    const { children } = one.parent;
    children.splice(children.indexOf(one), 1);
    children.unshift(one);
  }
}

/** Takes a move and what follows away; where to go on. */
export function remove(at: Node): Node {
  const { parent } = at;
  if (!parent) return at;
  parent.children.splice(parent.children.indexOf(at), 1);
  return parent;
}

/** The first game of a PGN, or plain moves. Throws with the move that is wrong. */
export function fromPgn(text: string): Tree {
  const game = parsePgn(text)[0];
  if (!game) throw new Error(t.wrong.noGame);
  const position = startingPosition(game.headers);
  if (position.isErr) throw new Error(t.wrong.badStart(game.headers.get('FEN') ?? ''));
  const tree = newTree(makeFen(position.value.toSetup()));
  for (const [name, value] of game.headers)
    if (value && value !== '?' && !/^\?+(\.\?+)*$/.test(value) && !(name === 'Result' && value === '*')) tree.headers.set(name, value);
  const graft = (from: PgnNode<PgnNodeData>, onto: Node): void => {
    for (const child of from.children) {
      const { san, startingComments, comments, nags } = child.data;
      const move = parseSan(positionOf(onto.fen), san);
      const next = move && isNormal(move) ? play(onto, move) : undefined;
      if (!next) {
        // A wrong move in a variation costs the variation only.
        if (from.children[0] !== child) continue;
        throw new Error(t.wrong.illegalIn(san, onto.san ? `${numbered(onto)} ${onto.san}` : ''));
      }
      next.comments = comments ?? [];
      next.foreword = startingComments ?? [];
      next.nags = nags ?? [];
      graft(child, next);
    }
  };
  tree.root.comments = game.comments ?? [];
  graft(game.moves, tree.root);
  if (tree.root.children.length === 0) throw new Error(t.wrong.noMoves);
  return tree;
}

/** `12.` or `12…` of the move that led here. */
export function numbered(at: Node): string {
  const [, , , , , full = '1'] = at.fen.split(' ');
  return at.turn === 'black' ? `${full}.` : `${Number(full) - 1}…`;
}

export function toPgn(tree: Tree, headers: Record<string, string> = {}): string {
  const game: Game<PgnNodeData> = defaultGame(() => new Map([...tree.headers, ...Object.entries(headers)]));
  if (tree.start !== INITIAL_FEN) {
    game.headers.set('SetUp', '1');
    game.headers.set('FEN', tree.start);
  }
  const graft = (from: Node, onto: PgnNode<PgnNodeData>): void => {
    for (const child of from.children) {
      const data: PgnNodeData = { san: child.san };
      if (child.foreword.length) data.startingComments = child.foreword;
      if (child.comments.length) data.comments = child.comments;
      if (child.nags.length) data.nags = child.nags;
      const next = new ChildNode<PgnNodeData>(data);
      onto.children.push(next);
      graft(child, next);
    }
  };
  if (tree.root.comments.length) game.comments = tree.root.comments;
  graft(tree.root, game.moves);
  return makePgn(game);
}
