/** Mistakes played once more: the position before, and another try. */

import type { Line, ReviewMove } from '../../api/client';
import { analyse } from '../../api/client';
import type { Node } from '../../chess/tree';
import { movesTo } from '../../chess/tree';

export type Try = 'best' | 'good' | 'same' | 'bad';

/** Points of a hundred that another move may lose and still be good enough. */
const ENOUGH = 4;
/** Seconds for a move that the review has not looked at. */
const SECONDS = 1;

/** Chances by Lichess' curve for the side whose value it is, 0 to 100. */
function chances(line: Line): number {
  if (line.mate) return line.mate > 0 ? 100 : 0;
  return 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * (line.centipawns ?? 0))) - 1);
}

/** The same of an evaluation as PGN writes it, for White. */
function written(text: string): number {
  if (text.startsWith('#')) return text.startsWith('#-') ? 0 : 100;
  return 50 + 50 * (2 / (1 + Math.exp(-0.368208 * Number(text))) - 1);
}

/** What a try is worth. */
export async function judgeTry(start: string, tried: Node, move: ReviewMove, signal: AbortSignal): Promise<Try> {
  if (tried.uci === move.best) return 'best';
  if (tried.uci === move.uci) return 'same';
  let found: Line | undefined;
  for await (const record of analyse({ start_fen: start, moves: movesTo(tried), seconds: SECONDS, lines: 1 }, signal)) found = record.lines[0] ?? found;
  // Nothing to play on: mate or stalemate.
  if (!found) return tried.check ? 'best' : 'bad';
  const had = move.color === 'white' ? written(move.eval_before) : 100 - written(move.eval_before);
  return had - (100 - chances(found)) <= ENOUGH ? 'good' : 'bad';
}
