// Makes src/api/schema.d.ts from openapi.json; with --check, says whether it is up to date.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../openapi.json', import.meta.url);
const target = new URL('../src/api/schema.d.ts', import.meta.url);
const head = '// Made from openapi.json by `npm run types`. Do not edit.\n\n';
const text = head + astToString(await openapiTS(source, { alphabetize: true }));

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== text) {
    console.error('src/api/schema.d.ts does not fit openapi.json: run `npm run types`');
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
