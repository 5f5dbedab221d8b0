import { h } from '../dom';
import type { Make } from './page';

export const KEYS: readonly (readonly [string, string])[] = [
  ['?', 'this list'],
  ['g  p  m  l  r  a', 'Generate, Position, Game (moves), Play, Rules, About'],
  ['t', 'light or dark'],
  ['Ctrl Enter', 'Generate, Rules: start'],
  ['Esc', 'Generate, Rules: cancel'],
  ['n', 'Generate: next seed'],
  ['/', 'Generate: to the constraint'],
  ['← → Home End', 'Game: step through'],
  ['Space', 'Game: play on its own, stop'],
  ['f', 'Position, Game, Play: turn the board'],
  ['h  u', 'Play: hint, take back'],
  ['arrows on a board', 'move the cursor from square to square'],
  ['K Q R B N P, k q r …', 'on the editor: put a white, a black man'],
  ['Delete', 'on the editor: clear the square'],
];

export const keyTable = (): HTMLElement =>
  h(
    'table',
    { class: 'keys' },
    h('tbody', {}, ...KEYS.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, what)))),
  );

export const about: Make = (_query, info) => {
  const can = info.capabilities;
  const missing = [
    [can.prove, 'proof games and reasons of illegality'],
    [can.play, 'an opponent to play against'],
  ].filter(([there]) => !there);
  return {
    title: 'About',
    element: h(
      'div',
      { class: 'prose panel' },
      h('h1', {}, 'About Sissa'),
      h('p', {}, 'Sissa makes chess positions to order: say what the position must be like, and get as many as you want, each with the legal game that reaches it from the starting position.'),
      h('p', {}, 'Everything here runs on this machine. The page asks nobody else for anything, and closing it ends what it started.'),
      h(
        'dl',
        {},
        h('dt', {}, 'Version'),
        h('dd', { id: 'version' }, info.tool),
        h('dt', {}, 'Styles of generation'),
        h('dd', {}, can.styles.join(', ')),
        missing.length > 0 && h('dt', {}, 'Not in this build'),
        missing.length > 0 && h('dd', {}, missing.map(([, what]) => what).join(', ')),
        h('dt', {}, 'Limits of a request'),
        h('dd', {}, `${info.limits.positions.toLocaleString('en')} positions, ${info.limits.position_seconds} s for one, ${info.limits.job_seconds} s for all; the command line has none`),
        h('dt', {}, 'For programs'),
        h('dd', {}, h('a', { href: '/api/v1/openapi.json' }, 'OpenAPI document'), ', ', h('a', { href: '/api/v1/schema' }, 'schema of the records')),
      ),
      h('h2', {}, 'Keyboard'),
      keyTable(),
      h('h2', {}, 'Licences'),
      h('p', {}, 'Sissa is free software under the GNU General Public License, version 3 or later, without any warranty.'),
      h(
        'ul',
        {},
        h('li', {}, 'Board: chessground, GPL-3.0-or-later. Rules in the browser: chessops, GPL-3.0-or-later. Rules on the server: shakmaty, GPL-3.0-or-later'),
        h('li', {}, 'Pieces: Colin M.L. Burnett, GPL-2.0-or-later'),
      ),
    ),
  };
};
