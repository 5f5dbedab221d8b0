// 200 clients at once, 50 positions each, several rounds: failures, time and memory of the server.
// `SISSA=target/release/sissa npm run load`
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { startServer } from './harness.mjs';

const [clients, positions, rounds] = [200, 50, Number(process.argv[2] ?? 6)];
const server = await startServer();
const { hostname, port } = new URL(server.origin);
const agent = new http.Agent({ maxSockets: Infinity });

const ask = seed =>
  new Promise(done => {
    const body = JSON.stringify({ constraint: 'white (0,2,2,2,8)', count: positions, seed });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request({ hostname, port, path: '/api/v1/generate', method: 'POST', headers, agent }, response => {
      let text = '';
      response.on('data', bytes => (text += bytes));
      response.on('end', () => done(response.statusCode === 200 && text.split('"type":"position"').length === positions + 1));
      response.on('error', () => done(false));
    });
    request.on('error', () => done(false));
    request.end(body);
  });
const memory = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;

console.log(`before: ${(await memory()).toFixed(1)} MB`);
for (let round = 1; round <= rounds; round++) {
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: clients }, (_, client) => ask(round * 1000 + client)));
  const failed = answers.filter(whole => !whole).length;
  console.log(
    `round ${round}: ${clients} x ${positions} in ${((performance.now() - begun) / 1000).toFixed(2)} s, ${failed} failed, ${(await memory()).toFixed(1)} MB`,
  );
}
agent.destroy();
await server.stop();
