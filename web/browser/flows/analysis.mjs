// A game on the board.
import assert from 'node:assert/strict';
import { cards, choose, clipboard, press, saved, until } from './tools.mjs';

const TUPLE = 'white (0,2,2,2,8)';
const line = page => page.locator('.side .status');
const fen = page => page.getByLabel('FEN of this position');

export const analysis = {
  async 'step through a generated game'({ page, origin }) {
    await page.goto(`${origin}/generate?c=${encodeURIComponent(TUPLE)}&n=2&seed=7&style=direct`);
    const goal = await cards(page).nth(1).getAttribute('data-fen');
    await choose(page, cards(page).nth(1).getByRole('button', { name: 'More for position 2' }), 'Open the game');
    await page.locator('.moves .move').first().waitFor();
    assert.equal(await fen(page).inputValue(), goal);
    assert.match(await line(page).textContent(), /the position asked for/);
    assert.match(await page.locator('.player .captured').first().getAttribute('aria-label'), /has captured .*queen/);
    await page.keyboard.press('Home');
    assert.match(await fen(page).inputValue(), /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(new URL(page.url()).searchParams.get('ply'), '2');
    assert.match(await line(page).textContent(), /White to move/);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /Play on its own/ }).click();
    await until('it plays on its own', async () => new URL(page.url()).searchParams.get('ply') === '1');
    await page.reload();
    await page.locator('.moves [aria-current]').waitFor();
    assert.match((await saved(page, () => choose(page, page.locator('#tools'), 'Save PGN'))).toString(), /\[GoalFEN "/);
    // Addresses of the first edition still lead here.
    await page.goto(`${origin}/game?moves=e2e4.e7e5&ply=1`);
    await page.locator('.moves [aria-current]').waitFor();
    assert.equal(new URL(page.url()).pathname, '/analysis');
  },

  async 'a pasted game is opened with names and variations, a wrong one refused'({ page, origin }) {
    await page.goto(`${origin}/analysis`);
    await page.click('#paste');
    await page.fill('#pgn', '1. e4 e5 2. Ke3');
    await page.click('#open-pgn');
    await page.locator('dialog .problem').waitFor();
    assert.match(await page.locator('dialog .problem').textContent(), /“Ke3” is not a legal move after 1… e5/);
    await page.fill('#pgn', '[White "Morphy, P"]\n[Black "Duke"]\n[Result "0-1"]\n\n1. f3 (1. e4 e5 (1... c5) 2. Nf3) 1... e5 2. g4 {a mistake} Qh4# 0-1');
    await page.click('#open-pgn');
    await page.locator('.variation .move').nth(3).waitFor();
    assert.match(await page.locator('h1').textContent(), /Morphy, P – Duke/);
    assert.match(await page.locator('.moves').textContent(), /a mistake/);
    await page.keyboard.press('End');
    assert.match(await line(page).textContent(), /Qh4# · Checkmate: Black wins/);
    assert.doesNotMatch(await line(page).textContent(), /to move/);
    await page.getByRole('button', { name: '1… c5' }).click();
    assert.match(await line(page).textContent(), /1… c5/);
    await page.reload();
    await until('the variation is in the address', async () => /1… c5/.test((await line(page).textContent()) ?? ''));
    // A FEN is a position to begin from, here and in the field below.
    await page.click('#paste');
    await page.fill('#pgn', ' 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 ');
    await page.click('#open-pgn');
    await until('the position', async () => (await page.locator('.stage cg-board piece').count()) === 6);
    await fen(page).fill('8/8/8/8/8/8/8/8 w - - 0 1');
    await fen(page).press('Enter');
    await page.locator('.side .problem').waitFor();
    await fen(page).fill('6k1/5ppp/8/8/8/8/8/6K1 w - - 0 1');
    await fen(page).press('Enter');
    await until('the other position', async () => (await page.locator('.stage cg-board piece').count()) === 5);
    // Of several games one is chosen; a wrong one costs nothing.
    await page.click('#paste');
    await page.fill('#pgn', '[White "Anna"]\n\n1. d4 d5 *\n\n[White "Bert"]\n[Result "1-0"]\n\n1. c4 c5 1-0\n\n[White "Carl"]\n\n1. Ke2 *');
    await page.click('#open-pgn');
    await page.getByRole('heading', { name: 'Which of 3 games?' }).waitFor();
    await page.locator('.gamelist').getByText('Carl').click();
    await page.locator('dialog .problem').waitFor();
    await page.getByRole('searchbox').fill('bert');
    assert.equal(await page.locator('.gamelist button').count(), 1);
    await page.locator('.gamelist').getByText('Bert – Black · 1-0').click();
    await until('the second game', async () => (await page.locator('.moves .move').allTextContents()).join(' ') === 'c4 c5');
    assert.equal(await page.locator('dialog').count(), 0);
  },

  async 'what sites write into comments is shown as what it means'({ page, origin }) {
    await page.goto(`${origin}/analysis`);
    await page.click('#paste');
    await page.fill(
      '#pgn',
      `[White "a"]
[Black "b"]

{ A word before. } 1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... c5 { [%eval 0.19] [%clk 0:02:58] } 2. Nf3 { Look. [%cal Gf3d4,Rc5d4] [%csl Yd4] [%clk 0:02:55] } 2... d6 { [%clk 0:02:41] } *`,
    );
    await page.click('#open-pgn');
    await page.locator('.moves .move').nth(3).waitFor();
    const list = await page.textContent('.moves');
    assert.doesNotMatch(list, /%/);
    assert.match(list, /A word before\..*Look\./s);
    assert.equal(await page.locator('.moves .pair').count(), 3, 'only words break a row');
    await page.locator('h1').click();
    for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight');
    await until('arrows and a square', async () => (await page.locator('.stage cg-container line').count()) === 2);
    assert.equal(await page.locator('.stage cg-container circle').count(), 1);
    assert.deepEqual(await page.locator('.player .clock').allTextContents(), ['2:58', '2:55']);
    await page.keyboard.press('ArrowRight');
    await until('no arrows', async () => (await page.locator('.stage cg-container line').count()) === 0);
    await choose(page, page.locator('#tools'), 'Copy PGN');
    await until('nothing is lost', async () => /A word before[\s\S]*%cal Gf3d4,Rc5d4[\s\S]*%clk 0:02:41/.test(await clipboard(page)));
  },

  async 'two long games in one tab stay two'({ page, origin }) {
    const game = (name, move) => `[White "${name}"]\n\n1. ${move} { ${'word '.repeat(1500)}} 1... c5 *`;
    await page.goto(`${origin}/analysis`);
    for (const [name, move] of [
      ['Anna', 'e4'],
      ['Bert', 'd4'],
    ]) {
      await page.click('#paste');
      await page.fill('#pgn', game(name, move));
      await page.click('#open-pgn');
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.goBack();
    await page.getByRole('heading', { name: 'Anna' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Anna' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Bert' }).waitFor();
  },

  async 'a key held down for long leaves the address where the game is'({ page, origin }) {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    // As Safari and Firefox do it after a hundred and more.
    await page.addInitScript(() => {
      const calls = [];
      const { replaceState } = history;
      history.replaceState = function (...words) {
        const now = performance.now();
        while (calls[0] < now - 3000) calls.shift();
        if (calls.push(now) > 30) throw new DOMException('The operation is insecure.', 'SecurityError');
        replaceState.apply(this, words);
      };
    });
    await page.goto(`${origin}/analysis?moves=${Array.from({ length: 40 }, (_, at) => shuffle[at % 4]).join('.')}`);
    await page.locator('.moves .move').nth(39).waitFor();
    const complaints = [];
    page.on('pageerror', error => complaints.push(String(error)));
    await page.evaluate(() => {
      const press = key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      for (let time = 0; time < 20; time++) for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) press(key);
      press('End');
    });
    await until('the end', async () => new URL(page.url()).searchParams.get('ply') === '40');
    assert.deepEqual(complaints, []);
  },

  async 'moves on the board make variations that can be promoted and deleted'({ page, origin }) {
    await page.goto(`${origin}/analysis?moves=e2e4.e7e5.g1f3&ply=1`);
    await page.locator('.moves .move').nth(2).waitFor();
    await press(page, 'c7');
    await press(page, 'c5');
    await page.locator('.variation').waitFor();
    assert.match(await page.locator('.variation').textContent(), /1… c5/);
    await page.keyboard.press('ArrowLeft');
    await page.locator('h1').click();
    await page.getByRole('button', { name: '1… c5' }).click();
    await choose(page, page.locator('#tools'), 'Make this the main line');
    assert.match(await page.locator('.variation').textContent(), /1… e5\s*2\. Nf3/);
    await choose(page, page.locator('#tools'), 'Delete from here');
    assert.equal(await page.locator('.variation').count(), 0);
    assert.equal((await page.locator('.moves .move').allTextContents()).join(' '), 'e4 e5 Nf3');
    // A promotion is chosen on the board.
    await page.goto(`${origin}/analysis?start=${encodeURIComponent('8/P5k1/8/8/8/8/6K1/8 w - - 0 1')}`);
    await press(page, 'a7');
    await press(page, 'a8');
    await page.locator('.promotion').getByRole('button', { name: 'knight' }).click();
    await until('a knight', async () => /a8=N/.test(await page.textContent('.moves')));
  },

  async 'the engine shows its lines, and plays them on the board'({ page, origin }) {
    await page.goto(`${origin}/analysis?start=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')}`);
    await page.locator('#engine').check();
    await until('a mate', async () => /#1/.test(await page.locator('.score').textContent()));
    assert.equal(await page.locator('.evalbar .white').evaluate(bar => bar.style.height), '100%');
    assert.ok((await page.locator('.lines li').count()) >= 2, 'several lines');
    // As many as are wanted.
    await page.click('#preferences');
    await page.getByRole('radiogroup', { name: 'Lines of the engine' }).getByText('1', { exact: true }).click();
    await page.keyboard.press('Escape');
    await until('one line', async () => (await page.locator('.lines li').count()) === 1 && (await page.locator('.lines .move').count()) > 0);
    // Where the mouse is, the line's end is seen.
    await page.locator('.lines .move').first().hover();
    await page.locator('.preview .rook').waitFor();
    await page.mouse.move(0, 0);
    await page.locator('.preview').waitFor({ state: 'detached' });
    await page.locator('.lines .move').first().click();
    await until('mate on the board', async () => /Checkmate: White wins/.test(await line(page).textContent()));
    await page.locator('#engine').uncheck();
    assert.ok(await page.locator('.evalbar').isHidden());
  },

  async 'the engine goes away: its lines stay, and it is asked again'({ page, origin }) {
    let gone = false;
    await page.routeWebSocket('**/api/v1/socket', socket => {
      if (gone) return socket.close();
      const server = socket.connectToServer();
      let heard = 0;
      server.onMessage(message => {
        socket.send(message);
        if (++heard < 4) return;
        gone = true;
        socket.close();
        server.close();
      });
    });
    await page.goto(`${origin}/analysis?moves=e2e4.e7e5`);
    await page.locator('#engine').check();
    await page.locator('.engine .problem').waitFor();
    assert.ok((await page.locator('.lines .move').count()) > 3, 'what was found stays');
    gone = false;
    await page.click('#engine-again');
    await page.locator('.engine .problem').waitFor({ state: 'detached' });
  },

  async 'on a phone the board and its buttons stay while the lines are read'({ page, origin }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${origin}/analysis?moves=e2e4.e7e5.g1f3.b8c6&ply=4`);
    await page.locator('#engine').check();
    await page.locator('.lines .move').nth(4).waitFor();
    await page.locator('.copyline').scrollIntoViewIfNeeded();
    for (const part of ['.stage .board', '.transport']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height < 700, `${part} is at ${box.y}`);
    }
  },

  async 'letters beside the board can be read from both sides'({ page, origin }) {
    for (const side of ['white', 'black']) {
      await page.goto(`${origin}/play?elo=800&side=${side}&moves=e2e4`);
      await page.locator('.stage coords.files coord').first().waitFor();
      // The square in the corner at the bottom left is dark for both.
      const wrong = await page.evaluate(() => {
        const style = getComputedStyle(document.querySelector('.stage .board'));
        const inks = ['--on-dark', '--on-light'].map(name => {
          const probe = Object.assign(document.createElement('i'), { style: `color: ${style.getPropertyValue(name)}` });
          document.body.append(probe);
          return getComputedStyle(probe).color;
        });
        const edge = document.querySelector('.stage .board').getBoundingClientRect();
        return [...document.querySelectorAll('.stage coords coord')].filter(one => {
          const box = one.getBoundingClientRect();
          const [file, rank] = one.parentElement.classList.contains('files')
            ? [Math.floor((8 * (box.left + box.width / 2 - edge.left)) / edge.width), 0]
            : [0, 7 - Math.floor((8 * (box.top + box.height / 2 - edge.top)) / edge.height)];
          return getComputedStyle(one).color !== inks[(file + rank) % 2];
        }).length;
      });
      assert.equal(wrong, 0, side);
    }
  },

  async 'the current move of a long game is in view'({ page, origin }) {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const moves = Array.from({ length: 400 }, (_, at) => shuffle[at % 4]).join('.');
    for (const [width, height] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      for (const path of [`/analysis?moves=${moves}&ply=301`, `/play?elo=800&moves=${moves}`]) {
        await page.goto(origin + path);
        const current = page.locator('.moves [aria-current]');
        await current.waitFor();
        await page.waitForTimeout(100);
        const [list, move] = [await page.locator('.moves').boundingBox(), await current.boundingBox()];
        assert.ok(move.x >= list.x && move.x + move.width <= list.x + list.width + 1, `${width} ${path.slice(0, 9)}: beside the list`);
        assert.ok(move.y >= list.y && move.y + move.height <= list.y + list.height + 1, `${width} ${path.slice(0, 9)}: above or below`);
        const free = width <= 960 ? (await page.locator('nav.tabs').boundingBox()).y : height;
        assert.ok(move.y >= 0 && move.y + move.height <= free, `${width} ${path.slice(0, 9)}: off the screen at ${move.y}`);
      }
    }
  },
};
