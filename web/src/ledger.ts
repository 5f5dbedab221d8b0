/** A game ply by ply: positions, moves as people write them, men captured and promoted. */

import { Chess } from 'chessops/chess';
import { chessgroundMove } from 'chessops/compat';
import { makeFen, parseFen, INITIAL_FEN } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import type { Color, Role } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { parseUci, squareRank } from 'chessops/util';

export interface Ply {
  fen: string;
  /** The move that led here. */
  san: string;
  uci: string;
  squares: string[];
  check: Color | false;
  turn: Color;
  /** Men captured so far, by the colour of the man. */
  captured: Record<Color, Role[]>;
  /** Men promoted to so far. */
  promoted: Record<Color, Role[]>;
}

/** Every position of a game, the start first. Throws where a move is not legal. */
export function replay(moves: readonly string[], start: string = INITIAL_FEN): Ply[] {
  const position = Chess.fromSetup(parseFen(start).unwrap()).unwrap();
  const captured: Record<Color, Role[]> = { white: [], black: [] };
  const promoted: Record<Color, Role[]> = { white: [], black: [] };
  const at = (san: string, uci: string, squares: string[]): Ply => ({
    fen: makeFen(position.toSetup()),
    san,
    uci,
    squares,
    check: position.isCheck() ? position.turn : false,
    turn: position.turn,
    captured: { white: [...captured.white], black: [...captured.black] },
    promoted: { white: [...promoted.white], black: [...promoted.black] },
  });
  const plies = [at('', '', [])];
  for (const uci of moves) {
    const move = parseUci(uci);
    if (!move || !isNormal(move) || !position.isLegal(move)) throw new Error(`${uci} is not legal after ${plies.length - 1} half-moves`);
    const moving = position.board.get(move.from);
    const target = position.board.get(move.to);
    if (moving && target && target.color !== moving.color) captured[target.color].push(target.role);
    else if (moving?.role === 'pawn' && !target && (move.from & 7) !== (move.to & 7))
      captured[moving.color === 'white' ? 'black' : 'white'].push('pawn');
    if (moving && move.promotion && [0, 7].includes(squareRank(move.to))) promoted[moving.color].push(move.promotion);
    const squares = chessgroundMove(move);
    const san = makeSanAndPlay(position, move);
    plies.push(at(san, uci, squares));
  }
  return plies;
}

const ORDER: Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

/** `2 rooks, 1 knight`; empty where there are none. */
export function inWords(roles: readonly Role[]): string {
  return ORDER.map(role => [role, roles.filter(one => one === role).length] as const)
    .filter(([, count]) => count > 0)
    .map(([role, count]) => `${count} ${role}${count > 1 ? 's' : ''}`)
    .join(', ');
}
