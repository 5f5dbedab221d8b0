/** Two clocks, or none. */

import type { Color } from 'chessops/types';
import { h } from '../dom';
import { t } from '../i18n';

/** Minutes and seconds added a move. */
export const CLOCKS = ['none', '3+2', '5+0', '10+5', '15+10', '30+20'] as const;
export type ClockName = (typeof CLOCKS)[number];

export const clockOf = (text: string | null): ClockName => CLOCKS.find(name => name === text) ?? 'none';

export type Times = Record<Color, number>;

export interface Clock {
  faces: Record<Color, HTMLElement>;
  name: () => ClockName;
  /** Whose time runs; nobody's where it is undefined. */
  run: (color: Color | undefined) => void;
  /** A move was made: its side gets what a move adds. */
  press: (color: Color) => void;
  reset: (name: ClockName, times?: Times) => void;
  /** What is left, for keeping. */
  times: () => Times;
}

/** `4:05`, and tenths in the last ten seconds. */
export function shownTime(milliseconds: number): string {
  const rest = Math.max(0, milliseconds);
  if (rest < 10_000) return (Math.floor(rest / 100) / 10).toFixed(1);
  const seconds = Math.ceil(rest / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const parts = (name: ClockName): [whole: number, added: number] => {
  const [minutes = 0, seconds = 0] = name === 'none' ? [] : name.split('+').map(Number);
  return [minutes * 60_000, seconds * 1000];
};

export function createClock(first: ClockName, fallen: (color: Color) => void): Clock {
  let name = first;
  let left: Times = { white: 0, black: 0 };
  let running: { color: Color; since: number; had: number } | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const face = (color: Color): HTMLElement => h('span', { class: 'clock number', role: 'timer', 'aria-label': t.play.clockOf(t[color]), 'data-color': color });
  const faces = { white: face('white'), black: face('black') };
  const draw = (): void => {
    for (const color of ['white', 'black'] as const) {
      faces[color].hidden = name === 'none';
      faces[color].textContent = shownTime(left[color]);
      faces[color].classList.toggle('running', running?.color === color);
      faces[color].classList.toggle('low', left[color] < 20_000);
    }
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
    running = color && name !== 'none' ? { color, since: performance.now(), had: left[color] } : undefined;
    if (running) timer = setInterval(tick, 100);
    draw();
  };
  const reset = (to: ClockName, times?: Times): void => {
    run(undefined);
    name = to;
    const [whole] = parts(name);
    left = times ? { ...times } : { white: whole, black: whole };
    draw();
  };
  reset(first);
  return {
    faces,
    name: () => name,
    run,
    press: color => {
      if (name === 'none') return;
      run(undefined);
      left[color] += parts(name)[1];
      draw();
    },
    reset,
    times: () => {
      tick();
      return { ...left };
    },
  };
}
