/**
 * A grid of cards of which only those near the screen are on the page, so that a thousand cost no more than forty.
 * All cards have the height of the first; empty room above and below stands for the others.
 */

import { h } from '../dom';

export interface Grid<T> {
  element: HTMLElement;
  push: (item: T) => void;
  clear: () => void;
  /** Draws what is in view anew. */
  refresh: () => void;
  leave: () => void;
}

/** As many are simply shown. */
const FEW = 48;
/** Rows kept ready above and below the screen. */
const SPARE = 3;

/** The rows to draw: first and one past the last. */
export function visible(count: number, columns: number, pitch: number, above: number, height: number): [number, number] {
  const rows = Math.ceil(count / columns);
  if (pitch <= 0) return [0, rows];
  const first = Math.max(0, Math.floor(above / pitch) - SPARE);
  const last = Math.min(rows, Math.ceil((above + height) / pitch) + SPARE);
  return [Math.min(first, rows), Math.max(Math.min(first, rows), last)];
}

export function virtualGrid<T>(id: string, card: (item: T, at: number) => HTMLElement): Grid<T> {
  const element = h('div', { class: 'cards', id, role: 'list' });
  let items: T[] = [];
  let shown: [number, number] = [0, 0];
  let waiting = false;
  const made = (at: number): HTMLElement => {
    const item = items[at];
    if (item === undefined) throw new RangeError(`no card ${at}`);
    const found = card(item, at);
    found.setAttribute('role', 'listitem');
    found.setAttribute('aria-posinset', String(at + 1));
    found.setAttribute('aria-setsize', String(items.length));
    return found;
  };
  const draw = (force = false): void => {
    waiting = false;
    if (!element.isConnected || items.length <= FEW) return;
    const columns = Math.max(1, getComputedStyle(element).gridTemplateColumns.split(' ').length);
    const first = element.firstElementChild;
    const gap = Number.parseFloat(getComputedStyle(element).rowGap) || 0;
    const pitch = first ? first.getBoundingClientRect().height + gap : 0;
    const above = Math.max(0, -element.getBoundingClientRect().top);
    const [from, to] = visible(items.length, columns, pitch, above, innerHeight);
    const range: [number, number] = [from * columns, Math.min(items.length, to * columns)];
    const rows = Math.ceil(items.length / columns);
    element.style.paddingTop = `${from * pitch}px`;
    element.style.paddingBottom = `${Math.max(0, rows - to) * pitch}px`;
    if (!force && range[0] === shown[0] && range[1] === shown[1]) return;
    shown = range;
    // Whoever has the focus keeps it while cards come and go.
    const had = document.activeElement?.closest('[data-at]')?.getAttribute('data-at');
    const kept = new Map([...element.children].map(one => [one.getAttribute('data-at'), one]));
    const next = Array.from({ length: range[1] - range[0] }, (_, at) => {
      const number = range[0] + at;
      const old = force ? undefined : kept.get(String(number));
      if (old) return old;
      const fresh = made(number);
      fresh.dataset['at'] = String(number);
      return fresh;
    });
    element.replaceChildren(...next);
    if (had) element.querySelector<HTMLElement>(`[data-at="${had}"] a`)?.focus({ preventScroll: true });
  };
  const later = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => draw());
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('resize', later);
  return {
    element,
    push: item => {
      items.push(item);
      if (items.length <= FEW) {
        const fresh = made(items.length - 1);
        fresh.dataset['at'] = String(items.length - 1);
        element.append(fresh);
        shown = [0, items.length];
      } else later();
    },
    clear: () => {
      items = [];
      shown = [0, 0];
      element.style.paddingTop = element.style.paddingBottom = '';
      element.replaceChildren();
    },
    refresh: () => {
      if (items.length <= FEW) element.replaceChildren(...items.map((_, at) => Object.assign(made(at))));
      else draw(true);
    },
    leave: () => {
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    },
  };
}
