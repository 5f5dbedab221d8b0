/** A game against the engine at a level, from any position. */

import { chessgroundDests } from 'chessops/compat';
import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { parseSquare, parseUci } from 'chessops/util';
import { advise, choose, isAbort, threats } from '../api/client';
import { ending, GOALS, isPlayable, judged, missed, positionOf, uciOf } from '../chess/duel';
import { INITIAL, toKeys } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { fromMoves, lineFrom, newTree } from '../chess/tree';
import { createBoard } from '../components/board';
import { captured } from '../components/captured';
import { clockOf, createClock } from '../components/clock';
import { confirmed } from '../components/dialog';
import { keep } from '../components/keep';
import { menuButton } from '../components/menu';
import { createMoveList } from '../components/movelist';
import { choosePromotion } from '../components/promotion';
import { button, field, h, iconButton, replace } from '../dom';
import { t } from '../i18n';
import { address, remember, whole } from '../router';
import { sound, soundOf } from '../sound';
import { banner, copy, problem, saveFile, say } from '../ui';
import type { Make } from './page';
import type { Hint } from './play/hint';
import { hintShapes, hintWords } from './play/hint';
import type { Lost } from './play/record';
import { gamePgn, keepTimes, keptTimes, other, playAddress } from './play/record';
import type { GameSetup } from './play/start';
import { askSetup, levelName, STRONGEST, WEAKEST } from './play/start';

/** Nobody answers in no time. */
const PAUSE = 350;

/** What is shown where no game can be played. */
const unplayable = (start: string): ReturnType<Make> => ({
  title: t.pages.play,
  element: h(
    'section',
    { class: 'panel prose' },
    h('h1', {}, t.play.title),
    problem(new Error(t.play.unplayable(start))),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button', href: address('/position', { fen: start }) }, t.play.seeWhy),
      h('a', { class: 'button', href: '/play' }, t.play.newGame),
    ),
  ),
});

