/** The rule learner at work. */

import { isAbort, learn } from '../api/client';
import type { Rules } from '../api/client';
import { learnCommand } from '../command';
import { button, field, h, replace, select } from '../dom';
import { address, remember, whole } from '../router';
import { copyButton, counted, problem } from '../ui';
import type { Make } from './page';

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
  const start = h('button', { class: 'primary', id: 'start', type: 'submit' }, 'Learn');
  const cancel = button('Cancel', () => running?.abort(), { id: 'cancel', hidden: true });
  const status = h('p', { class: 'status', id: 'status', role: 'status', 'aria-live': 'polite' });
  const bar = h('progress', { 'aria-label': 'Learning', hidden: true });
  const result = h('div', { id: 'learnt' });
  const seeded = (): number => whole(seed.value, 0, 0, Number.MAX_SAFE_INTEGER);

  const run = async (): Promise<void> => {
    running?.abort();
    const job = new AbortController();
    running = job;
    remember(address('/rules', { game: game.value, seed: seeded() || null }));
    replace(result);
    status.textContent = 'Asking …';
    cancel.hidden = bar.hidden = false;
    try {
      for await (const event of learn({ game: game.value as Rules['game'], seed: seeded() }, job.signal)) {
        if (event.type === 'learning') status.textContent = `${counted(event.questions, 'question')} · ${event.topic}`;
        else if (event.type === 'rules') shown(event);
      }
    } catch (error) {
      if (running === job) status.textContent = isAbort(error) ? 'Cancelled' : '';
      replace(result, problem(error));
    }
    if (running === job) {
      running = undefined;
      cancel.hidden = bar.hidden = true;
    }
  };

  const shown = (learnt: Rules): void => {
    status.textContent = learnt.halt
      ? `Ended early after ${counted(learnt.questions, 'question')}: ${learnt.halt}`
      : `Learnt from ${counted(learnt.questions, 'question')}`;
    const most = Math.max(1, ...learnt.topics.map(one => one.questions));
    const lines = learnt.text.trimEnd();
    replace(
      result,
      learnt.compared > 0 &&
        h('p', { class: learnt.wrong ? 'bad' : 'good' }, learnt.wrong
          ? `✗ Of ${counted(learnt.compared, 'position')} of random play, ${learnt.wrong} have other moves than they should`
          : `✓ Of ${counted(learnt.compared, 'position')} of random play, every one has just the moves it should`),
      h('h2', {}, `The rules, in ${counted(lines.split('\n').length, 'line')}`),
      h('pre', { class: 'rules', tabindex: 0, 'aria-label': 'The rules' }, lines),
      h('div', { class: 'row' }, copyButton('Copy rules', 'Rules', () => learnt.text), copyButton('Copy as command', 'Command', () => learnCommand(game.value, seeded()))),
      h('h2', {}, 'What was asked about'),
      h('table', { class: 'bars' }, h('tbody', {}, ...learnt.topics.map(one =>
        h('tr', {}, h('th', { scope: 'row' }, one.topic), h('td', { class: 'number' }, one.questions.toLocaleString('en')), h('td', {}, h('meter', { min: 0, max: most, value: one.questions, 'aria-hidden': 'true' })))))),
    );
  };

  if (asked) void run();
  return {
    title: 'Rules',
    leave: () => running?.abort(),
    keys: event => {
      if (event.key === 'Escape' && running) running.abort();
      else if (event.key === 'Enter' && event.ctrlKey) void run();
      else return false;
      return true;
    },
    element: h(
      'div',
      { class: 'split generate' },
      h(
        'form',
        { class: 'panel', on: { submit: event => { event.preventDefault(); void run(); } } },
        h('h1', {}, 'Rules from yes and no'),
        h('p', {}, 'A machine that knows no game sets up positions, tries moves, and hears only yes or no. From the answers it works out how men go, what blocks them, castling, en passant, promotion and check, and writes the rules down as a program.'),
        h('div', { class: 'fields' }, field('Game', game), field('Seed', seed)),
        h('div', { class: 'row' }, start, cancel),
        h('p', { class: 'muted' }, 'The learner is the same for every game. Its questions depend on nothing but the seed.'),
      ),
      h('section', { class: 'panel', 'aria-label': 'What was learnt' }, status, bar, result),
    ),
  };
};
