/** What was measured, drawn: how often, when, who won, by rating, where the men stand. */

import type { Figure, Figures } from '../../api/client';
import { h } from '../../dom';
import { t } from '../../i18n';

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

type Results = Figure['results'];

/** Won, drawn and lost as one bar, with the numbers as words. */
function resultBar(results: Results): HTMLElement {
  const sum = Math.max(1, results.won + results.drawn + results.lost);
  const part = (kind: string, count: number): HTMLElement => {
    const share = count / sum;
    const element = h('span', { class: kind }, share >= 0.09 ? percent(share, 0) : '');
    element.style.width = `${100 * share}%`;
    return element;
  };
  const label = t.explore.resultsAre(results.won, results.drawn, results.lost);
  return h(
    'div',
    { class: 'resultbar', role: 'img', 'aria-label': label, title: label },
    part('won', results.won),
    part('drawn', results.drawn),
    part('lost', results.lost),
  );
}

/** A share with its interval: a dot, and a line as long as the doubt. */
function whisker(share: { value: number; low: number; high: number }, most: number): HTMLElement {
  const line = h('span', { class: 'doubt' });
  line.style.left = `${(100 * share.low) / most}%`;
  line.style.width = `${(100 * (share.high - share.low)) / most}%`;
  const dot = h('span', { class: 'point' });
  dot.style.left = `${(100 * share.value) / most}%`;
  return h('div', { class: 'whisker', 'aria-hidden': 'true' }, line, dot);
}

/** Moves that one bar of a histogram stands for, and how many bars there are at least. */
const [MOVES_A_BIN, SHORTEST_AXIS] = [2, 30];

/** Games by the move at which they first satisfy it. */
function histogram(plies: readonly number[]): HTMLElement {
  const bins: number[] = [];
  for (const [ply, count] of plies.entries()) {
    const bin = Math.floor(ply / MOVES_A_BIN / 2);
    bins[bin] = (bins[bin] ?? 0) + count;
  }
  const width = Math.max(SHORTEST_AXIS, bins.length);
  const counts = Array.from({ length: width }, (_, bin) => bins[bin] ?? 0);
  const most = Math.max(1, ...counts);
  return h(
    'div',
    { class: 'histogram', role: 'img', 'aria-label': t.explore.whenLabel },
    ...counts.map((count, bin) => {
      const first = MOVES_A_BIN * bin + 1;
      const bar = h('i', {});
      bar.style.height = `${(100 * count) / most}%`;
      return h(
        'span',
        { title: `${t.explore.movesFromTo(first, first + MOVES_A_BIN - 1)}: ${count}` },
        bar,
        bin % 5 === 0 && h('small', {}, bin === 0 ? t.generate.moveNumber('1') : String(first)),
      );
    }),
  );
}

function byRating(figure: Figure): HTMLElement | null {
  const bands = figure.bands.filter(band => band.games >= 20);
  if (!bands.length) return null;
  const most = Math.max(0.02, ...bands.map(band => band.share.high));
  return h(
    'div',
    { class: 'scrolled' },
    h(
      'table',
      { class: 'bands' },
      h('caption', {}, t.explore.byRating),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...[t.explore.rating, t.explore.games, t.explore.howOften, '', t.explore.resultsHead, t.explore.medianMove].map(one =>
            one ? h('th', { scope: 'col' }, one) : h('td', {}),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...bands.map(band =>
          h(
            'tr',
            {},
            h('th', { scope: 'row', class: 'number' }, band.name),
            h('td', { class: 'number' }, band.games.toLocaleString()),
            h('td', { class: 'number', title: t.explore.interval(percent(band.share.low), percent(band.share.high)) }, percent(band.share.value)),
            h('td', {}, whisker(band.share, most)),
            h('td', {}, band.satisfied ? resultBar(band.results) : '–'),
            h('td', { class: 'number' }, band.median_ply == null ? '–' : String(Math.ceil((band.median_ply + 1) / 2))),
          ),
        ),
      ),
    ),
  );
}

/** The answer to one constraint, under the words it was asked with. */
export function measured(figures: Figures, figure: Figure, name: string): HTMLElement {
  const { wins } = figure.results;
  const move = figure.median_ply == null ? '–' : String(Math.ceil((figure.median_ply + 1) / 2));
  const tile = (value: string, name: string, more: string): HTMLElement =>
    h('div', { class: 'tilefigure' }, h('strong', { class: 'number' }, value), h('span', {}, name), h('small', { class: 'muted' }, more));
  return h(
    'div',
    {},
    h('h2', { title: figure.name }, name),
    h(
      'div',
      { class: 'keyfigures' },
      tile(
        percent(figure.share.value),
        t.explore.ofGames(figure.satisfied, figures.games),
        t.explore.interval(percent(figure.share.low), percent(figure.share.high)),
      ),
      figure.satisfied > 0 && tile(move, t.explore.firstAt, t.explore.halfOfThem),
      figure.satisfied > 0 &&
        tile(wins ? percent(wins.value) : '–', t.explore.whiteWins, wins ? t.explore.interval(percent(wins.low), percent(wins.high)) : ''),
    ),
    figure.satisfied > 0 && resultBar(figure.results),
    figure.satisfied > 0 && h('h3', {}, t.explore.when),
    figure.satisfied > 0 && histogram(figure.plies),
    figure.satisfied > 0 && byRating(figure),
  );
}
