/** A game against the engine at a level, from any position. */

import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { isNormal } from 'chessops/types';
import { parseUci } from 'chessops/util';
import { advise, choose, isAbort, threats } from '../api/client';
import { ending, GOALS, isPlayable, judged, missed, positionOf, uciOf } from '../chess/duel';
import { INITIAL, toKeys } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { fromMoves, lineFrom, newTree } from '../chess/tree';
import { captured } from '../components/captured';
import { clockOf, createClock } from '../components/clock';
import { confirmed } from '../components/dialog';
import { createGameBoard } from '../components/gameboard';
import { createMoveList } from '../components/movelist';
import { createStage, pressed, stepKeys } from '../components/stage';
import { button, field, h, iconButton, replace } from '../dom';
import { t } from '../i18n';
import { remember, whole } from '../router';
import { sound, soundOf } from '../sound';
import { announce, problem, say } from '../ui';
import type { Make } from './page';
import { endOf } from './play/end';
import type { Hint } from './play/hint';
import { hintShapes, hintWords } from './play/hint';
import type { Lost } from './play/record';
import { gamePgn, keepTimes, keptTimes, other, playAddress } from './play/record';
import type { GameSetup } from './play/start';
import { askSetup, levelName, STRONGEST, WEAKEST } from './play/start';
import { playMenu, unplayable } from './play/tools';

/** Nobody answers in no time. */
const PAUSE = 350;

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

  const board = createGameBoard({ fen: setup.start, orientation: setup.side, premoves: true, moved: move => playMove(move) });
  const stage = createStage(board);

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
    const rematch = (): void => begin({ ...setup, side: other(setup.side) });
    if (end) replace(endCard, ...endOf({ setup, line, lost, words: status.textContent, rematch, pgn: pgn() }));
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
    board.show(ply, live && !over() && !waiting ? setup.side : undefined);
    list.mark(ply);
    for (const color of ['white', 'black'] as const)
      replace(
        stage.players[color],
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
      announce(t.play.played(found.san ?? ''));
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
    if (board.ground.state.orientation !== setup.side) stage.flip();
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
  const hinting = button(t.play.hint, () => void hinted(), { id: 'hint' }, 'bulb');
  const resign = iconButton('flag', t.play.resign, () => void giveUp(), { id: 'resign' });
  const actions = h(
    'div',
    { class: 'transport' },
    hinting,
    iconButton('undo', t.play.takeBack, takeBack, { id: 'takeback' }),
    resign,
    iconButton('flip', t.flip, stage.flip),
    playMenu(() => ({ setup, tree, now: now(), pgn: pgn(), over: over() !== undefined })),
  );
  const entered = (event: Event): void => {
    event.preventDefault();
    written();
  };
  const writing = h('form', { on: { submit: entered } }, field(t.play.typeMove, typed));
  const dangers = h('label', { class: 'check' }, danger, t.play.showDanger);

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
    keys: event =>
      pressed(event, {
        ...stepKeys({ first: () => look(0), back: () => look(view - 1), forward: () => look(view + 1), last: () => look(line.length - 1) }),
        f: stage.flip,
        h: () => void hinted(),
        u: takeBack,
      }),
    element: h(
      'div',
      { class: 'table' },
      stage.element,
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
