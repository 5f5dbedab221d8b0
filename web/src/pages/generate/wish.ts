/** What a sentence asks for besides the position itself: how many, and how good the players are. */

export interface Wish {
  constraint: string;
  count?: number;
  /** As the styles take it: `1400..1600`. */
  elo?: string;
}

/** `40 balanced middlegames …`: a number before what is counted, never before men. */
const COUNT = /^\s*(\d{1,4})\s+((?:[a-z-]+\s+){0,2}?)(positions?|boards?|games?|middlegames?|endgames?|endings?)\b/i;
const LEVEL = /[,;]?\s*\b(?:at |of |and )?level\s+(\d{3,4})\b/i;
/** What players mean by the word, in the language. */
const MIDDLEGAME = 'move 12..35 and men>=16';

const joined = (...parts: string[]): string =>
  parts
    .map(part => part.trim())
    .filter(Boolean)
    .join(' and ');

export function read(text: string): Wish {
  const wish: Wish = { constraint: text.trim() };
  const level = LEVEL.exec(wish.constraint);
  if (level) {
    const rating = Number(level[1]);
    wish.elo = `${rating - 100}..${rating + 100}`;
    wish.constraint = wish.constraint.replace(LEVEL, '').trim();
  }
  const count = COUNT.exec(wish.constraint);
  if (!count) return wish;
  const [all, number, adjectives = '', noun = ''] = count;
  const rest = wish.constraint
    .slice(all.length)
    .trim()
    .replace(/^(with|where|in which|that have|having|and)\s+/i, '');
  wish.count = Number(number);
  // A plain "positions with" says nothing that the rest does not.
  if (/^(position|board|game)/i.test(noun)) wish.constraint = joined(adjectives, rest);
  else if (/^middle/i.test(noun)) wish.constraint = joined(adjectives, MIDDLEGAME, rest);
  else wish.constraint = joined(`${adjectives}${noun.toLowerCase().replace(/s$/, '')}`, rest);
  return wish;
}
