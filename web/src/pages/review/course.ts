/** The course of a reviewed game: its graph, and its critical moments as buttons. */

import type { Node } from '../../chess/tree';
import { numbered } from '../../chess/tree';
import type { Graph } from '../../components/graph';
import { createGraph } from '../../components/graph';
import type { Child } from '../../dom';
import { button, h } from '../../dom';
import { t } from '../../i18n';
import type { Reviewed } from './job';

export function courseOf({ moves, game }: Reviewed, line: readonly Node[], go: (to: Node) => void): { graph: Graph; legend: HTMLElement } {
  const points = moves.flatMap(move => {
    const node = line[move.ply];
    const label = node && `${numbered(node)} ${move.san}: ${t.review.judgements[move.judgement]}`;
    return label ? [{ ply: move.ply, expected: move.white_expected, chances: move.white_chances, severity: move.severity, label }] : [];
  });
  const phases = game.phases.slice(1).map(phase => phase.from);
  const graph = createGraph(points, phases, ply => {
    const node = line[ply];
    if (node) go(node);
  });
  const legend = h(
    'p',
    { class: 'legend muted' },
    h('span', { class: 'key expected' }, t.review.forThese),
    h('span', { class: 'key chances' }, t.review.byLichess),
  );
  return { graph, legend };
}

export function momentsOf({ moves, game }: Reviewed, line: readonly Node[], go: (to: Node) => void): Child[] {
  const chips = game.critical.map(ply => {
    const [move, node] = [moves.find(one => one.ply === ply), line[ply]];
    if (!move || !node) return null;
    const props = { class: `chip ${move.severity ?? move.judgement}`, title: t.review.judgements[move.judgement] };
    return button(`${numbered(node)} ${move.san}`, () => go(node), props);
  });
  return chips.length ? [h('h2', { class: 'visually-hidden' }, t.review.moments), ...chips] : [];
}
