/**
 * Boards: chessground for the eye and the mouse, a labelled grid over it for the keyboard and
 * screen readers. The grid takes no clicks; its focused square is the cursor.
 */

import { Chessground } from 'chessground';
import type { Api } from 'chessground/api';
import type { Config } from 'chessground/config';
import type { DrawShape } from 'chessground/draw';
import type { Key } from 'chessground/types';
import { named, SQUARES, toKey, toKeys } from '../chess/setup';
import { h } from '../dom';
import { t } from '../i18n';

export interface Board {
  element: HTMLElement;
  ground: Api;
  /** Brings the labels up to date with the men. */
  relabel: () => void;
  flip: () => void;
  /** Points out squares, never by colour alone: a ring is drawn round each. */
  mark: (squares: readonly string[]) => void;
  /** Rings and arrows. */
  draw: (shapes: DrawShape[]) => void;
}

export interface BoardOptions extends Config {
  label: string;
  /** A key pressed with the cursor on a square; true where it meant something. */
  press?: (square: Key, key: string) => boolean;
}

export function createBoard({ label, press, ...config }: BoardOptions): Board {
  const surface = h('div', { class: 'surface', 'aria-hidden': 'true' });
  const cells = new Map<Key, HTMLElement>();
  const grid = h('div', { class: 'squares', role: 'grid', 'aria-label': label });
  const element = h('div', { class: 'board' }, surface, grid);
  const ground = Chessground(surface, { animation: { duration: 120, enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches }, ...config });
  // The page above may have grown since the board last measured where it stands.
  surface.addEventListener('pointerdown', () => ground.state.dom.bounds.clear(), { capture: true });
  let cursor: Key = 'e4';
  let wanted: DrawShape[] = [];
  // Before its first frame on the page a board has no size, and rings would be drawn at no place.
  const drawWanted = (): void => {
    if (ground.state.dom.bounds().width > 0) ground.setAutoShapes(wanted);
    else if (surface.isConnected) requestAnimationFrame(drawWanted);
  };
  const draw = (shapes: DrawShape[]): void => {
    wanted = shapes;
    // Nothing needs no size: a page that is left takes its rings away, or they would be drawn once more at no place.
    if (shapes.length) drawWanted();
    else ground.setAutoShapes([]);
  };

  const order = (): Key[] => (ground.state.orientation === 'white' ? SQUARES : [...SQUARES].reverse());
  const layOut = (): void => {
    const squares = order();
    grid.replaceChildren();
    for (let row = 0; row < 8; row++) {
      const line = h('div', { role: 'row' });
      for (const square of squares.slice(8 * row, 8 * row + 8)) {
        const cell = cells.get(square) ?? h('div', { role: 'gridcell', 'data-square': square });
        cells.set(square, cell);
        line.append(cell);
      }
      grid.append(line);
    }
    relabel();
  };
  const relabel = (): void => {
    for (const [square, cell] of cells) {
      cell.setAttribute('aria-label', `${square}, ${t.man(named(ground.state.pieces.get(square)))}`);
      cell.tabIndex = square === cursor ? 0 : -1;
    }
  };
  const moveTo = (square: Key): void => {
    cursor = square;
    relabel();
    cells.get(square)?.focus();
  };
  grid.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const squares = order();
    const at = squares.indexOf(cursor);
    const [row, column] = [Math.floor(at / 8), at % 8];
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      const to = squares[8 * Math.min(7, Math.max(0, row + step[0])) + Math.min(7, Math.max(0, column + step[1]))];
      if (to) moveTo(to);
    } else if (!press?.(cursor, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  grid.addEventListener('focusin', event => {
    const square = event.target instanceof HTMLElement ? toKey(event.target.dataset['square'] ?? '') : undefined;
    if (square) cursor = square;
  });
  layOut();
  return {
    element,
    ground,
    relabel,
    flip: () => {
      // Turned while it is only looked at, a board would lose its hands for good.
      const { viewOnly } = ground.state;
      ground.state.viewOnly = false;
      ground.toggleOrientation();
      ground.state.viewOnly = viewOnly;
      layOut();
    },
    mark: squares => draw(toKeys(squares).map(orig => ({ orig, brush: 'red' }))),
    draw,
  };
}
