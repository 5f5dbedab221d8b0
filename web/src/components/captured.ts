/** Men off the board, beside the name of who took them. */

import type { Ply } from '../chess/ledger';
import { balance, inWords, sorted } from '../chess/ledger';
import { h } from '../dom';
import { t } from '../i18n';
import { portrait } from './mini';

/** What `by` has captured, and by how many points it is ahead. */
export function captured(ply: Ply, by: 'white' | 'black'): HTMLElement {
  const color = by === 'white' ? 'black' : 'white';
  const men = sorted(ply.captured[color]);
  const ahead = balance(ply.fen) * (by === 'white' ? 1 : -1);
  const promoted = ply.promoted[by];
  const words = [men.length > 0 && t.hasCaptured(inWords(men)), promoted.length > 0 && t.hasPromoted(inWords(promoted))].filter(Boolean).join('; ');
  return h(
    'span',
    { class: 'captured', role: 'img', 'aria-label': words || t.nothingCaptured, title: words || null },
    ...men.map(role => portrait({ role, color })),
    ahead > 0 && h('span', { class: 'plus number' }, `+${ahead}`),
  );
}
