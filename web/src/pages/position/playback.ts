/** A proof played on the editor's own board, until the editor comes back. */

import type { Ply } from '../../chess/ledger';
import { replay } from '../../chess/ledger';
import type { Board } from '../../components/board';
import type { Steps } from '../../components/stage';
import { transport } from '../../components/stage';
import { button, h, replace } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';

export interface Playback {
  /** The buttons, and where the game stands. */
  bar: HTMLElement;
  where: HTMLElement;
  steps: Steps;
  on: () => boolean;
  show: (moves: readonly string[]) => void;
  end: () => void;
}

/** `changed` hears when a game begins and when the editor is to come back. */
export function createPlayback(board: Board, changed: (playing: boolean) => void): Playback {
  let playing: { plies: Ply[]; at: number } | undefined;
  const bar = h('div', { hidden: true });
  const where = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', hidden: true });
  const to = (ply: number): void => {
    if (!playing) return;
    playing.at = Math.min(playing.plies.length - 1, Math.max(0, ply));
    const now = playing.plies[playing.at];
    if (!now) return;
    board.ground.set({ fen: now.fen, lastMove: now.squares, check: now.check, turnColor: now.turn });
    board.relabel();
    where.textContent = t.position.proofAt(now.san || t.startWord, playing.at, playing.plies.length - 1);
  };
  const end = (): void => {
    if (!playing) return;
    playing = undefined;
    bar.hidden = where.hidden = true;
    changed(false);
  };
  const steps: Steps = {
    first: () => to(0),
    back: () => to((playing?.at ?? 0) - 1),
    forward: () => to((playing?.at ?? 0) + 1),
    last: () => to(playing?.plies.length ?? 0),
  };
  return {
    bar,
    where,
    steps,
    on: () => playing !== undefined,
    show: moves => {
      playing = { plies: replay(moves), at: 0 };
      const game = address('/analysis', { moves: moves.join('.'), ply: 0 });
      const back = button(t.position.backToEditor, end, { id: 'back-to-editor' });
      replace(bar, transport(steps, null, back, h('a', { class: 'button', href: game }, t.position.openGame)));
      bar.hidden = where.hidden = false;
      board.draw([]);
      board.ground.set({ viewOnly: true });
      changed(true);
      to(0);
    },
    end,
  };
}
