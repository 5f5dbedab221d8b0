/** The controls behind "Build by clicking". */

import * as builder from './builder';
import { createBoard } from './board';
import { button, h, replace, select } from './dom';
import { createPalette } from './palette';
import { letterOf, piece } from './setup';

export interface Clicks {
  element: HTMLElement;
  /** Shows a text's conditions, as far as clicks can say them. */
  read: (typed: string) => void;
}

const NAMES: Record<builder.Kind, string> = { Q: 'queens', R: 'rooks', B: 'bishops', N: 'knights', P: 'pawns' };

/** `changed` is told the whole text: what clicks cannot say, and what they do. */
export function createClicks(changed: (text: string) => void): Clicks {
  let { built, rest } = builder.parse('');
  const outputs: (() => void)[] = [];
  const tell = (): void => {
    for (const refresh of outputs) refresh();
    changed(builder.joined(rest, builder.text(built)));
  };

  const stepper = (color: builder.Color, kind: builder.Kind): HTMLElement => {
    const name = `${color} ${NAMES[kind]}`;
    const value = h('output', { 'aria-label': name });
    const change = (step: 1 | -1): void => {
      const counts = built.counts[color];
      const next = builder.stepped(counts[kind], step, builder.MOST[kind]);
      if (next === undefined) delete counts[kind];
      else counts[kind] = next;
      tell();
    };
    const fewer = button('−', () => change(-1), { 'aria-label': `Fewer ${name}` });
    outputs.push(() => {
      value.textContent = String(built.counts[color][kind] ?? 'any');
      fewer.disabled = built.counts[color][kind] === undefined;
    });
    return h(
      'td',
      {},
      h('div', { class: 'stepper' }, fewer, value, button('+', () => change(1), { 'aria-label': `More ${name}` })),
    );
  };
  const table = h(
    'table',
    { class: 'steppers' },
    h('thead', {}, h('tr', {}, h('td', {}), ...(['white', 'black'] as const).map(color => h('th', { scope: 'col' }, color === 'white' ? 'White' : 'Black')))),
    h('tbody', {}, ...builder.KINDS.map(kind => h('tr', {}, h('th', { scope: 'row' }, NAMES[kind]), stepper('white', kind), stepper('black', kind)))),
  );

  const castling = (color: builder.Color): HTMLElement => {
    const control = select([['', 'any'], ['kingside', 'kingside'], ['queenside', 'queenside'], ['both', 'both'], ['none', 'none']], '', {
      'aria-label': `${color} may castle`,
      on: { change: () => { built.castling[color] = control.value as never; tell(); } },
    });
    outputs.push(() => (control.value = built.castling[color]));
    return h('label', { class: 'field' }, h('span', { class: 'label' }, `${color === 'white' ? 'White' : 'Black'} may castle`), control);
  };
  const turn = select([['', 'any'], ['white', 'White'], ['black', 'Black']], '', {
    on: { change: () => { built.turn = turn.value as never; tell(); } },
  });
  const state = select([['', 'any'], ['check', 'check'], ['not check', 'no check'], ['mate', 'mate'], ['stalemate', 'stalemate']], '', {
    on: { change: () => { built.state = state.value as never; tell(); } },
  });
  outputs.push(() => {
    turn.value = built.turn;
    state.value = built.state;
  });

  const palette = createPalette('Man to require');
  const put = (square: string, letter: string | undefined): void => {
    if (letter) built.men[square] = letter;
    else delete built.men[square];
    tell();
  };
  const board = createBoard({
    label: 'Required men',
    fen: '8/8/8/8/8/8/8/8',
    coordinates: true,
    movable: { free: false, color: 'white' },
    draggable: { enabled: false },
    selectable: { enabled: true },
    drawable: { enabled: false },
    events: {
      select: key => {
        const same = built.men[key] === palette.letter();
        put(key, same ? undefined : palette.letter());
      },
    },
    press: (square, key) => {
      if (key === 'Delete' || key === 'Backspace') put(square, undefined);
      else if (key === 'Enter' || key === ' ') put(square, built.men[square] === palette.letter() ? undefined : palette.letter());
      else if (piece(key)) put(square, key);
      else return false;
      return true;
    },
  });
  outputs.push(() => {
    board.ground.set({ fen: '8/8/8/8/8/8/8/8', lastMove: [] });
    board.ground.cancelMove();
    for (const [square, letter] of Object.entries(built.men)) {
      const man = piece(letter);
      if (man) board.ground.setPieces(new Map([[square as never, man]]));
    }
    board.relabel();
    const men = [...board.ground.state.pieces].map(([square, man]) => letterOf(man) + square);
    replace(required, men.length ? `Required: ${men.sort().join(' ')}` : 'Choose a man, then a square it must stand on.');
  });
  const required = h('p', { class: 'muted' });
  for (const refresh of outputs) refresh();

  return {
    element: h('div', { class: 'clicks' },
      table,
      h('div', { class: 'fields' },
        h('label', { class: 'field' }, h('span', { class: 'label' }, 'To move'), turn),
        h('label', { class: 'field' }, h('span', { class: 'label' }, 'Check'), state),
        castling('white'),
        castling('black'),
      ),
      palette.element,
      board.element,
      required,
      button('Clear clicks', () => { built = builder.nothing(); tell(); }),
    ),
    read: typed => {
      ({ built, rest } = builder.parse(typed));
      for (const refresh of outputs) refresh();
    },
  };
}
