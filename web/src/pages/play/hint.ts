/** Help in steps: which man, where to, which move and why. */

import type { DrawShape } from 'chessground/draw';
import { parseSquare } from 'chessops/util';
import type { Advice } from '../../api/client';
import { positionOf } from '../../chess/ledger';
import { toKey } from '../../chess/setup';
import { t } from '../../i18n';

export interface Hint {
  advice: Advice;
  step: number;
}

/** The hint in words, for the position it was asked in. */
export function hintWords({ advice, step }: Hint, fen: string): string {
  const square = parseSquare(advice.man);
  const man = square === undefined ? undefined : positionOf(fen).board.get(square)?.role;
  if (step === 1) return t.play.hintOne(t.man(man ?? 'pawn'), advice.man);
  if (step === 2) return t.play.hintTwo(advice.square);
  const why = advice.why.slice(0, 2).map(reason => reason.text);
  const threat = advice.threat ? t.play.threatened(advice.threat.san) : '';
  return [`${t.play.hintThree(advice.san, why.join('; ') || t.play.noReason)}.`, threat].filter(Boolean).join(' ');
}

/** The hint on the board: a ring first, then an arrow, then what the reason speaks of and what is threatened. */
export function hintShapes(hint: Hint | undefined): DrawShape[] {
  const [orig, dest] = [toKey(hint?.advice.man ?? ''), toKey(hint?.advice.square ?? '')];
  if (!hint || !orig || !dest) return [];
  if (hint.step === 1) return [{ orig, brush: 'green' }];
  const shapes: DrawShape[] = [{ orig, dest, brush: 'green' }];
  if (hint.step < 3) return shapes;
  for (const square of hint.advice.why.slice(0, 2).flatMap(reason => reason.squares)) {
    const key = toKey(square);
    if (key && key !== dest) shapes.push({ orig: key, brush: 'yellow' });
  }
  return shapes;
}
