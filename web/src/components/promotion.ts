/** Which man a pawn becomes, chosen on the board over the square it reaches. */

import type { Color, Role } from 'chessops/types';
import { button, h } from '../dom';
import { t } from '../i18n';
import type { Board } from './board';
import { portrait } from './mini';

const ROLES: readonly Role[] = ['queen', 'knight', 'rook', 'bishop'];

export function choosePromotion(board: Board, to: string, color: Color): Promise<Role | undefined> {
  return new Promise(resolve => {
    const white = board.ground.state.orientation === 'white';
    const file = to.charCodeAt(0) - 97;
    const top = (color === 'white') === white;
    const done = (role: Role | undefined): void => {
      veil.remove();
      box.remove();
      resolve(role);
    };
    const roles = top ? ROLES : [...ROLES].reverse();
    const box = h(
      'div',
      { class: 'promotion', role: 'group', 'aria-label': t.promoteTo },
      ...roles.map(role => {
        const choice = button('', () => done(role), { 'aria-label': t.man(role), title: t.man(role) });
        choice.append(portrait({ role, color }));
        return choice;
      }),
    );
    const veil = h('div', { class: 'veil', on: { click: () => done(undefined) } });
    box.style.left = `${12.5 * (white ? file : 7 - file)}%`;
    box.style[top ? 'top' : 'bottom'] = '0';
    box.addEventListener('keydown', event => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        done(undefined);
      }
    });
    board.element.append(veil, box);
    [...box.querySelectorAll('button')].at(top ? 0 : -1)?.focus({ preventScroll: true });
  });
}
