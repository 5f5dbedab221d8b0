/** Who stands better, as a bar beside the board and as words. */

import type { Line } from '../api/client';
import { h } from '../dom';
import { t } from '../i18n';

export interface EvalBar {
  element: HTMLElement;
  /** `turn` is the side that the line's value speaks for. */
  show: (line: Line | undefined, turn: 'white' | 'black') => void;
  turn: (orientation: 'white' | 'black') => void;
}

/** A value as PGN writes it for White: `0.94`, `-4.36`, `#-3`. */
export function valueIn(text: string): Line {
  const mate = text.startsWith('#') ? Number(text.slice(1)) || (text.includes('-') ? -1 : 1) : null;
  return { mate, centipawns: mate === null ? Math.round(100 * Number(text)) : null, moves: [], san: [], wdl: [] };
}

/** `+1.24`, `−0.30`, `#3`, for White. */
export function written(line: Line, turn: 'white' | 'black'): string {
  const sign = turn === 'white' ? 1 : -1;
  if (line.mate) return `${line.mate * sign < 0 ? '−' : ''}#${Math.abs(line.mate)}`;
  const pawns = ((line.centipawns ?? 0) * sign) / 100;
  return `${pawns > 0 ? '+' : pawns < 0 ? '−' : ''}${Math.abs(pawns).toFixed(2)}`;
}

/** The share of the bar that is White's, from 0 to 1. */
export function share(line: Line, turn: 'white' | 'black'): number {
  const sign = turn === 'white' ? 1 : -1;
  if (line.mate) return line.mate * sign > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368 * (line.centipawns ?? 0) * sign));
}

export function createEvalBar(): EvalBar {
  const white = h('div', { class: 'white' });
  const element = h('div', { class: 'evalbar', role: 'img', 'aria-label': t.evaluation('–') }, white);
  return {
    element,
    show: (line, turn) => {
      white.style.height = `${100 * (line ? share(line, turn) : 0.5)}%`;
      element.setAttribute('aria-label', t.evaluation(line ? written(line, turn) : '–'));
    },
    turn: orientation => element.classList.toggle('black', orientation === 'black'),
  };
}
