/** Positions to order: say what they must be like, pick a theme or click them together, and watch them come in. */

import type { Info, Preset } from '../api/client';
import { Broken, get, isAbort, refused, generate as stream } from '../api/client';
import { createClicks } from '../components/clicks';
import { button, field, fold, h, replace, select } from '../dom';
import { number, t } from '../i18n';
import { remember, whole } from '../router';
import { problem } from '../ui';
import { createAsk } from './generate/ask';
import { createGallery } from './generate/gallery';
import type { Asked } from './generate/request';
import { addressOf, bodyOf } from './generate/request';
import { createResults } from './generate/results';
import { read } from './generate/wish';
import type { Make } from './page';

/** Ways of making positions; the first is the page's own choice. */
const STYLES = ['human', 'direct', 'uniform', 'neural'] as const;
/** Ratings of the players in games as real ones. */
const LEVELS = ['', '800..1000', '1200..1400', '1500..1700', '1900..2100', '2300..2500'] as const;

/** The controls below the line, as the address has them. */
function createOptions(query: URLSearchParams, info: Info, submit: () => void, changed: () => void) {
  const most = info.limits.positions;
  const whenEntered = { keydown: (event: KeyboardEvent) => event.key === 'Enter' && !event.ctrlKey && submit() };
  const count = h('input', { type: 'number', min: 1, max: most, value: whole(query.get('n'), 12, 1, most), id: 'count', on: whenEntered });
  const highest = Number.MAX_SAFE_INTEGER;
  const seed = h('input', { type: 'number', min: 0, max: highest, value: whole(query.get('seed'), 0, 0, highest), id: 'seed', on: whenEntered });
  const unique = h('input', { type: 'checkbox', checked: query.get('unique') === '1' });
  const shortest = h('input', { type: 'checkbox', checked: query.get('shortest') === '1' });
  const names = STYLES.filter(name => info.capabilities.styles.includes(name));
  const wanted = names.find(name => name === query.get('style')) ?? 'human';
  const styles = names.map(name => [name, t.generate.styles[name]] as const);
  const style = select(styles, wanted, { id: 'style', on: { change: () => styled() } });
  const levels = LEVELS.map(elo => [elo, t.generate.levels[elo]] as const);
  const level = select(levels, '', { id: 'level' });
  const setLevel = (elo: string): void => {
    if (![...level.options].some(option => option.value === elo)) level.append(h('option', { value: elo }, t.generate.ratings(elo)));
    level.value = elo;
  };
  // Whoever has asked for nothing yet sees what club players play.
  const first = query.has('c') || query.has('preset') || query.has('n') ? '' : '1500..1700';
  const elo = query.get('elo') ?? '';
  setLevel(/^\d{3,4}(\.\.\d{3,4})?$/.test(elo) ? elo : first);
  const styled = (): void => {
    level.disabled = style.value !== 'human';
    changed();
  };
  level.disabled = style.value !== 'human';
  const plain = { spellcheck: 'false', autocapitalize: 'off' };
  const from = h('input', { type: 'text', id: 'from', class: 'mono', placeholder: t.generate.fromHint, ...plain, on: whenEntered });
  from.value = query.get('from') ?? '';
  return { count, seed, unique, shortest, style, level, setLevel, from, several: names.length > 1 };
}

