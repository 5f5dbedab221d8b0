/** A reviewed game as a tree: signs at the moves, better lines as variations. */

import type { ReviewMove } from '../../api/client';
import type { Node } from '../../chess/tree';
import { playUci } from '../../chess/tree';

const SIGNS: Partial<Record<ReviewMove['judgement'], number>> = { brilliant: 3, only: 1, inaccuracy: 6, mistake: 2, blunder: 4, 'missed-win': 2 };

/** How much of a better line is shown. */
const SHOWN = 8;

export const isMistake = (move: ReviewMove | undefined): boolean =>
  move?.severity === 'mistake' || move?.severity === 'blunder' || move?.judgement === 'missed-win';

/** Signs and better lines on the main line of a game. */
export function annotate(line: readonly Node[], moves: readonly ReviewMove[]): void {
  for (const move of moves) {
    const [node, before] = [line[move.ply], line[move.ply - 1]];
    if (!node || !before) continue;
    const sign = SIGNS[move.judgement];
    if (sign && !node.nags.includes(sign)) node.nags = [sign];
    if (!move.severity || !move.best || move.best === move.uci) continue;
    let at: Node | undefined = before;
    for (const uci of move.line.slice(0, SHOWN)) at = at && playUci(at, uci);
  }
}
