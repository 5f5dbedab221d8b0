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
for (const [name, flow] of Object.entries(flows)) {
  if (only && !name.includes(only)) continue;
  const { page, complaints } = await openPage(browser.context, server.origin);
  try {
    await flow({ page, origin: server.origin, context: browser.context });
    if (complaints.length) throw new Error(`the browser complained: ${complaints.join('; ')}`);
    console.log(`ok      ${name}`);
  } catch (error) {
    failures++;
    console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll('\n', '\n        ')}`);
  }
  await page.close();
}
await browser.close();
const code = await server.stop();
if (code !== 0) {
  failures++;
  console.log(`FAILED  the server ended with ${code} after Ctrl-C`);
}
process.exit(failures ? 1 : 0);
