// A game against a level.
import assert from 'node:assert/strict';
import { accessible, choose, clipboard, press, says, square, status, until } from './tools.mjs';

const myMove = page => says(page, /^Your move/);
const moves = page => page.locator('.moves .move').allTextContents();

export const play = {
  async 'play against a level'({ page, origin }) {
    await page.goto(`${origin}/play?elo=800`);
    await myMove(page);
    // By mouse, by keyboard on the board, by typing.
    await page.mouse.click(...(await square(page, 'e2')));
    await page.mouse.click(...(await square(page, 'e4')));
    await until('an answer', async () => (await moves(page)).length === 2);
    await myMove(page);
    await press(page, 'g1');
    await press(page, 'h3');
    await until('an answer', async () => (await moves(page)).length === 4);
    await myMove(page);
    await page.fill('#typed', 'Kd8');
    await page.press('#typed', 'Enter');
    await page.locator('text=is not a legal move here').waitFor();
    await page.click('#hint');
    await until('a man', async () => /Look at the \w+ on [a-h][1-8]/.test(await page.textContent('#advice')));
    await page.click('#hint');
    await until('a square', async () => /It should go to [a-h][1-8]/.test(await page.textContent('#advice')));
    await page.click('#hint');
    await until('a reason', async () => /^\S+: .+\./.test(await page.textContent('#advice')));
    // Leafing back is only looking.
    await page.locator('h1').click();
    await page.keyboard.press('Home');
    assert.equal(await page.locator('.moves [aria-current]').count(), 0);
    await page.keyboard.press('End');
    await page.click('#takeback');
    await until('one move left', async () => (await moves(page)).length === 2);
    // A mate in one, reached by typing; the goal is judged, the address is the game.
    await page.goto(`${origin}/play?start=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')}&goal=mate2&elo=800`);
    await myMove(page);
    await page.fill('#typed', 'Ra8#');
    await page.press('#typed', 'Enter');
    await says(page, /Checkmate: White wins · goal reached/);
    assert.match(await page.textContent('#end'), /You won/);
    await page.reload();
    await says(page, /Checkmate: White wins/);
    await accessible(page, 'play, ended');
    await page.click('#review');
    await page.locator('.moves .move').waitFor();
    assert.equal(new URL(page.url()).pathname, '/review');
    await page.getByRole('heading', { name: 'You – Sissa (800)' }).waitFor();
  },

  async 'a game is set up, resigned, played again with the other side'({ page, origin }) {
    await page.goto(`${origin}/play`);
    await page.locator('#begin').waitFor();
    await accessible(page, 'play, set-up');
    await page.locator('#level').fill('800');
    assert.match(await page.locator('.levelname').textContent(), /beginner \(800\)/);
    await page.selectOption('#clock', '5+0');
    await page.click('#begin');
    await myMove(page);
    assert.match(page.url(), /elo=800.*clock=5%2B0/);
    await page.fill('#typed', 'e4');
    await page.press('#typed', 'Enter');
    await myMove(page);
    // The answer is read out; to the eye it would lie over the clock.
    assert.match(await page.textContent('.toast'), / played$/);
    assert.equal(await page.locator('.toast.shown').count(), 0);
    await choose(page, page.locator('#tools'), 'Copy PGN');
    await until('a PGN with names and a date', async () =>
      /\[Date "20\d\d\.\d\d\.\d\d"\][\s\S]*\[White "You"\]\n\[Black "Sissa \(800\)"\]/.test(await clipboard(page)),
    );
    await page.click('#resign');
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await says(page, /White resigned/);
    assert.match(await page.textContent('#end'), /You lost/);
    await page.click('#rematch');
    await until('the engine has begun', async () => /Your move \(Black\)/.test(await status(page).textContent()));
    assert.equal(await page.locator('.stage [data-square]').first().getAttribute('data-square'), 'h1');
    // The board was turned while it was only looked at: it must still take the mouse.
    await page.mouse.click(...(await square(page, 'a7')));
    await page.mouse.click(...(await square(page, 'a6')));
    await until('a move by mouse', async () => (await moves(page)).includes('a6'));
  },

  async 'a premove is played as soon as it can be'({ page, origin }) {
    await page.route('**/api/v1/play', async route => {
      await new Promise(next => setTimeout(next, 1200));
      await route.continue();
    });
    await page.goto(`${origin}/play?elo=800`);
    await myMove(page);
    await page.fill('#typed', 'e4');
    await page.press('#typed', 'Enter');
    await says(page, /Thinking/);
    await page.mouse.click(...(await square(page, 'a2')));
    await page.mouse.click(...(await square(page, 'a3')));
    await page.locator('square.current-premove').first().waitFor({ state: 'attached' });
    await until('it is played', async () => (await moves(page))[2] === 'a3');
  },

  async 'promote on the board, play by the clock, which survives a reload'({ page, origin }) {
    await page.goto(`${origin}/play?start=${encodeURIComponent('8/P5k1/8/8/8/8/6K1/8 w - - 0 1')}&elo=800`);
    await myMove(page);
    await press(page, 'a7');
    await press(page, 'a8');
    await page.locator('.promotion').getByRole('button', { name: 'knight' }).click();
    await until('a knight', async () => /a8=N/.test(await page.textContent('.moves')));
    assert.ok(await page.locator('#typed').isHidden(), 'a draw: there is nothing more to play');
    await page.goto(`${origin}/play?elo=800&clock=3%2B2`);
    await myMove(page);
    await page.locator('#threats').check();
    const clock = color => page.locator(`.clock[data-color=${color}]`).textContent();
    assert.equal(await clock('white'), '3:00');
    await page.fill('#typed', 'e4');
    await page.press('#typed', 'Enter');
    assert.equal(await clock('white'), '3:02', 'the first move earns its seconds');
    await myMove(page);
    const before = await clock('white');
    await page.reload();
    await myMove(page);
    assert.notEqual(await clock('white'), '3:00');
    assert.ok(Math.abs(seconds(await clock('white')) - seconds(before)) < 20, 'the clock goes on where it was');
  },

  async 'a coach makes a link with level and goal, a student plays it on a phone and sends the game back'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KRPvKR&n=1&style=direct&seed=4`);
    const fen = await page.locator('.card').getAttribute('data-fen');
    await choose(page, page.getByRole('button', { name: 'More for position 1' }), 'Copy link for a student');
    await page.selectOption('dialog #goal', 'hold');
    await page.locator('dialog #level').fill('1000');
    await page.click('#begin');
    await until('a link', async () => (await clipboard(page)).includes('/play?'));
    const link = new URL(await clipboard(page));
    assert.deepEqual([link.searchParams.get('start'), link.searchParams.get('elo'), link.searchParams.get('goal')], [fen, '1000', 'hold']);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(link.href);
    await until('the goal', async () => (await page.textContent('#the-goal')) === 'Goal: hold it: do not lose');
    await until('a move', async () => /Your move/.test(await page.textContent('#status')));
    await page.locator('.stage cg-board piece').first().waitFor();
    await page.getByLabel('Type a move').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.locator('text=“nonsense” is not a legal move here').waitFor();
    // A game that has begun can be given up.
    await page.goto(`${link.href}&lost=1`);
    await page.locator('#end .banner').waitFor();
    await page.click('#copy-pgn');
    await until('the game', async () => (await clipboard(page)).includes('[Goal "hold it: do not lose"]'));
    assert.ok((await clipboard(page)).includes(`[FEN "${fen}"]`));
  },

  async 'a mate that comes too late is missed'({ page, origin }) {
    await page.goto(`${origin}/play?start=${encodeURIComponent('6k1/5ppp/8/2p5/8/8/8/R5K1 w - - 0 1')}&goal=mate2&elo=800&moves=g1h1.c5c4.h1g1.c4c3`);
    await says(page, /Your move.*goal missed/);
  },

  async 'squares a man may go to are marked'({ page, origin }) {
    await page.goto(`${origin}/play?elo=800`);
    await press(page, 'e2');
    const dot = page.locator('square.move-dest').first();
    await dot.waitFor({ state: 'attached' });
    assert.match(await dot.evaluate(one => getComputedStyle(one).backgroundImage), /radial-gradient/);
  },

  async 'the server does not answer: no time is lost, and it can be asked again'({ page, origin }) {
    await page.route('**/api/v1/play', route => route.abort());
    await page.goto(`${origin}/play?elo=800&clock=3%2B2&moves=e2e4`);
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('.problem'), /the server does not answer.*sissa serve/);
    assert.equal(await page.locator('.clock.running').count(), 0);
    await page.unroute('**/api/v1/play');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await myMove(page);
  },
};

function seconds(text) {
  const [minutes, rest] = text.includes(':') ? text.split(':') : [0, text];
  return 60 * Number(minutes) + Number(rest);
}
