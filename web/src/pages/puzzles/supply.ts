/**
 * Where puzzles come from: a pack that came with the page (made by `npm run puzzles`), and whatever this browser had made since.
 * All of them are Sissa's own: positions of games played as people of a level play.
 */

import type { PuzzleRecord } from '../../api/client';
import { fromMoves, lineFrom } from '../../chess/tree';

export interface Puzzle {
  id: string;
  /** The game up to the position, in UCI notation; without it the puzzle starts from `fen`. */
  moves: string[];
  fen?: string | undefined;
  /** The solver's moves and the answers in turn. */
  solution: string[];
  rating: number;
  error: number;
  certified: boolean;
  themes: string[];
}

/** Moves, solution, rating, error, certified, themes; the id first. */
type Packed = [string, string, string, number, number, 0 | 1, string];

const unpacked = ([id, moves, solution, rating, error, certified, themes]: Packed): Puzzle => ({
  id,
  moves: moves.split(' '),
  solution: solution.split(' '),
  rating,
  error,
  certified: certified === 1,
  themes: themes.split(' '),
});

export const fromRecord = (record: PuzzleRecord, id = record.id ?? String(record.index)): Puzzle => ({
  id,
  moves: record.moves ?? [],
  fen: record.fen,
  solution: record.solution,
  rating: record.rating,
  error: record.rating_error,
  certified: record.certified,
  themes: record.themes,
});

/** As the command line reads it. */
export const toRecord = (puzzle: Puzzle): string =>
  JSON.stringify({
    type: 'puzzle',
    index: 0,
    id: puzzle.id,
    fen: fenOf(puzzle),
    solution: puzzle.solution,
    themes: puzzle.themes,
    rating: puzzle.rating,
    rating_error: puzzle.error,
    certified: puzzle.certified,
    moves: puzzle.moves,
  });

export const fenOf = (puzzle: Puzzle): string => puzzle.fen ?? lineFrom(fromMoves(puzzle.moves).root).at(-1)?.fen ?? '';

let pack: Promise<Puzzle[]> | undefined;

export function packed(): Promise<Puzzle[]> {
  pack ??= (async () => {
    const answer = await fetch(new URL('./pack.json', import.meta.url));
    return ((await answer.json()) as Packed[]).map(unpacked);
  })();
  return pack;
}
