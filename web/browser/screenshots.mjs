// Pictures for the README and docs: `npm run screenshots` after `cargo xtask web` and `cargo build`.
import { mkdir } from 'node:fs/promises';
import { openPage, startBrowser, startServer } from './harness.mjs';

const out = new URL('../../docs/images/', import.meta.url).pathname;
await mkdir(out, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
const { page } = await openPage(browser.context, server.origin);

async function picture(name, path, { width = 1280, height = 800, theme = 'light', ready }) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(server.origin + path);
  await ready();
  // Pieces settle after their animation.
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${out}${name}.png` });
}

const cards = count => () => page.locator('.card').nth(count - 1).waitFor();
const tuple = encodeURIComponent('white (0,2,2,2,8)');
await picture('generate', `/generate?c=${tuple}&n=12&seed=7`, { ready: cards(12) });
await picture('generate-dark', '/generate?preset=iqp&n=12&seed=1', { theme: 'dark', ready: cards(12) });
await picture('position', `/position?fen=${encodeURIComponent('r1bqk2r/ppp2ppp/2n2n2/1B1pp3/1b1PP3/2N2N2/PPP2PPP/R1BQK2R w KQkq - 0 6')}&c=${encodeURIComponent('each side castling both and white Q=0')}`, {
  ready: () => page.locator('.findings li').first().waitFor(),
});
await picture('position-invalid', `/position?fen=${encodeURIComponent('4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1')}`, {
  ready: () => page.locator('#verdict .problem').waitFor(),
});
await picture('game', `/game?c=${tuple}&seed=7&i=1`, { ready: () => page.locator('.moves [aria-current]').waitFor() });
await picture('play', '/play?elo=1200&moves=e2e4.e7e5.g1f3.b8c6.f1c4.f8c5', {
  ready: async () => { await page.click('#threats'); await page.click('#hint'); await page.locator('text=Look at').waitFor(); await page.click('#hint'); },
});
await picture('phone', `/generate?c=KRPvKR&n=4`, { width: 390, height: 780, theme: 'dark', ready: async () => { await cards(4)(); await page.locator('#status').evaluate(line => line.scrollIntoView()); } });
await browser.close();
await server.stop();
