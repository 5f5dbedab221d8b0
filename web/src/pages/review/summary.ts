/** How both sides played, at a glance. */

import type { ReviewGame } from '../../api/client';
import { h } from '../../dom';
import { t } from '../../i18n';

type Side = ReviewGame['sides'][number];

const SHOWN = ['brilliant', 'only', 'best', 'inaccuracy', 'mistake', 'blunder', 'missed-win'] as const;

export function summary(game: ReviewGame): HTMLElement {
  const [white, black] = [game.sides.find(side => side.color === 'white'), game.sides.find(side => side.color === 'black')];
  const count = (side: Side | undefined, name: string): number => side?.judgements.find(one => one.judgement === name)?.count ?? 0;
  const accuracy = (side: Side | undefined): string => (side?.accuracy_lichess == null ? '–' : `${side.accuracy_lichess.toFixed(0)} %`);
  const rating = (side: Side | undefined): string => (side?.rating ? `${side.rating.rating} (${side.rating.low}–${side.rating.high})` : '–');
  const row = (label: string, left: string, right: string, kind = ''): HTMLElement =>
    h('tr', { class: kind }, h('td', { class: 'number' }, left), h('th', { scope: 'row' }, label), h('td', { class: 'number' }, right));
  const shown = SHOWN.filter(name => count(white, name) + count(black, name) > 0);
  return h(
    'table',
    { class: 'scoretable' },
    h('caption', { class: 'unseen' }, t.review.summary),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, game.white ?? t.white), h('td', {}), h('th', { scope: 'col' }, game.black ?? t.black))),
    h(
      'tbody',
      {},
      row(t.review.accuracy, accuracy(white), accuracy(black), 'accuracy'),
      white?.rating || black?.rating ? row(t.review.playedLike, rating(white), rating(black)) : null,
      ...shown.map(name => row(t.review.counts[name], String(count(white, name)), String(count(black, name)), name)),
    ),
  );
}
