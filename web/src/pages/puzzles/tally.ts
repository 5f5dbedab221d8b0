/** How far the solver is: rating, streak, and the last puzzles as a trail. */

import { icon } from '../../components/icons';
import type { Child } from '../../dom';
import { h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import type { Progress } from './progress';

/** `change` is by how much the rating has just moved. */
export function figuresOf(progress: Progress, change = 0): Child[] {
  const moved = change !== 0 && h('span', { class: `change ${change < 0 ? 'down' : 'up'}` }, ` ${change < 0 ? '−' : '+'}${Math.abs(change)}`);
  const figures: readonly [string, string, string, Child][] = [
    [t.puzzles.rating, String(progress.rating), 'rating', moved],
    [t.puzzles.streak, String(progress.streak), 'streak', null],
    [t.puzzles.bestStreak, String(progress.best), 'best', null],
    [t.puzzles.solvedOf, `${progress.solved} / ${progress.tried}`, 'solved', null],
  ];
  return figures.map(([name, value, kind, more]) => h('div', { 'data-kind': kind }, h('dt', {}, name), h('dd', { class: 'number' }, value, more)));
}

export const trailOf = (progress: Progress): Child[] =>
  progress.trail.map(({ id, solved }) => {
    const label = solved ? t.puzzles.right : t.puzzles.notSolved;
    const props = { href: address('/puzzles', { id }), class: solved ? 'solved' : '', 'aria-label': label, title: label };
    return h('li', {}, h('a', props, icon(solved ? 'check' : 'cross')));
  });
