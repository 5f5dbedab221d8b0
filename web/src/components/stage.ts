/** A board between its two players, who change places when it is turned; and the buttons and keys that lead through a game. */

import type { Color } from 'chessops/types';
import type { Child } from '../dom';
import { h, iconButton } from '../dom';
import { t } from '../i18n';
import type { Board } from './board';

export interface Stage {
  element: HTMLElement;
  /** Where each player stands. */
  players: Record<Color, HTMLElement>;
  flip: () => void;
}

/** `beside` stands at the left of the board; `turned` hears who is below now. */
export function createStage(board: Board, beside?: HTMLElement, turned: (below: Color) => void = () => undefined): Stage {
  const players = { white: h('div', { class: 'player' }), black: h('div', { class: 'player' }) };
  const middle = beside ? h('div', { class: 'boardbox' }, beside, board.element) : board.element;
  const element = h('section', { class: 'stage', 'aria-label': t.board });
  const arrange = (): void => {
    const { orientation } = board.ground.state;
    element.replaceChildren(players[orientation === 'white' ? 'black' : 'white'], middle, players[orientation]);
    turned(orientation);
  };
  arrange();
  return {
    element,
    players,
    flip: () => {
      board.flip();
      arrange();
    },
  };
}

/** Ways through a game. */
export interface Steps {
  first: () => void;
  back: () => void;
  forward: () => void;
  last: () => void;
}

/** The buttons of the ways, and what else stands beside them. */
export const transport = (steps: Steps, between: Child, ...more: Child[]): HTMLElement =>
  h(
    'div',
    { class: 'transport' },
    iconButton('first', t.first, steps.first),
    iconButton('back', t.back, steps.back),
    between,
    iconButton('forward', t.forward, steps.forward),
    iconButton('last', t.last, steps.last),
    ...more,
  );

/** The same with keys. */
export const stepKeys = ({ first, back, forward, last }: Steps): Record<string, () => void> => ({
  ArrowLeft: back,
  ArrowRight: forward,
  Home: first,
  End: last,
});

/** Does what a key stands for; whether it stands for anything. */
export function pressed(event: KeyboardEvent, keys: Record<string, () => void>): boolean {
  keys[event.key]?.();
  return keys[event.key] !== undefined;
}
