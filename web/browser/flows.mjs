// What people do on the page, each as one flow.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { binary } from './harness.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TUPLE = 'white (0,2,2,2,8)';
/** Every shorter game has to be excluded first: nothing that is found quickly. */
const LONG = 'KvK';

const jobs = async origin => (await (await fetch(`${origin}/api/v1/info`)).json()).jobs;
const until = async (what, test) => {
  for (let tries = 0; tries < 400; tries++) {
    if (await test()) return;
    await new Promise(next => setTimeout(next, 50));
  }
  throw new Error(`never: ${what}`);
};
const cards = page => page.locator('.card');
const status = page => page.locator('#status');
/** Opens every folded part of a page. */
const unfold = page => page.locator('details').evaluateAll(all => all.forEach(one => (one.open = true)));
const clipboard = page => page.evaluate(() => navigator.clipboard.readText());

/** axe-core, injected by the debugger: the page's own policy allows no foreign script. */
async function accessible(page, where) {
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') });
  const { result } = await client.send('Runtime.evaluate', {
    expression: 'axe.run().then(found => JSON.stringify(found.violations.map(v => [v.impact, v.id, v.nodes.map(n => n.html.slice(0, 120))])))',
    awaitPromise: true,
    returnByValue: true,
  });
  const violations = JSON.parse(result.value);
  const serious = violations.filter(([impact]) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious, [], `${where}: ${JSON.stringify(serious, null, 1)}`);
}

