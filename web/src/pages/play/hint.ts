/** Help in steps: which man, which move, why. */

import type { DrawShape } from 'chessground/draw';
import { parseSquare } from 'chessops/util';
import type { Line } from '../../api/client';
import { positionOf } from '../../chess/ledger';
import { toKey } from '../../chess/setup';
import { t } from '../../i18n';

export interface Hint {
  line: Line;
  step: number;
}

const worth = (found: Line): string => (found.mate ? t.play.mateIn(Math.abs(found.mate)) : t.play.forYou(((found.centipawns ?? 0) / 100).toFixed(2)));

/** The hint in words, for the position it was asked in. */
export function hintWords({ line, step }: Hint, fen: string): string {
  const from = line.moves[0]?.slice(0, 2) ?? '';
  const square = parseSquare(from);
  const man = square === undefined ? undefined : positionOf(fen).board.get(square)?.role;
  if (step === 1) return t.play.hintOne(t.man(man ?? 'pawn'), from);
  if (step === 2) return t.play.hintTwo(line.san[0] ?? '');
  return `${line.san.slice(0, 6).join(' ')}: ${worth(line)}.`;
}

/** The hint on the board: a ring first, then an arrow. */
export function hintShapes(hint: Hint | undefined): DrawShape[] {
  const best = hint?.line.moves[0];
  const [orig, dest] = [toKey(best?.slice(0, 2) ?? ''), toKey(best?.slice(2, 4) ?? '')];
  if (!hint || !orig || !dest) return [];
  return [hint.step === 1 ? { orig, brush: 'green' } : { orig, dest, brush: 'green' }];
}
