/** How a game ends, and whether its goal was reached. */

import { Chess, castlingSide } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import type { Color, NormalMove } from 'chessops/types';
import { makeUci } from 'chessops/util';
import { t } from '../i18n';
import type { Ply } from './ledger';
import { positionOf } from './ledger';

export { positionOf } from './ledger';

export type Goal = 'none' | 'win' | 'hold' | 'mate2' | 'mate3' | 'mate5';

export const GOALS: readonly Goal[] = ['none', 'win', 'hold', 'mate2', 'mate3', 'mate5'];

export interface Ending {
  words: string;
  winner: Color | undefined;
}

/** Whether a game can go on from a FEN. */
export function isPlayable(fen: string): boolean {
  const setup = parseFen(fen);
  return setup.isOk && Chess.fromSetup(setup.value).isOk;
}

/** Whether a mate in so many moves is out of reach already, though the game goes on. */
export function missed(goal: Goal, plies: readonly Ply[], side: Color): boolean {
  const most = Number(/^mate(\d)$/.exec(goal)?.[1] ?? Number.POSITIVE_INFINITY);
  const own = plies.slice(0, -1).filter(ply => ply.turn === side).length;
  return own >= most && ending(plies) === undefined;
}

/** A move as UCI writes it: who castles goes two squares, not onto the rook. */
export function uciOf(position: Chess, move: NormalMove): string {
  const castling = castlingSide(position, move);
  if (!castling) return makeUci(move);
  const to = (move.from & 56) + (castling === 'h' ? 6 : 2);
  return makeUci({ from: move.from, to });
}

/** The end of a game, or undefined while it goes on. */
export function ending(plies: readonly Ply[]): Ending | undefined {
  const last = plies.at(-1);
  if (!last) return undefined;
  const position = positionOf(last.fen);
  const draw = (why: string): Ending => ({ words: t.ends.draw(why), winner: undefined });
  if (position.isCheckmate()) {
    const winner = last.turn === 'white' ? 'black' : 'white';
    return { words: t.ends.mate(t[winner]), winner };
  }
  if (position.isStalemate()) return draw(t.ends.stalemate);
  if (position.isInsufficientMaterial()) return draw(t.ends.material);
  if (position.halfmoves >= 100) return draw(t.ends.fifty);
  const key = (ply: Ply): string => ply.fen.split(' ').slice(0, 4).join(' ');
  if (plies.filter(ply => key(ply) === key(last)).length >= 3) return draw(t.ends.threefold);
  return undefined;
}

/** What to say of the goal at the end. */
export function judged(goal: Goal, plies: readonly Ply[], side: Color, lost?: Color): string {
  if (goal === 'none') return '';
  const end = ending(plies);
  const winner = lost ? (lost === 'white' ? 'black' : 'white') : end?.winner;
  const own = plies.slice(0, -1).filter(ply => ply.turn === side).length;
  const reached =
    goal === 'win' ? winner === side : goal === 'hold' ? winner === undefined || winner === side : winner === side && !lost && own <= Number(goal.slice(4));
  return ` · ${reached ? t.play.goalReached : t.play.goalMissed}`;
}
