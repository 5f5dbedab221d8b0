/** Pieces and squares by clicking: the same conditions as typed, kept in step with the text. */

import * as builder from '../chess/builder';
import { letterOf, piece, toKey } from '../chess/setup';
import { button, h, replace, select } from '../dom';
import { t } from '../i18n';
import { createBoard } from './board';
import { createPalette } from './palette';

export interface Clicks {
  element: HTMLElement;
  /** Shows a text's conditions, as far as clicks can say them. */
  read: (typed: string) => void;
}

const SIDES = ['white', 'black'] as const;
const WINGS = ['kingside', 'queenside', 'both', 'none'] as const;
const STATES = ['check', 'not check', 'mate', 'stalemate'] as const;

/** `changed` is told the whole text: what clicks cannot say, and what they do. */
export function createClicks(changed: (text: string) => void): Clicks {
  let { built, rest } = builder.parse('');
  const outputs: (() => void)[] = [];
  const refreshed = (): void => {
    for (const refresh of outputs) refresh();
  };
  const tell = (): void => {
    refreshed();
    changed(builder.joined(rest, builder.text(built)));
  };

  const stepper = (color: builder.Color, kind: builder.Kind): HTMLElement => {
    const name = `${t.clicks.colored[color]} ${t.clicks.men[kind]}`;
    const value = h('output', { 'aria-label': name });
    const change = (step: 1 | -1): void => {
      const counts = built.counts[color];
      const next = builder.stepped(counts[kind], step, builder.MOST[kind]);
      if (next === undefined) delete counts[kind];
      else counts[kind] = next;
      tell();
    };
    const fewer = button('−', () => change(-1), { 'aria-label': t.clicks.fewer(name) });
    outputs.push(() => {
      value.textContent = String(built.counts[color][kind] ?? t.clicks.any);
      fewer.disabled = built.counts[color][kind] === undefined;
    });
    return h(
      'td',
      {},
      h(
        'div',
        { class: 'stepper' },
        fewer,
        value,
        button('+', () => change(1), { 'aria-label': t.clicks.more(name) }),
      ),
    );
  };
  const table = h(
    'table',
    { class: 'steppers' },
    h('thead', {}, h('tr', {}, h('td', {}), ...SIDES.map(color => h('th', { scope: 'col' }, t[color])))),
    h('tbody', {}, ...builder.KINDS.map(kind => h('tr', {}, h('th', { scope: 'row' }, t.clicks.men[kind]), ...SIDES.map(color => stepper(color, kind))))),
  );

  /** A choice with "any" in front. */
  const choice = <T extends string>(label: string, options: readonly (readonly [T, string])[], get: () => T | '', set: (to: T | '') => void): HTMLElement => {
    const control = select<T | ''>([['', t.clicks.any], ...options], '', {
      on: {
        change: () => {
          set(options.find(([name]) => name === control.value)?.[0] ?? '');
          tell();
        },
      },
    });
    outputs.push(() => {
      control.value = get();
    });
    return h('label', { class: 'field' }, h('span', { class: 'label' }, label), control);
  };
  const castling = (color: builder.Color): HTMLElement =>
    choice(
      t.clicks.mayCastle[color],
      WINGS.map(wing => [wing, t.clicks.castling[wing]] as const),
      () => built.castling[color],
      to => {
        built.castling[color] = to;
      },
    );

  const palette = createPalette(t.clicks.manToRequire);
  const put = (square: string, letter: string | undefined): void => {
    if (letter) built.men[square] = letter;
    else delete built.men[square];
    tell();
  };
  const board = createBoard({
    label: t.clicks.requiredMen,
    fen: '8/8/8/8/8/8/8/8',
    coordinates: true,
    movable: { free: false, color: 'white' },
    draggable: { enabled: false },
    selectable: { enabled: true },
    drawable: { enabled: false },
    events: { select: key => put(key, built.men[key] === palette.letter() ? undefined : palette.letter()) },
    press: (square, key) => {
      if (key === 'Delete' || key === 'Backspace') put(square, undefined);
      else if (key === 'Enter' || key === ' ') put(square, built.men[square] === palette.letter() ? undefined : palette.letter());
      else if (piece(key)) put(square, key);
      else return false;
      return true;
    },
  });
  const required = h('p', { class: 'muted' });
  outputs.push(() => {
    board.ground.set({ fen: '8/8/8/8/8/8/8/8', lastMove: [] });
    board.ground.cancelMove();
    for (const [square, letter] of Object.entries(built.men)) {
      const [key, man] = [toKey(square), piece(letter)];
      if (key && man) board.ground.setPieces(new Map([[key, man]]));
    }
    board.relabel();
    const men = [...board.ground.state.pieces].map(([square, man]) => letterOf(man) + square);
    replace(required, men.length ? t.clicks.required(men.sort().join(' ')) : t.clicks.choose);
  });
  const fields = h(
    'div',
    { class: 'fields' },
    choice(
      t.clicks.toMove,
      SIDES.map(color => [color, t[color]] as const),
      () => built.turn,
      to => {
        built.turn = to;
      },
    ),
    choice(
      t.clicks.check,
      STATES.map(state => [state, t.clicks.states[state]] as const),
      () => built.state,
      to => {
        built.state = to;
      },
    ),
    castling('white'),
    castling('black'),
  );
  const clear = button(
    t.clicks.clear,
    () => {
      // Everything goes, also what only words can say: an empty wish is what is asked for.
      ({ built, rest } = builder.parse(''));
      tell();
    },
    {},
    'bin',
  );
  refreshed();
  return {
    element: h('div', { class: 'clicks' }, h('div', {}, table, clear), fields, h('div', { class: 'requires' }, palette.element, board.element, required)),
    read: typed => {
      ({ built, rest } = builder.parse(typed));
      refreshed();
    },
  };
}
