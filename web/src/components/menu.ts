/** A menu behind a button: arrows move, Escape and a click elsewhere close. */

import type { Props } from '../dom';
import { h } from '../dom';
import type { Icon } from './icons';
import { icon } from './icons';

export interface Item {
  icon?: Icon;
  label: string;
  /** What it does, or where it leads. */
  act?: () => void;
  href?: string;
  /** Opened in another tab. */
  away?: boolean;
}

let close: () => void = () => undefined;

function open(anchor: HTMLElement, items: readonly Item[]): void {
  close();
  const entries = items.map(({ icon: picture, label, act, href, away }) => {
    const props = {
      role: 'menuitem',
      tabindex: -1,
      on: {
        click: () => {
          close();
          act?.();
        },
      },
    };
    const inner = [picture && icon(picture), label];
    return href
      ? h('a', { ...props, href, target: away ? '_blank' : null, rel: away ? 'noreferrer' : null }, ...inner)
      : h('button', { ...props, type: 'button' }, ...inner);
  });
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': anchor.getAttribute('aria-label') ?? anchor.textContent ?? '' }, ...entries);
  // Inside of a dialog the menu belongs to it, or it would be behind; else to the page's content.
  (anchor.closest('dialog') ?? document.querySelector('main') ?? document.body).append(menu);
  const box = anchor.getBoundingClientRect();
  const below = box.bottom + menu.offsetHeight + 8 < innerHeight || box.top < menu.offsetHeight;
  menu.style.top = `${scrollY + (below ? box.bottom + 4 : box.top - menu.offsetHeight - 4)}px`;
  menu.style.left = `${Math.max(8, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`;
  anchor.setAttribute('aria-expanded', 'true');
  const elsewhere = (event: Event): void => {
    if (event.target instanceof Node && !menu.contains(event.target) && !anchor.contains(event.target)) close();
  };
  close = () => {
    close = () => undefined;
    document.removeEventListener('pointerdown', elsewhere, true);
    menu.remove();
    anchor.setAttribute('aria-expanded', 'false');
  };
  document.addEventListener('pointerdown', elsewhere, true);
  menu.addEventListener('keydown', event => {
    const at = entries.findIndex(entry => entry.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + entries.length, Home: 0, End: entries.length - 1 }[event.key];
    if (to !== undefined) entries[to % entries.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      close();
      anchor.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  entries[0]?.focus({ preventScroll: true });
}

/** Pages that are left take their menus along. */
export const closeMenus = (): void => close();

export function menuButton(label: string, items: () => readonly Item[], props: Props = {}, picture: Icon = 'more', bare = false): HTMLButtonElement {
  const { class: more = '', ...rest } = props;
  const anchor = h(
    'button',
    {
      type: 'button',
      class: `${bare ? 'round ' : ''}${more}`.trim(),
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-label': bare ? label : null,
      title: bare ? label : null,
      ...rest,
      on: { click: () => (anchor.getAttribute('aria-expanded') === 'true' ? close() : open(anchor, items())) },
    },
    icon(picture),
    !bare && label,
  );
  return anchor;
}
