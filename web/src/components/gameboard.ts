/** A board that keeps the rules: it shows the positions of a game and takes legal moves, by mouse, finger or keyboard. */

import { chessgroundDests } from 'chessops/compat';
import type { Color, NormalMove } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import type { Ply } from '../chess/ledger';
import { positionOf } from '../chess/ledger';
import { t } from '../i18n';
import type { Board } from './board';
import { createBoard } from './board';
import { choosePromotion } from './promotion';

export interface GameBoard extends Board {
  /** Shows a position; `hands` is the side whose men may be moved, when it is their turn. Nobody's where it is left out. */
  show: (ply: Ply, hands?: Color) => void;
}

export interface GameBoardOptions {
  fen: string;
  orientation?: Color;
  /** Whether a move may be made before its turn comes. */
  premoves?: boolean;
  /** A legal move was made on the board. */
  moved: (move: NormalMove) => void;
}

export function createGameBoard({ fen, orientation = 'white', premoves = false, moved }: GameBoardOptions): GameBoard {
  let shown: { ply: Ply; hands: Color | undefined } | undefined;
  const made = async (orig: string, dest: string): Promise<void> => {
    const [from, to] = [parseSquare(orig), parseSquare(dest)];
    if (from === undefined || to === undefined || !shown) return;
    const { ply, hands } = shown;
    const move: NormalMove = { from, to };
    if (positionOf(ply.fen).board.get(from)?.role === 'pawn' && /[18]$/.test(dest)) {
      const role = await choosePromotion(board, dest, ply.turn);
      // Whoever has gone to another position meanwhile has given the promotion up.
      if (shown.ply !== ply) return;
      if (!role) return show(ply, hands);
      move.promotion = role;
    }
    moved(move);
  };
  const board = createBoard({
    label: t.board,
    fen,
    orientation,
    movable: { free: false, showDests: true, events: { after: (orig, dest) => void made(orig, dest) } },
    drawable: { enabled: true },
    premovable: { enabled: premoves, castle: true },
    press: (square, key) => {
      if (key !== 'Enter' && key !== ' ') return false;
      board.ground.selectSquare(square);
      board.relabel();
      return true;
    },
  });
  const show = (ply: Ply, hands?: Color): void => {
    shown = { ply, hands };
    // A promotion that was not chosen yet belongs to the position that goes.
    board.element.querySelector<HTMLElement>('.veil')?.click();
    board.ground.set({
      fen: ply.fen,
      lastMove: ply.squares,
      check: ply.check,
      turnColor: ply.turn,
      viewOnly: hands === undefined,
      movable: { ...(hands && { color: hands }), dests: hands === ply.turn ? chessgroundDests(positionOf(ply.fen)) : new Map() },
    });
    board.relabel();
  };
  return { ...board, show };
}
