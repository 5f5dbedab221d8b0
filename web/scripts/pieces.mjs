// Draws the two piece sets of our own, and takes chessground's, into src/styles/pieces.css: `npm run pieces`.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const BASE = '<path d="M10 33.5h25q1.5 0 1.5 1.5v3q0 1.5-1.5 1.5H10q-1.5 0-1.5-1.5v-3q0-1.5 1.5-1.5z"/>';
/** Plain: one outline and a foot, readable at the size of a thumbnail. */
const PLAIN = {
  pawn: `<path d="M22.5 9a6.2 6.2 0 0 1 4.2 10.8c3 2.2 3.6 8.2 6.3 13.7h-21c2.7-5.5 3.3-11.5 6.3-13.7A6.2 6.2 0 0 1 22.5 9z"/>${BASE}`,
  knight: `<path d="M13 33.5c0-6.5 5.5-8.5 6.5-13-2.8.8-4.3 3.7-7.5 4.8L8.5 21.5 14 12.5 15.5 6l5 3.5C30 9.5 35 16 34.5 25l-1.5 8.5z"/><circle cx="18.5" cy="14.5" r="1.4" class="eye"/>${BASE}`,
  bishop: `<path d="M22.5 5a2.6 2.6 0 0 1 2.3 3.9C29.5 12 32.5 16.5 31 21.5c-.8 2.6-3 3.7-3 3.7l3 8.3H14l3-8.3s-2.2-1.1-3-3.7c-1.5-5 1.5-9.5 6.2-12.6A2.6 2.6 0 0 1 22.5 5z"/><path d="M26.5 13.5l-4.5 7" class="line"/>${BASE}`,
  rook: `<path d="M11 8h5.2v3.7h3.6V8h5.4v3.7h3.6V8H34v8.5l-3.8 3.2 1.8 13.8H13l1.8-13.8L11 16.5z"/>${BASE}`,
  queen: `<path d="M7.5 12.5l7 8.5L16.5 9l6 10.5 6-10.5 2 12 7-8.5-4.5 21H12z"/><circle cx="7.5" cy="11" r="2.6"/><circle cx="16.5" cy="7.5" r="2.6"/><circle cx="28.5" cy="7.5" r="2.6"/><circle cx="37.5" cy="11" r="2.6"/>${BASE}`,
  king: `<path d="M20.7 4h3.6v3h3v3.5h-3V14h-3.6v-3.5h-3V7h3z"/><path d="M22.5 15c2.6 0 4.5 1.8 4.5 1.8s6.6-3 9.8 2.2c3 5-1.3 9.5-4.8 14.5H13C9.5 28.5 5.2 24 8.2 19c3.2-5.2 9.8-2.2 9.8-2.2s1.9-1.8 4.5-1.8z"/>${BASE}`,
};
/** Letters: discs for whoever reads English initials more easily than figures. */
const LETTERS = {
  pawn: 'M18.5 32V14h5.5a5 5 0 0 1 0 10h-5.5',
  knight: 'M17 32V14l11 18V14',
  bishop: 'M18 23h6a4.5 4.5 0 0 1 0 9h-6V14h5a4.5 4.5 0 0 1 0 9',
  rook: 'M18 32V14h5.5a5 5 0 0 1 0 10H18m5.5 0L28.5 32',
  queen: 'M22.5 14a8.5 9 0 0 1 0 18 8.5 9 0 0 1 0-18zm3 13.5l5 5',
  king: 'M17.5 32V14m11 0L17.5 25m4-4L28.5 32',
};
const INK = { white: ['#fffdf6', '#26231f'], black: ['#34302c', '#f6f1e4'] };

const svg = inner =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 45 45'>${inner}</svg>`.replaceAll('"', "'")).replaceAll('%20', ' ').replaceAll('%3D', '=').replaceAll('%2F', '/').replaceAll('%3A', ':')}")`;
const plain = (role, [fill, line]) =>
  svg(
    `<g fill="${fill}" stroke="${line}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round">${PLAIN[role].replaceAll('class="eye"', `fill="${line}" stroke="none"`).replaceAll('class="line"', 'fill="none"')}</g>`,
  );
const lettered = (role, [fill, line]) =>
  svg(
    `<circle cx="22.5" cy="22.5" r="18.5" fill="${fill}" stroke="${line}" stroke-width="1.8"/><path d="${LETTERS[role]}" fill="none" stroke="${line}" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="round"/>`,
  );

/** The classic set, as it comes with chessground. */
const classic = await readFile(createRequire(import.meta.url).resolve('chessground/assets/chessground.cburnett.css'), 'utf8');
const burnett = (role, _ink, color) => new RegExp(`piece\\.${role}\\.${color} \\{\\s*background-image: (url\\([^)]+\\))`).exec(classic)[1].replaceAll("'", '"');

// Each set is twelve values that whatever stands below an element with its name inherits: samples can show another set than the page.
const rules = [];
const each = Object.entries(INK).flatMap(([color, ink]) => Object.keys(PLAIN).map(role => [color, role, ink]));
for (const [set, draw] of [
  ['cburnett', burnett],
  ['plain', plain],
  ['letters', lettered],
])
  rules.push(`[data-pieces='${set}'] {\n${each.map(([color, role, ink]) => `  --${color}-${role}: ${draw(role, ink, color)};`).join('\n')}\n}`);
for (const [color, role] of each) rules.push(`.cg-wrap piece.${role}.${color} {\n  background-image: var(--${color}-${role});\n}`);
await writeFile(new URL('../src/styles/pieces.css', import.meta.url), `/* Made by scripts/pieces.mjs. Do not edit. */\n\n${rules.join('\n')}\n`);
