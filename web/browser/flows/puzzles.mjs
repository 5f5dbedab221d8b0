// Puzzles: solved by the mouse, a rating that moves, hints, the certificate, sets to order.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { accessible, between, cards, drag, jobs, saved, square, until } from './tools.mjs';

const pack = JSON.parse(await readFile(new URL('../../src/pages/puzzles/pack.json', import.meta.url), 'utf8'));
/** A mate in two of the pack, proven; no promotion in it. */
const [ID, , SOLUTION, RATING] = pack.find(
  ([, , solution, , , proven, themes]) => proven && /mateIn2/.test(themes) && solution.split(' ').every(move => move.length === 4),
);
const rating = async page => Number(/\d+/.exec(await page.textContent('[data-kind=rating] dd'))[0]);
const task = async page => (await page.textContent('#task')) ?? '';
/** Once the opponent's move has been seen. */
const ready = async (page, at) => {
  await until(
    'it can be moved',
    async () => (await page.locator('.stage cg-board piece').count()) > 2 && !((await page.locator('.stage .cg-wrap.manipulable').count()) === 0),
  );
  return square(page, at);
};

export const puzzles = {
  async 'a puzzle is solved on the board: rating, row, certificate, its game'({ page, origin }) {
    await page.goto(`${origin}/puzzles?id=${ID}`);
    await until('the task', async () => /find the best move/.test(await task(page)));
    const before = await rating(page);
    await page.waitForTimeout(700);
    const moves = SOLUTION.split(' ');
    for (let at = 0; at < moves.length; at += 2) {
      await ready(page, moves[at].slice(0, 2));
      await drag(page, await square(page, moves[at].slice(0, 2)), await square(page, moves[at].slice(2, 4)));
      if (at + 2 < moves.length) await until('the answer', async () => /And now/.test(await task(page)));
    }
    await until('solved', async () => /^Solved/.test(await task(page)));
    assert.ok((await rating(page)) > before, 'the rating rises');
    assert.equal(await page.textContent('[data-kind=streak] dd'), '1');
    assert.match(await page.textContent('.certificate'), new RegExp(`${RATING} ± \\d+.*Proven`));
    assert.equal(await page.locator('.trail .solved').count(), 1);
    await accessible(page, 'a solved puzzle');
    await page.click('#its-game');
    await page.locator('.moves .move').nth(10).waitFor();
    await page.goBack();
    await page.reload();
    await until('the rating is kept', async () => (await rating(page)) > before);
  },

  async 'a wrong move, hints and the solution cost the row, never the puzzle'({ page, origin }) {
    await page.goto(`${origin}/puzzles?id=${ID}`);
    await until('the task', async () => /find the best move/.test(await task(page)));
    const before = await rating(page);
    await page.waitForTimeout(700);
    await page.keyboard.press('h');
    await until('a ring', async () => (await page.locator('.stage cg-container circle').count()) > 0);
    await page.keyboard.press('h');
    await until('an arrow', async () => (await page.locator('.stage cg-container line').count()) > 0);
    assert.ok((await rating(page)) < before);
    // Whoever goes on by hand has solved it, but not at once.
    const moves = SOLUTION.split(' ');
    for (let at = 0; at < moves.length; at += 2) {
      await ready(page, moves[at].slice(0, 2));
      await drag(page, await square(page, moves[at].slice(0, 2)), await square(page, moves[at].slice(2, 4)));
      if (at + 2 < moves.length) await until('the answer', async () => /And now/.test(await task(page)));
    }
    await until('solved', async () => /^Solved, but not at once/.test(await task(page)));
    assert.equal(await page.textContent('[data-kind=streak] dd'), '0');
    await page.reload();
    await until('the task', async () => /find the best move/.test(await task(page)));
    await page.waitForTimeout(700);
    await page.click('#solution');
    await until('told', async () => /Not solved/.test(await task(page)));
    assert.ok((await page.locator('#about .move').count()) >= 3);
    const first = page.url();
    await page.click('#next');
    await until('another puzzle', async () => page.url() !== first);
    await page.selectOption('#theme', 'backRankMate');
    await until('of the theme', async () => /theme=backRankMate/.test(page.url()));
  },

  async 'a set to order: made, cancelled, printed, solved'({ page, origin }) {
    let gone = false;
    await between(page, (request, socket) => (gone ? void socket.close() : request));
    await page.goto(`${origin}/puzzles`);
    await page.fill('#make-count', '2');
    await page.click('#make');
    await until('two puzzles', async () => /^2 puzzles/.test(await page.textContent('#make-status')));
    assert.equal(await cards(page).count(), 2);
    const sheet = (await saved(page, () => page.click('#print-set'))).toString();
    assert.match(sheet, /<svg/);
    await page.click('#solve-set');
    await until('the first of them', async () => /find the best move/.test(await task(page)));
    await page.selectOption('#make-theme', 'sacrifice');
    await page.fill('#make-count', '60');
    await page.click('#make');
    await page.locator('#make-cancel').waitFor();
    await page.click('#make-cancel');
    await until('in words', async () => /^Cancelled after \d+ puzzles?; these are kept/.test(await page.textContent('#make-status')));
    await until('the server has stopped', async () => (await jobs(origin)) === 0);
    gone = true;
    await page.click('#make');
    await page.locator('.maker .problem').waitFor();
    assert.match(await page.textContent('.maker .problem'), /the server does not answer/);
  },
};
