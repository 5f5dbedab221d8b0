/** What a FEN says besides the men: whose turn it is, who may castle, and en passant. */

import type { Setup } from '../../chess/setup';
import { field, h, segments, select } from '../../dom';
import { t } from '../../i18n';

const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
const SQUARES = ['-', ...[...'abcdefgh'].flatMap(file => [`${file}3`, `${file}6`])];

export interface Conditions {
  elements: HTMLElement[];
  /** Brings the controls in line with a setup. */
  show: (setup: Setup) => void;
}

/** `changed` gets what somebody chose, to be applied to the setup. */
export function createConditions(first: Setup, changed: (apply: (setup: Setup) => void) => void): Conditions {
  const turn = segments(
    t.position.toMove,
    [
      ['white', t.white],
      ['black', t.black],
    ],
    first.turn,
    to =>
      changed(setup => {
        setup.turn = to;
      }),
  );
  const taken = (): void =>
    changed(setup => {
      setup.enPassant = enPassant.value;
    });
  const enPassant = select(
    SQUARES.map(square => [square, square === '-' ? t.none : square] as const),
    '-',
    { on: { change: taken } },
  );
  const rights = RIGHTS.map(right => {
    const set = (): void =>
      changed(setup => {
        setup.castling[right] = box.checked;
      });
    const box = h('input', { type: 'checkbox', 'aria-label': t.position.rights[right], on: { change: set } });
    return { right, box };
  });
  const castling = (color: 'white' | 'black', from: number): HTMLElement =>
    h(
      'div',
      { class: 'row' },
      h('span', {}, t[color]),
      ...rights.slice(from, from + 2).map(({ right, box }) => h('label', { class: 'check' }, box, right.toUpperCase() === 'K' ? 'O-O' : 'O-O-O')),
    );
  return {
    elements: [
      h(
        'div',
        { class: 'fields' },
        h('div', { class: 'field' }, h('span', { class: 'label' }, t.position.toMove), turn.element),
        field(t.position.enPassant, enPassant),
      ),
      h('fieldset', { class: 'castling' }, h('legend', { class: 'label' }, t.position.mayCastle), castling('white', 0), castling('black', 2)),
    ],
    show: setup => {
      turn.set(setup.turn);
      enPassant.value = setup.enPassant;
      for (const { right, box } of rights) box.checked = setup.castling[right];
    },
  };
}
