/** Positions to order: say what they must be like, by clicking or typing, and watch them come in. */

import { ApiError, explain, generate as stream, get, isAbort, refused, show, styleOf } from '../api/client';
import type { PositionRecord, Preset } from '../api/client';
import { miniature } from '../board';
import * as builder from '../builder';
import { createClicks } from '../clicks';
import { generateCommand } from '../command';
import { button, debounce, field, h, replace, select } from '../dom';
import { address, remember, whole } from '../router';
import { parcels } from '../parcels';
import { copy, copyButton, counted, download, message, problem, saveFile, say, toMove } from '../ui';
import type { Make } from './page';

/** How positions are made, in words; the first is the page's own choice. */
const STYLES: Record<string, string> = {
  human: 'as in real games',
  direct: 'any legal way, quickly',
  uniform: 'evenly from all positions',
  neural: 'as in the thesis',
};

/** Levels of the players in games as real ones, by their ratings. */
const LEVELS = [
  ['', 'any level'],
  ['800..1000', 'beginners (900)'],
  ['1200..1400', 'casual players (1300)'],
  ['1500..1700', 'club players (1600)'],
  ['1900..2100', 'strong club players (2000)'],
  ['2300..2500', 'masters (2400)'],
] as const;

type Asked = ReturnType<typeof emptyRequest>;
const emptyRequest = () => ({ constraint: '', preset: '', count: 1, seed: 0, unique: false, shortest: false, style: '', elo: '', from: '' });

