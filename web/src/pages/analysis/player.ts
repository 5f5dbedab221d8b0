/** What stands beside a board of a player of the game: name, rating, result, men taken, and the time that was left. */

import type { Color } from 'chessops/types';
import { clockAt } from '../../chess/remark';
import type { Node, Tree } from '../../chess/tree';
import { captured } from '../../components/captured';
import { shownTime } from '../../components/clock';
import type { Child } from '../../dom';
import { h } from '../../dom';
import { t } from '../../i18n';

function pointsOf(result: string | undefined, color: Color): string | undefined {
  if (result === '1/2-1/2') return '½';
  if (result !== '1-0' && result !== '0-1') return undefined;
  return (result === '1-0') === (color === 'white') ? '1' : '0';
}

/** `rating` is told where the game itself has none. */
export function playerOf(tree: Tree, at: Node, color: Color, rating?: number | null): Child[] {
  const told = (white: string, black: string): string | undefined => tree.headers.get(color === 'white' ? white : black);
  const clock = clockAt(at, color);
  const points = at.children[0] ? undefined : pointsOf(tree.headers.get('Result'), color);
  const known = told('WhiteElo', 'BlackElo') ?? rating;
  return [
    points && h('span', { class: 'points number' }, points),
    h('strong', {}, told('White', 'Black') ?? t[color]),
    known ? h('span', { class: 'muted number' }, String(known)) : null,
    captured(at, color),
    clock !== undefined &&
      h('span', { class: 'clock number', role: 'img', 'aria-label': `${t.play.clockOf(t[color])}: ${shownTime(clock)}` }, shownTime(clock)),
  ];
}

/** `Morphy – Duke`; nothing where nobody is named. */
export const namesOf = ({ headers }: Tree): string => [headers.get('White'), headers.get('Black')].filter(Boolean).join(' – ');
