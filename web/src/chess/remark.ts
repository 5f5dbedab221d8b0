/** What a comment of a PGN holds besides words: arrows and squares to draw, and what the clock showed. */

import type { DrawShape } from 'chessground/draw';
import { parseComment } from 'chessops/pgn';
import type { Color } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import { toKey } from './setup';
import type { Node } from './tree';
import { pathTo } from './tree';

/** The words of comments, without what is meant for programs. */
export const wordsOf = (comments: readonly string[]): string[] => comments.map(one => parseComment(one).text).filter(Boolean);

/** What the comments of a position draw on the board. */
export const drawingsOf = (at: Node): DrawShape[] =>
  at.comments.flatMap(one =>
    parseComment(one).shapes.flatMap(({ from, to, color }) => {
      const [orig, dest] = [toKey(makeSquare(from)), toKey(makeSquare(to))];
      return orig && dest ? [{ orig, ...(dest !== orig && { dest }), brush: color }] : [];
    }),
  );

/** What a side's clock showed after its last move, in milliseconds; nothing where the game does not tell. */
export function clockAt(at: Node, side: Color): number | undefined {
  const last = pathTo(at).findLast(one => one.parent?.turn === side);
  const clock = last?.comments.map(one => parseComment(one).clock).find(one => one !== undefined);
  return clock === undefined ? undefined : 1000 * clock;
}
