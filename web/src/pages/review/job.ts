/** A game sent to be reviewed, and what came back; kept for this visit, so that going back costs nothing. */

import type { ReviewGame, ReviewMove } from '../../api/client';
import { refused, reviewGames } from '../../api/client';
import { t } from '../../i18n';

export interface Reviewed {
  moves: ReviewMove[];
  game: ReviewGame;
}

const known = new Map<string, Reviewed>();

export const knownReview = (pgn: string, elo: number | undefined): Reviewed | undefined => known.get(`${elo ?? ''} ${pgn}`);

export async function reviewOf(pgn: string, elo: number | undefined, signal: AbortSignal, beat: (seconds: number) => void): Promise<Reviewed> {
  const moves: ReviewMove[] = [];
  let game: ReviewGame | undefined;
  for await (const event of reviewGames({ input: pgn, elo: elo ?? null }, signal)) {
    if (event.type === 'progress') beat(event.seconds);
    else if (event.type === 'review-move') moves.push(event);
    else if (event.type === 'review-game') game = event;
    else if (event.type === 'failure') throw refused(event);
  }
  if (!game) throw new Error(t.wrong.brokeOff);
  const reviewed = { moves, game };
  known.set(`${elo ?? ''} ${pgn}`, reviewed);
  return reviewed;
}
