// Takes the addresses out of package-lock.json: packages come from whatever registry npm is set to,
// and are known by their version and hash.
import { readFile, writeFile } from 'node:fs/promises';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(await readFile(file, 'utf8'));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
