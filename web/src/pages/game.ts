/** A game move by move. */

import { generate, check, isAbort, styleOf } from '../api/client';
import { ending } from '../duel';
import { createBoard } from '../board';
import { generateCommand, showCommand } from '../command';
import { append, button, field, h, replace } from '../dom';
import { inWords, replay } from '../ledger';
import type { Ply } from '../ledger';
import { address, go, remember, whole } from '../router';
import { INITIAL } from '../setup';
import { copyButton, download, problem, toMove } from '../ui';
import type { Make } from './page';

/** Where the game of an address comes from. */
interface Source {
  moves: string[];
  start: string;
  shortest?: boolean | null | undefined;
}

export const game: Make = query => {
  const abort = new AbortController();
  const constraint = query.get('c') ?? '';
  const preset = query.get('preset') ?? '';
  const made = constraint !== '' || preset !== '' || query.has('i');
  const seed = whole(query.get('seed'), 0, 0, Number.MAX_SAFE_INTEGER);
  const index = whole(query.get('i'), 0, 0, Number.MAX_SAFE_INTEGER);
  const shortest = query.get('shortest') === '1';
  const style = query.get('style') ?? 'human';
  const elo = query.get('elo') ?? '';
  const from = query.get('from') ?? '';
  let plies: Ply[] = [];
  let source: Source = { moves: [], start: INITIAL };
  let at = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const board = createBoard({ label: 'Board', viewOnly: true, fen: INITIAL, drawable: { enabled: false } });
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  const list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  const ledger = h('dl', { class: 'ledger' });
  const fenField = h('input', { type: 'text', readonly: true, 'aria-label': 'FEN of this position', class: 'mono' });
  const slider = h('input', {
    type: 'range',
    min: 0,
    value: 0,
    'aria-label': 'Half-move',
    on: { input: () => to(Number(slider.value)) },
  });
  const play = button('▶ Play', () => (timer ? stop() : run()), { class: 'play', 'aria-pressed': 'false' });
  const edit = h('a', { class: 'button', href: '/position' }, 'Edit this position');
  const playHere = h('a', { class: 'button' }, 'Play from here');
  const paste = h('textarea', { rows: 3, class: 'mono', placeholder: '1. e4 e5 2. Nf3 …', spellcheck: 'false' });
  const trouble = h('div', { 'aria-live': 'polite' });

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = '▶ Play';
    play.setAttribute('aria-pressed', 'false');
  };
  const run = (): void => {
    if (at >= plies.length - 1) to(0);
    timer = setInterval(() => (at < plies.length - 1 ? to(at + 1) : stop()), 600);
    play.textContent = '■ Stop';
    play.setAttribute('aria-pressed', 'true');
  };
  const here = (ply: number): string =>
    made
      ? address('/game', { c: constraint, preset, seed, i: index, shortest: shortest ? 1 : null, style: query.get('style'), elo, from, ply })
      : address('/game', { moves: source.moves.join('.'), start: source.start === INITIAL ? null : source.start, ply });

  const to = (ply: number): void => {
    if (!plies.length) return;
    at = Math.min(plies.length - 1, Math.max(0, ply));
    const now = plies[at];
    if (!now) return;
    board.ground.set({ fen: now.fen, lastMove: now.squares as never[], check: now.check, turnColor: now.turn });
    board.relabel();
    slider.value = String(at);
    fenField.value = now.fen;
    playHere.setAttribute('href', address('/play', { start: now.fen, side: now.turn }));
    edit.setAttribute('href', address('/position', { fen: now.fen, c: constraint }));
    const last = at === plies.length - 1;
    const which = at === 0 ? 'Start' : `${Math.ceil(at / 2)}${at % 2 ? '.' : '…'} ${now.san}`;
    const proven = last && source.shortest === true ? ', a shortest game' : '';
    // At the end of a game nobody is to move.
    const end = ending(plies.slice(0, at + 1))?.words ?? toMove(now.turn);
    status.textContent = `${which} · ${end} · half-move ${at} of ${plies.length - 1}${last && at > 0 ? ' (the position asked for' + proven + ')' : ''}`;
    if (!made) status.textContent = status.textContent.replace(' (the position asked for)', '');
    replace(
      ledger,
      ...(['white', 'black'] as const).flatMap(color => [
        h('dt', {}, `${color === 'white' ? 'White' : 'Black'} men captured`),
        h('dd', {}, inWords(now.captured[color]) || 'none'),
        now.promoted[color].length > 0 && h('dt', {}, `${color === 'white' ? 'White' : 'Black'} promoted to`),
        now.promoted[color].length > 0 && h('dd', {}, inWords(now.promoted[color])),
      ]),
    );
    for (const entry of list.querySelectorAll<HTMLElement>('[data-ply]')) {
      const current = Number(entry.dataset['ply']) === at;
      entry.toggleAttribute('aria-current', current);
      if (current) entry.setAttribute('aria-current', 'step');
      const intoView = (): number => (list.scrollTop = entry.offsetTop - list.clientHeight / 2);
      // Before it is on the page a list has no height.
      if (current && list.isConnected) intoView();
      else if (current) requestAnimationFrame(intoView);
    }
    remember(here(at));
  };

  const fill = (found: Source): void => {
    source = found;
    plies = replay(found.moves, found.start);
    slider.max = String(plies.length - 1);
    list.replaceChildren();
    const black = found.start.split(' ')[1] === 'b' ? 1 : 0;
    for (let ply = 1; ply < plies.length; ply++) {
      const entry = button(plies[ply]?.san ?? '', () => to(ply), { 'data-ply': ply });
      if ((ply + black) % 2 === 1 || !list.lastElementChild) append(list, [h('li', {}, entry)]);
      else list.lastElementChild.append(entry);
    }
    to(whole(query.get('ply'), plies.length - 1, 0, plies.length - 1));
  };

  const load = async (): Promise<void> => {
    if (made) {
      const request = { constraint, preset: preset || null, seed, skip: index, count: 1, shortest, style: styleOf(style, elo), from: from || null };
      for await (const event of generate(request, abort.signal)) {
        if (event.type === 'position')
          fill({ moves: event.moves, start: event.start_fen ?? INITIAL, shortest: event.shortest });
        if (event.type === 'failure') throw new Error(event.message);
      }
    } else {
      const moves = (query.get('moves') ?? '').split('.').filter(Boolean);
      fill({ moves, start: query.get('start') ?? INITIAL });
    }
  };
  load().catch((error: unknown) => {
    if (!isAbort(error)) replace(status, problem(error));
  });

  const read = async (): Promise<void> => {
    try {
      const found = await check({ input: paste.value }, abort.signal);
      if (!found.moves) throw new Error('this is a position, not a game: open it on the page Position');
      go(address('/game', { moves: found.moves.join('.'), start: found.start_fen, ply: 0 }));
    } catch (error) {
      replace(trouble, problem(error));
    }
  };
  const record = (): string => (source.start === INITIAL ? source.moves.join(' ') : JSON.stringify({ type: 'position', index: 0, id: '0', fen: plies.at(-1)?.fen, start_fen: source.start, moves: source.moves }));
  const command = (): string =>
    made
      ? generateCommand({ constraint, preset, seed, skip: index, count: 1, shortest, style, elo, from, format: 'pgn' })
      : showCommand(source.moves, at);

  const step = (label: string, name: string, by: () => number): HTMLButtonElement =>
    button(label, () => to(by()), { 'aria-label': name, title: name });
  return {
    title: 'Game',
    leave: () => {
      abort.abort();
      stop();
    },
    keys: event => {
      const targets: Record<string, () => void> = {
        ArrowLeft: () => to(at - 1),
        ArrowRight: () => to(at + 1),
        Home: () => to(0),
        End: () => to(plies.length - 1),
        ' ': () => play.click(),
        f: () => board.flip(),
      };
      const found = targets[event.key];
      found?.();
      return found !== undefined;
    },
    element: h(
      'div',
      { class: 'split' },
      h('section', { class: 'stage' }, board.element, h('div', { class: 'row transport' },
        step('|◀', 'First', () => 0),
        step('◀', 'Back', () => at - 1),
        play,
        step('▶', 'Forward', () => at + 1),
        step('▶|', 'Last', () => plies.length - 1),
        button('Flip', board.flip),
      ), slider),
      h(
        'section',
        { class: 'panel' },
        h('h1', {}, made ? `Position ${index + 1} of seed ${seed}` : 'Game'),
        made && h('p', { class: 'mono wanted' }, [preset, constraint].filter(Boolean).join(' and ')),
        status,
        list,
        h('h2', {}, 'Ledger'),
        ledger,
        h('div', { class: 'copyline' }, fenField, copyButton('Copy FEN', 'FEN', () => fenField.value)),
        h('div', { class: 'row' },
          button('Save PGN', () => void download({ inputs: [record()], format: 'pgn', constraint: constraint || null }, 'game.pgn')),
          button('Save PNG', () => void download({ inputs: [fenField.value], format: 'png', size: 800 }, 'position.png')),
          edit,
          playHere,
          copyButton('Copy as command', 'Command', command),
        ),
        h('details', {}, h('summary', {}, 'Step through a game of your own'), field('PGN or moves', paste), button('Open', () => void read()), trouble),
        h('p', { class: 'muted' }, 'Keys: ← → Home End, Space plays, f turns the board'),
      ),
    ),
  };
};