export const flows = {
  async 'generate from text, as the command line does'({ page, origin }) {
    await page.goto(`${origin}/generate?style=direct`);
    await unfold(page);
    await page.fill('#constraint', TUPLE);
    await page.fill('#count', '4');
    await page.fill('#seed', '7');
    await page.click('#start');
    await until('a summary', async () => /4 positions/.test(await status(page).textContent()));
    const shown = await cards(page).evaluateAll(all => all.map(card => card.dataset.fen));
    const made = execFileSync(binary, ['generate', TUPLE, '--style', 'direct', '-n', '4', '--seed', '7', '-f', 'fen'], { encoding: 'utf8' });
    assert.deepEqual(shown, made.trim().split('\n'));
    assert.equal(new URL(page.url()).search, '?c=white+%280%2C2%2C2%2C2%2C8%29&n=4&seed=7&style=direct');
    await page.click('text=Copy as command');
    await until('copied', async () => (await clipboard(page)) === "sissa generate 'white (0,2,2,2,8)' --style direct --seed 7 -n 4");
    await cards(page).first().getByRole('button', { name: 'Copy PGN' }).click();
    await until('PGN copied', async () => (await clipboard(page)).includes(`[GoalFEN "${shown[0]}"]`));
    const first = await page.locator('#cards').getAttribute('data-first');
    console.log(`        first position on screen after ${first} ms`);
  },

  async 'generate from clicks'({ page, origin }) {
    await page.goto(`${origin}/generate?style=direct&n=3`);
    await unfold(page);
    await page.getByRole('button', { name: 'More white queens' }).click();
    await page.getByRole('button', { name: 'More black rooks' }).click();
    await page.getByRole('button', { name: 'More black rooks' }).click();
    await page.getByRole('combobox', { name: 'To move', exact: true }).selectOption('black');
    await page.getByRole('radio', { name: 'white king' }).check();
    const board = page.locator('.clicks .board');
    // The explanation above the board must have settled, or the board moves away under the mouse.
    await page.waitForLoadState('networkidle');
    const box = await board.boundingBox();
    await board.click({ position: { x: (6.5 * box.width) / 8, y: (7.5 * box.height) / 8 } });
    assert.equal(await page.inputValue('#constraint'), 'white Q=0 and black R=1 and Kg1 and black to move');
    await page.click('#start');
    await until('three others', async () => /^3 positions/.test(await status(page).textContent()) && page.url().includes('Kg1'));
    for (const fen of await cards(page).evaluateAll(all => all.map(card => card.dataset.fen))) {
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
    await page.click('text=Copy as command');
    await until('copied', async () => (await clipboard(page)) === "sissa generate 'white Q=0' --style direct --from '1. e4 c5' -n 2");
    const fen = await cards(page).nth(1).getAttribute('data-fen');
    await cards(page).nth(1).getByRole('link', { name: 'Game', exact: true }).click();
    await page.locator('.moves button').nth(1).waitFor();
    assert.deepEqual((await page.locator('.moves button').allTextContents()).slice(0, 2), ['e4', 'c5']);
    assert.equal(await page.getByLabel('FEN of this position').inputValue(), fen);
    await page.goBack();
    await page.fill('#from', '1. e4 e4');
    await page.click('#start');
    await page.locator('#trouble .problem').waitFor();
    assert.match(await page.locator('#trouble').textContent(), /e4/);

    await page.goto(`${origin}/generate?c=KRvK&style=uniform&n=3`);
    await cards(page).nth(2).waitFor();
    const shown = await cards(page).evaluateAll(all => all.map(card => card.dataset.fen));
    const made = execFileSync(binary, ['generate', 'KRvK', '--style', 'uniform', '-n', '3', '-f', 'fen'], { encoding: 'utf8' });
    assert.deepEqual(shown, made.trim().split('\n'));
  },

  async 'a malformed constraint shows its place'({ page, origin }) {
    await page.goto(`${origin}/generate`);
    await until('twelve positions', async () => /^12 positions/.test(await status(page).textContent()));
    await page.fill('#constraint', 'white Q=0 wite R=2');
    await page.locator('#meaning .problem').waitFor();
    const text = await page.locator('#meaning').textContent();
    assert.match(text, /unknown word `wite`/);
    assert.match(text, /did you mean `white`\?/);
    assert.match(text, /\^\^\^\^/);
    assert.equal(await page.locator('#constraint').getAttribute('aria-invalid'), 'true');
    await page.click('#start');
    await page.locator('#trouble .problem').waitFor();
    assert.equal(await cards(page).count(), 12, 'what was there stays');
  },

  async 'an impossible constraint says why'({ page, origin }) {
    await page.goto(`${origin}/generate?c=white+P%3D9`);
    await page.locator('#trouble [data-code=impossible]').waitFor();
    assert.match(await page.locator('#trouble').textContent(), /White has at most 8 pawns/);
  },

  async 'words are completed'({ page, origin }) {
    await page.goto(`${origin}/generate`);
    await page.locator('#preset option').nth(1).waitFor({ state: 'attached' });
    await page.click('#constraint');
    await page.keyboard.type('white castling kings');
    await page.getByRole('button', { name: 'kingside', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.inputValue('#constraint'), 'white castling kingside ');
  },

  async 'step through a game'({ page, origin }) {
    await page.goto(`${origin}/generate?c=${encodeURIComponent(TUPLE)}&n=2&seed=7&style=direct`);
    const fen = await cards(page).nth(1).getAttribute('data-fen');
    await cards(page).nth(1).getByRole('link', { name: 'Game', exact: true }).click();
    await page.locator('.moves button').first().waitFor();
    const field = page.getByLabel('FEN of this position');
    assert.equal(await field.inputValue(), fen);
    await page.keyboard.press('Home');
    assert.match(await field.inputValue(), /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(new URL(page.url()).searchParams.get('ply'), '2');
    assert.match(await page.locator('.status').textContent(), /White to move · half-move 2 of/);
    await page.keyboard.press('End');
    assert.match(await page.locator('.ledger').textContent(), /1 queen/);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: '▶ Play' }).click();
    await until('it plays on its own', async () => new URL(page.url()).searchParams.get('ply') === '1');
    await page.reload();
    await page.locator('.moves [aria-current]').waitFor();
    const [save] = await Promise.all([page.waitForEvent('download'), page.click('text=Save PGN')]);
    assert.match(await readFile(await save.path(), 'utf8'), /\[GoalFEN "/);
  },

  async 'a pasted game is opened, a wrong one refused'({ page, origin }) {
    await page.goto(`${origin}/game`);
    await page.click('summary');
    await page.getByLabel('PGN or moves').fill('1. e4 e5 2. Ke3');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('.problem').waitFor();
    assert.match(await page.locator('.problem').textContent(), /Ke3/);
    await page.getByLabel('PGN or moves').fill('1. f3 e5 2. g4 Qh4# 0-1');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('.moves button').nth(3).waitFor();
    await page.keyboard.press('End');
    assert.match(await page.locator('.status').textContent(), /Qh4#/);
  },

  async 'edit a position: valid, invalid, constraint'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.locator('#verdict .good').waitFor();
    await page.fill('#fen', '4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1');
    await page.locator('#fen').press('Enter');
    await page.locator('#verdict [data-code=invalid]').waitFor();
    assert.match(await page.locator('#verdict').textContent(), /already attacked by the queen on e2/);
    await until('the two squares are ringed', async () => (await page.locator('.board svg circle').count()) === 2);
    await page.getByLabel('To move').selectOption('black');
    await page.locator('#verdict .good').waitFor();
    await page.fill('#constraint', 'white Q=0 and check');
    await page.locator('.findings .bad').waitFor();
    assert.match(await page.locator('.findings').textContent(), /white Q=0: found 1 \(e2\)/);
    await page.fill('#fen', 'nonsense');
    await page.locator('#fen').press('Enter');
    await page.locator('#verdict .problem').waitFor();
  },

  async 'men are dragged, and dropped off the board'({ page, origin }) {
    await page.goto(`${origin}/position?fen=${encodeURIComponent('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')}`);
    await page.locator('#verdict .good').waitFor();
    const stage = page.locator('.stage .board');
    const box = await stage.boundingBox();
    const centre = square => [box.x + ((square.charCodeAt(0) - 96.5) * box.width) / 8, box.y + ((8.5 - Number(square[1])) * box.height) / 8];
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    };
    const board = expected => until(expected, async () => (await page.inputValue('#fen')).split(' ')[0] === expected);
    await drag(centre('e2'), centre('d5'));
    await board('4k3/8/8/3P4/8/8/8/4K3');
    await drag(centre('d5'), [box.x + box.width / 2, box.y - 30]);
    await board('4k3/8/8/8/8/8/8/4K3');
    // A click still places the chosen man, also on another, and takes it away again.
    await page.getByRole('radio', { name: 'white queen' }).check();
    await stage.click({ position: { x: box.width / 16, y: (15 * box.height) / 16 } });
    await board('4k3/8/8/8/8/8/8/Q3K3');
    await page.getByRole('radio', { name: 'white rook' }).check();
    await stage.click({ position: { x: box.width / 16, y: (15 * box.height) / 16 } });
    await board('4k3/8/8/8/8/8/8/R3K3');
    await stage.click({ position: { x: box.width / 16, y: (15 * box.height) / 16 } });
    await board('4k3/8/8/8/8/8/8/4K3');
  },

  async 'edit a position and prove it, legal and illegal'({ page, origin }) {
    const said = expected => until(String(expected), async () => expected.test(await page.locator('#proof').textContent()));
    await page.goto(`${origin}/position`);
    await page.getByRole('button', { name: 'Empty' }).click();
    for (const [square, man] of [['e1', 'K'], ['h1', 'R'], ['e8', 'k']]) {
      await page.locator(`.stage [data-square=${square}]`).focus();
      await page.keyboard.press(man);
    }
    await page.getByLabel('White kingside').check();
    await page.click('#prove');
    await said(/Legal: a game of \d+ half-moves/);
    const goal = await page.inputValue('#fen');
    await page.click('text=Show the game');
    await page.locator('.moves button').first().waitFor();
    await page.keyboard.press('End');
    const fields = fen => fen.split(' ').slice(0, 4).join(' ');
    await until('the game ends there', async () => fields(await page.inputValue('input[readonly]')) === fields(goal));
    await page.goBack();
    // Nine white pawns: the edit also takes the old verdict away.
    await page.locator('.stage [data-square=e4]').waitFor();
    for (const square of ['a2', 'b2', 'c2', 'd2', 'e2', 'f2', 'g2', 'h2', 'e4']) {
      await page.locator(`.stage [data-square=${square}]`).focus();
      await page.keyboard.press('P');
    }
    assert.equal(await page.locator('#proof').textContent(), '');
    await page.click('#prove');
    await said(/Illegal: no game can reach it.*pawns/);
    // An answer that only a long search would bring.
    const undecided = { type: 'verdict', verdict: 'undecided', moves: [], reasons: [], fen: '' };
    await page.route('**/api/v1/prove', route => route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify(undecided)}\n` }));
    await page.click('#prove');
    await said(/Undecided.*does not make it illegal/);
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
    await until('the page says so', async () => /Cancelled/.test(await status(page).textContent()));
    await until('the server has stopped', async () => (await jobs(origin)) === 0);
    await page.click('#start');
    await until('the server works on it', async () => (await jobs(origin)) > 0);
    await page.goto('about:blank');
    await until('closing the page stops it', async () => (await jobs(origin)) === 0);
  },

  async 'a shared address shows the same, back goes back'({ page, origin }) {
    const url = `${origin}/generate?c=KRPvKR&n=2&seed=3&style=direct`;
    await page.goto(url);
    await cards(page).nth(1).waitFor();
    const fens = () => cards(page).evaluateAll(all => all.map(card => card.dataset.fen));
    const before = await fens();
    await page.reload();
    await cards(page).nth(1).waitFor();
    assert.deepEqual(await fens(), before);
    await page.click('#next');
    await until('another seed', async () => page.url().includes('seed=4') && (await cards(page).count()) === 2);
    assert.notDeepEqual(await fens(), before);
    await page.goBack();
    await until('the first again', async () => JSON.stringify(await fens()) === JSON.stringify(before));
  },

  async 'downloads: PGN, PNG, sheet'({ page, origin }) {
    await page.goto(`${origin}/generate?c=KQvK&n=3&style=direct`);
    await cards(page).nth(2).waitFor();
    const save = async name => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`text=Save ${name}`)]);
      return readFile(await file.path());
    };
    assert.equal((await save('PGN')).toString().match(/\[GoalFEN/g).length, 3);
    assert.equal((await save('PNG')).subarray(1, 4).toString(), 'PNG');
    assert.match((await save('sheet')).toString(), /<h2>Games<\/h2>/);
  },

  async 'keyboard only'({ page, origin }) {
    await page.goto(`${origin}/about`);
    await page.locator('main h1').waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.locator('#preset option').nth(1).waitFor({ state: 'attached' });
    await page.keyboard.press('/');
    await page.keyboard.type('KQvK and black mated', { delay: 1 });
    await page.selectOption('#style', 'direct');
    await page.keyboard.press('Control+Enter');
    await cards(page).first().waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('p');
    await page.locator('#verdict .good').waitFor();
    await page.locator('.stage [data-square=e4]').focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e5');
    await page.keyboard.press('Q');
    assert.match(await page.inputValue('#fen'), /8\/8\/4Q3\/8\/8|4Q3/);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'e5, white queen');
    await page.keyboard.press('Delete');
    assert.doesNotMatch(await page.inputValue('#fen'), /4Q3/);
    // At once: the check put off by the last edit must not bring the old address back.
    await page.keyboard.press('m');
    await page.locator('.transport').waitFor();
    await page.waitForTimeout(200);
    assert.equal(new URL(page.url()).pathname, '/game');
  },

  async 'play against a level'({ page, origin }) {
    await page.goto(`${origin}/play?elo=800`);
    const myMove = () => until('my move', async () => /^Your move/.test(await status(page).textContent()));
    await myMove();
    // By mouse, by keyboard on the board, by typing.
    const square = async name => {
      const box = await page.locator(`.stage [data-square=${name}]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.click(...(await square('e2')));
    await page.mouse.click(...(await square('e4')));
    await until('an answer', async () => (await page.locator('.moves li').count()) === 1 && /e4 \S+/.test(await page.textContent('.moves')));
    await myMove();
    await page.locator('.stage [data-square=g1]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.stage [data-square=h3]').focus();
    await page.keyboard.press('Enter');
    await until('an answer', async () => /Nh3 \S+/.test(await page.textContent('.moves')));
    await myMove();
    await page.fill('#typed', 'Kd8');
    await page.press('#typed', 'Enter');
    await page.locator('text=is not a legal move here').waitFor();
    await page.click('#hint');
    await until('a man', async () => /Look at the \w+ on [a-h][1-8]/.test(await page.textContent('#advice')));
    await page.click('#hint');
    await until('a move', async () => /is the move/.test(await page.textContent('#advice')));
    await page.click('#hint');
    await until('a line', async () => /(for you|mate in \d+)\.$/.test(await page.textContent('#advice')));
    await page.click('#takeback');
    await until('one move left', async () => (await page.locator('.moves li').count()) === 1);
    // A mate in one, reached by typing; the goal is judged, the address is the game.
    await page.goto(`${origin}/play?start=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')}&goal=mate2&elo=800`);
    await myMove();
    await page.fill('#typed', 'Ra8#');
    await page.press('#typed', 'Enter');
    await until('mate', async () => /Checkmate: White wins · goal reached/.test(await status(page).textContent()));
    await page.reload();
    await until('mate again', async () => /Checkmate: White wins/.test(await status(page).textContent()));
    await accessible(page, 'play');
  },

  async 'promote, and play by the clock'({ page, origin }) {
    await page.goto(`${origin}/play?start=${encodeURIComponent('8/P5k1/8/8/8/8/6K1/8 w - - 0 1')}&elo=800`);
    await until('my move', async () => /^Your move/.test(await status(page).textContent()));
    await page.locator('.stage [data-square=a7]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.stage [data-square=a8]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'knight' }).click();
    await until('a knight', async () => /a8=N/.test(await page.textContent('.moves')));
    await page.click('#threats');
    await page.selectOption('#clock', '3+2');
    await page.click('#as-black');
    await until('it has begun', async () => /Your move \(Black\)/.test(await status(page).textContent()));
    assert.match(await page.locator('.clocks').textContent(), /White 3:0\d · Black [23]:/);
  },

  async 'watch the rule learner'({ page, origin }) {
    await page.goto(`${origin}/rules`);
    await page.click('#start');
    await until('questions are counted', async () => /^[\d,]+ questions · /.test(await status(page).textContent()));
    await page.keyboard.press('Escape');
    await until('the page says so', async () => /Cancelled/.test(await status(page).textContent()));
    await until('the server has stopped', async () => (await jobs(origin)) === 0);
    // All of chess takes long in a build for tests: a few questions, honestly asked.
    await page.route('**/api/v1/rules', route => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), questions: 4000 }) }));
    await page.goto(`${origin}/rules?game=horde&seed=3`);
    await page.locator('pre.rules').waitFor();
    assert.match(await status(page).textContent(), /Ended early after 4,000 questions: the budget/);
    assert.match(await page.textContent('pre.rules'), /kinds P N B R Q K/);
    assert.ok((await page.locator('.bars tr').count()) > 0);
    await accessible(page, 'learnt rules');
  },

  async 'phone size'({ page, origin }) {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/generate?c=KRPvKR&n=4&style=direct', '/position', '/game?moves=e2e4.e7e5', '/play', '/rules', '/about']) {
      await page.goto(origin + path);
      await page.locator('main h1').waitFor();
      if (path.startsWith('/generate')) await cards(page).nth(3).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
    }
  },

  async 'accessible, light and dark'({ page, origin }) {
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      for (const path of ['/generate?c=KRPvKR&n=2&style=direct', '/generate?c=white+P%3D9', '/position?fen=4k3/8/8/8/8/8/4Q3/3K4+w+-+-+0+1&c=white+Q%3D0', '/game?moves=e2e4.e7e5', '/play', '/rules', '/about']) {
        await page.goto(origin + path);
        await page.locator('main h1').waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
        if (path.includes('KRP')) await cards(page).nth(1).waitFor();
        if (path.includes('fen')) await page.locator('#verdict .problem').waitFor();
        await accessible(page, `${theme} ${path}`);
      }
    }
  },

  async 'an address that does not exist'({ page, origin }) {
    const response = await page.goto(`${origin}/nowhere`);
    assert.equal(response.status(), 404);
    assert.match(await page.textContent('body'), /There is nothing here/);
  },

  async 'a first visit sees positions and Generate at once'({ page, origin }) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${origin}/`);
      await until('twelve positions', async () => /^12 positions/.test(await status(page).textContent()));
      const board = await cards(page).first().locator('.board').boundingBox();
      const go = await page.locator('#start').boundingBox();
      assert.ok(board.y >= 0 && board.y + board.height <= height, `${width}: the first board is at ${board.y}`);
      assert.ok(go.y >= 0 && go.y + go.height <= height, `${width}: Generate is at ${go.y}`);
    }
    await page.getByLabel('Level').selectOption('1900..2100');
    await page.click('#start');
    await until('a level in the address', async () => page.url().includes('elo=1900..2100') && /^12 positions/.test(await status(page).textContent()));
    await page.click('text=Copy as command');
    await until('copied', async () => (await clipboard(page)) === 'sissa generate --style human --elo 1900..2100 -n 12');
  },

  async 'a card opens what it shows, whatever the form says by now'({ page, origin }) {
    await page.goto(`${origin}/generate?preset=iqp&n=3&style=direct`);
    await cards(page).nth(2).waitFor();
    await unfold(page);
    await page.selectOption('#preset', 'lucena');
    await page.fill('#seed', '99');
    const fen = await cards(page).nth(1).getAttribute('data-fen');
    await cards(page).nth(1).locator('.picture').click();
    await page.locator('.moves button').first().waitFor();
    assert.equal(await page.getByLabel('FEN of this position').inputValue(), fen);
    assert.equal(await page.evaluate(() => scrollY), 0);
  },

  async 'the current move of a long game is in view'({ page, origin }) {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const moves = Array.from({ length: 200 }, (_, at) => shuffle[at % 4]).join('.');
    for (const [width, height] of [[1440, 900], [820, 1180], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${origin}/game?moves=${moves}&ply=150`);
      const current = page.locator('.moves [aria-current]');
      await current.waitFor();
      const [list, move] = [await page.locator('.moves').boundingBox(), await current.boundingBox()];
      assert.ok(move.x >= list.x && move.x + move.width <= list.x + list.width + 1, `${width}: beside the list`);
      assert.ok(move.y >= list.y && move.y + move.height <= list.y + list.height + 1, `${width}: above or below`);
    }
  },

  async 'squares a man may go to are marked'({ page, origin }) {
    await page.goto(`${origin}/play?elo=800`);
    await page.locator('.stage [data-square=e2]').focus();
    await page.keyboard.press('Enter');
    const dot = page.locator('square.move-dest').first();
    await dot.waitFor({ state: 'attached' });
    assert.match(await dot.evaluate(square => getComputedStyle(square).backgroundImage), /radial-gradient/);
  },

  async 'all games of a thousand are saved'({ page, origin }) {
    await page.addInitScript(() => {
      window.slow = 0;
      new PerformanceObserver(list => { for (const one of list.getEntries()) window.slow = Math.max(window.slow, one.duration); }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`${origin}/generate?c=KRPvKR&n=1000&style=direct`);
    await until('a thousand', async () => /^1,000 positions/.test(await status(page).textContent()));
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=Save PGN')]);
    assert.equal((await readFile(await file.path(), 'utf8')).match(/\[GoalFEN/g).length, 1000);
    console.log(`        longest task ${await page.evaluate(() => Math.round(window.slow))} ms`);
  },

  async 'ratings are honoured, clicks follow the text'({ page, origin }) {
    await page.goto(`${origin}/generate?c=${encodeURIComponent('white Q=0 R=2 and elo 1500')}&n=1`);
    await until('one position', async () => /^1 position/.test(await status(page).textContent()));
    await page.locator('#meaning .good').waitFor();
    assert.doesNotMatch(await page.textContent('#meaning'), /Cannot/);
    await unfold(page);
    assert.equal(await page.getByLabel('white rooks', { exact: true }).textContent(), '2');
    await page.fill('#constraint', 'white R=1 and check');
    assert.equal(await page.getByLabel('white rooks', { exact: true }).textContent(), '1');
    assert.ok(await page.getByRole('button', { name: 'Fewer black pawns' }).isDisabled());
    await page.getByRole('button', { name: 'Clear clicks' }).click();
    assert.equal(await page.inputValue('#constraint'), '');
  },

  async 'the editor keeps what is there, and takes back'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.locator('#verdict .good').waitFor();
    const start = await page.inputValue('#fen');
    const box = await page.locator('.stage .board').boundingBox();
    await page.mouse.click(box.x + box.width / 16, box.y + box.height / 16);
    assert.equal(await page.inputValue('#fen'), start);
    await page.mouse.click(box.x + box.width / 16, box.y + box.height / 16, { button: 'right' });
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

  async 'Prove pressed twice is one job that Escape ends'({ page, origin }) {
    await page.goto(`${origin}/position`);
    await page.route('**/api/v1/prove', route => setTimeout(() => route.continue().catch(() => undefined), 3000));
    await page.click('#prove');
    await page.click('#prove');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    assert.doesNotMatch(await page.textContent('#proof'), /Cancelled/);
    await page.keyboard.press('Escape');
    await until('it is cancelled', async () => /Cancelled/.test(await page.textContent('#proof')));
    await until('nothing runs on', async () => (await jobs(origin)) === 0);
  },

  async 'an impossible position cannot be played, and says so'({ page, origin }) {
    const fen = '4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1';
    await page.goto(`${origin}/position?fen=${encodeURIComponent(fen)}`);
    await page.locator('#verdict .problem').waitFor();
    assert.ok(await page.locator('#play-here').isHidden());
    await page.goto(`${origin}/play?start=${encodeURIComponent(fen)}`);
    await page.locator('.problem').waitFor();
    assert.doesNotMatch(await page.textContent('main'), /ERR_/);
  },

  async 'a connection that breaks keeps what has come'({ page, origin }) {
    await page.addInitScript(() => {
      const real = window.fetch;
      window.fetch = async (path, init) => {
        const answer = await real(path, init);
        if (!String(path).endsWith('/generate')) return answer;
        const reader = answer.body.getReader();
        let lines = 0;
        const body = new ReadableStream({
          async pull(controller) {
            const { value } = await reader.read();
            if (lines++ > 2) return controller.error(new TypeError('network error'));
            controller.enqueue(value);
          },
        });
        return new Response(body, { status: 200 });
      };
    });
    await page.goto(`${origin}/generate?c=KRPvKR&n=900&style=direct`);
    await until('the page says so', async () => /connection broke after \d+ of 900/.test(await status(page).textContent()));
    assert.ok((await cards(page).count()) > 0);
  },

  async 'keys work while a box has the focus, squares survive forced colours'({ page, origin }) {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${origin}/play?elo=800`);
    await page.locator('#threats').focus();
    const before = await page.locator('.stage [data-square]').first().getAttribute('data-square');
    await page.keyboard.press('f');
    await until('the board is turned', async () => (await page.locator('.stage [data-square]').first().getAttribute('data-square')) !== before);
    assert.equal(await page.locator('.stage .board').evaluate(board => getComputedStyle(board).forcedColorAdjust), 'none');
    await accessible(page, 'forced colours');
    await page.emulateMedia({ forcedColors: 'none' });
  },
};
