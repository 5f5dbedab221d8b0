// Explore: how often, when, who won, where; games and positions alike. The server has a folder of games made for this.
import assert from 'node:assert/strict';
import { accessible, cards, choose, copies, saved, says, until } from './tools.mjs';

export const explore = {
  async 'a wish is counted in real games: how often, when, results by rating, heatmap, games'({ page, origin }) {
    await page.goto(`${origin}/explore?c=ply+10`);
    await says(page, /^[\d,]+ of [\d,]+ games?$/);
    assert.match(await page.textContent('.keyfigures'), /of games \(.*at 95 %/);
    assert.ok((await page.locator('.histogram i').count()) > 0);
    await choose(page, page.locator('#share'), 'Copy as command');
    await copies(page, "sissa games report 'ply 10'");
    const figures = JSON.parse((await saved(page, () => choose(page, page.locator('#share'), 'Save the figures'))).toString());
    assert.ok(figures.games > 0 && figures.constraints[0].satisfied > 0);
    assert.ok((await page.locator('.resultbar').count()) >= 1);
    await until('games', async () => (await cards(page).count()) > 0);
    // A game comes with what is known of it, and says that it went on.
    await cards(page).first().locator('.picture').click();
    await page.locator('.moves .comment').waitFor();
    assert.match(await page.textContent('.moves .comment'), /The game goes on for \d+ half-moves?: /);
    await page.goBack();
    await says(page, /games?$/);
    await until('games', async () => (await cards(page).count()) > 0);
    const heat = await page.getAttribute('.heat', 'aria-label');
    await page.getByRole('button', { name: 'white king', exact: true }).click();
    assert.notEqual(await page.getAttribute('.heat', 'aria-label'), heat);
    assert.match(await page.textContent('.heat'), /\d/);
    await accessible(page, 'explore');
    await page.fill('#versus', 'ply 20');
    await page.click('#count');
    await until('two of them', async () => (await page.locator('.keyfigures').count()) === 2);
    assert.match(await page.textContent('#heat'), /More and less than/);
    assert.match(page.url(), /than=ply\+20/);
    await page.fill('#like', '1. e4 e5 2. Nf3');
    await page.click('#find-alike');
    await page.locator('#alike li').first().waitFor();
    assert.match(page.url(), /like=1\.\+e4/);
    await page.reload();
    await page.locator('#alike li').first().waitFor();
    await cards(page)
      .first()
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Similar positions' }).click();
    await page.locator('#alike .card').first().waitFor();
    await page.locator('#alike .card .picture').first().click();
    await page.locator('.stage cg-board piece').first().waitFor();
    await page.goBack();
    await says(page, /games?$/);
  },

  async 'wrong wishes are answered in words, and nothing is lost'({ page, origin }) {
    await page.goto(`${origin}/explore?c=ply+10`);
    await says(page, /games?$/);
    await page.fill('#wish', 'white queeen');
    await page.click('#count');
    await page.locator('.problem').waitFor();
    assert.match(await page.textContent('.problem'), /Error/);
    assert.equal(await page.locator('.keyfigures').count(), 1, 'the answer from before stays');
    await page.fill('#wish', 'white P=9');
    await page.click('#count');
    await until('impossible', async () => /can satisfy|pawns/.test(await page.textContent('.problem')));
  },

  async 'what never came about, and what was not understood, leaves no empty boxes'({ page, origin }) {
    for (const wish of ['KNNNvK', 'blah']) {
      await page.goto(`${origin}/explore?c=${wish}`);
      await until('an answer', async () => (await page.locator('.keyfigures, .problem').count()) > 0);
      const low = await page.locator('.explore .panel').evaluateAll(all => all.filter(one => one.offsetParent && one.offsetHeight < 48).length);
      assert.equal(low, 0, wish);
    }
  },

  async 'without games the page teaches how to bring them'({ page, origin }) {
    await page.route('**/api/v1/info', async route => {
      const answer = await route.fetch();
      const info = await answer.json();
      info.capabilities.games = false;
      await route.fulfill({ response: answer, json: info });
    });
    await page.goto(`${origin}/explore`);
    await page.locator('#no-games').waitFor();
    assert.match(await page.textContent('#no-games'), /sissa games import .* -o games/);
    assert.match(await page.textContent('#no-games'), /sissa serve --games games/);
    await accessible(page, 'explore without games');
  },
};
