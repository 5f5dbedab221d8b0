/** Two clocks, or none. */

import type { Color } from 'chessops/types';
import { h, select } from './dom';

/** Minutes and seconds added a move. */
export const CLOCKS = [
  ['none', 'no clock'],
  ['3+2', '3 minutes + 2 s a move'],
  ['5+0', '5 minutes'],
  ['15+10', '15 minutes + 10 s a move'],
] as const;

export interface Clock {
  element: HTMLElement;
  choice: HTMLSelectElement;
  name: () => string;
  /** Whose time runs; nobody's where it is undefined. */
  run: (color: Color | undefined) => void;
  /** A move was made: its side gets what a move adds. */
  press: (color: Color) => void;
  reset: () => void;
}

/** `4:05`, and tenths in the last ten seconds. */
export function shownTime(milliseconds: number): string {
  const rest = Math.max(0, milliseconds);
  if (rest < 10_000) return (Math.floor(rest / 100) / 10).toFixed(1);
  const seconds = Math.ceil(rest / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function createClock(name: string, fallen: (color: Color) => void): Clock {
  let left: Record<Color, number> = { white: 0, black: 0 };
  let running: { color: Color; since: number; had: number } | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const choice = select(CLOCKS, name, { id: 'clock', on: { change: () => reset() } });
  const faces = { white: h('span', { class: 'mono' }), black: h('span', { class: 'mono' }) };
  const element = h('p', { class: 'clocks', 'aria-label': 'Clocks' }, 'White ', faces.white, ' · Black ', faces.black);
  const parts = (): [number, number] => {
    const [minutes = 0, seconds = 0] = choice.value.split('+').map(Number);
    return [minutes * 60_000, seconds * 1000];
  };
  const draw = (): void => {
    element.hidden = choice.value === 'none';
    for (const color of ['white', 'black'] as const) faces[color].textContent = shownTime(left[color]);
  };
  const tick = (): void => {
    if (!running) return;
    left[running.color] = running.had - (performance.now() - running.since);
    draw();
    if (left[running.color] <= 0) {
      const { color } = running;
      run(undefined);
      fallen(color);
    }
  };
  const run = (color: Color | undefined): void => {
    if (running?.color === color && running) return;
    tick();
    clearInterval(timer);
    running = color && choice.value !== 'none' ? { color, since: performance.now(), had: left[color] } : undefined;
    if (running) timer = setInterval(tick, 100);
    draw();
  };
  const reset = (): void => {
    run(undefined);
    const [whole] = parts();
    left = { white: whole, black: whole };
    draw();
  };
  reset();
  return {
    element,
    choice,
    name: () => choice.value,
    run,
    press: color => {
      if (choice.value === 'none') return;
      run(undefined);
      left[color] += parts()[1];
      draw();
    },
    reset,
  };
}
