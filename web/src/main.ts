/** The frame: navigation, preferences, keys, and one page at a time. */

import 'chessground/assets/chessground.base.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/pieces.css';
import './styles/board.css';
import './styles/frame.css';
import './styles/table.css';
import './styles/generate.css';
import './styles/pages.css';
import './styles/games.css';
import './styles/phone.css';
import type { Info } from './api/client';
import { get } from './api/client';
import { connectSoon } from './api/socket';
import { openDialog } from './components/dialog';
import type { Icon } from './components/icons';
import { icon } from './components/icons';
import { closeMenus, menuButton } from './components/menu';
import { openPreferences } from './components/preferences';
import { button, h, iconButton, isTyping, replace } from './dom';
import { chooseLanguage, t } from './i18n';
import { analysis } from './pages/analysis';
import { generate } from './pages/generate';
import { help, keyTable } from './pages/help';
import { library } from './pages/library';
import type { Make, Page } from './pages/page';
import { play } from './pages/play';
import { position } from './pages/position';
import { rules } from './pages/rules';
import { go, remember, start } from './router';
import { change, isDark } from './settings';
import { messages, problem } from './ui';

interface Entry {
  path: string;
  name: 'generate' | 'position' | 'analysis' | 'review' | 'puzzles' | 'play' | 'explore' | 'library' | 'rules' | 'help';
  key: string;
  /** What makes the page; those that few visits begin with come as files of their own. */
  load: () => Make | Promise<Make>;
  icon: Icon;
  /** Whether it has a tab on a phone; the others are behind "More". */
  tab?: true;
}

const PAGES: readonly Entry[] = [
  { path: '/generate', name: 'generate', key: 'g', load: () => generate, icon: 'generate', tab: true },
  { path: '/position', name: 'position', key: 'p', load: () => position, icon: 'position' },
  { path: '/analysis', name: 'analysis', key: 'a', load: () => analysis, icon: 'analysis', tab: true },
  { path: '/review', name: 'review', key: 'v', load: () => import('./pages/review').then(({ review }) => review), icon: 'review' },
  { path: '/puzzles', name: 'puzzles', key: 's', load: () => import('./pages/puzzles').then(({ puzzles }) => puzzles), icon: 'puzzles', tab: true },
  { path: '/play', name: 'play', key: 'l', load: () => play, icon: 'play', tab: true },
  { path: '/explore', name: 'explore', key: 'x', load: () => import('./pages/explore').then(({ explore }) => explore), icon: 'explore' },
  { path: '/library', name: 'library', key: 'b', load: () => library, icon: 'library' },
  { path: '/rules', name: 'rules', key: 'r', load: () => rules, icon: 'rules' },
  { path: '/help', name: 'help', key: '0', load: () => help, icon: 'help' },
];
/** Only whoever works on the page needs the guide. */
const GUIDE = (): Promise<Make> => import('./pages/styleguide').then(({ styleguide }) => styleguide);
/** Addresses of the first edition. */
const OLD: Record<string, string> = { '/': '/generate', '/game': '/analysis', '/about': '/help' };

const nowhere: Make = () => ({
  title: t.notFound,
  element: h('section', { class: 'panel prose' }, h('h1', {}, t.notFound), h('p', {}, h('a', { href: '/generate' }, t.pages.generate))),
});

/** In place of a page whose file does not come: the server is gone, or serves another version by now. */
const missing = (): HTMLElement =>
  h(
    'section',
    { class: 'panel prose' },
    problem(new Error(t.noPage)),
    button(t.tryAgain, () => location.reload(), { class: 'primary', id: 'reload' }, 'again'),
  );

