// Makes an example of every theme, for the small boards of the gallery: `SISSA=target/release/sissa npm run gallery`.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { binary } from '../browser/harness.mjs';

const run = (...words) => execFileSync(binary, words, { encoding: 'utf8', timeout: 60_000 });
const presets = run('presets', '-f', 'jsonl')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))
  .filter(one => one.constraint);
const found = {};
for (const { name } of presets)
  for (const style of ['human', 'direct']) {
    try {
      // The board and whose turn it is: all that a picture needs.
      found[name] = run('generate', '--preset', name, '--style', style, '--seed', '2', '-f', 'fen').trim().split(' ').slice(0, 2).join(' ');
      break;
    } catch {
      // Seldom in games as real ones: the direct way finds it.
    }
  }
await writeFile(new URL('../src/pages/generate/examples.json', import.meta.url), `${JSON.stringify(found, null, 1)}\n`);
console.log(`${Object.keys(found).length} of ${presets.length} themes`);
