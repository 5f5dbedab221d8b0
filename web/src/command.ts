/** Any view as the command that makes the same thing. */

/** A word as a POSIX shell reads it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export interface Generation {
  constraint: string;
  preset?: string | undefined;
  count: number;
  seed: number;
  skip?: number | undefined;
  unique?: boolean | undefined;
  /** The server and the command choose where nothing is said. */
  style?: string | undefined;
  /** Ratings of the players, in style human: `1500..1700`. */
  elo?: string | undefined;
  /** Moves or a FEN that every game begins with. */
  from?: string | undefined;
  shortest?: boolean | undefined;
  format?: string | undefined;
}

export function generateCommand(asked: Generation): string {
  const words = ['sissa', 'generate'];
  if (asked.constraint.trim()) words.push(quote(asked.constraint.trim()));
  if (asked.preset) words.push('--preset', asked.preset);
  if (asked.style) words.push('--style', asked.style);
  if (asked.elo && asked.style === 'human') words.push('--elo', asked.elo);
  if (asked.from) words.push('--from', quote(asked.from));
  if (asked.seed) words.push('--seed', String(asked.seed));
  if (asked.skip) words.push('--skip', String(asked.skip));
  if (asked.count !== 1) words.push('-n', String(asked.count));
  if (asked.unique) words.push('--unique');
  if (asked.shortest) words.push('--shortest');
  if (asked.format) words.push('-f', asked.format);
  return words.join(' ');
}

export function checkCommand(fen: string, constraint: string): string {
  const words = ['sissa', 'check', quote(fen)];
  if (constraint.trim()) words.push('-c', quote(constraint.trim()));
  return words.join(' ');
}

export function learnCommand(game: string, seed: number): string {
  const words = ['sissa', 'rules', 'learn'];
  if (game !== 'chess') words.push('--variant', game);
  if (seed) words.push('--seed', String(seed));
  return words.join(' ');
}

/** Of games imported into the folder that the command looks in by itself. */
export function reportCommand(constraints: readonly string[]): string {
  return ['sissa games report', ...constraints.map(quote)].join(' ');
}

export function showCommand(moves: string[], ply: number): string {
  return `sissa show ${quote(moves.join(' '))} --ply ${ply}`;
}
