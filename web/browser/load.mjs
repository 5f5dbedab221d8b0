// 200 clients at once with 50 positions each, then 100 players at once with some moves each: failures, time and memory of the server.
// `SISSA=target/release/sissa npm run load [rounds]`
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { startServer } from './harness.mjs';

const [clients, positions, players, moves] = [200, 50, 100, 6];
const rounds = Number(process.argv[2] ?? 6);
const server = await startServer();
const { hostname, port } = new URL(server.origin);
const agent = new http.Agent({ maxSockets: Infinity });

/** The status and the text of an answer; status 0 where there was none. */
const post = (path, body) =>
  new Promise(done => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const request = http.request({ hostname, port, path: `/api/v1${path}`, method: 'POST', headers, agent }, response => {
      let answer = '';
      response.on('data', bytes => (answer += bytes));
      response.on('end', () => done({ status: response.statusCode, answer }));
      response.on('error', () => done({ status: 0, answer }));
    });
    request.on('error', () => done({ status: 0, answer: '' }));
    request.end(text);
  });
const generated = async seed => {
  const { status, answer } = await post('/generate', { constraint: 'white (0,2,2,2,8)', count: positions, seed });
  return status === 200 && answer.split('"type":"position"').length === positions + 1;
};
/** A game of the engine against itself, asked for move by move, as a player's page does. */
const waits = [];
const played = async seed => {
  const game = [];
  while (game.length < moves) {
    const begun = performance.now();
    const { status, answer } = await post('/play', { moves: game, seed, elo: 1500 });
    waits.push(performance.now() - begun);
    const move = status === 200 ? JSON.parse(answer).move : undefined;
    if (!move) return false;
    game.push(move);
  }
  return true;
};
const memory = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
const all = async (name, count, one) => {
  for (let round = 1; round <= rounds; round++) {
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: count }, (_, at) => one(round * 1000 + at)));
    const failed = answers.filter(whole => !whole).length;
    console.log(
      `round ${round}: ${count} ${name} in ${((performance.now() - begun) / 1000).toFixed(2)} s, ${failed} failed, ${(await memory()).toFixed(1)} MB`,
    );
  }
};

console.log(`before: ${(await memory()).toFixed(1)} MB`);
await all(`clients x ${positions} positions`, clients, generated);
await all(`players x ${moves} moves`, players, played);
waits.sort((a, b) => a - b);
console.log(`a move: median ${waits[waits.length >> 1].toFixed(0)} ms, slowest ${waits.at(-1).toFixed(0)} ms`);
agent.destroy();
await server.stop();
