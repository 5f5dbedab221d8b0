/** Elements without ceremony: `h('button', { class: 'primary', on: { click } }, 'Generate')`. */

export type Child = Node | string | number | null | undefined | false;

type Handlers = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

export interface Props {
  class?: string;
  on?: Handlers;
  [attribute: string]: string | number | boolean | null | undefined | Handlers;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') {
      for (const [event, handler] of Object.entries(value as Handlers))
        element.addEventListener(event, handler as EventListener);
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

export function button(label: string, click: () => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...props, on: { click } }, label);
}

export function select(options: readonly (readonly [string, string])[], value: string, props: Props = {}): HTMLSelectElement {
  const element = h('select', props, ...options.map(([key, text]) => h('option', { value: key }, text)));
  element.value = value;
  return element;
}

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
