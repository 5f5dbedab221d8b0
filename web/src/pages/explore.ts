/** Real games: how often something comes about, when, who wins then, where the men stand; games to look at, positions alike. */

import type { Figures } from '../api/client';
import { findInGames, isAbort, measure, refused, similarTo } from '../api/client';
import { reportCommand } from '../command';
import { menuButton } from '../components/menu';
import { button, field, h, replace } from '../dom';
import { t } from '../i18n';
import { address, remember } from '../router';
import { copy, copyButton, problem, saveFile, say } from '../ui';
import { measured } from './explore/figures';
import { heatmap } from './explore/heatmap';
import { gameLine, sampleCard, similarCard } from './explore/samples';
import type { Make } from './page';

const SAMPLES = 8;
const EXAMPLES = ['preset iqp', 'opposite castling', 'any side bishop pair and other N=2', 'KRPvKR', 'mate', 'Nd5'] as const;
/** What is shown first: nothing to read, nothing to type. */
const FIRST = 'preset iqp';

const COMMANDS = ['sissa games import my-games.pgn -o games', 'sissa serve --games games'] as const;

/** Without games: how to bring them. */
const taught = (): HTMLElement =>
  h(
    'section',
    { class: 'panel prose', id: 'no-games' },
    h('h1', {}, t.explore.title),
    h('p', {}, t.explore.emptyText),
    h(
      'ol',
      {},
      ...COMMANDS.map((command, at) =>
        h(
          'li',
          {},
          h('p', {}, t.explore.steps[at] ?? ''),
          h(
            'div',
            { class: 'copyline' },
            h('code', { class: 'command' }, command),
            copyButton(t.copyCommand, t.command, () => command),
          ),
        ),
      ),
      h('li', {}, h('p', {}, t.explore.steps[2])),
    ),
    h('p', { class: 'muted' }, t.explore.whereFrom),
  );

