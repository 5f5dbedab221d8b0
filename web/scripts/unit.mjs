// Bundles the unit tests with esbuild and runs them with node's own runner.

import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { build } from 'esbuild';

const folder = new URL('../unit/', import.meta.url).pathname;
const out = new URL('../.cache/unit/', import.meta.url).pathname;
const tests = (await readdir(folder)).filter(name => name.endsWith('.test.ts'));
await build({
  entryPoints: tests.map(name => folder + name),
  outdir: out,
  bundle: true,
  platform: 'node',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
});
const files = tests.map(name => out + name.replace(/\.ts$/, '.mjs'));
const { status } = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
