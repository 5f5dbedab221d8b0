// Positions to order.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { binary } from '../harness.mjs';
import { cards, choose, clipboard, copies, fens, jobs, saved, says, status, unfold, until } from './tools.mjs';

const TUPLE = 'white (0,2,2,2,8)';
/** Every shorter game has to be excluded first: nothing that is found quickly. */
const LONG = 'KvK';
const made = (...words) =>
  execFileSync(binary, ['generate', ...words, '-f', 'fen'], { encoding: 'utf8' })
    .trim()
    .split('\n');

export const generate = {
  async 'generate from text, as the command line does'({ page, origin }) {
    await page.goto(`${origin}/generate?style=direct`);
    await unfold(page);
    await page.fill('#constraint', TUPLE);
    await page.fill('#count', '4');
    await page.fill('#seed', '7');
    await page.click('#start');
    await says(page, /^4 positions/);
    const shown = await fens(page);
    assert.deepEqual(shown, made(TUPLE, '--style', 'direct', '-n', '4', '--seed', '7'));
    assert.equal(new URL(page.url()).search, '?c=white+%280%2C2%2C2%2C2%2C8%29&n=4&seed=7&style=direct');
    await choose(page, page.locator('#share'), 'Copy as command');
    await copies(page, "sissa generate 'white (0,2,2,2,8)' --style direct --seed 7 -n 4");
    await choose(page, cards(page).first().getByRole('button', { name: 'More for position 1' }), 'Copy PGN');
    await until('PGN copied', async () => (await clipboard(page)).includes(`[GoalFEN "${shown[0]}"]`));
    console.log(`        first position on screen after ${await page.locator('#cards').getAttribute('data-first')} ms`);
  },

  async 'generate from clicks'({ page, origin }) {
    await page.goto(`${origin}/generate?style=direct&n=3`);
    await unfold(page);
    await page.getByRole('button', { name: 'More white queens' }).click();
    await page.getByRole('button', { name: 'More black rooks' }).click();
    await page.getByRole('button', { name: 'More black rooks' }).click();
    await page.getByRole('combobox', { name: 'To move', exact: true }).selectOption('black');
    await page.getByRole('radio', { name: 'white king' }).check({ force: true });
    const board = page.locator('.clicks .board');
    await page.waitForLoadState('networkidle');
    const box = await board.boundingBox();
    await board.click({ position: { x: (6.5 * box.width) / 8, y: (7.5 * box.height) / 8 } });
    assert.equal(await page.inputValue('#constraint'), 'white Q=0 and black R=1 and Kg1 and black to move');
    await page.click('#start');
    await until('three others', async () => /^3 positions/.test(await status(page).textContent()) && page.url().includes('Kg1'));
    for (const fen of await fens(page)) {
      assert.match(fen, / b /);
      assert.equal(fen.split(' ')[0].match(/Q/g), null);
      assert.equal(fen.split(' ')[0].match(/r/g)?.length, 1);
    }
  },

  async 'games begin with an opening, positions are drawn evenly'({ page, origin }) {
    await page.goto(`${origin}/generate?style=direct&n=2`);
    await unfold(page);
    await page.fill('#constraint', 'white Q=0');
    await page.fill('#from', '1. e4 c5');
    await page.click('#start');
    await until('two positions', async () => /^2 positions/.test(await status(page).textContent()) && page.url().includes('from='));
    await choose(page, page.locator('#share'), 'Copy as command');
    await copies(page, "sissa generate 'white Q=0' --style direct --from '1. e4 c5' -n 2");
    const fen = (await fens(page))[1];
    await cards(page).nth(1).locator('.picture').click();
    await page.locator('.moves .move').nth(1).waitFor();
    assert.deepEqual((await page.locator('.moves .move').allTextContents()).slice(0, 2), ['e4', 'c5']);
    assert.equal(await page.getByLabel('FEN of this position').inputValue(), fen);
    await page.goBack();
    await unfold(page);
    await page.fill('#from', '1. e4 e4');
    await page.click('#start');
    await page.locator('#trouble .problem').waitFor();
    assert.match(await page.locator('#trouble').textContent(), /e4/);
    await page.goto(`${origin}/generate?c=KRvK&style=uniform&n=3`);
    await cards(page).nth(2).waitFor();
    assert.deepEqual(await fens(page), made('KRvK', '--style', 'uniform', '-n', '3'));
  },

  async 'a malformed wish shows its place and costs nothing'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KRPvKR&n=12&style=direct`);
    await says(page, /^12 positions/);
    await page.fill('#constraint', 'white Q=0 wite R=2');
    await page.locator('#meaning .problem').waitFor();
    const text = await page.locator('#meaning').textContent();
    assert.match(text, /unknown word `wite`/);
    assert.match(text, /did you mean `white`\?/);
    assert.match(text, /\^\^\^\^/);
    assert.equal(await page.locator('#constraint').getAttribute('aria-invalid'), 'true');
    await page.press('#constraint', 'Enter');
    await says(page, /these are the positions from before/);
    assert.equal(await cards(page).count(), 12, 'what was there stays');
    assert.equal(await page.locator('.problem:visible').count(), 1, 'and it is said once');
  },

  async 'an impossible wish says why'({ page, origin }) {
    await page.goto(`${origin}/generate?c=white+P%3D9`);
    await page.locator('#meaning [data-code=impossible]').waitFor();
    await says(page, /Nothing was made/);
    assert.match(await page.locator('#meaning').textContent(), /White has at most 8 pawns/);
    assert.equal(await page.locator('.problem:visible').count(), 1, 'it is said once');
  },

  async 'words are completed'({ page, origin }) {
    await page.goto(`${origin}/generate`);
    await page.locator('.tile').first().waitFor();
    await page.click('#constraint');
    const gallery = async () => (await page.locator('.gallery').boundingBox()).y;
    const before = await gallery();
    await page.keyboard.type('white castling kings');
    await page.getByRole('button', { name: 'kingside', exact: true }).waitFor();
    assert.equal(await gallery(), before, 'nothing jumps while somebody types');
    await page.keyboard.press('Tab');
    assert.equal(await page.inputValue('#constraint'), 'white castling kingside ');
  },

  async 'a sentence says how many and how good'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KRPvKR&n=1&style=direct`);
    await says(page, /^1 position/);
    await page.selectOption('#style', 'human');
    await page.fill('#constraint', '3 positions with white Q=1, level 1800');
    await page.press('#constraint', 'Enter');
    await until('three of that level', async () => page.url().includes('elo=1700..1900') && /^3 positions/.test(await status(page).textContent()));
    assert.equal(await page.inputValue('#count'), '3');
    await choose(page, page.locator('#share'), 'Copy as command');
    await copies(page, "sissa generate 'white Q=1' --style human --elo 1700..1900 -n 3");
  },

  async 'themes are boards to pick, with a search'({ page, origin }) {
    await page.goto(`${origin}/generate?style=direct&n=2`);
    await page.locator('.tile[data-theme=lucena]').click();
    await until('lucena', async () => page.url().includes('preset=lucena') && /^2 positions/.test(await status(page).textContent()));
    assert.equal(await page.locator('.strip .tile[data-theme=lucena]').getAttribute('aria-pressed'), 'true');
    await page.click('#all-themes');
    await page.getByRole('searchbox', { name: 'Search themes' }).fill('scholar');
    await page.locator('dialog .tile').click();
    await until('scholars-mate', async () => page.url().includes('preset=scholars-mate'));
    await until('the dialog is closed', async () => (await page.locator('dialog').count()) === 0);
    assert.ok((await page.locator('.tile .mini piece').count()) > 100, 'themes are shown as boards');
  },

  async 'cancel a long job'({ page, origin }) {
    await page.goto(`${origin}/generate?n=1`);
    await unfold(page);
    await page.fill('#constraint', LONG);
    await page.getByLabel('shortest games').check();
    await page.fill('#count', '500');
    await page.click('#start');
    await page.locator('#cancel').waitFor();
    await until('the server works on it', async () => (await jobs(origin)) > 0);
    await page.click('#cancel');
    await says(page, /Cancelled/);
    await until('the server has stopped', async () => (await jobs(origin)) === 0);
    await page.click('#start');
    await until('the server works on it', async () => (await jobs(origin)) > 0);
    await page.goto('about:blank');
    await until('closing the page stops it', async () => (await jobs(origin)) === 0);
  },

  async 'a shared address shows the same, back goes back'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KRPvKR&n=2&seed=3&style=direct`);
    await cards(page).nth(1).waitFor();
    const before = await fens(page);
    await page.reload();
    await cards(page).nth(1).waitFor();
    assert.deepEqual(await fens(page), before);
    await page.click('#next');
    await until(
      'another seed',
      async () => page.url().includes('seed=4') && (await cards(page).count()) === 2 && /^2 positions/.test(await status(page).textContent()),
    );
    assert.notDeepEqual(await fens(page), before);
    await page.goBack();
    await until('the first again', async () => JSON.stringify(await fens(page)) === JSON.stringify(before));
  },

  async 'downloads: PGN, PNG, sheet; all or the selected'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KQvK&n=3&style=direct`);
    await says(page, /^3 positions/);
    const save = name => saved(page, () => choose(page, page.locator('#download'), name));
    assert.equal((await save('Save PGN')).toString().match(/\[GoalFEN/g).length, 3);
    assert.equal((await save('Save picture')).subarray(1, 4).toString(), 'PNG');
    assert.match((await save('Save sheet')).toString(), /<h2>Games<\/h2>/);
    await page.getByRole('checkbox', { name: 'Select position 2' }).check();
    assert.match(await page.locator('.tools').textContent(), /1 selected/);
    const text = (await save('Save PGN')).toString();
    assert.equal(text.match(/\[GoalFEN/g).length, 1);
    assert.ok(text.includes((await fens(page))[1]));
  },

  async 'a first visit sees positions and Generate at once'({ page, origin }) {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${origin}/`);
      await says(page, /^12 positions/);
      const board = await cards(page).first().locator('.board').boundingBox();
      const go = await page.locator('#start').boundingBox();
      assert.ok(board.y >= 0 && board.y + board.height <= height, `${width}: the first board is at ${board.y}`);
      assert.ok(go.y >= 0 && go.y + go.height <= height, `${width}: Generate is at ${go.y}`);
      await page.evaluate(() => scrollTo(0, 400));
      const still = await page.locator('#start').boundingBox();
      assert.ok(still.y >= 0 && still.y + still.height <= height, `${width}: Generate leaves the screen at ${still.y}`);
    }
    await page.getByLabel('Level').selectOption('1900..2100');
    await page.click('#start');
    await until('a level in the address', async () => page.url().includes('elo=1900..2100') && /^12 positions/.test(await status(page).textContent()));
    await until('boards in view', async () => (await page.evaluate(() => scrollY)) === 0);
    await choose(page, page.locator('#share'), 'Copy as command');
    await copies(page, 'sissa generate --style human --elo 1900..2100 -n 12');
  },

  async 'a card opens what it shows, whatever the form says by now'({ page, origin }) {
    await page.goto(`${origin}/generate?preset=iqp&n=3&style=direct`);
    await says(page, /^3 positions/);
    await unfold(page);
    await page.fill('#constraint', 'KQvK');
    await page.fill('#seed', '99');
    await page.evaluate(() => scrollTo(0, 500));
    const fen = (await fens(page))[1];
    await cards(page).nth(1).locator('.picture').click();
    await page.locator('.moves .move').first().waitFor();
    assert.equal(await page.getByLabel('FEN of this position').inputValue(), fen);
    assert.equal(await page.evaluate(() => scrollY), 0);
    // The address alone makes the same.
    await page.reload();
    await until('again', async () => (await page.getByLabel('FEN of this position').inputValue()) === fen);
  },

  async 'a thousand cards: no long task, all saved'({ page, origin }) {
    await page.addInitScript(() => {
      window.slow = 0;
      new PerformanceObserver(list => {
        for (const one of list.getEntries()) window.slow = Math.max(window.slow, one.duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`${origin}/generate?c=KRPvKR&n=1000&style=direct`);
    await says(page, /^1,000 positions/);
    const drawn = await cards(page).count();
    assert.ok(drawn < 200, `${drawn} cards are on the page at once`);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await until('the last card', async () => (await page.locator('.card[aria-posinset="1000"]').count()) === 1);
    const pgn = await saved(page, () => choose(page, page.locator('#download'), 'Save PGN'));
    assert.equal(pgn.toString().match(/\[GoalFEN/g).length, 1000);
    assert.match(await page.locator('.toast').textContent(), /1,000 games saved/);
    console.log(`        longest task ${await page.evaluate(() => Math.round(window.slow))} ms, ${drawn} cards drawn`);
  },

  async 'more than a request can make is said'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KRPvKR&n=1&style=direct`);
    await says(page, /^1 position/);
    await page.fill('#count', '5000');
    await page.keyboard.press('Control+Enter');
    await until('it says so', async () => /at most 1,000 positions/.test(await page.locator('#trouble').textContent()));
    await page.click('#cancel').catch(() => undefined);
    assert.equal(await page.inputValue('#count'), '1000');
  },

  async 'ratings are honoured, clicks follow the text'({ page, origin }) {
    await page.goto(`${origin}/generate?c=${encodeURIComponent('white Q=0 R=2 and elo 1500')}&n=1`);
    await says(page, /^1 position/);
    await page.locator('#meaning .good').waitFor();
    assert.doesNotMatch(await page.textContent('#meaning'), /cannot honour/);
    await unfold(page);
    assert.equal(await page.getByLabel('white rooks', { exact: true }).textContent(), '2');
    await page.fill('#constraint', 'white R=1 and check');
    assert.equal(await page.getByLabel('white rooks', { exact: true }).textContent(), '1');
    assert.ok(await page.getByRole('button', { name: 'Fewer black pawns' }).isDisabled());
    await page.getByRole('button', { name: 'Clear all' }).click();
    assert.equal(await page.inputValue('#constraint'), '');
  },

  async 'a connection that breaks is made anew: the same positions, none twice'({ page, origin }) {
    let breaks = 3;
    await page.routeWebSocket('**/api/v1/socket', socket => {
      const server = socket.connectToServer();
      let heard = 0;
      server.onMessage(message => {
        socket.send(message);
        // After some positions each time, but not at the end.
        if (breaks && ++heard === 2) {
          breaks--;
          socket.close();
          server.close();
        }
      });
    });
    await page.goto(`${origin}/generate?c=KRPvKR&n=900&style=direct&unique=1`);
    await says(page, /^900 positions, all different/);
    assert.equal(breaks, 0);
    const expected = made('KRPvKR', '--style', 'direct', '-n', '900', '--unique');
    assert.deepEqual(await page.locator('.card').evaluateAll(all => all.map(card => card.dataset.fen)), expected.slice(0, await cards(page).count()));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('.card[aria-posinset="900"]').waitFor();
    assert.equal(await page.locator('.card[aria-posinset="900"]').getAttribute('data-fen'), expected[899]);
  },

  async 'a server that is gone for good: what has come is kept, and said'({ page, origin }) {
    let heard = 0;
    await page.routeWebSocket('**/api/v1/socket', socket => {
      if (heard) return socket.close();
      const server = socket.connectToServer();
      server.onMessage(message => {
        socket.send(message);
        if (++heard > 2) {
          socket.close();
          server.close();
        }
      });
    });
    await page.goto(`${origin}/generate?c=KRPvKR&n=900&style=direct`);
    await says(page, /connection broke after \d+ of 900: trying again/);
    await says(page, /connection broke after \d+ of 900\. These are kept/);
    assert.match(await page.textContent('#trouble'), /the connection to the server broke.*Make them again/);
    assert.ok((await cards(page).count()) > 0);
  },

  async 'nine tabs at work, and a tenth plays'({ page, origin, context }) {
    const tabs = [];
    for (let at = 0; at < 9; at++) {
      const tab = await context.newPage();
      await tab.goto(`${origin}/generate?c=${LONG}&shortest=1&n=500&seed=${at}`);
      tabs.push(tab);
    }
    await until('all nine are served at once', async () => (await jobs(origin)) === 9);
    await page.goto(`${origin}/play?elo=800&moves=e2e4`);
    await until('a move comes', async () => /Your move/.test(await status(page).textContent()));
    for (const tab of tabs) await tab.close();
    await until('nothing runs on', async () => (await jobs(origin)) === 0);
  },
};
