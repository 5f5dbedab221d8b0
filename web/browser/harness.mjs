// The real binary and a real browser: what every flow needs.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = new URL('../../', import.meta.url).pathname;

/** Where the binary and the browser are; SISSA and CHROMIUM say otherwise. */
export const binary = process.env.SISSA ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/sissa');
export const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A folder of games that Sissa makes itself, for the page that explores games; gone when the process ends. */
export function makeGames() {
  const folder = mkdtempSync(join(tmpdir(), 'sissa-games-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const run = (...words) => execFileSync(binary, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  run('generate', 'ply 24', '--style', 'direct', '-n', '60', '--seed', '1', '-f', 'pgn', '-o', 'made.pgn', '-q');
  run('games', 'import', 'made.pgn', '-o', 'games', '-q');
  return join(folder, 'games');
}

/** `sissa serve` on a free port of loopback. */
export async function startServer(...more) {
  // For work on the page: a server that runs already, `npx vite` for instance.
  if (process.env.SISSA_ORIGIN) return { pid: 0, origin: process.env.SISSA_ORIGIN, stop: async () => 0 };
  const child = spawn(binary, ['serve', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((found, failed) => {
    let text = '';
    child.stdout.on('data', bytes => {
      text += bytes;
      if (text.includes('\n')) found(text.trim());
    });
    child.on('exit', code => failed(new Error(`sissa serve ended with ${code}`)));
  });
  const ended = new Promise(done => child.on('exit', done));
  return {
    pid: child.pid,
    origin: address.replace(/\/$/, ''),
    /** Ctrl-C; the exit code. */
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

export async function startBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'sissa-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 860 },
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
    // Requests that flows answer themselves must not go past a worker.
    serviceWorkers: 'block',
  });
  const others = [];
  return {
    context,
    /** A visitor of whom nothing is known yet, with service workers. */
    fresh: async () => {
      others[0] ??= await chromium.launch({ executablePath: browserPath, headless: true, args: FLAGS });
      return others[0].newContext();
    },
    close: async () => {
      await others[0]?.close();
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** A page that takes note of every complaint and every request to elsewhere. */
export async function openPage(context, origin, options = {}) {
  const page = await context.newPage();
  if (options.viewport) await page.setViewportSize(options.viewport);
  const complaints = [];
  page.on('console', entry => {
    // The browser reports refused requests itself; flows that provoke one look at the page instead.
    if (['error', 'warning'].includes(entry.type()) && !/status of 4\d\d|blocked by Playwright|net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(entry.text()))
      complaints.push(entry.text());
  });
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(blob|data|about):/.test(url)) complaints.push(`request to ${url}`);
  });
  page.setDefaultTimeout(Number(process.env.SISSA_PATIENCE ?? 30_000));
  return { page, complaints };
}
