/** The frame: navigation, theme, help, and one page at a time. */

import 'chessground/assets/chessground.base.css';
import 'chessground/assets/chessground.cburnett.css';
import './style.css';
import { get } from './api/client';
import type { Info } from './api/client';
import { button, h, isTyping, replace } from './dom';
import { about, keyTable } from './pages/about';
import { game } from './pages/game';
import { generate } from './pages/generate';
import type { Make, Page } from './pages/page';
import { play } from './pages/play';
import { position } from './pages/position';
import { rules } from './pages/rules';
import { go, start } from './router';
import { messages, problem } from './ui';

const PAGES: readonly { path: string; name: string; key: string; make: Make }[] = [
  { path: '/generate', name: 'Generate', key: 'g', make: generate },
  { path: '/position', name: 'Position', key: 'p', make: position },
  { path: '/game', name: 'Game', key: 'm', make: game },
  { path: '/play', name: 'Play', key: 'l', make: play },
  { path: '/rules', name: 'Rules', key: 'r', make: rules },
  { path: '/about', name: 'About', key: 'a', make: about },
];

type Theme = 'light' | 'dark';

function theme(): Theme {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function boot(info: Info): void {
  let page: Page | undefined;
  const main = h('main', { id: 'main', tabindex: '-1' });
  const links = PAGES.map(({ path, name }) => h('a', { href: path }, name));
  const help = h('dialog', { 'aria-labelledby': 'keys-title' }, h('h2', { id: 'keys-title' }, 'Keyboard'), keyTable(), h('form', { method: 'dialog' }, h('button', { class: 'primary' }, 'Close')));
  const setTheme = (to: Theme): void => {
    document.documentElement.dataset['theme'] = to;
    toggle.textContent = to === 'dark' ? '☀ Light' : '☾ Dark';
  };
  const toggle = button('', () => {
    const to = theme() === 'dark' ? 'light' : 'dark';
    localStorage.setItem('theme', to);
    setTheme(to);
  }, { class: 'quiet' });
  setTheme(theme());

  document.querySelector('#app')?.replaceWith(
    h('a', { class: 'skip', href: '#main', on: { click: event => { event.preventDefault(); main.focus(); } } }, 'To the content'),
    h('header', { class: 'top' }, h('a', { class: 'brand', href: '/generate' }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }), 'Sissa'),
      h('nav', { 'aria-label': 'Pages' }, ...links), h('div', { class: 'right' }, toggle, button('?', () => help.showModal(), { class: 'quiet', 'aria-label': 'Keyboard', title: 'Keyboard (?)' }))),
    main,
    messages(),
    help,
  );

  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || help.open) return;
    const typing = isTyping(event.target);
    const everywhere = event.key === 'Escape' || (event.key === 'Enter' && event.ctrlKey);
    if ((typing && !everywhere) || (!everywhere && (event.ctrlKey || event.metaKey || event.altKey))) return;
    // A focused button keeps its own keys.
    if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a, summary, input')) return;
    // So does a slider.
    if (event.target instanceof HTMLInputElement && event.target.type === 'range' && /^(Arrow|Home|End)/.test(event.key)) return;
    if (page?.keys?.(event)) event.preventDefault();
    else if (event.key === '?') help.showModal();
    else if (event.key === 't') toggle.click();
    else {
      const to = PAGES.find(({ key }) => key === event.key);
      if (to) go(to.path);
    }
  });

  start(() => {
    page?.leave?.();
    const path = location.pathname === '/' ? '/generate' : location.pathname;
    const found = PAGES.find(one => one.path === path);
    page = (found?.make ?? about)(new URLSearchParams(location.search), info);
    document.title = `${page.title} · Sissa`;
    for (const link of links) {
      if (link.getAttribute('href') === path) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    replace(main, page.element);
  });
}

get<Info>('/info').then(boot, (error: unknown) => replace(document.querySelector('#app') ?? document.body, problem(error)));
