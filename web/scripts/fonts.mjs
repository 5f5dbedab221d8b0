// Cuts the two fonts of the page down to the signs it shows: `npm run fonts`, after a change of the packages.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subset from 'subset-font';

const require = createRequire(import.meta.url);
const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
/** Latin of western Europe, dashes and quotes, minus. */
const text = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸ–—‘’‚“”„†•…‹›€−`;
const fonts = [
  ['@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'inter', text],
  ['@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', 'jetbrains-mono', `${range(0x20, 0x7e)}½–—…−×·`],
];
for (const [from, name, signs] of fonts) {
  const whole = await readFile(require.resolve(from));
  const part = await subset(whole, signs, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700, default: 400 } } });
  await writeFile(new URL(`../src/fonts/${name}.woff2`, import.meta.url), part);
  console.log(`${name}: ${whole.length} -> ${part.length} bytes`);
}
