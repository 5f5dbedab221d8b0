/** A game against the engine at a level, from any position. */

import { chessgroundDests } from 'chessops/compat';
import { parseSan } from 'chessops/san';
import type { Color, NormalMove, Role } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { parseSquare, parseUci } from 'chessops/util';
import { analyse, choose, isAbort, threats } from '../api/client';
import type { Line } from '../api/client';
import { createBoard } from '../board';
import { createClock, CLOCKS } from '../clock';
import { append, button, field, h, replace, select } from '../dom';
import { ending, GOALS, isPlayable, judged, missed, positionOf, uciOf } from '../duel';
import type { Goal } from '../duel';
import { replay } from '../ledger';
import type { Ply } from '../ledger';
import { address, remember, whole } from '../router';
import { INITIAL } from '../setup';
import { copyButton, download, problem, say } from '../ui';
import type { Make } from './page';

const PROMOTIONS: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];
const [WEAKEST, STRONGEST] = [800, 2600];

/** What is shown where no game can be played. */
const unplayable = (start: string): ReturnType<Make> => ({
  title: 'Play',
  element: h('section', { class: 'panel prose' }, h('h1', {}, 'Play'), problem(new Error(`“${start}” is not a position that can be played from`)), h('p', {}, h('a', { class: 'button', href: address('/position', { fen: start }) }, 'See why on the page Position'))),
});

