// The editor, proofs, and the composer's box.
import assert from 'node:assert/strict';
import { between, choose, copies, drag, jobs, press, square, until } from './tools.mjs';

const fields = fen => fen.split(' ').slice(0, 4).join(' ');
const said = (page, expected) => until(String(expected), async () => expected.test(await page.locator('#proof').textContent()));
const board = (page, expected) => until(expected, async () => (await page.inputValue('#fen')).split(' ')[0] === expected);

export const position = {
  async 'edit a position: valid, invalid, against a wish'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.locator('#verdict .banner.good').waitFor();
    await page.fill('#fen', '4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1');
    await page.locator('#fen').press('Enter');
    await page.locator('#verdict [data-code=invalid]').waitFor();
    assert.match(await page.locator('#verdict').textContent(), /already attacked by the queen on e2/);
    await until('the two squares are ringed', async () => (await page.locator('.board svg circle').count()) === 2);
    await page.locator('.side .segments').getByText('Black').click();
    await page.locator('#verdict .banner.good').waitFor();
    await page.locator('details summary').click();
    await page.fill('#constraint', 'white Q=0 and check');
    await page.locator('.findings .bad').waitFor();
    assert.match(await page.locator('.findings').textContent(), /white Q=0: found 1 \(e2\)/);
    await page.fill('#fen', 'nonsense');
    await page.locator('#fen').press('Enter');
    await page.locator('#verdict .problem').waitFor();
  },

  async 'a pasted FEN is taken at once'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.locator('#fen').fill('');
    await page.evaluate(() => navigator.clipboard.writeText('4k3/8/8/8/8/8/8/4K2R b - - 0 1'));
    await page.locator('#fen').focus();
    await page.keyboard.press('Control+v');
    await until('the board shows it', async () => (await page.locator('.stage cg-board piece.rook').count()) === 1);
  },

  async 'men are dragged, from beside the board too, and dropped off it'({ page, origin }) {
    await page.goto(`${origin}/position?fen=${encodeURIComponent('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')}`);
    await page.locator('#verdict .banner.good').waitFor();
    const stage = page.locator('.stage .board');
    const box = await stage.boundingBox();
    await drag(page, await square(page, 'e2'), await square(page, 'd5'));
    await board(page, '4k3/8/8/3P4/8/8/8/4K3');
    await drag(page, await square(page, 'd5'), [box.x - 60, box.y + box.height / 2]);
    await board(page, '4k3/8/8/8/8/8/8/4K3');
    const spare = await page.getByRole('radio', { name: 'white queen' }).boundingBox();
    await drag(page, [spare.x + spare.width / 2, spare.y + spare.height / 2], await square(page, 'h5'));
    await board(page, '4k3/8/8/7Q/8/8/8/4K3');
    // The chosen man is placed by clicks, also on another, and taken away again; the bin takes away.
    await page.mouse.click(...(await square(page, 'a1')));
    await board(page, '4k3/8/8/7Q/8/8/8/Q3K3');
    await page.getByRole('radio', { name: 'white rook' }).check({ force: true });
    await page.mouse.click(...(await square(page, 'a1')));
    await board(page, '4k3/8/8/7Q/8/8/8/R3K3');
    await page.mouse.click(...(await square(page, 'a1')));
    await board(page, '4k3/8/8/7Q/8/8/8/4K3');
    await page.getByRole('radio', { name: /^bin/ }).check({ force: true });
    await page.mouse.click(...(await square(page, 'h5')));
    await board(page, '4k3/8/8/8/8/8/8/4K3');
  },

  async 'the editor keeps what is there, and takes back'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.locator('#verdict .banner.good').waitFor();
    const start = await page.inputValue('#fen');
    await page.mouse.click(...(await square(page, 'a8')));
    assert.equal(await page.inputValue('#fen'), start);
    await page.mouse.click(...(await square(page, 'a8')), { button: 'right' });
    await until('the rook has gone', async () => (await page.inputValue('#fen')).startsWith('1nbqkbnr'));
    await page.click('#undo');
    assert.equal(await page.inputValue('#fen'), start);
    await page.click('#redo');
    assert.match(await page.inputValue('#fen'), /^1nbqkbnr/);
    await page.fill('#fen', 'garbage');
    await page.click('#prove');
    await page.locator('#verdict .problem').waitFor();
    assert.equal(await page.textContent('#proof'), '');
  },

  async 'prove on the same board, legal, illegal, undecided'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.getByRole('button', { name: 'Empty board' }).click();
    for (const [at, man] of [
      ['e1', 'K'],
      ['h1', 'R'],
      ['e8', 'k'],
    ])
      await press(page, at, man);
    await page.getByLabel('White kingside').check();
    await page.click('#prove');
    await said(page, /Legal: a game of \d+ half-moves/);
    const goal = await page.inputValue('#fen');
    const place = await page.locator('.stage .board').boundingBox();
    assert.match(await page.textContent('#proof .game'), /^1\. \S+ \S+ 2\. /);
    await page.click('#show-proof');
    assert.deepEqual(await page.locator('.stage .board').boundingBox(), place, 'the board stays where it is');
    await until('the start', async () => (await page.locator('.stage cg-board piece').count()) === 32);
    await page.keyboard.press('End');
    await until('the end is the position', async () => (await page.locator('.stage cg-board piece').count()) === 3);
    assert.match(await page.locator('.stage .status').textContent(), /half-move \d+ of \d+/);
    await page.click('#back-to-editor');
    assert.equal(fields(await page.inputValue('#fen')), fields(goal));
    // The verdict is still there after another page.
    await page.click('#show-proof');
    await page.getByRole('link', { name: 'Open in Analysis' }).click();
    await page.locator('.moves .move').first().waitFor();
    await page.goBack();
    await said(page, /Legal: a game of/);
    // Nine white pawns: the edit also takes the old verdict away.
    for (const at of ['a2', 'b2', 'c2', 'd2', 'e2', 'f2', 'g2', 'h2', 'e4']) await press(page, at, 'P');
    assert.equal(await page.locator('#proof').textContent(), '');
    await page.click('#prove');
    await said(page, /Illegal: no game can reach it.*pawns/);
    // An answer that only a long search would bring.
    const undecided = { type: 'verdict', verdict: 'undecided', moves: [], reasons: [], fen: '' };
    await between(page, (request, socket) => {
      socket.send(`${request.id} 200\n${JSON.stringify(undecided)}\n`);
      socket.send(`${request.id} end`);
    });
    await page.reload();
    await page.click('#prove');
    await said(page, /Undecided.*does not make it illegal/);
  },

  async 'the composer asks: exact length, last moves, a problem'({ page, origin }) {
    await page.goto(`${origin}/position?fen=${encodeURIComponent('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')}`);
    await page.selectOption('#task', 'exact');
    await page.fill('#exact-moves', '2');
    await page.click('#prove');
    await said(page, /Legal: a game of 2 half-moves/);
    await page.fill('#exact-moves', '1');
    await page.click('#prove');
    await said(page, /No game of this length|Illegal/);
    await page.selectOption('#task', 'shortest');
    await page.click('#prove');
    await said(page, /Legal: a game of 2 half-moves.*No shorter game does/);
    await page.selectOption('#task', 'last');
    await page.click('#prove');
    await said(page, /White to move.*e7-e5/s);
    // However long the answer, the board stays.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const box = await page.locator('.stage .board').boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 860, `the board is at ${box.y}`);
    await page.goto(`${origin}/position?fen=${encodeURIComponent('kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1')}`);
    await page.selectOption('#task', 'solve');
    await page.fill('#stipulation', '#2');
    await page.click('#prove');
    await said(page, /Key: Ra6/);
    await said(page, /1… Bh2, .*, Bc7 2\. Rxa7#/);
    await page.fill('#stipulation', 'mate');
    await page.click('#prove');
    await page.locator('#proof .problem').waitFor();
  },

  async 'thousands of games are counted, some listed, and the page stays awake'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.selectOption('#task', 'exact');
    await page.fill('#exact-moves', '8');
    await page.getByLabel('all of them').check();
    await page.click('#prove');
    await said(page, /2,300 games of this length.*The first 100 are listed/);
    await page.locator('.games button').nth(99).click();
    assert.match(await page.locator('.stage .status').textContent(), /half-move 0 of 8/);
    assert.equal(await page.locator('.games button').count(), 100);
  },

  async 'on a phone an answer comes into view, and the board when it is played'({ page, origin }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${origin}/position`);
    await page.click('#prove');
    await page.locator('#proof .banner').waitFor();
    const within = async part => {
      const box = await page.locator(part).boundingBox();
      return box.y >= 0 && box.y + box.height <= 844;
    };
    await until('the answer', () => within('#proof .banner'));
    await page.click('#show-proof');
    await until('the board', () => within('.stage .board'));
    const buttons = await page.locator('.stage .transport > *').evaluateAll(all => all.map(one => one.scrollWidth - one.clientWidth));
    assert.ok(Math.max(...buttons) <= 0, `words are cut off: ${buttons}`);
  },

  async 'Prove pressed twice is one job that Escape ends'({ page, origin }) {
    const sent = [];
    page.on('websocket', socket => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
    const asked = () => sent.filter(one => one.path === '/prove').map(one => one.id);
    const givenUp = () => sent.filter(one => !one.path).map(one => one.id);
    // What takes longer than anybody watches: a shortest game to two kings.
    await page.goto(`${origin}/position?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}`);
    await page.selectOption('#task', 'shortest');
    await page.click('#prove');
    await page.click('#prove');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await until('the second is asked, the first given up', () => asked().length === 2 && givenUp().includes(asked()[0]));
    assert.doesNotMatch(await page.textContent('#proof'), /Cancelled/);
    await page.keyboard.press('Escape');
    await said(page, /Cancelled/);
    await until('the second is given up', () => givenUp().includes(asked()[1]));
    await until('nothing runs on', async () => (await jobs(origin)) === 0);
  },

  async 'an impossible position cannot be played, and says so'({ page, origin }) {
    const fen = '4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1';
    await page.goto(`${origin}/position?fen=${encodeURIComponent(fen)}`);
    await page.locator('#verdict [data-code=invalid]').waitFor();
    assert.ok(await page.locator('#play-here').isHidden());
    await choose(page, page.locator('.edits').getByRole('button', { name: 'More' }), 'Copy FEN');
    await copies(page, fen);
    for (const path of ['play', 'analysis']) {
      await page.goto(`${origin}/${path}?start=${encodeURIComponent(fen)}`);
      await page.locator('.problem').waitFor();
      assert.doesNotMatch(await page.textContent('main'), /ERR_/);
    }
  },
};
