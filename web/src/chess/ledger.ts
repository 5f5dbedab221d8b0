/** A game ply by ply: positions, moves as people write them, men captured and promoted. */

import type { Key } from 'chessground/types';
import { Chess } from 'chessops/chess';
import { chessgroundMove } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import type { Color, NormalMove, Role } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { parseUci, squareRank } from 'chessops/util';
import { t } from '../i18n';
import { toKeys } from './setup';

export interface Ply {
  fen: string;
  /** The move that led here. */
  san: string;
  uci: string;
  squares: Key[];
  check: Color | false;
  turn: Color;
  /** Men captured so far, by the colour of the man. */
  captured: Record<Color, Role[]>;
  /** Men promoted to so far. */
  promoted: Record<Color, Role[]>;
}

export const positionOf = (fen: string): Chess => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

export function begin(start: string = INITIAL_FEN): Ply {
  const position = positionOf(start);
  return {
    fen: makeFen(position.toSetup()),
    san: '',
    uci: '',
    squares: [],
    check: position.isCheck() ? position.turn : false,
    turn: position.turn,
    captured: { white: [], black: [] },
    promoted: { white: [], black: [] },
  };
}

/** The next ply after a legal move; `position` is where `ply` stands, and is played on. */
export function advance(position: Chess, ply: Ply, move: NormalMove, uci: string): Ply {
  const captured = { white: [...ply.captured.white], black: [...ply.captured.black] };
  const promoted = { white: [...ply.promoted.white], black: [...ply.promoted.black] };
  const moving = position.board.get(move.from);
  const target = position.board.get(move.to);
  if (moving && target && target.color !== moving.color) captured[target.color].push(target.role);
  else if (moving?.role === 'pawn' && !target && (move.from & 7) !== (move.to & 7)) captured[moving.color === 'white' ? 'black' : 'white'].push('pawn');
  if (moving && move.promotion && [0, 7].includes(squareRank(move.to))) promoted[moving.color].push(move.promotion);
  const squares = toKeys(chessgroundMove(move));
  const san = makeSanAndPlay(position, move);
  return { fen: makeFen(position.toSetup()), san, uci, squares, check: position.isCheck() ? position.turn : false, turn: position.turn, captured, promoted };
}

/** Every position of a game, the start first. Throws where a move is not legal. */
export function replay(moves: readonly string[], start: string = INITIAL_FEN): Ply[] {
  const position = positionOf(start);
  let last = begin(start);
  const plies = [last];
  for (const uci of moves) {
    const move = parseUci(uci);
    if (!move || !isNormal(move) || !position.isLegal(move)) throw new Error(t.wrong.illegalAfter(uci, plies.length - 1));
    last = advance(position, last, move, uci);
    plies.push(last);
  }
  return plies;
}

/** `1. e4 e5 2. Nf3` of a game from the starting position. */
export const inNotation = (moves: readonly string[]): string =>
  replay(moves)
    .slice(1)
    .map(({ san }, at) => (at % 2 ? san : `${at / 2 + 1}. ${san}`))
    .join(' ');

const ORDER: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];
const WORTH: Record<Role, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

/** `2 rooks, 1 knight`; empty where there are none. */
export function inWords(roles: readonly Role[]): string {
  return ORDER.map(role => [role, roles.filter(one => one === role).length] as const)
    .filter(([, count]) => count > 0)
    .map(([role, count]) => `${count} ${role}${count > 1 ? 's' : ''}`)
    .join(', ');
}

/** From the queen down, as men are laid beside a board. */
export const sorted = (roles: readonly Role[]): Role[] => [...roles].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/** By how many points the board of a FEN is better for White. */
export function balance(fen: string): number {
  const { board } = parseFen(fen).unwrap();
  return [...board].reduce((sum, [, man]) => sum + (man.color === 'white' ? 1 : -1) * WORTH[man.role], 0);
}
