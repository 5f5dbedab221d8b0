/** The rule learner at work, and the same riddle for people. */

import type { Key } from 'chessground/types';
import type { LearningEvent, Rules } from '../api/client';
import { Broken, isAbort, learn } from '../api/client';
import { toKey } from '../chess/setup';
import { learnCommand } from '../command';
import { createBoard } from '../components/board';
import { button, field, h, replace, segments, select } from '../dom';
import { number, t } from '../i18n';
import { address, remember, whole } from '../router';
import { banner, copyButton, problem } from '../ui';
import type { Make } from './page';
import { createHumanTest } from './rules/human';

const GAMES = [
  ['chess', 'Chess'],
  ['antichess', 'Antichess'],
  ['horde', 'Horde'],
  ['king-of-the-hill', 'King of the Hill'],
  ['racing-kings', 'Racing Kings'],
  ['three-check', 'Three-check'],
] as const;

export const rules: Make = query => {
  let running: AbortController | undefined;
  const asked = GAMES.find(([name]) => name === query.get('game'))?.[0];
  const game = select(GAMES, asked ?? 'chess', { id: 'game' });
  const seed = h('input', { type: 'number', id: 'seed', min: 0, value: whole(query.get('seed'), 0, 0, Number.MAX_SAFE_INTEGER) });
  const start = h('button', { class: 'primary', id: 'start', type: 'submit' }, t.rules.learn);
  const cancel = button(t.cancel, () => running?.abort(), { id: 'cancel', hidden: true });
  const status = h('p', { class: 'status', id: 'status', role: 'status', 'aria-live': 'off' });
  const bar = h('progress', { 'aria-label': t.rules.learning, hidden: true });
  const result = h('div', { id: 'learnt' });
  const board = createBoard({
    label: t.rules.askedBoard,
    fen: '8/8/8/8/8/8/8/8',
    viewOnly: true,
    coordinates: false,
    // Positions have nothing to do with each other: no piece goes from one to the next.
    animation: { enabled: false },
    drawable: { enabled: false, visible: true },
  });
  const question = h('p', { class: 'said', id: 'question' }, t.rules.watch);
  const topics = h('ul', { class: 'topics' });
  const human = createHumanTest();
  const seeded = (): number => whole(seed.value, 0, 0, Number.MAX_SAFE_INTEGER);
  const chosenGame = (): Rules['game'] => GAMES.find(([name]) => name === game.value)?.[0] ?? 'chess';

  const asking = (event: Extract<LearningEvent, { type: 'learning' }>): void => {
    status.textContent = `${t.rules.questions(event.questions)} · ${event.topic}`;
    board.ground.set({ fen: event.board });
    board.relabel();
    const squares = event.tried.flatMap(move => {
      const [orig, dest] = [toKey(move.slice(0, 2)), toKey(move.slice(2, 4))];
      return orig && dest ? [{ orig, dest }] : [];
    });
    const last: { orig: Key; dest: Key } | undefined = squares.at(-1);
    board.draw(squares.map(move => ({ ...move, brush: move === last ? (event.accepted ? 'green' : 'red') : 'blue' })));
    question.textContent = `${t.rules.mayGo(event.tried.map(move => `${move.slice(0, 2)}–${move.slice(2, 4)}`).join(', '))} ${event.accepted ? t.rules.yes : t.rules.no}`;
    question.className = `said ${event.accepted ? 'good' : 'bad'}`;
    let entry = [...topics.children].find(one => one.getAttribute('data-topic') === event.topic);
    if (!entry) {
      entry = h('li', { 'data-topic': event.topic }, event.topic);
      topics.append(entry);
    }
    for (const one of topics.children) one.removeAttribute('aria-current');
    entry.setAttribute('aria-current', 'step');
  };

  const run = async (): Promise<void> => {
    running?.abort();
    const job = new AbortController();
    running = job;
    remember(address('/rules', { game: game.value, seed: seeded() || null }));
    replace(result);
    replace(topics);
    status.textContent = t.rules.asking;
    cancel.hidden = bar.hidden = false;
    try {
      for await (const event of learn({ game: chosenGame(), seed: seeded() }, job.signal)) {
        if (event.type === 'learning') asking(event);
        else if (event.type === 'rules') shown(event);
      }
    } catch (error) {
      // How far it came stays, where the connection broke.
      if (running === job && !(error instanceof Broken)) status.textContent = isAbort(error) ? t.cancelled : '';
      replace(result, problem(error));
    }
    if (running === job) {
      running = undefined;
      cancel.hidden = bar.hidden = true;
    }
  };

  const shown = (learnt: Rules): void => {
    status.textContent = learnt.halt ? t.rules.endedEarly(learnt.questions, learnt.halt) : t.rules.learntFrom(learnt.questions);
    const most = Math.max(1, ...learnt.topics.map(one => one.questions));
    const lines = learnt.text.trimEnd();
    replace(
      result,
      learnt.compared > 0 &&
        banner(learnt.wrong ? 'bad' : 'good', learnt.wrong ? t.rules.someWrong(learnt.compared, learnt.wrong) : t.rules.allRight(learnt.compared)),
      h('h2', {}, t.rules.inLines(lines.split('\n').length)),
      h('pre', { class: 'rules', tabindex: 0, 'aria-label': t.rules.theRules }, lines),
      h(
        'div',
        { class: 'row' },
        copyButton(t.rules.copy, t.rules.theRules, () => learnt.text),
        copyButton(t.copyCommand, t.command, () => learnCommand(game.value, seeded()), {}, 'terminal'),
      ),
      h('h2', {}, t.rules.topics),
      h(
        'table',
        { class: 'bars' },
        h(
          'tbody',
          {},
          ...learnt.topics.map(one =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, one.topic),
              h('td', { class: 'number' }, number(one.questions)),
              h('td', {}, h('meter', { min: 0, max: most, value: one.questions, 'aria-hidden': 'true' })),
            ),
          ),
        ),
      ),
    );
  };

  const view = segments<'machine' | 'human'>(
    t.rules.who,
    [
      ['machine', t.rules.machine],
      ['human', t.rules.human],
    ],
    query.get('test') ? 'human' : 'machine',
    to => {
      running?.abort();
      remember(address('/rules', to === 'human' ? { test: 1 } : {}), true);
      side();
    },
  );
  const machine = h(
    'div',
    { class: 'table learner' },
    h('section', { class: 'stage', 'aria-label': t.rules.askedBoard }, board.element, question),
    h(
      'section',
      { class: 'panel side' },
      h('p', {}, t.rules.intro),
      h(
        'form',
        {
          on: {
            submit: event => {
              event.preventDefault();
              void run();
            },
          },
        },
        h('div', { class: 'fields' }, field(t.rules.game, game), field(t.rules.seed, seed)),
        h('div', { class: 'row' }, start, cancel),
      ),
      status,
      bar,
      topics,
      result,
    ),
  );
  const people = h('section', { class: 'panel prose' }, h('h2', {}, t.rules.testTitle), human.element);
  const side = (): void => {
    machine.hidden = view.value() === 'human';
    people.hidden = view.value() === 'machine';
  };
  side();
  if (asked) void run();
  return {
    title: t.pages.rules,
    leave: () => {
      running?.abort();
      board.draw([]);
    },
    keys: event => {
      if (event.key === 'Escape' && running) running.abort();
      else if (event.key === 'Enter' && event.ctrlKey) void run();
      else if (view.value() === 'human' && human.press(event.key)) return true;
      else return false;
      return true;
    },
    element: h('div', { class: 'rulespage' }, h('div', { class: 'row spread head' }, h('h1', {}, t.rules.title), view.element), machine, people),
  };
};
