/** Elements without ceremony: `h('button', { class: 'primary', on: { click } }, 'Generate')`. */

import type { Icon } from './components/icons';
import { icon } from './components/icons';

export type Child = Node | string | number | null | undefined | false;

type Handlers = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

export interface Props {
  class?: string;
  on?: Handlers;
  [attribute: string]: string | number | boolean | null | undefined | Handlers;
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') {
      for (const [event, handler] of Object.entries(value as Handlers)) element.addEventListener(event, handler as EventListener);
    } else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

export function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
}

export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** A label around a control. */
export function field(label: string, control: HTMLElement, ...more: Child[]): HTMLLabelElement {
  return h('label', { class: 'field' }, h('span', { class: 'label' }, label), control, ...more);
}

export function button(label: string, click: () => void, props: Props = {}, picture?: Icon): HTMLButtonElement {
  return h('button', { type: 'button', ...props, on: { click } }, picture && icon(picture), label);
}

/** A button that is only a picture; its name is read out and shown on hovering. */
export function iconButton(picture: Icon, label: string, click: () => void, props: Props = {}): HTMLButtonElement {
  const { class: more = '', ...rest } = props;
  return h('button', { type: 'button', class: `round ${more}`.trim(), 'aria-label': label, title: label, ...rest, on: { click } }, icon(picture));
}

export function select<T extends string>(options: readonly (readonly [T, string])[], value: string, props: Props = {}): HTMLSelectElement {
  const element = h('select', props, ...options.map(([key, text]) => h('option', { value: key }, text)));
  element.value = value;
  return element;
}

/** One of a few, side by side. */
export interface Segments<T extends string> {
  element: HTMLElement;
  value: () => T;
  set: (to: T) => void;
}

let groups = 0;

export function segments<T extends string>(label: string, options: readonly (readonly [T, string])[], value: T, changed: (to: T) => void): Segments<T> {
  const name = `segments-${groups++}`;
  let chosen = value;
  const inputs = options.map(([key, text]) => {
    const input = h('input', {
      type: 'radio',
      name,
      value: key,
      checked: key === value,
      on: {
        change: () => {
          chosen = key;
          changed(key);
        },
      },
    });
    return { key, input, label: h('label', {}, input, text) };
  });
  return {
    element: h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, ...inputs.map(one => one.label)),
    value: () => chosen,
    set: to => {
      chosen = to;
      for (const one of inputs) one.input.checked = one.key === to;
    },
  };
}

/** A folded part of a page. */
export const fold = (summary: string, open: boolean, ...children: Child[]): HTMLDetailsElement =>
  h('details', { class: 'fold', open }, h('summary', {}, summary), ...children);

/** A call put off; a page that is left cancels it. */
export type Debounced = (() => void) & { cancel: () => void };

/** Calls at most once per pause. */
export function debounce(milliseconds: number, call: () => void): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(call, milliseconds);
  };
  return Object.assign(later, { cancel: () => clearTimeout(timer) });
}

/** Whether keys are being typed into something. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Boxes and sliders take no letters: the keys stay the page's.
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button', 'submit'].includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
