// Runs the flows one after the other against the real binary; prints a line for each.

import { flows } from './flows.mjs';
import { browserPath, makeGames, openPage, startBrowser, startServer } from './harness.mjs';

if (!browserPath) {
  console.error('no chromium: set CHROMIUM or install it');
  process.exit(1);
}
const only = process.argv.slice(2);
const server = process.env.SISSA_ORIGIN ? await startServer() : await startServer('--games', makeGames());
const browser = await startBrowser();
let failures = 0;
for (const [name, flow] of Object.entries(flows)) {
  if (only.length && !only.some(part => name.includes(part))) continue;
  const { page, complaints } = await openPage(browser.context, server.origin);
  try {
    await flow({ page, origin: server.origin, context: browser.context, browser });
    if (complaints.length) throw new Error(`the browser complained: ${complaints.join('; ')}`);
    console.log(`ok      ${name}`);
  } catch (error) {
    failures++;
    console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll('\n', '\n        ')}`);
  }
  // What one flow has chosen is nothing to the next.
  await page.evaluate(() => localStorage.clear()).catch(() => undefined);
  await page.close();
}
await browser.close();
const code = await server.stop();
if (code !== 0) {
  failures++;
  console.log(`FAILED  the server ended with ${code} after Ctrl-C`);
}
process.exit(failures ? 1 : 0);
