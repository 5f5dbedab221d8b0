/** A constraint put together by clicking, as text. */

export type Color = 'white' | 'black';
export const KINDS = ['Q', 'R', 'B', 'N', 'P'] as const;
export type Kind = (typeof KINDS)[number];

/** Most men of a kind that one side can have. */
export const MOST: Record<Kind, number> = { Q: 9, R: 10, B: 10, N: 10, P: 8 };

export interface Built {
  counts: Record<Color, Partial<Record<Kind, number>>>;
  /** Required men: square to letter, capitals for White. */
  men: Record<string, string>;
  castling: Record<Color, '' | 'kingside' | 'queenside' | 'both' | 'none'>;
  turn: '' | Color;
  state: '' | 'check' | 'not check' | 'mate' | 'stalemate';
}

export const nothing = (): Built => ({
  counts: { white: {}, black: {} },
  men: {},
  castling: { white: '', black: '' },
  turn: '',
  state: '',
});

/** The conditions in the language; empty where nothing was clicked. */
export function text(built: Built): string {
  const parts: string[] = [];
  for (const color of ['white', 'black'] as const) {
    const counts = built.counts[color];
    const given = KINDS.filter(kind => counts[kind] !== undefined);
    if (given.length === KINDS.length) parts.push(`${color} (${KINDS.map(kind => counts[kind]).join(',')})`);
    else if (given.length) parts.push(`${color} ${given.map(kind => `${kind}=${counts[kind]}`).join(' ')}`);
  }
  const men = Object.entries(built.men).sort(([a], [b]) => a.localeCompare(b));
  if (men.length) parts.push(men.map(([square, letter]) => letter + square).join(' '));
  for (const color of ['white', 'black'] as const) if (built.castling[color]) parts.push(`${color} castling ${built.castling[color]}`);
  if (built.turn) parts.push(`${built.turn} to move`);
  if (built.state) parts.push(built.state);
  return parts.join(' and ');
}

/** The parts of a text that `and` joins at the top; nothing where `or` does. */
function parts(typed: string): string[] | undefined {
  const found: string[] = [];
  let depth = 0;
  let part = '';
  for (const word of typed.split(/(\s+|[()])/)) {
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (depth === 0 && /^or$/i.test(word)) return undefined;
    if (depth === 0 && /^and$/i.test(word)) {
      found.push(part.trim());
      part = '';
    } else part += word;
  }
  return [...found, part.trim()].filter(Boolean);
}

const STATES: readonly Built['state'][] = ['check', 'not check', 'mate', 'stalemate'];
const WINGS: readonly Built['castling']['white'][] = ['kingside', 'queenside', 'both', 'none'];

/** `KRPvKR`: exactly these men on the board. */
function takeSignature(built: Built, part: string): boolean {
  const [, white, black] = /^K([QRBNP]*)vK([QRBNP]*)$/.exec(part) ?? [];
  if (white === undefined || black === undefined) return false;
  for (const kind of KINDS) {
    built.counts.white[kind] = white.split(kind).length - 1;
    built.counts.black[kind] = black.split(kind).length - 1;
  }
  return true;
}

/** Takes in one condition; false where clicks cannot say it. */
function take(built: Built, part: string): boolean {
  if (takeSignature(built, part)) return true;
  const side = /^(white|black) (.+)$/.exec(part);
  const color = side?.[1] === 'white' ? 'white' : 'black';
  const rest = side?.[2] ?? '';
  const tuple = /^\((\d+),\s*(\d+),\s*(\d+),\s*(\d+),\s*(\d+)\)$/.exec(rest);
  if (tuple) {
    KINDS.forEach((kind, index) => {
      built.counts[color][kind] = Number(tuple[index + 1]);
    });
    return true;
  }
  if (/^([QRBNP]=\d+ ?)+$/.test(rest)) {
    for (const [, kind, count] of rest.matchAll(/([QRBNP])=(\d+)/g)) {
      const known = KINDS.find(one => one === kind);
      if (known) built.counts[color][known] = Number(count);
    }
    return true;
  }
  const wing = WINGS.find(name => rest === `castling ${name}`);
  if (wing) {
    built.castling[color] = wing;
    return true;
  }
  if (rest === 'to move') {
    built.turn = color;
    return true;
  }
  const state = STATES.find(name => name === part);
  if (state) {
    built.state = state;
    return true;
  }
  if (!/^([KQRBNPkqrbnp][a-h][1-8] ?)+$/.test(part)) return false;
  for (const [, letter = '', square = ''] of part.matchAll(/([KQRBNPkqrbnp])([a-h][1-8])/g)) built.men[square] = letter;
  return true;
}

/** A text as clicks, and what is left that clicks cannot say. `joined(rest, text(built))` means the same. */
export function parse(typed: string): { built: Built; rest: string } {
  const built = nothing();
  const found = parts(typed);
  if (!found) return { built, rest: typed.trim() };
  return { built, rest: found.filter(part => !take(built, part)).join(' and ') };
}

/** What was typed and what was clicked, both required. */
export function joined(typed: string, clicked: string): string {
  const first = typed.trim();
  if (!first || !clicked) return first || clicked;
  return `${/\bor\b/i.test(first) ? `(${first})` : first} and ${clicked}`;
}

/** One step up or down from "any", 0, 1, … */
export function stepped(value: number | undefined, step: 1 | -1, most: number): number | undefined {
  if (value === undefined) return step > 0 ? 0 : undefined;
  const next = value + step;
  return next < 0 ? undefined : Math.min(next, most);
}

/** Words that continue the last one typed before `caret`. */
export function completions(words: readonly string[], typed: string, caret: number, most = 6): string[] {
  const begun = /[a-z]+$/i.exec(typed.slice(0, caret))?.[0].toLowerCase() ?? '';
  if (begun.length < 2) return [];
  const found = words.filter(word => word.startsWith(begun) && word !== begun);
  return [...new Set(found)].sort((a, b) => a.length - b.length || a.localeCompare(b)).slice(0, most);
}

/** The text with the last word before `caret` completed, and where the caret then is. */
export function completed(typed: string, caret: number, word: string): [string, number] {
  const head = typed.slice(0, caret).replace(/[a-z]+$/i, '');
  const tail = typed.slice(caret);
  const space = tail.startsWith(' ') ? '' : ' ';
  return [head + word + space + tail, head.length + word.length + 1];
}
