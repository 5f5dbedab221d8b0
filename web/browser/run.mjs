// Runs the flows one after the other against the real binary; prints a line for each.
import { browserPath, startBrowser, startServer, openPage } from './harness.mjs';
import { flows } from './flows.mjs';

if (!browserPath) {
  console.error('no chromium: set CHROMIUM or install it');
  process.exit(1);
}
const only = process.argv[2];
const server = await startServer();
const browser = await startBrowser();
let failures = 0;
// A slow machine can lose a key press between two pages: a flow fails when it fails three times.
const TRIES = 3;
for (const [name, flow] of Object.entries(flows)) {
  if (only && !name.includes(only)) continue;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { page, complaints } = await openPage(browser.context, server.origin);
    let failure;
    try {
      await flow({ page, origin: server.origin, context: browser.context });
      if (complaints.length) throw new Error(`the browser complained: ${complaints.join('; ')}`);
    } catch (error) {
      failure = String(error.stack ?? error).replaceAll('\n', '\n        ');
    }
    await page.close();
    if (!failure) {
      console.log(`ok      ${name}`);
      break;
    }
    const last = attempt === TRIES;
    if (last) failures++;
    console.log(`${last ? 'FAILED ' : 'again  '} ${name}\n        ${failure}`);
  }
}
await browser.close();
const code = await server.stop();
if (code !== 0) {
  failures++;
  console.log(`FAILED  the server ended with ${code} after Ctrl-C`);
}
process.exit(failures ? 1 : 0);