export const explore: Make = (query, info) => {
  if (!info.capabilities.games) return { title: t.pages.explore, element: taught() };
  let job: AbortController | undefined;
  let alike: AbortController | undefined;
  /** What the figures in view were asked with. */
  let shown: { wishes: readonly string[]; figures: Figures } | undefined;
  const wish = h('input', {
    type: 'text',
    id: 'wish',
    value: query.get('c') ?? FIRST,
    placeholder: t.generate.placeholder,
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  const versus = h('input', {
    type: 'text',
    id: 'versus',
    value: query.get('than') ?? '',
    placeholder: t.explore.versusHint,
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  const status = h('p', { class: 'status', id: 'status', role: 'status', 'aria-live': 'polite' });
  const trouble = h('div', { 'aria-live': 'polite' });
  const answer = h('div', { class: 'measured', id: 'measured' });
  const heat = h('div', { id: 'heat' });
  const games = h('div', { class: 'cards', id: 'samples' });
  const like = h('input', { type: 'text', id: 'like', class: 'mono', value: query.get('like') ?? '', placeholder: t.explore.likeHint, spellcheck: 'false' });
  // Panels come with what is in them.
  const panels = {
    figures: h('div', { class: 'twocolumns', hidden: true }, h('section', { class: 'panel' }, answer), h('section', { class: 'panel' }, heat)),
    games: h('section', { class: 'panel', hidden: true }, h('h2', {}, t.explore.samples), games),
  };
  const likeResult = h('div', { id: 'alike', 'aria-live': 'polite' });
  const cancel = button(t.cancel, () => job?.abort(), { id: 'cancel', hidden: true });

  const saveFigures = (): void => {
    saveFile(new Blob([JSON.stringify(shown?.figures)], { type: 'application/json' }), 'figures.json');
    say(t.fileSaved('figures.json'));
  };
  const sharing = menuButton(
    t.share,
    () => [
      { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
      { icon: 'terminal', label: t.copyCommand, act: () => void copy(reportCommand(shown?.wishes ?? []), t.command) },
      { icon: 'save', label: t.explore.saveFigures, act: saveFigures },
    ],
    { id: 'share', hidden: true },
    'share',
  );

  const here = (): string => address('/explore', { c: wish.value.trim(), than: versus.value.trim(), like: like.value.trim() });
  const similar = async (text: string, asked = true): Promise<void> => {
    if (!text.trim()) return;
    like.value = text;
    remember(here(), true);
    alike?.abort();
    const own = new AbortController();
    alike = own;
    replace(likeResult, h('p', { class: 'muted' }, t.review.looking));
    if (asked) likeResult.scrollIntoView({ block: 'nearest' });
    const cards = h('div', { class: 'cards' });
    const list = h('ol', { class: 'answers' });
    try {
      for await (const event of similarTo(text, 6, own.signal)) {
        if (event.type === 'similar_position') cards.append(similarCard(event, fen => void similar(fen)));
        else if (event.type === 'similar') list.append(gameLine(event));
        else if (event.type === 'failure') throw refused(event);
      }
      if (alike !== own) return;
      replace(
        likeResult,
        cards.childElementCount ? cards : null,
        list.childElementCount ? list : null,
        !cards.childElementCount && !list.childElementCount && h('p', {}, t.explore.nothing),
      );
      if (asked) likeResult.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      if (alike === own) replace(likeResult, problem(error));
    }
  };

  const run = async (): Promise<void> => {
    job?.abort();
    const own = new AbortController();
    job = own;
    const [asked, than] = [wish.value.trim(), versus.value.trim()];
    remember(here(), true);
    replace(trouble);
    cancel.hidden = false;
    status.textContent = t.explore.counting;
    answer.setAttribute('aria-busy', 'true');
    try {
      const wishes = than ? [asked, than] : [asked];
      const figures = await measure(wishes, own.signal);
      const [first, second] = figures.constraints;
      if (job !== own || !first) return;
      shown = { wishes, figures };
      sharing.hidden = false;
      status.textContent = t.explore.counted(first.satisfied, figures.games);
      replace(answer, measured(figures, first, asked), second && h('div', { class: 'versus' }, measured(figures, second, than)));
      replace(
        heat,
        first.satisfied > 0 && h('h2', {}, second ? t.explore.difference(than) : t.explore.where),
        first.satisfied > 0 && h('p', { class: 'muted' }, second ? t.explore.differenceMeans : t.explore.whereMeans),
        first.satisfied > 0 && heatmap(first, second),
      );
      panels.figures.hidden = false;
      heat.parentElement?.toggleAttribute('hidden', first.satisfied === 0);
      replace(games);
      panels.games.hidden = true;
      if (first.satisfied === 0) return;
      for await (const event of findInGames({ constraint: asked, sample: SAMPLES, distinct: true }, own.signal)) {
        if (job !== own) return;
        if (event.type === 'position') {
          panels.games.hidden = false;
          games.append(sampleCard(event, fen => void similar(fen)));
        } else if (event.type === 'failure') throw refused(event);
      }
    } catch (error) {
      if (job !== own) return;
      status.textContent = isAbort(error) ? t.cancelled : '';
      // Figures of another wish would pass for this one's.
      panels.figures.hidden = panels.games.hidden = sharing.hidden = true;
      replace(trouble, problem(error));
    } finally {
      if (job === own) {
        cancel.hidden = true;
        answer.removeAttribute('aria-busy');
      }
    }
  };
  void run();
  void similar(like.value, false);

  const chip = (text: string): HTMLElement =>
    button(
      text,
      () => {
        wish.value = text;
        void run();
      },
      { class: 'chip' },
    );
  return {
    title: t.pages.explore,
    leave: () => {
      job?.abort();
      alike?.abort();
      job = alike = undefined;
    },
    keys: event => {
      const keys: Record<string, () => void> = { '/': () => wish.focus(), Escape: () => job?.abort() };
      keys[event.key]?.();
      return keys[event.key] !== undefined;
    },
    element: h(
      'div',
      { class: 'explore' },
      h(
        'section',
        { class: 'panel' },
        h('div', { class: 'row spread flush' }, h('h1', {}, t.explore.title), sharing),
        h(
          'form',
          {
            class: 'query',
            on: {
              submit: event => {
                event.preventDefault();
                void run();
              },
            },
          },
          field(t.explore.wish, wish),
          field(t.explore.versus, versus),
          h('button', { type: 'submit', class: 'primary', id: 'count' }, t.explore.go),
          cancel,
        ),
        h('div', { class: 'wishes' }, ...EXAMPLES.map(chip)),
        status,
        trouble,
      ),
      panels.figures,
      panels.games,
      h(
        'section',
        { class: 'panel' },
        h('h2', {}, t.explore.alikeTitle),
        h(
          'form',
          {
            class: 'query',
            on: {
              submit: event => {
                event.preventDefault();
                void similar(like.value);
              },
            },
          },
          field(t.explore.like, like),
          h('button', { type: 'submit', id: 'find-alike' }, t.explore.findAlike),
        ),
        likeResult,
      ),
    ),
  };
};