export const play: Make = query => {
  const asked = query.get('start') ?? INITIAL;
  if (!isPlayable(asked)) return unplayable(asked);
  let setup: GameSetup = {
    start: asked,
    side: query.get('side') === 'black' ? 'black' : 'white',
    elo: query.has('full') ? undefined : whole(query.get('elo'), 1500, WEAKEST, STRONGEST),
    clock: clockOf(query.get('clock')),
    goal: GOALS.find(one => one === query.get('goal')) ?? 'none',
  };
  let moves = (query.get('moves') ?? '').split('.').filter(Boolean);
  let tree: Tree = newTree(setup.start);
  let line: Node[] = [tree.root];
  /** What is looked at; the last position unless somebody leafs back. */
  let view = 0;
  let asking: AbortController | undefined;
  let lost: Lost | undefined = query.get('lost') ? { color: setup.side, why: 'resigned' } : undefined;
  let hint: Hint | undefined;
  let left = false;
  let waiting = false;

  const clock = createClock(setup.clock, color => {
    lost = { color, why: 'time' };
    asking?.abort();
    shown();
  });
  const status = h('p', { class: 'status', id: 'status', role: 'status', 'aria-live': 'polite' });
  const goal = h('p', { class: 'muted flush', id: 'the-goal' });
  const advice = h('p', { id: 'advice', role: 'status', 'aria-live': 'polite' });
  const list = createMoveList(node => look(line.indexOf(node)));
  const typed = h('input', { type: 'text', id: 'typed', class: 'mono', placeholder: 'Nf3, e8=Q, g1f3', spellcheck: 'false', autocapitalize: 'off' });
  const danger = h('input', { type: 'checkbox', id: 'threats', on: { change: () => void drawn() } });
  const trouble = h('div', { 'aria-live': 'polite' });
  const endCard = h('div', { id: 'end', hidden: true });
  const bars = { white: h('div', { class: 'player' }), black: h('div', { class: 'player' }) };

  const board = createBoard({
    label: t.board,
    fen: setup.start,
    orientation: setup.side,
    premovable: { enabled: true, castle: true },
    drawable: { enabled: true },
    movable: { free: false, showDests: true, events: { after: (from, to) => void moved(from, to) } },
    press: (square, key) => {
      if (key !== 'Enter' && key !== ' ') return false;
      board.ground.selectSquare(square);
      board.relabel();
      return true;
    },
  });

  const now = (): Node => line.at(-1) ?? tree.root;
  const over = (): string | undefined => (lost ? t.play.lost[lost.why](t[lost.color]) : ending(line)?.words);
  const mine = (): boolean => !waiting && !over() && now().turn === setup.side;
  const remembered = (): void => remember(playAddress(setup, moves, lost));
  const keepClock = (): void => keepTimes(setup, moves, clock.times());

  /** Brings everything in line with the moves. */
  const shown = (): void => {
    tree = fromMoves(moves, setup.start);
    line = lineFrom(tree.root);
    list.draw(tree.root);
    const end = over();
    clock.run(end || waiting || moves.length === 0 ? undefined : now().turn);
    status.textContent = waiting
      ? t.play.setUp
      : end
        ? `${end}${judged(setup.goal, line, setup.side, lost?.color)}`
        : `${mine() ? t.play.yourMove(t[setup.side]) : t.play.thinking}${missed(setup.goal, line, setup.side) ? ` · ${t.play.goalMissed}` : ''}`;
    goal.textContent = setup.goal === 'none' || waiting ? '' : `${t.play.goal}: ${t.play.goals[setup.goal]}`;
    endCard.hidden = !end || waiting;
    // The card says it again, larger: what is read aloud need not be seen twice.
    status.classList.toggle('visually-hidden', !endCard.hidden);
    if (end) {
      const winner = lost ? other(lost.color) : ending(line)?.winner;
      const title = winner === undefined ? t.play.drawn : winner === setup.side ? t.play.youWon : t.play.youLost;
      replace(
        endCard,
        banner(winner === undefined ? 'open' : winner === setup.side ? 'good' : 'bad', title, h('p', { class: 'more' }, status.textContent)),
        h(
          'div',
          { class: 'row' },
          button(t.play.rematch, () => begin({ ...setup, side: other(setup.side) }), { class: 'primary', id: 'rematch' }),
          h(
            'a',
            {
              class: 'button',
              id: 'review',
              href: address('/review', { moves: moves.join('.'), start: setup.start === INITIAL ? null : setup.start, elo: setup.elo }),
            },
            t.play.review,
          ),
          button(t.copyPgn, () => void copy(pgn(), 'PGN'), { id: 'copy-pgn' }),
        ),
      );
    }
    resign.hidden = Boolean(end) || waiting || moves.length === 0;
    hinting.hidden = writing.hidden = dangers.hidden = Boolean(end);
    replace(advice);
    hint = undefined;
    look(line.length - 1);
    remembered();
  };
  /** Shows a position of the game; only the last one can be played in. */
  const look = (at: number): void => {
    view = Math.min(line.length - 1, Math.max(0, at));
    const ply = line[view];
    if (!ply) return;
    const live = view === line.length - 1;
    const open = live && !over() && !waiting;
    board.ground.set({
      fen: ply.fen,
      lastMove: ply.squares,
      check: ply.check,
      turnColor: ply.turn,
      viewOnly: !open,
      movable: { color: setup.side, dests: open && mine() ? chessgroundDests(positionOf(ply.fen)) : new Map() },
    });
    board.relabel();
    list.mark(ply);
    for (const color of ['white', 'black'] as const)
      replace(
        bars[color],
        h('strong', {}, color === setup.side ? t.play.you : 'Sissa'),
        h('span', { class: 'muted' }, color === setup.side ? '' : levelName(setup.elo)),
        captured(ply, color),
        clock.faces[color],
      );
    void drawn();
  };

  /** Rings round men in danger, and the hint's arrow. */
  const drawn = async (): Promise<void> => {
    const marks = hintShapes(hint);
    if (danger.checked) {
      const at = moves.length;
      const found = await threats({ start_fen: setup.start, moves }).catch(() => undefined);
      if (left || at !== moves.length) return;
      for (const square of toKeys([...(found?.white.threatened ?? []), ...(found?.black.threatened ?? [])])) marks.push({ orig: square, brush: 'red' });
    }
    board.draw(marks);
  };

  const answer = async (): Promise<void> => {
    asking?.abort();
    if (waiting || over() || mine()) return;
    const job = new AbortController();
    asking = job;
    replace(trouble);
    try {
      const [found] = await Promise.all([
        choose({ start_fen: setup.start, moves, seed: moves.length, elo: setup.elo ?? null }, job.signal),
        new Promise(done => setTimeout(done, PAUSE)),
      ]);
      if (left || asking !== job || !found.move) return;
      moves = [...moves, found.move];
      clock.press(other(setup.side));
      shown();
      keepClock();
      sound(soundOf(found.san ?? ''));
      say(t.play.played(found.san ?? ''));
      board.ground.playPremove();
    } catch (error) {
      if (isAbort(error)) return;
      status.textContent = '';
      // Nobody's time runs while nobody can move.
      clock.run(undefined);
      replace(
        trouble,
        problem(error),
        button(t.play.askAgain, () => {
          shown();
          void answer();
        }),
      );
    }
  };

  const playMove = (move: NormalMove): void => {
    const uci = uciOf(positionOf(now().fen), move);
    moves = [...moves, uci];
    clock.press(setup.side);
    shown();
    keepClock();
    sound(soundOf(now().san));
    void answer();
  };
  const moved = async (from: string, to: string): Promise<void> => {
    const [origin, target] = [parseSquare(from), parseSquare(to)];
    if (origin === undefined || target === undefined) return;
    const move: NormalMove = { from: origin, to: target };
    if (positionOf(now().fen).board.get(origin)?.role === 'pawn' && /[18]$/.test(to)) {
      const role = await choosePromotion(board, to, setup.side);
      if (!role) return look(view);
      move.promotion = role;
    }
    playMove(move);
  };
  const written = (): void => {
    const text = typed.value.trim();
    const position = positionOf(now().fen);
    const move = parseSan(position, text) ?? parseUci(text.toLowerCase());
    if (!mine()) say(t.play.notYours);
    else if (!move || !isNormal(move) || !position.isLegal(move)) say(t.play.illegal(text));
    else {
      typed.value = '';
      playMove(move);
    }
  };

  const takeBack = (): void => {
    if (!moves.length) return;
    asking?.abort();
    lost = undefined;
    board.ground.cancelPremove();
    // Back to one's own turn, if there was one.
    const back = now().turn === setup.side ? 2 : 1;
    moves = moves.slice(0, Math.max(0, moves.length - back));
    shown();
    void answer();
  };
  const giveUp = async (): Promise<void> => {
    if (over() || !(await confirmed(t.play.resignSure, t.play.resign))) return;
    if (over()) return;
    asking?.abort();
    lost = { color: setup.side, why: 'resigned' };
    shown();
    sound('end');
  };
  const begin = (next: GameSetup): void => {
    asking?.abort();
    waiting = false;
    setup = next;
    moves = [];
    lost = undefined;
    clock.reset(setup.clock);
    if (board.ground.state.orientation !== setup.side) flip();
    arrange();
    shown();
    void answer();
  };
  const ask = (): void =>
    askSetup(setup, begin, () => {
      waiting = false;
      shown();
      void answer();
    });

  const hinted = async (): Promise<void> => {
    if (!mine()) return;
    if (hint) hint.step++;
    else {
      const at = moves.length;
      replace(advice, t.play.looking);
      const job = new AbortController();
      asking = job;
      try {
        const found = await advise({ start_fen: setup.start, moves, elo: setup.elo ?? null }, job.signal);
        if (left || at !== moves.length) return;
        hint = { advice: found, step: 1 };
      } catch (error) {
        if (!isAbort(error)) replace(advice, problem(error));
        return;
      }
    }
    advice.textContent = hintWords(hint, now().fen);
    void drawn();
  };

  const pgn = (): string => gamePgn(tree, setup, lost);
  const flip = (): void => {
    board.flip();
    arrange();
  };
  const hinting = button(t.play.hint, () => void hinted(), { id: 'hint' }, 'bulb');
  const resign = iconButton('flag', t.play.resign, () => void giveUp(), { id: 'resign' });
  const actions = h(
    'div',
    { class: 'transport' },
    hinting,
    iconButton('undo', t.play.takeBack, takeBack, { id: 'takeback' }),
    resign,
    iconButton('flip', t.flip, flip),
    menuButton(
      t.more,
      () => [
        {
          icon: 'save',
          label: t.savePgn,
          act: () => {
            saveFile(new Blob([pgn()], { type: 'application/x-chess-pgn' }), 'game.pgn');
            say(t.fileSaved('game.pgn'));
          },
        },
        { icon: 'copy', label: t.copyPgn, act: () => void copy(pgn(), 'PGN') },
        { icon: 'copy', label: t.copyFen, act: () => void copy(now().fen, 'FEN') },
        {
          icon: 'heart',
          label: t.library.save,
          act: () => keep([{ fen: now().fen, start: setup.start === INITIAL ? undefined : setup.start, moves, name: t.play.event, tags: [] }]),
        },
        { icon: 'link', label: t.play.studentLink, act: () => void copy(location.origin + playAddress(setup), t.link) },
        { icon: 'position', label: t.edit, href: address('/position', { fen: now().fen }) },
      ],
      { id: 'tools' },
      'more',
      true,
    ),
  );
  const stage = h('section', { class: 'stage', 'aria-label': t.board });
  const entered = (event: Event): void => {
    event.preventDefault();
    written();
  };
  const writing = h('form', { on: { submit: entered } }, field(t.play.typeMove, typed));
  const dangers = h('label', { class: 'check' }, danger, t.play.showDanger);
  const arrange = (): void => {
    const white = board.ground.state.orientation === 'white';
    stage.replaceChildren(bars[white ? 'black' : 'white'], board.element, bars[white ? 'white' : 'black']);
  };
  arrange();

  // Whoever comes without a wish is asked first.
  waiting = [...query.keys()].length === 0;
  try {
    const times = keptTimes(setup, moves);
    if (times) clock.reset(setup.clock, times);
    shown();
    void answer();
  } catch (error) {
    moves = [];
    shown();
    replace(trouble, problem(error));
  }
  if (waiting)
    requestAnimationFrame(() => {
      if (!left) ask();
    });
  const leaving = (): void => keepClock();
  addEventListener('pagehide', leaving);
  return {
    title: t.pages.play,
    leave: () => {
      left = true;
      keepClock();
      removeEventListener('pagehide', leaving);
      asking?.abort();
      clock.run(undefined);
      board.draw([]);
      document.querySelector('dialog[open]')?.remove();
    },
    keys: event => {
      const found: Record<string, () => void> = {
        f: flip,
        h: () => void hinted(),
        u: takeBack,
        ArrowLeft: () => look(view - 1),
        ArrowRight: () => look(view + 1),
        Home: () => look(0),
        End: () => look(line.length - 1),
      };
      found[event.key]?.();
      return found[event.key] !== undefined;
    },
    element: h(
      'div',
      { class: 'table' },
      stage,
      actions,
      h(
        'section',
        { class: 'panel side' },
        h('div', { class: 'row spread' }, h('h1', {}, t.play.title), button(t.play.newGame, ask, { id: 'new-game' }, 'plus')),
        goal,
        status,
        endCard,
        advice,
        trouble,
        list.element,
        writing,
        dangers,
      ),
    ),
  };
};