export const generate: Make = (query, info) => {
  const most = info.limits.positions;
  let running: AbortController | undefined;
  let explaining: AbortController | undefined;
  let words: string[] = [];
  let found: PositionRecord[] = [];
  /** What the positions in view were asked for; the form may say something else by now. */
  let shownFor: Asked = emptyRequest();

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
  text.value = query.get('c') ?? '';
  const suggestions = h('div', { class: 'row suggestions', role: 'group', 'aria-label': 'Completions' });
  const meaning = h('div', { id: 'meaning', class: 'meaning', 'aria-live': 'polite' });
  const clicks = createClicks(whole => {
    text.value = whole;
    explained();
  });
  clicks.read(text.value);
  const preset = select([['', 'none']], '', { id: 'preset', on: { change: () => explained() } });
  const count = h('input', { type: 'number', min: 1, max: most, value: whole(query.get('n'), 12, 1, most), id: 'count' });
  const seed = h('input', { type: 'number', min: 0, max: Number.MAX_SAFE_INTEGER, value: whole(query.get('seed'), 0, 0, Number.MAX_SAFE_INTEGER), id: 'seed' });
  const unique = h('input', { type: 'checkbox', checked: query.get('unique') === '1' });
  const shortest = h('input', { type: 'checkbox', checked: query.get('shortest') === '1' });
  const names = Object.keys(STYLES).filter(name => info.capabilities.styles.includes(name));
  const asks = query.get('style') ?? '';
  const style = select(names.map(name => [name, STYLES[name] ?? name] as const), names.includes(asks) ? asks : 'human', { id: 'style', on: { change: () => styled() } });
  // Whoever has asked for nothing yet sees what club players play.
  const first = query.has('c') || query.has('preset') || query.has('n') ? '' : '1500..1700';
  const levels = LEVELS.some(([elo]) => elo === query.get('elo')) ? (query.get('elo') ?? '') : first;
  const level = select(LEVELS, levels, { id: 'level' });
  const styled = (): void => {
    level.disabled = style.value !== 'human';
    explained();
  };
  const from = h('input', { type: 'text', id: 'from', class: 'mono', spellcheck: 'false', autocapitalize: 'off', placeholder: 'starting position, or 1. e4 c5, or a FEN' });
  from.value = query.get('from') ?? '';
  const start = h('button', { type: 'submit', class: 'primary', id: 'start' }, 'Generate');
  const cancel = button('Cancel', () => running?.abort(), { id: 'cancel', hidden: true });
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' }, '');
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
    // A shortest game is nobody's: the direct way looks for it.
    style: shortest.checked ? 'direct' : style.value,
    elo: style.value === 'human' && !/\belo\b|\brat(ed|ing)\b/.test(text.value) ? level.value : '',
    from: from.value.trim(),
  });
  /** How positions are made, for addresses. */
  const manner = (now: Asked) => ({ shortest: now.shortest ? 1 : null, style: now.style === 'human' ? null : now.style, elo: now.elo, from: now.from });
  const edited = (): void => {
    // What is typed is the truth; the clicks show what they can of it.
    clicks.read(text.value);
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
      // Players are what games as real ones are made for.
      const refused = told.needs.beyond.filter(part => style.value !== 'human' || !/^(white |black )?(elo|time)\b/.test(part));
      const beyond = refused.length ? h('p', { class: 'hint' }, `Cannot be honoured in this way of making positions: ${refused.join(', ')}`) : null;
      replace(meaning, h('ul', { class: 'words' }, ...told.words.map(line => h('li', { class: line.startsWith('  ') ? 'deeper' : '' }, line.trim()))), verdict, beyond);
    } catch (error) {
      if (isAbort(error)) return;
      text.setAttribute('aria-invalid', 'true');
      replace(meaning, problem(error));
    }
  };
  // Long enough not to flash errors at a word half typed.
  const explained = debounce(450, () => void explainNow());
  const example = (words: string): HTMLElement =>
    button(words, () => {
      text.value = words;
      edited();
    }, { class: 'chip mono' });

  const card = (record: PositionRecord): HTMLElement => {
    const { constraint, preset: name, seed: of } = shownFor;
    const open = address('/game', { c: constraint, preset: name, seed: of, i: record.index, ...manner(shownFor) });
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
      const request = { inputs: [JSON.stringify({ type: 'position', ...record })], format: 'pgn' as const, constraint: shownFor.constraint || null };
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
    const over = Number(count.value) > most;
    const begun = performance.now();
    let first: number | undefined;
    let last = `0 of ${request.count}`;
    let begunAnew = false;
    // What is in view stays until something else comes: a mistyped word costs nothing.
    const anew = (): void => {
      if (begunAnew) return;
      begunAnew = true;
      found = [];
      shownFor = request;
      replace(cards);
      tools.hidden = true;
    };
    replace(trouble, over && h('p', { class: 'hint' }, `One request makes at most ${most.toLocaleString('en')} positions; the command line has no such limit.`));
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
      style: styleOf(request.style, request.elo),
      from: request.from || null,
      unique: request.unique ? ('exact' as const) : null,
      shortest: request.shortest,
      progress: true,
    };
    try {
      for await (const event of stream(body, job.signal)) {
        anew();
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
      else if (begunAnew && found.length && !(error instanceof ApiError)) {
        status.textContent = `The connection broke after ${last}. These are kept.`;
        replace(trouble, problem(new Error('the server has stopped answering')), button('Make them again', () => void run(false)));
      } else {
        status.textContent = found.length ? 'Nothing new was made; these are the positions from before.' : 'Nothing was made.';
        replace(trouble, problem(error));
      }
    }
    if (running === job) finish();
  };

  const here = (): string => {
    const now = asked();
    return address('/generate', { c: now.constraint, preset: now.preset, n: now.count, seed: now.seed, unique: now.unique ? 1 : null, ...manner(now) });
  };
  const next = (): void => {
    seed.value = String(asked().seed + 1);
    void run();
  };
  // Records carry their game: what is saved is what is shown.
  const inputs = (): string[] => found.map(record => JSON.stringify({ type: 'position', ...record }));
  const wanted = (): string => [shownFor.preset, shownFor.constraint].filter(Boolean).join(' and ');
  /** All games, in as many requests as the server's limits ask for. */
  const savePgn = async (): Promise<void> => {
    try {
      const texts: string[] = [];
      for (const part of parcels(inputs(), info.limits.boards, info.limits.body / 2))
        texts.push(await (await show({ inputs: part, format: 'pgn', constraint: wanted() })).text());
      saveFile(new Blob(texts, { type: 'application/x-chess-pgn' }), 'sissa.pgn');
      say(`${counted(found.length, 'game')} saved`);
    } catch (error) {
      say(message(error));
    }
  };
  const save = (format: 'png' | 'html', name: string): HTMLButtonElement =>
    button(`Save ${name}`, () => {
      const all = inputs();
      if (all.length > info.limits.boards) replace(trouble, h('p', { class: 'hint' }, `A ${name} has the first ${info.limits.boards} of ${all.length}; PGN has all of them.`));
      const constraint = wanted();
      const width = Math.min(found.length, 3);
      void download({ inputs: all.slice(0, info.limits.boards), format, constraint, columns: width, solutions: format === 'html' ? 'separate' : 'none', size: 320 }, `sissa.${format}`);
    });
  const tools = h('div', { class: 'row tools', hidden: true },
    button('Save PGN', () => void savePgn()), save('png', 'PNG'), save('html', 'sheet'),
    button('More like these', next, { id: 'next', title: 'The next seed' }),
    copyButton('Share', 'Address', () => location.href),
    copyButton('Copy as command', 'Command', () => generateCommand(shownFor)),
  );

  const form = h(
    'form',
    { class: 'panel wish', on: { submit: event => { event.preventDefault(); void run(); } } },
    h('h1', {}, 'Positions to order'),
    h('label', { class: 'label', for: 'constraint' }, 'Constraint'),
    text,
    suggestions,
    meaning,
    h('div', { class: 'row actions' }, start, cancel, h('span', { class: 'muted' }, 'Enter, or Ctrl Enter anywhere')),
    field('Theme', preset),
    h('div', { class: 'fields' }, field('Positions', count), field('Level', level), info.capabilities.styles.length > 1 && field('Made', style)),
    h('details', { open: /[KQRBNP]=|\(\d|castling|to move/.test(text.value) }, h('summary', {}, 'Pieces and squares by clicking'), clicks.element),
    h('details', { open: from.value !== '' || shortest.checked || unique.checked }, h('summary', {}, 'More'),
      h('div', { class: 'fields' }, field('Seed', seed), field('Games begin with', from)),
      h('div', { class: 'row' },
        h('label', { class: 'check' }, unique, ' no repetitions'),
        h('label', { class: 'check' }, shortest, ' shortest games'),
      ),
    ),
  );

  level.disabled = style.value !== 'human';
  void get<string[]>('/words').then(list => (words = list)).catch(() => undefined);
  void get<Preset[]>('/presets').then(list => {
    for (const group of new Set(list.map(one => one.group))) {
      const entries = list.filter(one => one.group === group);
      preset.append(h('optgroup', { label: group }, ...entries.map(one => h('option', { value: one.name, title: one.about }, `${one.name}: ${one.about}`))));
    }
    preset.value = query.get('preset') ?? '';
    void explainNow();
    // An address with a wish is a request, and a first visit sees positions at once.
    if (query.has('c') || query.has('preset') || asked().elo) void run(false);
    else status.textContent = 'Say what the positions must be like.';
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
