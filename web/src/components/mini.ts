/** Small pictures of positions: plain elements, so that hundreds cost little. */

import { read } from 'chessground/fen';
import type { Piece } from 'chessground/types';
import { h } from '../dom';

/** A man as the chosen set draws it. */
export function portrait(man: Piece): HTMLElement {
  const piece = document.createElement('piece');
  piece.className = `${man.color} ${man.role}`;
  return h('span', { class: 'man cg-wrap', 'aria-hidden': 'true' }, piece);
}

export function miniature(fen: string, label: string, side: 'white' | 'black' = 'white'): HTMLElement {
  const board = h('div', { class: 'board mini cg-wrap', role: 'img', 'aria-label': label });
  for (const [key, man] of read(fen.split(' ')[0] ?? '')) {
    const piece = document.createElement('piece');
    piece.className = `${man.color} ${man.role}`;
    const [file, rank] = [key.charCodeAt(0) - 97, Number(key[1]) - 1];
    piece.style.left = `${12.5 * (side === 'white' ? file : 7 - file)}%`;
    piece.style.top = `${12.5 * (side === 'white' ? 7 - rank : rank)}%`;
    board.append(piece);
  }
  return board;
}
