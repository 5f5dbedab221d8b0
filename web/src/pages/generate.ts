/** Positions to order: say what they must be like, by clicking or typing, and watch them come in. */

import { explain, generate as stream, get, isAbort, refused, show, type Style } from '../api/client';
import type { PositionRecord, Preset } from '../api/client';
import { miniature } from '../board';
import * as builder from '../builder';
import { createClicks } from '../clicks';
import { generateCommand } from '../command';
import { button, debounce, field, h, replace, select } from '../dom';
import { address, remember, whole } from '../router';
import { copy, copyButton, counted, download, message, problem, say, toMove } from '../ui';
import type { Make } from './page';

export const generate: Make = (query, info) => {
  const most = info.limits.positions;
  let running: AbortController | undefined;
  let explaining: AbortController | undefined;
  let typed = query.get('c') ?? '';
  let words: string[] = [];
  let found: PositionRecord[] = [];

  const text = h('textarea', {
    id: 'constraint',
    rows: 3,
    class: 'mono',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: 'white (0,2,2,2,8) and not check',
    'aria-describedby': 'meaning',
    on: { input: () => edited(), keydown: event => pick(event), keyup: () => suggest(), click: () => suggest() },
  });
  text.value = typed;
  const suggestions = h('div', { class: 'row suggestions', role: 'group', 'aria-label': 'Completions' });
  const meaning = h('div', { id: 'meaning', class: 'meaning', 'aria-live': 'polite' });
  const clicks = createClicks(() => {
    text.value = builder.joined(typed, builder.text(clicks.built()));
    explained();
  });
  const preset = select([['', 'none']], '', { id: 'preset', on: { change: () => explained() } });
  const count = h('input', { type: 'number', min: 1, max: most, value: whole(query.get('n'), 12, 1, most), id: 'count' });
  const seed = h('input', { type: 'number', min: 0, max: Number.MAX_SAFE_INTEGER, value: whole(query.get('seed'), 0, 0, Number.MAX_SAFE_INTEGER), id: 'seed' });
  const unique = h('input', { type: 'checkbox', checked: query.get('unique') === '1' });
  const shortest = h('input', { type: 'checkbox', checked: query.get('shortest') === '1' });
  const style = select([['', 'automatic'] as const, ...info.capabilities.styles.map(name => [name, name] as const)], query.get('style') ?? '', { id: 'style' });
  const from = h('input', { type: 'text', id: 'from', class: 'mono', spellcheck: 'false', autocapitalize: 'off', placeholder: 'starting position, or 1. e4 c5, or a FEN' });
  from.value = query.get('from') ?? '';
  const start = h('button', { type: 'submit', class: 'primary', id: 'start' }, 'Generate');
  const cancel = button('Cancel', () => running?.abort(), { id: 'cancel', hidden: true });
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' }, 'Say what the positions must be like.');
  const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Positions made' });
  const cards = h('div', { class: 'cards', id: 'cards' });
  const trouble = h('div', { id: 'trouble', 'aria-live': 'assertive' });

  const asked = () => ({
    constraint: text.value.trim(),
    preset: preset.value,
    count: whole(count.value, 1, 1, most),
    seed: whole(seed.value, 0, 0, Number.MAX_SAFE_INTEGER),
    unique: unique.checked,
    shortest: shortest.checked,
    style: style.value,
    from: from.value.trim(),
  });
  /** How positions are made, for addresses. */
  const manner = () => {
    const now = asked();
    return { shortest: now.shortest ? 1 : null, style: now.style || null, from: now.from };
  };
  const edited = (): void => {
    // What is typed is the truth; clicks from now on are added to it.
    typed = text.value;
    clicks.clear();
    explained();
  };
  const suggest = (): void => {
    const caret = text.selectionStart;
    const next = document.activeElement === text ? builder.completions(words, text.value, caret) : [];
    replace(suggestions, ...next.map((word, index) => button(word, () => complete(word), { class: 'chip', title: index === 0 ? 'Tab' : null })));
  };
  const complete = (word: string): void => {
    const [value, caret] = builder.completed(text.value, text.selectionStart, word);
    text.value = value;
    text.focus();
    text.setSelectionRange(caret, caret);
    edited();
    suggest();
  };
  const pick = (event: KeyboardEvent): void => {
    const first = suggestions.querySelector('button')?.textContent;
    if (event.key === 'Tab' && !event.shiftKey && first) {
      event.preventDefault();
      complete(first);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void run();
    } else if (event.key === 'Escape' && suggestions.childElementCount) {
      event.stopPropagation();
      suggestions.replaceChildren();
    }
  };

  const explainNow = async (): Promise<void> => {
    explaining?.abort();
    explaining = new AbortController();
    const { constraint, preset: name } = asked();
    text.removeAttribute('aria-invalid');
    if (!constraint && !name) {
      replace(meaning, h('p', { class: 'muted' }, 'For instance ', example('white (0,2,2,2,8)'), ', ', example('KRPvKR and not check'), ', ', example('any side bishop pair and other N=2')));
      return;
    }
    try {
      const told = await explain(constraint, name || null, explaining.signal);
      const verdict = told.feasible
        ? h('p', { class: 'good' }, `✓ ${told.least_plies === 0 ? 'Holds in the starting position' : told.least_plies ? `Possible as far as can be told, after at least ${counted(told.least_plies, 'half-move')}` : 'No contradiction found'}`)
        : h('div', { class: 'problem', 'data-code': 'impossible' }, h('p', {}, h('strong', {}, 'Impossible: '), 'no position can satisfy this constraint'), h('ul', {}, ...told.reasons.map(reason => h('li', {}, reason.message))));
      const beyond = told.needs.beyond.length ? h('p', { class: 'hint' }, `Cannot be honoured yet: ${told.needs.beyond.join(', ')}`) : null;
      replace(meaning, h('ul', { class: 'words' }, ...told.words.map(line => h('li', { class: line.startsWith('  ') ? 'deeper' : '' }, line.trim()))), verdict, beyond);
    } catch (error) {
      if (isAbort(error)) return;
      text.setAttribute('aria-invalid', 'true');
      replace(meaning, problem(error));
    }
  };
  const explained = debounce(150, () => void explainNow());
  const example = (words: string): HTMLElement =>
    button(words, () => {
      text.value = words;
      edited();
    }, { class: 'chip mono' });

  const card = (record: PositionRecord): HTMLElement => {
    const { constraint, preset: name, seed: of } = asked();
    const open = address('/game', { c: constraint, preset: name, seed: of, i: record.index, ...manner() });
    const length = `${counted(record.plies, 'half-move')}${record.shortest ? ', shortest' : ''}`;
    return h(
      'article',
      { class: 'card', 'data-fen': record.fen },
      h('a', { href: open, class: 'picture', 'aria-label': `Open the game of position ${record.index + 1}` }, miniature(record.fen, `Position ${record.index + 1}, ${toMove(record.turn)}: ${record.fen}`)),
      h('p', { class: 'caption' }, h('strong', {}, String(record.index + 1)), ' ', h('span', {}, toMove(record.turn)), ' · ', h('span', {}, length)),
      h('div', { class: 'row' },
        h('a', { class: 'button', href: open }, 'Game'),
        h('a', { class: 'button', href: address('/position', { fen: record.fen, c: constraint }) }, 'Edit'),
        copyButton('FEN', 'FEN', () => record.fen, { 'aria-label': `Copy FEN of position ${record.index + 1}` }),
        button('PGN', () => void copyPgn(record), { 'aria-label': `Copy PGN of position ${record.index + 1}` }),
      ),
    );
  };

  const copyPgn = async (record: PositionRecord): Promise<void> => {
    try {
      const request = { inputs: [JSON.stringify({ type: 'position', ...record })], format: 'pgn' as const, constraint: asked().constraint || null };
      await copy(await (await show(request)).text(), 'PGN');
    } catch (error) {
      say(message(error));
    }
  };

  const finish = (): void => {
    running = undefined;
    start.disabled = false;
    cancel.hidden = true;
    progress.hidden = true;
    cards.removeAttribute('aria-busy');
    tools.hidden = found.length === 0;
  };

  const run = async (step = true): Promise<void> => {
    running?.abort();
    const job = new AbortController();
    running = job;
    const request = asked();
    remember(here(), step);
    found = [];
    const begun = performance.now();
    let first: number | undefined;
    let last = `0 of ${request.count}`;
    replace(cards);
    replace(trouble);
    tools.hidden = true;
    start.disabled = true;
    cancel.hidden = false;
    progress.hidden = false;
    progress.max = request.count;
    progress.value = 0;
    cards.setAttribute('aria-busy', 'true');
    status.textContent = 'Generating …';
    // On a phone the positions are below the form.
    if (step && !matchMedia('(min-width: 60rem)').matches) status.scrollIntoView({ block: 'start' });
    const body = {
      constraint: request.constraint,
      preset: request.preset || null,
      count: request.count,
      seed: request.seed,
      style: (request.style || null) as Style | null,
      from: request.from || null,
      unique: request.unique ? ('exact' as const) : null,
      shortest: request.shortest,
      progress: true,
    };
    try {
      for await (const event of stream(body, job.signal)) {
        if (event.type === 'position') {
          found.push(event);
          cards.append(card(event));
          progress.value = found.length;
          if (first === undefined) {
            first = performance.now() - begun;
            cards.dataset['first'] = first.toFixed(1);
          }
          last = `${found.length} of ${request.count}`;
        } else if (event.type === 'failure') {
          if (event.code === 'impossible') throw refused(event);
          trouble.append(h('p', { class: 'problem' }, `Position ${event.index + 1}: ${event.message}`));
        } else if (event.type === 'progress') {
          status.textContent = `Searching … ${last}, ${event.seconds.toFixed(1)} s`;
        } else if (event.type === 'summary') {
          const time = ((performance.now() - begun) / 1000).toFixed(2);
          const repeated = event.produced - event.unique;
          const different = event.produced > 1 ? (repeated ? `, ${repeated} repeated` : ', all different') : '';
          const mean = event.mean_plies ? `, ${event.mean_plies.toFixed(1)} half-moves on average` : '';
          const short = event.produced < event.requested ? ` of ${event.requested}; undecided, not impossible` : '';
          status.textContent = `${counted(event.produced, 'position')}${short}${different}${mean}, ${time} s`;
        }
      }
    } catch (error) {
      if (isAbort(error)) status.textContent = `Cancelled after ${last}`;
      else {
        status.textContent = 'Nothing was made.';
        replace(trouble, problem(error));
      }
    }
    if (running === job) finish();
  };

  const here = (): string => {
    const now = asked();
    return address('/generate', { c: now.constraint, preset: now.preset, n: now.count, seed: now.seed, unique: now.unique ? 1 : null, ...manner() });
  };
  const next = (): void => {
    seed.value = String(asked().seed + 1);
    void run();
  };
  // Records carry their game: what is saved is what is shown.
  const inputs = (): string[] => found.slice(0, info.limits.boards).map(record => JSON.stringify({ type: 'position', ...record }));
  const save = (format: 'pgn' | 'png' | 'html', name: string): HTMLButtonElement =>
    button(`Save ${name}`, () => {
      if (found.length > info.limits.boards) say(`only the first ${info.limits.boards}; the command line has no limit`);
      const constraint = [preset.value, text.value.trim()].filter(Boolean).join(' and ');
      const width = Math.min(found.length, 3);
      void download({ inputs: inputs(), format, constraint, columns: width, solutions: format === 'html' ? 'separate' : 'none', size: 320 }, `sissa.${format}`);
    });
  const tools = h('div', { class: 'row tools', hidden: true },
    save('pgn', 'PGN'), save('png', 'PNG'), save('html', 'sheet'),
    button('Next seed', next, { id: 'next' }),
    copyButton('Copy as command', 'Command', () => generateCommand(asked())),
  );

  const form = h(
    'form',
    { class: 'panel wish', on: { submit: event => { event.preventDefault(); void run(); } } },
    h('h1', {}, 'Positions to order'),
    h('label', { class: 'label', for: 'constraint' }, 'Constraint'),
    text,
    suggestions,
    meaning,
    h('details', { open: matchMedia('(min-width: 60rem)').matches }, h('summary', {}, 'Build by clicking'), clicks.element),
    field('Preset', preset),
    h('div', { class: 'fields' }, field('Positions', count), field('Seed', seed), info.capabilities.styles.length > 1 && field('Style', style)),
    field('Games begin with', from),
    h('div', { class: 'row' },
      h('label', { class: 'check' }, unique, ' no repetitions'),
      h('label', { class: 'check' }, shortest, ' shortest games'),
    ),
    h('div', { class: 'row' }, start, cancel, h('span', { class: 'muted' }, 'Enter, or Ctrl Enter anywhere')),
  );

  void get<string[]>('/words').then(list => (words = list)).catch(() => undefined);
  void get<Preset[]>('/presets').then(list => {
    for (const group of new Set(list.map(one => one.group))) {
      const entries = list.filter(one => one.group === group);
      preset.append(h('optgroup', { label: group }, ...entries.map(one => h('option', { value: one.name, title: one.about }, `${one.name}: ${one.about}`))));
    }
    preset.value = query.get('preset') ?? '';
    void explainNow();
    // An address with a wish is a request: what was shared is shown.
    if (query.has('c') || query.has('preset')) void run(false);
  }).catch((error: unknown) => replace(trouble, problem(error)));

  return {
    title: 'Generate',
    leave: () => {
      running?.abort();
      explained.cancel();
      explaining?.abort();
    },
    keys: event => {
      if (event.key === 'n') next();
      else if (event.key === '/') text.focus();
      else if (event.key === 'Escape' && running) running.abort();
      else if (event.key === 'Enter' && event.ctrlKey) void run();
      else return false;
      return true;
    },
    element: h('div', { class: 'split generate' }, form, h('section', { class: 'results', 'aria-label': 'Positions' }, status, progress, trouble, tools, cards)),
  };
};
