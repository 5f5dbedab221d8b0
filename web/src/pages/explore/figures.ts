/** What was measured, drawn: how often, when, who won, by rating, where the men stand. */

import type { Figure, Figures } from '../../api/client';
import { h } from '../../dom';
import { t } from '../../i18n';

const SVG = 'http://www.w3.org/2000/svg';

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

type Results = Figure['results'];

/** Won, drawn and lost as one bar, with the numbers as words. */
export function resultBar(results: Results): HTMLElement {
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

/** Games by the move at which they first satisfy it. */
function histogram(plies: readonly number[]): SVGElement {
  const bins: number[] = [];
  for (const [ply, count] of plies.entries()) {
    const bin = Math.floor(ply / 4);
    bins[bin] = (bins[bin] ?? 0) + count;
  }
  const most = Math.max(1, ...Array.from(bins, count => count ?? 0));
  const width = Math.max(44, bins.length);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width * 10} 108`);
  svg.setAttribute('class', 'histogram');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', t.explore.whenLabel);
  for (let bin = 0; bin < bins.length; bin++) {
    const count = bins[bin] ?? 0;
    const bar = document.createElementNS(SVG, 'rect');
    const height = (88 * count) / most;
    for (const [key, value] of Object.entries({ x: bin * 10 + 1, y: 90 - height, width: 8, height })) bar.setAttribute(key, String(value));
    const name = document.createElementNS(SVG, 'title');
    name.textContent = `${t.explore.movesFromTo(2 * bin + 1, 2 * bin + 2)}: ${count}`;
    bar.append(name);
    svg.append(bar);
  }
  for (let bin = 0; bin < width; bin += 5) {
    const text = document.createElementNS(SVG, 'text');
    for (const [key, value] of Object.entries({ x: bin * 10 + 1, y: 104 })) text.setAttribute(key, String(value));
    text.textContent = String(2 * bin + 1);
    svg.append(text);
  }
  return svg;
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
      tile(move, t.explore.firstAt, t.explore.halfOfThem),
      tile(wins ? percent(wins.value) : '–', t.explore.whiteWins, wins ? t.explore.interval(percent(wins.low), percent(wins.high)) : ''),
    ),
    figure.satisfied > 0 && resultBar(figure.results),
    figure.satisfied > 0 && h('h3', {}, t.explore.when),
    figure.satisfied > 0 && histogram(figure.plies),
    figure.bands.length > 0 && h('h3', {}, t.explore.byRating),
    byRating(figure),
  );
}