export const play: Make = query => {
  const start = query.get('start') ?? INITIAL;
  if (!isPlayable(start)) return unplayable(start);
  let moves = (query.get('moves') ?? '').split('.').filter(Boolean);
  let plies: Ply[] = [];
  let side: Color = query.get('side') === 'black' ? 'black' : 'white';
  let asking: AbortController | undefined;
  let lost: Color | undefined;
  let hint: { line: Line; step: number } | undefined;
  let left = false;

  const level = h('input', { type: 'range', id: 'level', min: WEAKEST, max: STRONGEST + 100, step: 100, value: whole(query.get('elo'), query.has('full') ? STRONGEST + 100 : 1500, WEAKEST, STRONGEST + 100), 'aria-label': 'Level', on: { input: () => levelShown() } });
  const levelName = h('output', {});
  const goal = select(GOALS, GOALS.some(([name]) => name === query.get('goal')) ? (query.get('goal') as Goal) : 'none', { id: 'goal', on: { change: () => shown() } });
  const clock = createClock(CLOCKS.some(([name]) => name === query.get('clock')) ? (query.get('clock') ?? 'none') : 'none', color => {
    lost = color;
    asking?.abort();
    shown();
  });
  const status = h('p', { class: 'status', id: 'status', role: 'status', 'aria-live': 'polite' });
  const advice = h('p', { id: 'advice', role: 'status', 'aria-live': 'polite' });
  const list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  const typed = h('input', { type: 'text', id: 'typed', class: 'mono', placeholder: 'Nf3, e8=Q or g1f3', spellcheck: 'false', autocapitalize: 'off' });
  const danger = h('input', { type: 'checkbox', id: 'threats', on: { change: () => void drawn() } });
  const promotion = h('dialog', { 'aria-label': 'Promote to' });
  const trouble = h('div', { 'aria-live': 'polite' });

  const board = createBoard({
    label: 'Board',
    fen: start,
    orientation: side,
    premovable: { enabled: false },
    drawable: { enabled: false },
    movable: { free: false, showDests: true, events: { after: (from, to) => void moved(from, to) } },
    press: (square, key) => {
      if (key !== 'Enter' && key !== ' ') return false;
      board.ground.selectSquare(square);
      board.relabel();
      return true;
    },
  });

  const elo = (): number | undefined => (Number(level.value) > STRONGEST ? undefined : Number(level.value));
  const levelShown = (): void => {
    levelName.textContent = elo() === undefined ? 'full strength' : `about ${elo()}`;
    remembered();
  };
  const now = (): Ply => plies.at(-1) as Ply;
  const over = (): string | undefined => (lost ? `${lost === 'white' ? 'White' : 'Black'} has no time left` : ending(plies)?.words);
  const mine = (): boolean => !over() && now().turn === side;
  const remembered = (): void =>
    remember(address('/play', { start: start === INITIAL ? null : start, moves: moves.join('.'), side: side === 'white' ? null : side, elo: elo(), full: elo() === undefined ? 1 : null, clock: clock.name() === 'none' ? null : clock.name(), goal: goal.value === 'none' ? null : goal.value }));

  /** Brings everything in line with the moves. */
  const shown = (): void => {
    plies = replay(moves, start);
    const { fen, squares, check, turn } = now();
    board.ground.set({
      fen,
      lastMove: squares as never[],
      check,
      turnColor: turn,
      movable: { color: mine() ? side : undefined, dests: mine() ? chessgroundDests(positionOf(fen)) : new Map() } as never,
    });
    board.relabel();
    const end = over();
    clock.run(end || moves.length === 0 ? undefined : turn);
    status.textContent = end ? `${end}${judged(goal.value as Goal, plies, side, lost)}` : `${mine() ? `Your move (${side === 'white' ? 'White' : 'Black'})` : 'Thinking …'}${missed(goal.value as Goal, plies, side) ? ' · goal missed ✗' : ''}`;
    list.replaceChildren();
    const black = start.split(' ')[1] === 'b' ? 1 : 0;
    plies.slice(1).forEach((ply, index) => {
      if ((index + black) % 2 === 0 || !list.lastElementChild) append(list, [h('li', {}, ply.san)]);
      else list.lastElementChild.append(` ${ply.san}`);
    });
    list.scrollTop = list.scrollHeight;
    replace(advice);
    hint = undefined;
    remembered();
    void drawn();
  };

  /** Rings round men in danger, and the hint's arrow. */
  const drawn = async (): Promise<void> => {
    const marks: { orig: string; dest?: string; brush: string }[] = [];
    const best = hint?.line.moves[0];
    if (hint && best) marks.push(hint.step === 1 ? { orig: best.slice(0, 2), brush: 'green' } : { orig: best.slice(0, 2), dest: best.slice(2, 4), brush: 'green' });
    if (danger.checked) {
      const at = moves.length;
      const found = await threats({ start_fen: start, moves }).catch(() => undefined);
      if (left || at !== moves.length) return;
      for (const square of [...(found?.white.threatened ?? []), ...(found?.black.threatened ?? [])]) marks.push({ orig: square, brush: 'red' });
    }
    board.draw(marks as never);
  };

  const answer = async (): Promise<void> => {
    asking?.abort();
    if (over() || mine()) return;
    const job = new AbortController();
    asking = job;
    replace(trouble);
    try {
      const found = await choose({ start_fen: start, moves, seed: moves.length, elo: elo() ?? null }, job.signal);
      if (left || asking !== job || !found.move) return;
      moves = [...moves, found.move];
      clock.press(side === 'white' ? 'black' : 'white');
      shown();
      say(`${found.san ?? ''} played`);
    } catch (error) {
      if (isAbort(error)) return;
      status.textContent = '';
      replace(trouble, problem(error), button('Ask again', () => void answer()));
    }
  };

  const playMove = (move: NormalMove): void => {
    moves = [...moves, uciOf(positionOf(now().fen), move)];
    clock.press(side);
    shown();
    void answer();
  };
  const moved = async (from: string, to: string): Promise<void> => {
    const move: NormalMove = { from: parseSquare(from as never) as number, to: parseSquare(to as never) as number };
    const man = positionOf(now().fen).board.get(move.from);
    if (man?.role === 'pawn' && /[18]$/.test(to)) {
      const role = await promoted();
      if (!role) return shown();
      move.promotion = role;
    }
    playMove(move);
  };
  const promoted = (): Promise<Role | undefined> =>
    new Promise(resolve => {
      let chosen: Role | undefined;
      replace(promotion, h('h2', {}, 'Promote to'), h('div', { class: 'row' }, ...PROMOTIONS.map(role => button(role, () => { chosen = role; promotion.close(); }))));
      promotion.addEventListener('close', () => resolve(chosen), { once: true });
      promotion.showModal();
    });
  const written = (): void => {
    const text = typed.value.trim();
    const position = positionOf(now().fen);
    const move = parseSan(position, text) ?? parseUci(text.toLowerCase());
    if (!mine()) say('it is not your move');
    else if (!move || !isNormal(move) || !position.isLegal(move)) say(`“${text}” is not a legal move here`);
    else {
      typed.value = '';
      playMove(move);
    }
  };

  const takeBack = (): void => {
    if (!moves.length) return;
    asking?.abort();
    lost = undefined;
    // Back to one's own turn, if there was one.
    const back = now().turn === side ? 2 : 1;
    moves = moves.slice(0, Math.max(0, moves.length - back));
    shown();
    void answer();
  };
  const again = (color: Color): void => {
    asking?.abort();
    side = color;
    moves = [];
    lost = undefined;
    clock.reset();
    if (board.ground.state.orientation !== side) board.flip();
    shown();
    void answer();
  };

  const words = (line: Line): string => (line.mate ? `mate in ${Math.abs(line.mate)}` : `${((line.centipawns ?? 0) / 100).toFixed(2)} for you`);
  const hinted = async (): Promise<void> => {
    if (!mine()) return;
    if (hint) hint.step++;
    else {
      const at = moves.length;
      replace(advice, 'Looking …');
      const job = new AbortController();
      asking = job;
      let line: Line | undefined;
      try {
        for await (const found of analyse({ start_fen: start, moves, seconds: 1, lines: 1 }, job.signal)) line = found.lines[0] ?? line;
      } catch (error) {
        if (!isAbort(error)) replace(advice, problem(error));
        return;
      }
      if (left || at !== moves.length || !line) return;
      hint = { line, step: 1 };
    }
    const { line, step } = hint;
    const best = line.moves[0] ?? '';
    const man = positionOf(now().fen).board.get(parseSquare(best.slice(0, 2) as never) as number)?.role ?? 'man';
    if (step === 1) advice.textContent = `Look at the ${man} on ${best.slice(0, 2)}. (Hint again for more.)`;
    else if (step === 2) advice.textContent = `${line.san[0] ?? ''} is the move. (Hint again for the reason.)`;
    else advice.textContent = `${line.san.slice(0, 6).join(' ')}: ${words(line)}.`;
    void drawn();
  };

  levelShown();
  try {
    shown();
    void answer();
  } catch (error) {
    moves = [];
    replace(trouble, problem(error));
    plies = [];
  }
  const record = (): string => JSON.stringify({ type: 'position', index: 0, id: '0', fen: now().fen, start_fen: start, moves });
  return {
    title: 'Play',
    leave: () => {
      left = true;
      asking?.abort();
      clock.run(undefined);
      board.draw([]);
    },
    keys: event => {
      const found: Record<string, () => void> = { f: () => board.flip(), h: () => void hinted(), u: takeBack };
      found[event.key]?.();
      return found[event.key] !== undefined;
    },
    element: h(
      'div',
      { class: 'split' },
      h('section', { class: 'stage' }, clock.element, board.element, h('div', { class: 'row' },
        button('Hint', () => void hinted(), { id: 'hint' }),
        button('Take back', takeBack, { id: 'takeback' }),
        button('Flip', board.flip),
        h('label', { class: 'check' }, danger, ' show men in danger'),
      ), promotion),
      h(
        'section',
        { class: 'panel' },
        h('h1', {}, 'Play'),
        status,
        advice,
        trouble,
        list,
        h('form', { on: { submit: event => { event.preventDefault(); written(); } } }, field('Move', typed)),
        field('Level', level, levelName),
        h('div', { class: 'fields' }, field('Goal', goal), field('Clock', clock.choice)),
        h('div', { class: 'row' },
          button('New game as White', () => again('white'), { class: 'primary', id: 'as-white' }),
          button('as Black', () => again('black'), { id: 'as-black' }),
        ),
        h('div', { class: 'row' },
          button('Save PGN', () => void download({ inputs: [record()], format: 'pgn' }, 'game.pgn')),
          copyButton('Copy FEN', 'FEN', () => now().fen),
          h('a', { class: 'button', href: address('/position', { fen: start === INITIAL ? null : start }) }, 'Another position'),
        ),
        h('p', { class: 'muted' }, 'Keys: h hint, u take back, f turns the board; on the board arrows and Enter; or type a move'),
      ),
    ),
  };
};
