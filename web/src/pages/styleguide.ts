/** Every component in each of its states, for the eye and for the browser tests. In English only: it is for whoever works on the page. */

import { replay } from '../chess/ledger';
import { fromPgn } from '../chess/tree';
import { createBoard } from '../components/board';
import { captured } from '../components/captured';
import { chart } from '../components/chart';
import { openDialog } from '../components/dialog';
import { createEvalBar } from '../components/evalbar';
import { ICONS, icon } from '../components/icons';
import { menuButton } from '../components/menu';
import { miniature } from '../components/mini';
import { createMoveList } from '../components/movelist';
import { button, field, fold, h, iconButton, segments, select } from '../dom';
import { BOARDS, PIECES } from '../settings';
import { banner, problem, say } from '../ui';
import type { Make } from './page';
import { NETWORK } from './rules/riddle';

const MIDDLEGAME = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10';

const part = (title: string, ...children: (Node | string)[]): HTMLElement => h('section', { class: 'panel' }, h('h2', { class: 'flush' }, title), ...children);

export const styleguide: Make = () => {
  const swatch = (name: string): HTMLElement => {
    const made = h('span', { class: 'swatch' });
    made.style.background = `var(--${name})`;
    return h('div', { class: 'swatchbox' }, made, h('code', {}, name));
  };
  const themed = (board: string, pieces: string): HTMLElement => {
    // The root's attributes choose for all; here each sample carries its own.
    const sample = h(
      'div',
      { 'data-board': board, 'data-pieces': pieces, class: 'sample' },
      miniature(MIDDLEGAME, `${board}, ${pieces}`),
      h('p', { class: 'caption' }, `${board} · ${pieces}`),
    );
    return sample;
  };
  const tree = fromPgn('1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6) 3. d4) 2. Nf3 {the most natural} Nc6 3. Bb5! a6 4. Ba4 Nf6 *');
  const list = createMoveList(node => list.mark(node));
  list.draw(tree.root);
  list.mark(tree.root.children[0]?.children[0] ?? tree.root);
  const bar = createEvalBar();
  bar.show({ centipawns: 120, mate: null, moves: [], san: [], wdl: [] }, 'white');
  const board = createBoard({ label: 'Sample board', fen: MIDDLEGAME, viewOnly: true, lastMove: ['d3', 'e4'] });
  board.draw([
    { orig: 'f3', dest: 'e5', brush: 'green' },
    { orig: 'd5', brush: 'red' },
  ]);
  const last = replay('e2e4 d7d5 e4d5 d8d5 b1c3 d5a5'.split(' ')).at(-1);
  return {
    title: 'Style guide',
    leave: () => board.draw([]),
    element: h(
      'div',
      { class: 'guide' },
      h('h1', {}, 'Style guide'),
      part(
        'Colours',
        h(
          'div',
          { class: 'row' },
          ...[
            'ground',
            'surface',
            'raised',
            'ink',
            'ink-soft',
            'line',
            'line-strong',
            'accent',
            'accent-soft',
            'good',
            'good-soft',
            'bad',
            'bad-soft',
            'warn',
            'warn-soft',
          ].map(swatch),
        ),
      ),
      part(
        'Type',
        h('p', { class: 'type-xl' }, 'Positions to order, 25 px'),
        h('p', { class: 'type-l' }, 'A heading, 20 px'),
        h('p', {}, 'Text, 16 px: The quick brown fox jumps over the lazy dog. Zwölf Boxkämpfer.'),
        h('p', { class: 'muted' }, 'Small and soft, 14 px'),
        h('p', { class: 'mono' }, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0123456789'),
      ),
      part(
        'Buttons',
        h(
          'div',
          { class: 'row' },
          button('Primary', () => undefined, { class: 'primary' }),
          button('Plain', () => undefined),
          button('With icon', () => undefined, {}, 'save'),
          button('Quiet', () => undefined, { class: 'quiet' }),
          button('Pressed', () => undefined, { 'aria-pressed': 'true' }),
          button('Disabled', () => undefined, { disabled: true }),
          button('Chip', () => undefined, { class: 'chip' }),
          iconButton('flip', 'Flip', () => undefined),
          menuButton(
            'Menu',
            () => [
              { icon: 'copy', label: 'Copy', act: () => say('copied') },
              { icon: 'bin', label: 'Delete' },
            ],
            { id: 'sample-menu' },
          ),
        ),
      ),
      part('Icons', h('div', { class: 'row' }, ...ICONS.map(name => h('span', { class: 'iconbox', title: name }, icon(name))))),
      part(
        'Fields',
        h(
          'div',
          { class: 'fields' },
          field('Text', h('input', { type: 'text', value: 'white Q=0' })),
          field('Wrong', h('input', { type: 'text', value: 'wite Q=0', 'aria-invalid': 'true' })),
          field('Choice', select([['a', 'club players']], 'a')),
          field('Range', h('input', { type: 'range' })),
        ),
        segments(
          'Segments',
          [
            ['a', 'White'],
            ['b', 'Either'],
            ['c', 'Black'],
          ],
          'b',
          () => undefined,
        ).element,
        fold('Folded', false, h('p', {}, 'Hidden until asked for')),
      ),
      part(
        'Messages',
        banner('good', 'A good verdict', h('p', { class: 'more' }, 'with what it means')),
        banner('bad', 'A bad verdict', h('ul', {}, h('li', {}, 'with a reason'))),
        banner('open', 'Nobody knows yet'),
        problem(new Error('something went wrong')) ?? '',
        h(
          'div',
          { class: 'row' },
          button('Toast', () => say('Said for a moment'), { id: 'sample-toast' }),
          button('Dialog', () => openDialog('A dialog', [h('p', {}, 'In front of everything.')]), { id: 'sample-dialog' }),
        ),
        h('progress', { max: 3, value: 1, 'aria-label': 'Progress' }),
      ),
      part('Boards and pieces', h('div', { class: 'samples' }, ...BOARDS.map((name, at) => themed(name, PIECES[at] ?? 'cburnett')))),
      part(
        'Board, moves, evaluation',
        h(
          'div',
          { class: 'pairbox' },
          h('div', { class: 'boardbox' }, bar.element, board.element),
          h('div', {}, list.element, h('p', {}, last ? captured(last, 'white') : '')),
        ),
      ),
      part(
        'Chart',
        chart('Sample', 'questions', [
          {
            class: 'first',
            name: 'You',
            points: [
              [1, 1],
              [5, 0.8],
              [12, 0.4],
              [22, 0],
            ],
          },
          { class: 'second', name: 'Network', points: NETWORK },
        ]),
      ),
    ),
  };
};
