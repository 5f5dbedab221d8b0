// Packs puzzles for the page: `node scripts/puzzles.mjs FILE.jsonl …`, files of `sissa puzzles make --style human -f jsonl`.
// The pack in the repository was made by orders such as `puzzles make --elo 900..1500 -n 110 --seed 102` and `puzzles make "mate in 3"
// --style human -n 40 --seed 104`; every game is Sissa's own.
import { readFile, writeFile } from 'node:fs/promises';

const seen = new Set();
const packed = [];
for (const name of process.argv.slice(2))
  for (const line of (await readFile(name, 'utf8')).split('\n')) {
    const one = line && JSON.parse(line);
    if (one?.type !== 'puzzle' || !one.moves?.length || seen.has(one.fen)) continue;
    seen.add(one.fen);
    packed.push([one.id, one.moves.join(' '), one.solution.join(' '), one.rating, one.rating_error, one.certified ? 1 : 0, one.themes.join(' ')]);
  }
packed.sort((a, b) => a[3] - b[3]);
await writeFile(new URL('../src/pages/puzzles/pack.json', import.meta.url), `[\n${packed.map(one => JSON.stringify(one)).join(',\n')}\n]\n`);
console.log(`${packed.length} puzzles`);