function boot(info: Info): void {
  let page: Page | undefined;
  let visit = 0;
  const main = h('main', { id: 'main', tabindex: '-1' });
  const link = ({ path, name, icon: picture }: Entry): HTMLAnchorElement => h('a', { href: path }, icon(picture), h('span', {}, t.pages[name]));
  const links = PAGES.map(link);
  const tabs = PAGES.filter(one => one.tab).map(link);
  const more = menuButton(
    t.more,
    () => [
      ...PAGES.filter(one => !one.tab).map(({ path, name, icon: picture }) => ({ icon: picture, label: t.pages[name], href: path })),
      { icon: 'settings' as const, label: t.settings.title, act: openPreferences },
    ],
    { class: 'tab' },
  );
  const keys = (): void => {
    openDialog(t.help.keyboard, [keyTable()]).element.classList.add('wide');
  };
  const shade = (): void => change({ theme: isDark() ? 'light' : 'dark' });

  document.querySelector('#app')?.replaceWith(
    h(
      'a',
      {
        class: 'skip',
        href: '#main',
        on: {
          click: event => {
            event.preventDefault();
            main.focus();
          },
        },
      },
      t.skip,
    ),
    h(
      'header',
      { class: 'top' },
      h('a', { class: 'brand', href: '/generate' }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }), 'Sissa'),
      h('nav', { class: 'pages', 'aria-label': t.pagesLabel }, ...links),
      h(
        'div',
        { class: 'right' },
        iconButton('moon', t.settings.shade, shade, { class: 'quiet', id: 'shade' }),
        iconButton('settings', t.settings.title, openPreferences, { class: 'quiet', id: 'preferences' }),
        iconButton('help', t.help.keyboard, keys, { class: 'quiet', id: 'shortcuts' }),
      ),
    ),
    main,
    h('nav', { class: 'tabs', 'aria-label': t.pagesLabel }, ...tabs, more),
    messages(),
  );

  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || document.querySelector('dialog[open], .menu')) return;
    const typing = isTyping(event.target);
    const everywhere = event.key === 'Escape' || (event.key === 'Enter' && event.ctrlKey);
    if ((typing && !everywhere) || (!everywhere && (event.ctrlKey || event.metaKey || event.altKey))) return;
    // A focused button keeps its own keys, and so do sliders and radios.
    if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a, summary, input')) return;
    if (event.target instanceof HTMLInputElement && ['range', 'radio'].includes(event.target.type) && /^(Arrow|Home|End)/.test(event.key)) return;
    if (page?.keys?.(event)) event.preventDefault();
    else if (event.key === '?') keys();
    else if (event.key === 't') shade();
    else {
      const to = PAGES.find(({ key }) => key === event.key);
      if (to) go(to.path);
    }
  });

  start(() => {
    page?.leave?.();
    closeMenus();
    const old = OLD[location.pathname];
    if (old && location.pathname !== '/') remember(old + location.search);
    const path = old ?? location.pathname;
    const found = PAGES.find(one => one.path === path);
    const query = new URLSearchParams(location.search);
    const shown = (make: Make): void => {
      page = make(query, info);
      document.title = `${page.title} · Sissa`;
      replace(main, page.element);
    };
    const at = ++visit;
    for (const one of [...links, ...tabs]) {
      if (one.getAttribute('href') === path) one.setAttribute('aria-current', 'page');
      else one.removeAttribute('aria-current');
    }
    more.toggleAttribute('data-current', found !== undefined && !found.tab);
    main.dataset['page'] = found?.name ?? 'other';
    const made = path === '/styleguide' ? GUIDE() : (found?.load() ?? nowhere);
    if (!(made instanceof Promise)) return shown(made);
    page = undefined;
    // A file that comes late must not take the place of a page that was gone to meanwhile.
    made.then(make => at === visit && shown(make)).catch(() => at === visit && replace(main, missing()));
  });
}

async function begin(): Promise<void> {
  await chooseLanguage();
  const root = document.querySelector('#app') ?? document.body;
  // Who waits for longer than a moment is told for what.
  const waiting = setTimeout(
    () =>
      replace(
        root,
        h('main', { class: 'panel prose' }, h('h1', {}, 'Sissa'), h('p', { role: 'status' }, t.waiting), h('progress', { 'aria-label': t.waiting })),
      ),
    400,
  );
  try {
    connectSoon();
    const info = await get<Info>('/info');
    clearTimeout(waiting);
    boot(info);
  } catch (error) {
    clearTimeout(waiting);
    replace(
      root,
      h(
        'main',
        { class: 'panel prose' },
        h('h1', {}, 'Sissa'),
        problem(error),
        button(t.tryAgain, () => location.reload(), { class: 'primary' }),
      ),
    );
  }
}

void begin();
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
