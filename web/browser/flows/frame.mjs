// What concerns every page: sizes, colours, keys, languages, addresses; and Library, Rules, Help.
import assert from 'node:assert/strict';
import { accessible, between, cards, choose, jobs, saved, says, status, until, withBody } from './tools.mjs';

const PAGES = [
  '/generate?c=KRPvKR&n=4&style=direct',
  '/position',
  '/analysis?moves=e2e4.e7e5',
  '/review?moves=f2f3.e7e5.g2g4.d8h4',
  '/puzzles',
  '/play?elo=800',
  '/explore?c=ply+10',
  '/library',
  '/rules',
  '/rules?test=1',
  '/help',
  '/styleguide',
];

export const frame = {
  async 'keyboard only'({ page, origin }) {
    await page.goto(`${origin}/help`);
    await page.locator('main h1').waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.locator('.tile').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('KQvK and black mated', { delay: 1 });
    await page.selectOption('#style', 'direct');
    await page.keyboard.press('Control+Enter');
    await cards(page).first().waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('p');
    await page.locator('#verdict .banner.good').waitFor();
    await page.locator('.stage [data-square=e4]').focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e5');
    await page.keyboard.press('Q');
    assert.match(await page.inputValue('#fen'), /4Q3/);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'e5, white queen');
    await page.keyboard.press('Delete');
    assert.doesNotMatch(await page.inputValue('#fen'), /4Q3/);
    // At once: the check put off by the last edit must not bring the old address back.
    await page.keyboard.press('a');
    await page.locator('.transport').waitFor();
    await page.waitForTimeout(200);
    assert.equal(new URL(page.url()).pathname, '/analysis');
    await page.keyboard.press('t');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.evaluate(() => localStorage.clear());
  },

  async 'keys work while a box has the focus, squares survive forced colours'({ page, origin }) {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${origin}/play?elo=800`);
    await page.locator('#threats').focus();
    const before = await page.locator('.stage [data-square]').first().getAttribute('data-square');
    await page.keyboard.press('f');
    await until('the board is turned', async () => (await page.locator('.stage [data-square]').first().getAttribute('data-square')) !== before);
    assert.equal(await page.locator('.stage .board').evaluate(board => getComputedStyle(board).forcedColorAdjust), 'none');
    for (const path of PAGES) {
      await page.goto(origin + path);
      await page.locator('main h1').waitFor({ state: 'attached' });
      await accessible(page, `forced colours ${path}`);
    }
    await page.emulateMedia({ forcedColors: 'none' });
  },

  async 'phone: nothing too wide, the board on top, targets for fingers'({ page, origin }) {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of PAGES) {
      await page.goto(origin + path);
      await page.locator('main h1').waitFor({ state: 'attached' });
      if (path.startsWith('/generate')) await cards(page).nth(3).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
      const board = page.locator('.stage .board');
      if (await board.isVisible()) {
        const box = await board.boundingBox();
        assert.ok(box.y + box.height <= 740, `${path}: the board ends at ${box.y + box.height}`);
        assert.ok(box.width >= 350, `${path}: the board is ${box.width} wide`);
      }
      const small = await page.locator('.tabs a, .tabs button, .transport button, #start, #prove').evaluateAll(all =>
        all
          .filter(one => one.offsetParent)
          .map(one => [one.id || one.textContent, one.offsetHeight])
          .filter(([, height]) => height < 44),
      );
      assert.deepEqual(small, [], path);
    }
    // On its side the board is whole.
    await page.setViewportSize({ width: 844, height: 390 });
    for (const path of ['/analysis?moves=e2e4.e7e5', '/play?elo=800', '/position', '/puzzles', '/review']) {
      await page.goto(origin + path);
      if (path === '/review') {
        await page.click('#sample');
        await page.locator('#moments .chip').first().waitFor();
      }
      await page.locator('.stage cg-board piece').first().waitFor();
      const box = await page.locator('.stage .board').boundingBox();
      assert.ok(box.y + box.height <= 390, `${path}: ${box.height} pixels of board at ${box.y} on 390`);
      // And stays so, however far one reads beside it.
      await page.locator('.table > .side').evaluate(side => scrollBy(0, Math.max(0, side.getBoundingClientRect().bottom - innerHeight)));
      const still = await page.locator('.stage .board').boundingBox();
      assert.ok(still.y >= 0 && still.y + still.height <= 390, `${path}: the board goes to ${still.y}`);
      if (path === '/review') assert.ok(box.width >= 280, `${path}: the board is ${box.width} wide`);
      await page.evaluate(() => scrollTo(0, 0));
      const over = await page
        .locator('#prove')
        .boundingBox()
        .catch(() => null);
      assert.ok(!over || over.x >= box.x + box.width, `${path}: Prove lies over the board`);
    }
  },

  async 'a small laptop: the board is large, everything beside it on the screen'({ page, origin }) {
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const path of ['/analysis?moves=e2e4.e7e5', '/review', '/play?elo=800', '/puzzles']) {
      await page.goto(origin + path);
      if (path === '/review') await page.click('#sample');
      if (path.startsWith('/analysis')) await page.locator('#engine').check();
      if (path !== '/play?elo=800' && path !== '/puzzles') await page.locator('.evalbar:not([hidden])').waitFor();
      await page.locator('.stage cg-board piece').first().waitFor();
      const board = await page.locator('.stage .board').boundingBox();
      assert.ok(board.width >= 500, `${path}: the board is ${board.width} wide`);
      const bar = await page
        .locator('.evalbar:not([hidden])')
        .boundingBox({ timeout: 10 })
        .catch(() => board);
      assert.ok(bar.x >= 0, `${path}: the bar is at ${bar.x}`);
      const buttons = await page.locator('.table > .transport').boundingBox();
      assert.ok(buttons.y + buttons.height <= 768 && buttons.x + buttons.width <= 1024, `${path}: the buttons are at ${buttons.y}`);
    }
  },

  async 'accessible, light and dark, every page and state'({ page, origin }) {
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      for (const path of [
        ...PAGES,
        '/generate?c=white+P%3D9',
        '/position?fen=4k3/8/8/8/8/8/4Q3/3K4+w+-+-+0+1&c=white+Q%3D0',
        '/play?start=8/8/8/8/8/8/8/8+w+-+-+0+1',
      ]) {
        await page.goto(origin + path);
        await page.locator('main h1').waitFor({ state: 'attached' });
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
        if (path.includes('KRP')) await cards(page).nth(1).waitFor();
        if (path.includes('fen=')) await page.locator('#verdict .banner.bad').waitFor();
        await accessible(page, `${theme} ${path}`);
      }
      for (const [path, open] of [
        ['/generate?c=KQvK&n=1&style=direct', '#all-themes'],
        ['/generate?c=KQvK&n=1&style=direct', '#share'],
        ['/analysis', '#paste'],
        ['/help', '#preferences'],
        ['/help', '#shortcuts'],
      ]) {
        await page.goto(origin + path);
        await page.locator(open).click();
        await accessible(page, `${theme} ${path} ${open}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  },

  async 'looks, sounds and languages are chosen and kept'({ page, origin }) {
    await page.goto(`${origin}/analysis?moves=e2e4.e7e5&ply=0`);
    await page.click('#preferences');
    assert.ok(!(await page.locator('#sound').isChecked()), 'silent until asked');
    await page.getByRole('radio', { name: 'Walnut' }).check({ force: true });
    await page.getByRole('radio', { name: 'Letters' }).check({ force: true });
    await page.locator('#sound').check();
    await page.locator('dialog').getByText('Deutsch').click();
    await until('German', async () => (await page.locator('.pages a').nth(5).textContent()) === 'Spielen');
    assert.equal(await page.getAttribute('html', 'lang'), 'de');
    const drawn = await page
      .locator('.stage cg-board piece')
      .first()
      .evaluate(async piece => {
        const picture = new Image();
        picture.src = getComputedStyle(piece).backgroundImage.slice(5, -2);
        return picture.decode().then(
          () => true,
          () => false,
        );
      });
    assert.ok(drawn, 'the pieces have a picture');
    assert.equal(await page.evaluate(() => `${document.documentElement.dataset.board} ${document.documentElement.dataset.pieces}`), 'walnut letters');
    await page.keyboard.press('ArrowRight');
    await accessible(page, 'German');
    for (const path of PAGES.filter(one => one !== '/styleguide')) {
      await page.goto(origin + path);
      await page.locator('main h1').waitFor({ state: 'attached' });
      assert.doesNotMatch(await page.textContent('body'), /undefined|\[object/);
    }
    await page.evaluate(() => localStorage.clear());
  },

  async 'an address that does not exist'({ page, origin }) {
    const response = await page.goto(`${origin}/nowhere`);
    assert.equal(response.status(), 404);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await page.locator('nav.pages a').first().click();
    await page.locator('.tile').first().waitFor();
  },

  async 'addresses that say nonsense are answered in words'({ page, origin }) {
    for (const [path, expected] of [
      ['/analysis?pgn=garbage', /no moves in this text/],
      ['/analysis?moves=e2e5', /e2e5 is not legal/],
      ['/analysis?kept=1', /kept in the tab/],
      ['/analysis?start=nonsense', /“nonsense” is not a position/],
      ['/play?moves=e2e5', /e2e5 is not legal/],
      ['/position?fen=garbage', /“garbage” is not a FEN/],
      ['/generate?preset=nosuch', /there is no preset `nosuch`/],
    ]) {
      await page.goto(origin + path);
      await page.locator('.problem').first().waitFor();
      assert.match(await page.locator('.problem').first().textContent(), expected);
      assert.ok(await page.locator('.board:visible').first().isVisible(), `${path}: the page can still be used`);
      if (!/^\/(analysis|play)/.test(path)) continue;
      await page.setViewportSize({ width: 390, height: 844 });
      const [words, tabs] = [await page.locator('.problem').first().boundingBox(), await page.locator('nav.tabs').boundingBox()];
      assert.ok(words.y + words.height <= tabs.y, `${path}: on a phone the words are at ${words.y}`);
      await page.setViewportSize({ width: 1280, height: 860 });
    }
  },

  async 'the library keeps, tags, orders and exports'({ page, origin }) {
    await page.goto(`${origin}/library`);
    await page.locator('text=Nothing saved yet').waitFor();
    await page.goto(`${origin}/generate?c=KRPvKR&n=3&style=direct`);
    await says(page, /^3 positions/);
    await page.getByRole('checkbox', { name: 'Select position 1' }).check();
    await page.getByRole('checkbox', { name: 'Select position 3' }).check();
    await page.click('#save-all');
    await page.getByLabel('Name').fill('Rook endings');
    await page.getByLabel('Tags').fill('week 1');
    await page.click('#keep');
    await page.locator('text=2 positions saved in “Rook endings”').waitFor();
    await page.goto(`${origin}/library`);
    assert.equal(await cards(page).count(), 2);
    const order = () => cards(page).evaluateAll(all => all.map(card => card.dataset.fen));
    const before = await order();
    await choose(
      page,
      cards(page)
        .first()
        .getByRole('button', { name: /^More for/ }),
      'Move back',
    );
    assert.deepEqual(await order(), [...before].reverse());
    const pgn = (await saved(page, () => choose(page, page.locator('#export'), 'Save PGN'))).toString();
    assert.equal(pgn.match(/^\[Event /gm).length, 2);
    assert.match((await saved(page, () => choose(page, page.locator('#export'), 'Sheet to print'))).toString(), /Rook endings/);
    const file = await saved(page, () => choose(page, page.locator('#export'), 'JSON'));
    await page.getByLabel('Import').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: file });
    await until('twice there', async () => (await page.locator('.shelf button').count()) === 3);
    await page.getByLabel('Import').setInputFiles({ name: 'y.json', mimeType: 'application/json', buffer: Buffer.from('{"no": 1}') });
    await page.locator('text=That file is no collection').waitFor();
    await page.getByRole('button', { name: 'week 1' }).click();
    await accessible(page, 'library with positions');
    await cards(page).first().locator('.picture').click();
    await page.locator('.moves .move').first().waitFor();
    await page.evaluate(() => localStorage.clear());
  },

  async 'positions are saved where the browser lends no ids'({ page, origin }) {
    // As for a page that comes from another machine of the house.
    await page.addInitScript(() => delete Crypto.prototype.randomUUID);
    await page.goto(`${origin}/generate?c=KRPvKR&n=2&style=direct`);
    await says(page, /^2 positions/);
    await page.click('#save-all');
    await page.getByLabel('Name').fill('Rooks');
    await page.click('#keep');
    await page.locator('text=2 positions saved in “Rooks”').waitFor();
  },

  async 'two tabs: what one saves the other shows and keeps'({ page, origin, context }) {
    await page.goto(`${origin}/library`);
    await page.locator('text=Nothing saved yet').waitFor();
    const other = await context.newPage();
    const save = async (constraint, name) => {
      await other.goto(`${origin}/generate?c=${constraint}&n=2&style=direct`);
      await says(other, /^2 positions/);
      await other.click('#save-all');
      const which = other.locator('dialog select');
      if (await which.count()) await which.selectOption({ label: 'New collection' });
      await other.getByLabel('Name').fill(name);
      await other.click('#keep');
    };
    await save('KRvK', 'First');
    await until('seen at once', async () => (await cards(page).count()) === 2);
    await save('KQvK', 'Second');
    await page.getByRole('button', { name: 'Second (2)' }).waitFor();
    await choose(
      page,
      cards(page)
        .first()
        .getByRole('button', { name: /^More for/ }),
      'Take out',
    );
    await other.goto(`${origin}/library`);
    await other.getByRole('button', { name: 'First (1)' }).waitFor();
    await other.getByRole('button', { name: 'Second (2)' }).waitFor();
    await other.keyboard.press('t');
    await until('the other theme here too', async () => (await page.evaluate(() => document.documentElement.dataset.theme)) === 'dark');
    await other.close();
  },

  async 'watch the rule learner'({ page, origin }) {
    await page.goto(`${origin}/rules`);
    await page.click('#start');
    await until('questions are counted', async () => /^[\d,]+ questions? · /.test(await status(page).textContent()));
    await until(
      'the question is on the board',
      async () => /May I play .*(Yes|No)\./.test(await page.textContent('#question')) && (await page.locator('.stage cg-board piece').count()) > 0,
    );
    await page.keyboard.press('Escape');
    await says(page, /Cancelled/);
    await until('the server has stopped', async () => (await jobs(origin)) === 0);
    // All of chess takes long in a build for tests: a few questions, honestly asked.
    await between(page, request => withBody(request, { questions: 4000 }));
    await page.goto(`${origin}/rules?game=horde&seed=3`);
    await page.locator('pre.rules').waitFor();
    assert.match(await status(page).textContent(), /Ended early after 4,000 questions: the budget/);
    assert.match(await page.textContent('pre.rules'), /kinds P N B R Q K/);
    assert.ok((await page.locator('.bars tr').count()) > 0);
    await accessible(page, 'learnt rules');
  },

  async 'the test for humans counts until ten in a row'({ page, origin }) {
    await page.goto(`${origin}/rules?test=1`);
    await page.locator('.riddle').waitFor();
    assert.doesNotMatch(await page.textContent('.humantest'), /rook|pawn|chess/i);
    const right = async second => {
      const line = (await page.getAttribute('.riddle', 'aria-label')).split(', ');
      const cross = line.indexOf('cross');
      const dots = line
        .map((field, at) => [field, at])
        .filter(([field, at]) => field === 'dot' && at > cross)
        .map(([, at]) => at);
      const stop = dots[second ? 1 : 0] ?? 8;
      return stop - cross - 1;
    };
    const asked = await page.getAttribute('.riddle', 'aria-label');
    await page
      .locator('.numbers button')
      .nth(((await right()) + 1) % 8)
      .click();
    assert.match(await page.textContent('#said'), /Wrong$/);
    assert.equal(await page.getAttribute('.past', 'aria-label'), asked, 'what was wrong is still seen');
    const [chart, name] = [await page.locator('.chart').boundingBox(), await page.locator('.chart .name').last().boundingBox()];
    assert.ok(name.y >= chart.y, 'no word is cut off');
    for (let at = 0; at < 10; at++) await page.keyboard.press(String(await right()));
    assert.match(await page.textContent('#tally'), /Understood after 11 questions/);
    assert.equal(await page.locator('.chart polyline').count(), 2, 'beside the network');
    await page.getByText('Harder rule', { exact: true }).click();
    assert.match(await page.textContent('#tally'), /^0 questions/);
    for (let at = 0; at < 10; at++) await page.keyboard.press(String(await right(true)));
    assert.match(await page.textContent('#tally'), /Understood after 10 questions/);
    await accessible(page, 'test for humans');
  },

  async 'help shows the language at work'({ page, origin }) {
    await page.goto(`${origin}/help`);
    await until('live boards', async () => (await page.locator('.example .mini piece').count()) > 40);
    await page.locator('.example').first().click();
    await says(page, /^12 positions/);
    await page.goto(`${origin}/about`);
    await page.locator('#version').waitFor();
    assert.match(await page.textContent('#version'), /^sissa \d/);
  },

  async 'a slow server: it is said who is waited for'({ page, origin }) {
    await page.route('**/api/v1/info', async route => {
      await new Promise(next => setTimeout(next, 2000));
      await route.continue();
    });
    await page.goto(`${origin}/help`, { waitUntil: 'commit' });
    await page.getByRole('status').getByText('Waiting for the server').waitFor();
    await page.getByRole('heading', { name: 'Help', exact: true }).waitFor();
  },

  async 'a page whose file does not come is told, and come back to'({ page, origin }) {
    await page.goto(`${origin}/help`);
    await page.locator('main h1').waitFor();
    let gone = true;
    await page.route('**/assets/review-*.js', route => (gone ? route.abort() : route.continue()));
    await page.keyboard.press('v');
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('main'), /the server is gone, or there is a new version/);
    gone = false;
    await page.click('#reload');
    await page.locator('#sample').waitFor();
  },

  async 'usable at once, small, installable, and in words when the server is gone'({ page, origin, browser }) {
    // Somebody who has never been here: nothing is in the browser's cache.
    const context = await browser.fresh();
    const first = await context.newPage();
    const asked = [];
    first.on('requestfinished', request => /\.js$/.test(new URL(request.url()).pathname) && asked.push(request));
    await first.goto(`${origin}/position`);
    await first.locator('.stage cg-board piece').first().waitFor();
    const usable = await first.evaluate(() => Math.round(performance.now()));
    await first.waitForLoadState('networkidle');
    const sizes = await Promise.all(asked.map(request => request.sizes()));
    const scripts = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
    console.log(`        board on screen after ${usable} ms, scripts ${(scripts / 1000).toFixed(1)} kB as sent`);
    assert.ok(scripts > 0 && scripts <= 150_000, `${scripts} bytes of scripts`);
    await context.close();
    const manifest = await (await fetch(`${origin}/manifest.webmanifest`)).json();
    assert.equal(manifest.display, 'standalone');
    for (const { src } of manifest.icons) assert.equal((await fetch(origin + src)).status, 200);
    const worker = await (await fetch(`${origin}/worker.js`)).text();
    assert.match(worker, /fetch/);
    await page.route('**/api/v1/info', route => route.abort());
    await page.goto(`${origin}/position`);
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('main'), /the server does not answer.*sissa serve/);
  },

  async 'installed, the page opens without a server and says so'({ origin, browser }) {
    const context = await browser.fresh();
    const page = await context.newPage();
    await page.goto(`${origin}/position`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.locator('.stage cg-board piece').first().waitFor();
    await context.setOffline(true);
    await page.goto(`${origin}/position`);
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('main'), /the server does not answer/);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.stage cg-board piece').first().waitFor();
    await context.close();
  },
};
