// Pictures for the README and docs: `npm run screenshots` after `cargo xtask web` and `cargo build`; names as arguments make those only.
import { mkdir } from 'node:fs/promises';
import { makeGames, openPage, startBrowser, startServer } from './harness.mjs';

const out = new URL('../../docs/images/', import.meta.url).pathname;
await mkdir(out, { recursive: true });
// Whoever has games at hand shows them: `SISSA_GAMES=folder npm run screenshots`.
const server = await startServer('--games', process.env.SISSA_GAMES ?? makeGames());
const browser = await startBrowser();
const { page } = await openPage(browser.context, server.origin);

const only = process.argv.slice(2);

async function picture(name, path, { width = 1280, height = 800, theme = 'light', ready }) {
  if (only.length && !only.includes(name)) return;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(server.origin + path);
  await ready();
  // Pieces settle after their animation.
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${out}${name}.png` });
}

const cards = count => () =>
  page
    .locator('.card')
    .nth(count - 1)
    .waitFor();
const game = 'e2e4.e7e5.g1f3.b8c6.f1c4.f8c5.c2c3.g8f6.d2d4.e5d4.c3d4.c5b4';
await picture('generate', '/', { height: 900, width: 1440, ready: cards(12) });
await picture('generate-dark', '/generate?preset=iqp&elo=1900..2100&n=12&seed=1', { height: 900, width: 1440, theme: 'dark', ready: cards(12) });
await picture('position', `/position?fen=${encodeURIComponent('r1bqk2r/ppp2ppp/2n2n2/1B1pp3/1b1PP3/2N2N2/PPP2PPP/R1BQK2R w KQkq - 0 6')}`, {
  ready: async () => {
    await page.locator('#verdict .banner.good').waitFor();
    await page.click('#prove');
    await page.locator('#proof .banner').waitFor();
  },
});
await picture('position-invalid', `/position?fen=${encodeURIComponent('4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1')}`, {
  ready: () => page.locator('#verdict [data-code=invalid]').waitFor(),
});
await picture('analysis', `/analysis?moves=${game}&ply=12`, {
  theme: 'dark',
  ready: async () => {
    await page.locator('#engine').check();
    await page.locator('.lines .move').nth(20).waitFor();
  },
});
await picture('play', '/play?elo=1200&moves=e2e4.e7e5.g1f3.b8c6.f1c4.f8c5', {
  ready: async () => {
    await page.click('#hint');
    await page.locator('text=Look at').waitFor();
    await page.click('#hint');
    await page.click('#hint');
  },
});
await picture('review', '/review', {
  height: 900,
  width: 1440,
  ready: async () => {
    await page.click('#sample');
    await page.locator('#moments .chip').filter({ hasText: 'Nxf7' }).click();
  },
});
await picture('puzzles', '/puzzles', { theme: 'dark', ready: () => page.locator('#task .banner').waitFor() });
await picture('explore', '/explore?c=opposite+castling', {
  height: 900,
  width: 1440,
  ready: () =>
    page
      .locator('.heat')
      .waitFor()
      .then(() => page.locator('#cancel').waitFor({ state: 'hidden' })),
});
await picture('phone', '/', { width: 390, height: 844, theme: 'dark', ready: cards(12) });
await picture('styleguide', '/styleguide', { width: 1280, height: 2000, ready: () => page.locator('.chart').waitFor() });
await browser.close();
await server.stop();
