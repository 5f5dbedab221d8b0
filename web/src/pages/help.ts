/** The language by live examples, recipes, keys, and what this is. */

import { generate, isAbort } from '../api/client';
import { miniature } from '../components/mini';
import type { Child } from '../dom';
import { h, replace } from '../dom';
import { number, t } from '../i18n';
import { address } from '../router';
import type { Make } from './page';

/** A key or keys as they are marked on a keyboard; `…` stands between two. */
const drawn = (keys: string): Child[] => keys.split('  ').flatMap(one => [one === '…' ? one : h('kbd', {}, one), ' ']);

export const keyTable = (): HTMLElement =>
  h(
    'div',
    { class: 'keys' },
    ...t.keys.map(([where, keys]) =>
      h(
        'table',
        {},
        h('caption', {}, where),
        h('tbody', {}, ...keys.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, ...drawn(key)), h('td', {}, what)))),
      ),
    ),
  );

export const help: Make = (_query, info) => {
  const abort = new AbortController();
  const can = info.capabilities;
  const missing = [!can.prove && t.help.noProve, !can.play && t.help.noPlay].filter(one => one !== false);

  /** A sentence with a position that it makes, drawn when it comes into view. */
  const live = ([sentence, meaning]: readonly [string, string]): HTMLElement => {
    const picture = h('div', { class: 'board mini', 'aria-hidden': 'true' });
    const entry = h(
      'a',
      { class: 'example', href: address('/generate', { c: sentence, n: 12, style: 'direct' }) },
      picture,
      h('span', {}, h('code', {}, sentence), h('span', { class: 'muted' }, meaning)),
    );
    const watcher = new IntersectionObserver(async ([seen]) => {
      if (!seen?.isIntersecting) return;
      watcher.disconnect();
      try {
        for await (const event of generate({ constraint: sentence, count: 1, seed: 3, style: 'direct' }, abort.signal))
          if (event.type === 'position') {
            const board = miniature(event.fen, '');
            board.removeAttribute('role');
            board.removeAttribute('aria-label');
            replace(picture, ...board.childNodes);
            picture.classList.add('cg-wrap');
          }
      } catch (error) {
        if (!isAbort(error)) picture.remove();
      }
    });
    watcher.observe(entry);
    return entry;
  };
  const recipe = ([title, steps]: readonly [string, readonly (readonly [string, string])[]]): HTMLElement =>
    h('div', { class: 'recipe' }, h('h3', {}, title), h('ol', {}, ...steps.map(([text, href]) => h('li', {}, href ? h('a', { href }, text) : text))));
  return {
    title: t.pages.help,
    leave: () => abort.abort(),
    element: h(
      'div',
      { class: 'prose panel help' },
      h('h1', {}, t.help.title),
      h('p', {}, t.help.what),
      h('h2', { id: 'language' }, t.help.language),
      h('p', {}, t.help.languageHow),
      h('div', { class: 'examples' }, ...t.help.examples.map(live)),
      h('h2', { id: 'recipes' }, t.help.recipes),
      ...t.help.recipeList.map(recipe),
      h('h2', { id: 'keys' }, t.help.keyboard),
      keyTable(),
      h('h2', { id: 'about' }, t.help.about),
      h('p', {}, t.help.private),
      h(
        'dl',
        {},
        h('dt', {}, t.help.version),
        h('dd', { id: 'version' }, info.tool),
        h('dt', {}, t.help.ways),
        h('dd', {}, can.styles.join(', ')),
        missing.length > 0 && h('dt', {}, t.help.notHere),
        missing.length > 0 && h('dd', {}, missing.join(', ')),
        h('dt', {}, t.help.limits),
        h('dd', {}, t.help.limitsAre(number(info.limits.positions), info.limits.position_seconds, info.limits.job_seconds)),
        h('dt', {}, t.help.programs),
        h('dd', {}, h('a', { href: '/api/v1/openapi.json' }, t.help.openapi), ', ', h('a', { href: '/api/v1/schema' }, t.help.schema)),
      ),
      h('h2', {}, t.help.licences),
      h('p', {}, t.help.free, ' ', h('a', { href: '/licenses.txt', target: '_blank' }, t.help.allLicences)),
      h('ul', {}, ...t.help.parts.map(part => h('li', {}, part))),
    ),
  };
};
