/** Men beside the editor's board: dragged onto it, or chosen so that clicks place them. */

import { dragNewPiece } from 'chessground/drag';
import { named, piece } from '../../chess/setup';
import type { Board } from '../../components/board';
import { icon } from '../../components/icons';
import { portrait } from '../../components/mini';
import { h } from '../../dom';
import { t } from '../../i18n';

/** What a click on the board does: the hand moves men, a letter places one, the bin takes away. */
export type Tool = 'hand' | 'bin' | string;

export interface Spares {
  above: HTMLElement;
  below: HTMLElement;
  tool: () => Tool;
  set: (tool: Tool) => void;
  /** After the board was turned. */
  turned: () => void;
}

export function createSpares(board: Board): Spares {
  let tool: Tool = 'hand';
  const inputs: { tool: Tool; input: HTMLInputElement }[] = [];
  const choice = (of: Tool, name: string, picture: Element): HTMLElement => {
    const input = h('input', {
      type: 'radio',
      name: 'spare',
      value: of,
      'aria-label': name,
      checked: of === tool,
      on: {
        change: () => {
          tool = of;
        },
      },
    });
    inputs.push({ tool: of, input });
    const label = h('label', { class: 'spare', title: name }, input, picture);
    const man = of.length === 1 ? piece(of) : undefined;
    if (man) {
      // Not pointer events: chessground follows a drag by those of mouse and finger, which a handled pointer would suppress.
      const taken = (event: MouseEvent | TouchEvent): void => {
        if (event instanceof MouseEvent && event.button !== 0) return;
        event.preventDefault();
        input.checked = true;
        input.focus({ preventScroll: true });
        tool = of;
        board.ground.state.dom.bounds.clear();
        dragNewPiece(board.ground.state, man, event, true);
      };
      label.addEventListener('mousedown', taken);
      label.addEventListener('touchstart', taken, { passive: false });
    }
    return label;
  };
  const row = (letters: string, side: Tool, name: string, sign: 'hand' | 'bin'): HTMLElement[] => [
    choice(side, name, icon(sign)),
    ...[...letters].map(letter => {
      const man = piece(letter);
      return choice(letter, t.man(named(man)), man ? portrait(man) : icon('cross'));
    }),
  ];
  const [white, black] = [row('KQRBNP', 'hand', t.position.hand, 'hand'), row('kqrbnp', 'bin', t.position.bin, 'bin')];
  const above = h('div', { class: 'spares', role: 'group' });
  const below = h('div', { class: 'spares', role: 'group' });
  const turned = (): void => {
    const whiteBelow = board.ground.state.orientation === 'white';
    (whiteBelow ? below : above).replaceChildren(...white);
    (whiteBelow ? above : below).replaceChildren(...black);
    (whiteBelow ? below : above).setAttribute('aria-label', t.position.whiteMen);
    (whiteBelow ? above : below).setAttribute('aria-label', t.position.blackMen);
  };
  turned();
  return {
    above,
    below,
    tool: () => tool,
    set: to => {
      tool = to;
      for (const one of inputs) one.input.checked = one.tool === to;
    },
    turned,
  };
}
