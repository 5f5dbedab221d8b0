// Review: a game dropped, its graph, reasons on the board, mistakes played again, training; after a game of one's own.
import assert from 'node:assert/strict';
import { accessible, between, drag, jobs, says, square, until, withBody } from './tools.mjs';

const GAME = '/review?moves=e2e4.e7e5.g1f3.b8c6.f1c4.c6d4.f3e5.d8g5.e5f7.g5g2.h1f1.g2e4.c4e2.d4f3';

export const review = {
  async 'a game is reviewed: graph, moments, reasons as arrows, the address keeps the place'({ page, origin }) {
    await page.goto(`${origin}/review`);
    await page.fill('#game', 'this is no game');
    await page.click('#go');
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('.problem'), /no moves in this text|not a legal move/);
    await page.click('#sample');
    await says(page, /mistake/);
    assert.equal(await page.locator('.course polyline').count(), 2, 'both curves');
    assert.ok((await page.locator('.coursebox .dot').count()) >= 2);
    const moments = page.locator('#moments .chip');
    await moments.filter({ hasText: 'Nxf7' }).click();
    assert.match(await page.textContent('#said'), /5\. Nxf7 is a blunder [−+#\d]/);
    assert.match(await page.textContent('#said'), /Better: ?5\. Bxf7\+/);
    await until('arrows are drawn', async () => (await page.locator('.stage cg-container line').count()) >= 2);
    assert.match(await page.textContent('.moves'), /Nxf7\?\?/);
    assert.match(page.url(), /ply=9/);
    await page.reload();
    await until('the same place', async () => /5\. Nxf7/.test((await page.textContent('#said')) ?? ''));
    const before = page.url();
    const box = await page.locator('.course').boundingBox();
    await page.mouse.click(box.x + box.width * 0.5, box.y + 20);
    await until('the graph leads', async () => page.url() !== before);
    assert.match(await page.textContent('#score'), /Accuracy/);
    await accessible(page, 'review');
  },

  async 'mistakes are played again, and answered'({ page, origin }) {
    await page.goto(`${origin}/review?elo=1600`);
    await page.click('#sample');
    await says(page, /mistakes/);
    await page.locator('h1').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    await page.locator('#said .banner').waitFor();
    assert.match(await page.textContent('#said'), /Your turn, .*\(1 of \d\)/);
    assert.ok(await page.locator('.moves').isHidden(), 'the list would tell what was better');
    const task = async pattern => pattern.test(await page.textContent('#said'));
    for (let number = 2; !(await task(/5\. Nxf7 was played/)); number++) {
      await page.locator('#retry').click();
      await until(`mistake ${number}`, () => task(new RegExp(`\\(${number} of \\d\\)`)));
    }
    await drag(page, await square(page, 'e5'), await square(page, 'f7'));
    await until('the same mistake', async () => /Nxf7 was the mistake/.test(await page.textContent('#said')));
    await page.getByRole('button', { name: 'Try again' }).click();
    await drag(page, await square(page, 'c4'), await square(page, 'f7'));
    await until('the best move', async () => /Bxf7\+: the best move/.test(await page.textContent('#said')));
    assert.doesNotMatch(await page.textContent('.moves'), /undefined/);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.locator('.moves').waitFor();
  },

  async 'on a phone board and comment are in view together'({ page, origin }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${origin}/review`);
    await page.click('#sample');
    await says(page, /mistake/);
    const inView = async (what, part) => {
      const [board, box, tabs] = [await page.locator('.stage .board').boundingBox(), await part.boundingBox(), await page.locator('nav.tabs').boundingBox()];
      assert.ok(board.y >= 0 && board.y + board.height <= tabs.y, `${what}: the board is at ${board.y}`);
      assert.ok(box.y >= board.y + board.height && box.y + box.height <= tabs.y, `${what}: it is at ${box.y}`);
    };
    await inView('the comment', page.locator('#said .headline'));
    // From further below, too.
    const chip = page.locator('#moments .chip').nth(1);
    await chip.scrollIntoViewIfNeeded();
    await chip.click();
    await until('it has scrolled', async () => (await page.locator('#said .headline').boundingBox()).y > 0);
    await inView('the moment', page.locator('#said .headline'));
    const [bar, said] = [await page.locator('.transport').boundingBox(), await page.locator('#said .headline').boundingBox()];
    assert.ok(bar.y + bar.height <= said.y, 'the buttons stay, above what is said');
    await page.locator('.moves').scrollIntoViewIfNeeded();
    await page.locator('#retry').click();
    await page.locator('#said .banner').waitFor();
    await until('it has scrolled', async () => (await page.locator('#said .banner').boundingBox()).y > 0);
    await inView('the task', page.locator('#said .banner'));
    // Where the page ends the buttons leave below the board, not over it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [last, below] = [await page.locator('.stage .board').boundingBox(), await page.locator('.transport').boundingBox()];
    assert.ok(below.y >= last.y + last.height, `the buttons are at ${below.y}, the board ends at ${last.y + last.height}`);
  },

  async 'a review is cancelled, and asked for again; a server that is gone is told'({ page, origin }) {
    let [gone, slow] = [true, false];
    await between(page, (request, socket) => {
      if (gone) return void socket.close();
      return slow ? withBody(request, { nodes: 20_000_000 }) : request;
    });
    await page.goto(origin + GAME);
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('.problem'), /the server does not answer/);
    assert.ok((await page.locator('.moves .move').count()) >= 14, 'the game is still there');
    [gone, slow] = [false, true];
    await page.click('#again');
    await page.locator('#cancel').waitFor();
    await page.click('#cancel');
    await says(page, /Cancelled/);
    await until('the server has stopped', async () => (await jobs(origin)) === 0);
    slow = false;
    await page.click('#again');
    await says(page, /mistake/);
  },
};
