/** A small board beside the mouse: what stands there after a line of moves. */

import { makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import { positionOf } from '../chess/ledger';
import { h } from '../dom';
import { miniature } from './mini';

export interface Preview {
  show: (fen: string, line: readonly string[], beside: Element, side: 'white' | 'black') => void;
  hide: () => void;
}

const GAP = 6;

export function createPreview(): Preview {
  const element = h('div', { class: 'preview', 'aria-hidden': 'true', hidden: true });
  let shown = '';
  const hide = (): void => {
    shown = '';
    element.remove();
  };
  return {
    hide,
    show: (fen, line, beside, side) => {
      const wanted = [fen, side, ...line].join(' ');
      const place = (): void => {
        const [at, box] = [beside.getBoundingClientRect(), element.getBoundingClientRect()];
        element.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - box.width - GAP))}px`;
        element.style.top = `${at.bottom + box.height + GAP < innerHeight ? at.bottom + GAP : at.top - box.height - GAP}px`;
      };
      // Lines are drawn anew four times a second: the same board stays.
      if (wanted === shown) return place();
      const position = positionOf(fen);
      for (const uci of line) {
        const move = parseUci(uci);
        if (!move || !position.isLegal(move)) return hide();
        position.play(move);
      }
      element.hidden = false;
      element.replaceChildren(miniature(makeFen(position.toSetup()), '', side));
      document.body.append(element);
      shown = wanted;
      place();
    },
  };
}
