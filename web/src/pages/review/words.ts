/** What a review says of a move, and what it draws on the board. */

import type { DrawShape } from 'chessground/draw';
import type { ReviewMove } from '../../api/client';
import { toKey } from '../../chess/setup';
import type { Node } from '../../chess/tree';
import { numbered, playUci } from '../../chess/tree';
import { valueIn, written } from '../../components/evalbar';
import { button, h } from '../../dom';
import { t } from '../../i18n';

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Arrows and squares: what a reason speaks of, red for what was overlooked, green for what was better. */
export function shapesOf(move: ReviewMove, which?: number): DrawShape[] {
  const shapes: DrawShape[] = [];
  const reasons = which === undefined ? move.why.slice(0, 2) : move.why.slice(which, which + 1);
  const arrow = (text: string, brush: string): void => {
    const [orig, dest] = [toKey(text.slice(0, 2)), toKey(text.slice(2, 4))];
    if (orig && dest && !shapes.some(one => one.orig === orig && one.dest === dest)) shapes.push({ orig, dest, brush });
  };
  for (const reason of reasons) {
    const brush = reason.on === 'answer' ? 'red' : 'green';
    for (const one of reason.arrows) arrow(one, brush);
    for (const square of reason.squares) {
      const orig = toKey(square);
      if (orig) shapes.push({ orig, brush });
    }
  }
  if (which === undefined && move.severity && move.best && move.best !== move.uci) arrow(move.best, 'green');
  return shapes;
}

/** The better line as moves that can be clicked. */
function better(move: ReviewMove, before: Node, go: (to: Node) => void): HTMLElement | null {
  if (!move.severity || !move.best || move.best === move.uci) return null;
  const path: Node[] = [];
  let at: Node | undefined = before;
  for (const uci of move.line.slice(0, 6)) {
    at = at && playUci(at, uci);
    if (at) path.push(at);
  }
  return h(
    'p',
    { class: 'better' },
    h('span', { class: 'muted' }, `${t.review.better}: `),
    ...path.map((one, index) => button(`${index === 0 || one.turn === 'black' ? `${numbered(one)} ` : ''}${one.san}`, () => go(one), { class: 'move' })),
  );
}

/** The comment on a move of the game; a reason that is pointed at is drawn alone. */
export function comment(move: ReviewMove, node: Node, go: (to: Node) => void, point: (which: number | undefined) => void): HTMLElement {
  const before = node.parent;
  const loss = Math.max(0, Math.round(move.expected_loss));
  const facts = [
    move.severity && loss > 0 ? t.review.costs(loss) : '',
    move.found_by != null && move.severity ? t.review.foundBy(percent(move.found_by)) : '',
    move.played_by != null && !move.severity ? t.review.playedBy(percent(move.played_by)) : '',
  ].filter(Boolean);
  return h(
    'div',
    { class: `remark ${move.severity ?? move.judgement}` },
    h(
      'p',
      { class: 'headline' },
      h('strong', {}, `${numbered(node)} ${node.san}`),
      ' ',
      h('span', { class: 'judged' }, t.review.judgements[move.judgement]),
      ' ',
      h('span', { class: 'number value' }, written(valueIn(move.eval_after), 'white')),
    ),
    facts.length > 0 && h('p', { class: 'muted' }, facts.join(' · ')),
    move.why.length > 0 &&
      h(
        'ul',
        { class: 'reasons' },
        ...move.why.map((reason, index) => {
          const one = button(reason.text, () => point(index), { class: `reason ${reason.on}` });
          one.addEventListener('pointerenter', () => point(index));
          one.addEventListener('focus', () => point(index));
          one.addEventListener('pointerleave', () => point(undefined));
          return h('li', {}, one);
        }),
      ),
    before ? better(move, before, go) : null,
  );
}
