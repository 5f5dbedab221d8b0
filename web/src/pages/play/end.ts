/** What is shown when a game is over: who won and why, and where to go on. */

import type { Color } from 'chessops/types';
import { ending } from '../../chess/duel';
import type { Node } from '../../chess/tree';
import { button, h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import { banner, copy } from '../../ui';
import type { Lost } from './record';
import { other } from './record';
import type { GameSetup } from './start';

export interface Over {
  setup: GameSetup;
  line: readonly Node[];
  lost: Lost | undefined;
  /** How it ended, in words. */
  words: string;
  rematch: () => void;
  pgn: string;
}

export function endOf({ setup, line, lost, words, rematch, pgn }: Over): HTMLElement[] {
  const winner: Color | undefined = lost ? other(lost.color) : ending(line)?.winner;
  const [kind, title] =
    winner === undefined ? (['open', t.play.drawn] as const) : winner === setup.side ? (['good', t.play.youWon] as const) : (['bad', t.play.youLost] as const);
  // With names and result; the same as was copied.
  const review = address('/review', { pgn, elo: setup.elo, side: setup.side === 'black' ? 'black' : null });
  return [
    banner(kind, title, h('p', { class: 'more' }, words)),
    h(
      'div',
      { class: 'row' },
      button(t.play.rematch, rematch, { class: 'primary', id: 'rematch' }),
      h('a', { class: 'button', id: 'review', href: review }, t.play.review),
      button(t.copyPgn, () => void copy(pgn, 'PGN'), { id: 'copy-pgn' }),
    ),
  ];
}