export const generate: Make = (query, info) => {
  const most = info.limits.positions;
  let running: AbortController | undefined;
  /** The text whose count and level the controls have taken over. */
  let applied = '';
  const options = createOptions(
    query,
    info,
    () => void run(),
    () => ask.explainLater(),
  );
  const { count, seed, unique, shortest, style, level, from } = options;
  const ask = createAsk({
    value: query.get('c') ?? '',
    meant: () => asked(),
    human: () => style.value === 'human',
    // What is typed is the truth; the clicks show what they can of it.
    typed: text => clicks.read(text),
    submit: () => void run(),
  });
  const clicks = createClicks(ask.set);
  clicks.read(ask.text.value);
  const gallery = createGallery(() => {
    ask.explainLater();
    void run();
  });
  const results = createResults(info.limits, () => next());
  const { status, progress, trouble } = results;
  const start = button(t.generate.go, () => void run(), { class: 'primary', id: 'start' }, 'generate');
  const cancel = button(t.cancel, () => running?.abort(), { id: 'cancel', hidden: true });

  const asked = (): Asked => {
    const text = ask.text.value;
    const wish = read(text);
    // Once for each text: who then changes the number means the number.
    if (text !== applied) {
      applied = text;
      if (wish.count) count.value = String(wish.count);
      if (wish.elo && style.value === 'human') options.setLevel(wish.elo);
    }
    return {
      constraint: wish.constraint,
      preset: gallery.value(),
      count: whole(count.value, 1, 1, most),
      seed: whole(seed.value, 0, 0, Number.MAX_SAFE_INTEGER),
      unique: unique.checked,
      shortest: shortest.checked,
      // A shortest game is nobody's: the direct way looks for it.
      style: shortest.checked ? 'direct' : style.value,
      elo: style.value === 'human' && !/\belo\b|\brat(ed|ing)\b/.test(wish.constraint) ? level.value : '',
      from: from.value.trim(),
    };
  };
  const working = (on: boolean): void => {
    start.hidden = on;
    cancel.hidden = !on;
    results.busy(on);
  };

  /** One request: positions as they come, and in words how it ended. */
  const run = async (step = true): Promise<void> => {
    running?.abort();
    const job = new AbortController();
    running = job;
    const request = asked();
    const over = Number(count.value) > most;
    if (over) count.value = String(request.count);
    remember(addressOf(request), step);
    replace(trouble, over && h('p', { class: 'hint' }, t.generate.atMost(number(most))));
    progress.max = request.count;
    progress.value = 0;
    status.textContent = t.generate.working;
    working(true);
    // Where the screen is small the positions come first.
    if (step && scrollY > 0) scrollTo({ top: 0 });
    let anew = false;
    const so = (): string => t.generate.soMany(anew ? results.count() : 0, request.count);
    try {
      await follow(request, job, so, () => {
        // What is in view stays until something else comes: a mistyped word costs nothing.
        if (!anew) results.begin(request);
        anew = true;
      });
    } catch (error) {
      if (isAbort(error)) status.textContent = t.generate.cancelled(so());
      else if (anew && results.count() && error instanceof Broken) {
        status.textContent = t.generate.broke(so());
        replace(
          trouble,
          problem(error),
          button(t.generate.again, () => void run(false)),
        );
      } else {
        status.textContent = results.count() ? t.generate.nothingNew : t.generate.nothing;
        replace(trouble, problem(error));
      }
    }
    if (running !== job) return;
    running = undefined;
    working(false);
  };
  const follow = async (request: Asked, job: AbortController, so: () => string, begin: () => void): Promise<void> => {
    const begun = performance.now();
    const lost = (): void => {
      status.textContent = t.generate.lost(so());
    };
    for await (const event of stream(bodyOf(request), job.signal, lost)) {
      begin();
      if (event.type === 'position') results.add(event, performance.now() - begun);
      else if (event.type === 'failure') {
        if (event.code === 'impossible') throw refused(event);
        trouble.append(h('p', { class: 'problem' }, `${t.generate.positionOne(event.index + 1)}: ${event.message}`));
      } else if (event.type === 'progress') status.textContent = t.generate.searching(so(), event.seconds.toFixed(1));
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(2);
    status.textContent = t.generate.done(results.count(), request.count, results.repeated(), seconds);
  };
  const next = (): void => {
    seed.value = String(asked().seed + 1);
    void run();
  };

  void get<string[]>('/words').then(ask.words, () => undefined);
  const theme = query.get('preset') ?? '';
  gallery.set(theme);
  get<Preset[]>('/presets').then(
    list => {
      gallery.fill(list);
      gallery.set(gallery.value());
    },
    (error: unknown) => replace(trouble, problem(error)),
  );
  void ask.explainNow();
  // An address with a wish is a request, and a first visit sees positions at once.
  if (query.has('c') || theme || asked().elo) void run(false);
  else status.textContent = t.generate.sayWhat;
  const extra = [
    h('div', { class: 'fields' }, field(t.generate.seed, seed), field(t.generate.from, from)),
    h('div', { class: 'row' }, h('label', { class: 'check' }, unique, t.generate.unique), h('label', { class: 'check' }, shortest, t.generate.shortest)),
  ];
  return {
    title: t.pages.generate,
    leave: () => {
      running?.abort();
      ask.leave();
      results.leave();
    },
    keys: event => {
      if (event.key === 'n') next();
      else if (event.key === '/') ask.text.focus();
      else if (event.key === 'Escape' && running) running.abort();
      else if (event.key === 'Enter' && event.ctrlKey) void run();
      else return false;
      return true;
    },
    element: h(
      'div',
      { class: 'generate' },
      h('h1', { class: 'visually-hidden' }, t.generate.title),
      h('div', { class: 'ask' }, h('div', { class: 'askline' }, ask.text, h('div', { class: 'go' }, start, cancel)), ask.suggestions),
      h(
        'div',
        { class: 'options' },
        field(t.generate.level, level),
        field(t.generate.count, count),
        options.several && field(t.generate.way, style),
        fold(t.generate.byClicking, false, clicks.element),
        fold(t.generate.more, from.value !== '' || shortest.checked || unique.checked, ...extra),
      ),
      ask.meaning,
      gallery.element,
      results.element,
    ),
  };
};
