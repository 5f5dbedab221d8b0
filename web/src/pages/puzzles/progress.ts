/** How far a solver is: a rating that adapts, a streak, and what has been solved. Kept in this browser. */

export interface Progress {
  rating: number;
  /** Puzzles tried. */
  tried: number;
  solved: number;
  streak: number;
  best: number;
  /** The last puzzles, not to be shown again soon. */
  seen: string[];
  /** The last results, the newest at the end. */
  trail: { id: string; solved: boolean }[];
}

const NAME = 'puzzles';
const [REMEMBERED, TRAIL] = [400, 24];

export const fresh = (): Progress => ({ rating: 1200, tried: 0, solved: 0, streak: 0, best: 0, seen: [], trail: [] });

export function load(): Progress {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Partial<Progress> | null;
    if (kept && typeof kept.rating === 'number' && Array.isArray(kept.seen)) return { ...fresh(), ...kept };
  } catch {
    // Somebody else's text under our name: begin anew.
  }
  return fresh();
}

export function store(progress: Progress): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(progress));
  } catch {
    // A full browser: the rating lasts for this visit.
  }
}

/** Elo's formula; whoever is new moves quickly. */
export function after(progress: Progress, puzzle: { id: string; rating: number }, solved: boolean): Progress {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - progress.rating) / 400));
  const step = Math.max(16, 64 - 3 * progress.tried);
  const streak = solved ? progress.streak + 1 : 0;
  return {
    rating: Math.round(Math.min(3000, Math.max(400, progress.rating + step * ((solved ? 1 : 0) - expected)))),
    tried: progress.tried + 1,
    solved: progress.solved + (solved ? 1 : 0),
    streak,
    best: Math.max(progress.best, streak),
    seen: [...progress.seen.filter(id => id !== puzzle.id), puzzle.id].slice(-REMEMBERED),
    trail: [...progress.trail, { id: puzzle.id, solved }].slice(-TRAIL),
  };
}

/** One that is new and near the rating; of those seen, the one seen longest ago. */
export function pick<P extends { id: string; rating: number }>(all: readonly P[], progress: Progress, chance: number): P | undefined {
  const seen = new Map(progress.seen.map((id, at) => [id, at]));
  const fresh = all.filter(one => !seen.has(one.id)).sort((a, b) => Math.abs(a.rating - progress.rating) - Math.abs(b.rating - progress.rating));
  const near = fresh.slice(0, Math.max(1, Math.min(8, Math.ceil(fresh.length / 8))));
  return near[Math.floor(chance * near.length)] ?? [...all].sort((a, b) => (seen.get(a.id) ?? 0) - (seen.get(b.id) ?? 0))[0];
}
