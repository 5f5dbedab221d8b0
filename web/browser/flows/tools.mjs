// What every flow uses.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const PATIENCE = Number(process.env.SISSA_PATIENCE ?? 30_000);

export const jobs = async origin => (await (await fetch(`${origin}/api/v1/info`)).json()).jobs;
export const until = async (what, test) => {
  for (let tries = 0; tries < PATIENCE / 50; tries++) {
    if (await test()) return;
    await new Promise(next => setTimeout(next, 50));
  }
  throw new Error(`never: ${what}`);
};
export const cards = page => page.locator('.card');
export const fens = page => cards(page).evaluateAll(all => all.map(card => card.dataset.fen));
export const status = page => page.locator('#status');
export const says = (page, expected) => until(String(expected), async () => expected.test((await status(page).textContent()) ?? ''));
/** Opens every folded part of a page. */
export const unfold = page =>
  page.locator('details').evaluateAll(all => {
    for (const one of all) one.open = true;
  });
export const clipboard = page => page.evaluate(() => navigator.clipboard.readText());
/** An entry of a menu. */
export const choose = async (page, menu, entry) => {
  await menu.click();
  await page.getByRole('menuitem', { name: entry }).click();
};
export const copies = (page, expected) => until(`copied: ${expected}`, async () => (await clipboard(page)) === expected);
export const saved = async (page, act) => {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFile(await file.path());
};
/** The middle of a square. */
export const square = async (page, name) => {
  const box = await page.locator(`.stage [data-square=${name}]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
export const drag = async (page, from, to) => {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
};
export const press = async (page, name, key = 'Enter') => {
  await page.locator(`.stage [data-square=${name}]`).focus();
  await page.keyboard.press(key);
};

/**
 * Stands between the page and its socket: `asked` gets each request and the page's end of the socket, and says what the server
 * is to hear, if anything.
 */
export const between = (page, asked) =>
  page.routeWebSocket('**/api/v1/socket', socket => {
    const server = socket.connectToServer();
    socket.onMessage(text => {
      const request = JSON.parse(text);
      const sent = request.path ? asked(request, socket, server) : request;
      if (sent) server.send(JSON.stringify(sent));
    });
  });
/** A request with a body that has more in it. */
export const withBody = (request, more) => ({ ...request, body: JSON.stringify({ ...JSON.parse(request.body), ...more }) });

/** axe-core, injected by the debugger: the page's own policy allows no foreign script. */
export async function accessible(page, where) {
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') });
  const { result } = await client.send('Runtime.evaluate', {
    expression: 'axe.run().then(found => JSON.stringify(found.violations.map(v => [v.impact, v.id, v.nodes.map(n => n.html.slice(0, 160))])))',
    awaitPromise: true,
    returnByValue: true,
  });
  const found = JSON.parse(result.value).filter(([impact]) => ['moderate', 'serious', 'critical'].includes(impact));
  assert.deepEqual(found, [], `${where}: ${JSON.stringify(found, null, 1)}`);
}
