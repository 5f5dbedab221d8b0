/** The test for humans, played. */

import { chart } from '../../components/chart';
import { button, h, replace, segments } from '../../dom';
import { t } from '../../i18n';
import type { Riddle, Variant } from './riddle';
import { answer, draw, ENOUGH, NETWORK, running } from './riddle';

export interface HumanTest {
  element: HTMLElement;
  /** A digit answers. */
  press: (key: string) => boolean;
}

const cellsOf = ({ dots, cross }: Riddle): HTMLElement[] =>
  dots.map((dot, at) => h('span', { class: 'cell' }, at === cross ? h('span', { class: 'x' }) : dot ? h('span', { class: 'o' }) : null));

const inWords = ({ dots, cross }: Riddle): string => dots.map((dot, at) => (at === cross ? t.rules.cross : dot ? t.rules.dot : t.rules.nothing)).join(', ');

export function createHumanTest(random: () => number = Math.random): HumanTest {
  let variant: Variant = 'first';
  let right: boolean[] = [];
  let riddle: Riddle = draw(random);
  const fields = h('div', { class: 'riddle', role: 'img' });
  const said = h('p', { class: 'said', id: 'said', role: 'status', 'aria-live': 'assertive' });
  const tally = h('p', { class: 'muted', id: 'tally' });
  const curve = h('div', {});
  const row = (): number => right.length - 1 - right.lastIndexOf(false);
  const done = (): boolean => row() >= ENOUGH;

  const shown = (): void => {
    replace(fields, ...cellsOf(riddle));
    fields.setAttribute('aria-label', inWords(riddle));
    tally.textContent = done() ? t.rules.understood(right.length) : t.rules.tally(right.length, Math.min(row(), ENOUGH), ENOUGH);
    for (const one of numbers) one.disabled = done();
    const curves = [
      { class: 'second' as const, name: t.rules.network, points: NETWORK },
      ...(right.length ? [{ class: 'first' as const, name: t.rules.you, points: running(right) }] : []),
    ];
    replace(
      curve,
      variant === 'first' || right.length ? chart(t.rules.chartLabel, t.rules.questionsAxis, variant === 'first' ? curves : curves.slice(1)) : null,
    );
  };
  const answered = (value: number): void => {
    if (done()) return;
    const fine = value === answer(riddle, variant);
    right = [...right, fine];
    // What it was said of: the next riddle stands above already.
    replace(
      said,
      h('span', { class: 'muted' }, t.rules.wasAsked(value)),
      h('span', { class: 'past', role: 'img', 'aria-label': inWords(riddle) }, ...cellsOf(riddle)),
      h('strong', {}, done() ? t.rules.tenInARow : fine ? t.rules.right : t.rules.wrong),
    );
    said.className = `said ${fine ? 'good' : 'bad'}`;
    riddle = draw(random);
    shown();
  };
  const anew = (): void => {
    right = [];
    said.textContent = '';
    riddle = draw(random);
    shown();
  };
  const numbers = Array.from({ length: 8 }, (_, value) => button(String(value), () => answered(value), { class: 'number' }));
  const kind = segments<Variant>(
    t.rules.variant,
    [
      ['first', t.rules.easy],
      ['second', t.rules.hard],
    ],
    variant,
    to => {
      variant = to;
      anew();
    },
  );
  shown();
  return {
    element: h(
      'div',
      { class: 'humantest' },
      h('p', {}, t.rules.testIntro(ENOUGH)),
      kind.element,
      fields,
      h('div', { class: 'numbers', role: 'group', 'aria-label': t.rules.numbers }, ...numbers),
      said,
      tally,
      h('div', { class: 'row again' }, button(t.rules.startAnew, anew, {}, 'again')),
      curve,
      h('p', { class: 'muted' }, t.rules.curveMeans),
    ),
    press: key => {
      if (!/^[0-7]$/.test(key)) return false;
      answered(Number(key));
      return true;
    },
  };
}
