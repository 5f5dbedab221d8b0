/** What a game is to be like, asked before it begins. */

import type { Color } from 'chessops/types';
import type { Goal } from '../../chess/duel';
import { GOALS, isPlayable } from '../../chess/duel';
import { INITIAL } from '../../chess/setup';
import type { ClockName } from '../../components/clock';
import { CLOCKS, clockOf } from '../../components/clock';
import { openDialog } from '../../components/dialog';
import { button, field, fold, h, replace, segments, select } from '../../dom';
import { t } from '../../i18n';
import { problem } from '../../ui';

export interface GameSetup {
  start: string;
  side: Color;
  /** Undefined is full strength. */
  elo: number | undefined;
  clock: ClockName;
  goal: Goal;
}

export const [WEAKEST, STRONGEST] = [800, 2600];

/** A rating as players speak of it. */
export function levelName(elo: number | undefined): string {
  if (elo === undefined) return t.play.full;
  const name =
    elo < 1100
      ? t.play.levels.beginner
      : elo < 1500
        ? t.play.levels.casual
        : elo < 1900
          ? t.play.levels.club
          : elo < 2300
            ? t.play.levels.strong
            : t.play.levels.master;
  return `${name} (${elo})`;
}

/** For a new game, or with other words at its head and foot for what else a setup is good for. */
export function askSetup(
  now: GameSetup,
  done: (setup: GameSetup) => void,
  turnedBack: () => void = () => undefined,
  words = { title: t.play.newGame, go: t.play.begin },
): void {
  let begun = false;
  const level = h('input', {
    type: 'range',
    id: 'level',
    min: WEAKEST,
    max: STRONGEST + 100,
    step: 100,
    'aria-label': t.play.level,
    on: { input: () => named() },
  });
  level.value = String(now.elo ?? STRONGEST + 100);
  const name = h('output', {});
  const elo = (): number | undefined => (Number(level.value) > STRONGEST ? undefined : Number(level.value));
  const named = (): void => {
    name.textContent = levelName(elo());
    level.setAttribute('aria-valuetext', levelName(elo()));
  };
  named();
  const side = segments<'white' | 'random' | 'black'>(
    t.play.side,
    [
      ['white', t.white],
      ['random', t.play.random],
      ['black', t.black],
    ],
    now.side,
    () => undefined,
  );
  const clock = select(
    CLOCKS.map(one => [one, t.play.clocks(one)] as const),
    now.clock,
    { id: 'clock' },
  );
  const goal = select(
    GOALS.map(one => [one, t.play.goals[one]] as const),
    now.goal,
    { id: 'goal' },
  );
  const fen = h('input', {
    type: 'text',
    class: 'mono',
    id: 'start-fen',
    spellcheck: 'false',
    placeholder: t.startingPosition,
    value: now.start === INITIAL ? '' : now.start,
  });
  const wrong = h('div', { 'aria-live': 'polite' });
  const begin = (): void => {
    const start = fen.value.trim() || INITIAL;
    if (!isPlayable(start)) {
      replace(wrong, problem(new Error(t.play.unplayable(start))));
      return;
    }
    begun = true;
    dialog.close();
    const color = side.value() === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : side.value() === 'black' ? 'black' : 'white';
    done({ start, side: color, elo: elo(), clock: clockOf(clock.value), goal: GOALS.find(one => one === goal.value) ?? 'none' });
  };
  const dialog = openDialog(
    words.title,
    [
      h('div', { class: 'field' }, h('span', { class: 'label' }, t.play.opponent), h('p', { class: 'levelname' }, name), level),
      h('div', { class: 'field' }, h('span', { class: 'label' }, t.play.side), side.element),
      h('div', { class: 'fields' }, field(t.play.clock, clock), field(t.play.goal, goal)),
      fold(t.play.otherPosition, fen.value !== '', field('FEN', fen)),
      wrong,
    ],
    [button(t.cancel, () => dialog.close()), button(words.go, begin, { class: 'primary', id: 'begin' })],
    () => {
      if (!begun) turnedBack();
    },
  );
}
