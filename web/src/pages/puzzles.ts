/** Puzzles: one after the other at the solver's level, by theme, with a rating that adapts; and sets to order. */

import type { NormalMove } from 'chessops/types';
import { positionOf } from '../chess/ledger';
import { INITIAL, toKey } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { fromMoves, lineFrom, newTree, play, playUci } from '../chess/tree';
import { createGameBoard } from '../components/gameboard';
import { menuButton } from '../components/menu';
import { pressed } from '../components/stage';
import { button, h, iconButton, replace, select } from '../dom';
import { t } from '../i18n';
import { address, remember } from '../router';
import { sound, soundOf } from '../sound';
import { banner, copy, problem, say } from '../ui';
import type { Make } from './page';
import { createMaker } from './puzzles/make';
import { after, fresh, load, pick, store } from './puzzles/progress';
import { DULL, solutionOf } from './puzzles/solution';
import type { Puzzle } from './puzzles/supply';
import { fenOf, packed } from './puzzles/supply';
import { figuresOf, trailOf } from './puzzles/tally';

/** Nobody answers in no time. */
const PAUSE = 400;
const SHORTEST_LIST = 4;

export const puzzles: Make = (query, info) => {
  let progress = load();
  let all: Puzzle[] = [];
  /** A set that was made; none while the pack is worked through. */
  let set: Puzzle[] | undefined;
  let puzzle: Puzzle | undefined;
  let tree: Tree = newTree();
  let at: Node = tree.root;
  /** How many half-moves of the solution are played. */
  let done = 0;
  let state: 'loading' | 'solving' | 'right' | 'wrong' = 'loading';
  /** Whether this puzzle has already counted. */
  let counted = false;
  let hints = 0;
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let theme = query.get('theme') ?? '';

  const board = createGameBoard({ fen: INITIAL, moved: move => moved(move) });
  const task = h('div', { id: 'task', role: 'status', 'aria-live': 'polite' });
  const about = h('div', { id: 'about' });
  const figures = h('dl', { class: 'figures', id: 'figures' });
  const trail = h('ol', { class: 'trail', 'aria-label': t.puzzles.trail });
  const trouble = h('div', { 'aria-live': 'polite' });
  const hintButton = button(t.play.hint, () => hinted(), { id: 'hint' }, 'bulb');
  const solveButton = button(t.puzzles.showSolution, () => showSolution(), { id: 'solution' });
  const nextButton = button(t.puzzles.next, () => next(), { id: 'next', class: 'primary' }, 'forward');
  const themes = select<string>([['', t.puzzles.anyTheme]], '', {
    id: 'theme',
    'aria-label': t.puzzles.themeLabel,
    on: {
      change: () => {
        theme = themes.value;
        set = undefined;
        next();
      },
    },
  });

  const solver = (): 'white' | 'black' => ((puzzle ? fenOf(puzzle) : INITIAL).split(' ')[1] === 'b' ? 'black' : 'white');
  const tallied = (change = 0): void => {
    replace(trail, ...trailOf(progress));
    replace(figures, ...figuresOf(progress, change));
  };
  const drawn = (): void => {
    const open = state === 'solving' && at.turn === solver() && done % 2 === 0;
    board.show(at, open ? solver() : undefined);
    const [from, to] = [toKey(puzzle?.solution[done]?.slice(0, 2) ?? ''), toKey(puzzle?.solution[done]?.slice(2, 4) ?? '')];
    board.draw(open && hints && from && to ? [hints === 1 ? { orig: from, brush: 'green' } : { orig: from, dest: to, brush: 'green' }] : []);
    hintButton.hidden = solveButton.hidden = state !== 'solving';
    nextButton.hidden = state === 'solving' || state === 'loading';
  };
  const asked = (): void => {
    if (state !== 'solving') return;
    const words = at.turn === 'white' ? t.puzzles.findWhite : t.puzzles.findBlack;
    const help = hints === 1 ? t.puzzles.hintMan : hints === 2 ? t.puzzles.hintMove : undefined;
    replace(task, banner('open', done ? t.puzzles.goOn : words, h('p', { class: 'more' }, help ?? (done ? t.puzzles.goOnMeans : t.puzzles.only))));
  };

  const begin = (which: Puzzle): void => {
    clearTimeout(timer);
    puzzle = which;
    replace(trouble);
    replace(about);
    [done, hints, counted] = [0, 0, false];
    tree = which.fen && !which.moves.length ? newTree(which.fen) : fromMoves(which.moves);
    const line = lineFrom(tree.root);
    at = line.at(-1) ?? tree.root;
    state = 'solving';
    if (board.ground.state.orientation !== solver()) board.flip();
    // The opponent's move is seen being played.
    const before = at.parent;
    if (before) {
      board.show({ ...before, squares: [] });
      timer = setTimeout(() => {
        drawn();
        sound(soundOf(at.san));
      }, PAUSE);
    } else drawn();
    asked();
    hintButton.hidden = solveButton.hidden = false;
    nextButton.hidden = true;
    remember(address('/puzzles', { theme, id: set ? null : which.id }));
  };
  const count = (solved: boolean): void => {
    if (counted || !puzzle) return;
    counted = true;
    const before = progress.rating;
    progress = after(load(), puzzle, solved);
    store(progress);
    tallied(progress.rating - before);
  };
  const look = (node: Node): void => {
    at = node;
    drawn();
  };
  /** Where the puzzle begins. */
  const start = (): Node => lineFrom(tree.root)[puzzle?.moves.length ?? 0] ?? tree.root;
  const ended = (how: 'alone' | 'helped' | 'shown'): void => {
    count(how === 'alone');
    state = how === 'shown' ? 'wrong' : 'right';
    const words = { alone: t.puzzles.right, helped: t.puzzles.rightWithHelp, shown: t.puzzles.wrong }[how];
    drawn();
    replace(task, banner(({ alone: 'good', helped: 'open', shown: 'bad' } as const)[how], words));
    replace(about, ...(puzzle ? solutionOf(puzzle, start(), look) : []));
    sound('end');
  };
  /** Plays the solver's right move, then the answer. */
  const onward = (node: Node): void => {
    at = node;
    done++;
    hints = 0;
    sound(soundOf(at.san));
    if (!puzzle || done >= puzzle.solution.length) {
      ended(counted ? 'helped' : 'alone');
      return;
    }
    drawn();
    const answer = puzzle.solution[done];
    timer = setTimeout(() => {
      const reply = answer && playUci(at, answer);
      if (!reply || left) return;
      at = reply;
      done++;
      sound(soundOf(at.san));
      drawn();
      asked();
    }, PAUSE);
  };
  const moved = (move: NormalMove): void => {
    if (!puzzle) return;
    const tried = play(at, move);
    if (!tried) return;
    // Another mate is as good.
    if (tried.uci === puzzle.solution[done] || positionOf(tried.fen).isCheckmate()) {
      if (tried.uci !== puzzle.solution[done]) done = puzzle.solution.length - 1;
      onward(tried);
      return;
    }
    count(false);
    sound(soundOf(tried.san));
    replace(task, banner('bad', t.puzzles.notThat(tried.san), h('p', { class: 'more' }, t.puzzles.tryAgain)));
    timer = setTimeout(() => {
      if (!left) drawn();
    }, PAUSE);
  };
  const hinted = (): void => {
    if (state !== 'solving' || !puzzle) return;
    // Who was helped has not solved it.
    count(false);
    hints = Math.min(2, hints + 1);
    drawn();
    asked();
  };
  const showSolution = (): void => {
    if (state !== 'solving' || !puzzle) return;
    clearTimeout(timer);
    ended('shown');
    look(start());
  };
  const next = (): void => {
    clearTimeout(timer);
    if (set) {
      const rest = set.slice(set.indexOf(puzzle as Puzzle) + 1);
      const one = rest[0];
      if (one) {
        begin(one);
        return;
      }
      set = undefined;
      say(t.puzzles.setDone);
    }
    const meant = theme ? all.filter(one => one.themes.includes(theme)) : all;
    const one = pick(
      meant.filter(other => other !== puzzle),
      progress,
      Math.random(),
    );
    if (one) begin(one);
    else {
      state = 'loading';
      drawn();
      replace(task, banner('open', t.puzzles.none, h('p', { class: 'more' }, t.puzzles.noneMeans)));
    }
  };

  const maker = createMaker(info.limits, chosen => {
    set = [...chosen];
    puzzle = undefined;
    const one = set[0];
    if (one) begin(one);
    scrollTo(0, 0);
    board.element.scrollIntoView({ block: 'nearest' });
  });

  const opened = async (): Promise<void> => {
    all = await packed();
    if (left) return;
    const counts = new Map<string, number>();
    for (const one of all) for (const tag of one.themes) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const named = [...counts]
      .filter(([tag, number]) => number >= SHORTEST_LIST && !DULL.has(tag))
      .map(([tag, number]) => [tag, `${t.puzzles.theme(tag)} (${number})`] as const)
      .sort((a, b) => a[1].localeCompare(b[1]));
    replace(themes, h('option', { value: '' }, t.puzzles.anyTheme), ...named.map(([tag, name]) => h('option', { value: tag }, name)));
    if (!named.some(([tag]) => tag === theme)) theme = '';
    themes.value = theme;
    const wanted = all.find(one => one.id === query.get('id'));
    if (wanted) begin(wanted);
    else next();
  };
  tallied();
  drawn();
  opened().catch((error: unknown) => replace(trouble, problem(error)));
  if (query.get('train')) {
    try {
      const order = JSON.parse(sessionStorage.getItem('train') ?? 'null') as { pgn: string; elo?: number } | null;
      if (order) maker.train(order.pgn, order.elo);
    } catch {
      // Nothing was kept.
    }
  }

  return {
    title: t.puzzles.pageTitle,
    leave: () => {
      left = true;
      clearTimeout(timer);
      maker.leave();
      board.draw([]);
    },
    keys: event =>
      pressed(event, {
        h: hinted,
        n: () => (state === 'solving' ? undefined : next()),
        Enter: () => (state === 'solving' ? undefined : next()),
        f: () => board.flip(),
      }),
    element: h(
      'div',
      { class: 'puzzles' },
      h(
        'div',
        { class: 'table' },
        h('section', { class: 'stage', 'aria-label': t.board }, h('div', { class: 'boardbox' }, board.element)),
        h(
          'div',
          { class: 'transport' },
          hintButton,
          solveButton,
          nextButton,
          iconButton('flip', t.flip, () => board.flip()),
          menuButton(
            t.more,
            () => [
              { icon: 'copy', label: t.copyFen, act: () => void copy(at.fen, 'FEN') },
              { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
              { icon: 'analysis', label: t.puzzles.analyse, href: address('/analysis', { start: at.fen }) },
              { icon: 'play', label: t.playFromHere, href: address('/play', { start: at.fen, side: at.turn }) },
              {
                icon: 'bin',
                label: t.puzzles.startOver,
                act: () => {
                  progress = fresh();
                  store(progress);
                  tallied();
                },
              },
            ],
            { id: 'tools' },
            'more',
            true,
          ),
        ),
        h(
          'section',
          { class: 'panel side' },
          h('div', { class: 'row spread' }, h('h1', {}, t.puzzles.pageTitle), themes),
          task,
          trouble,
          about,
          figures,
          trail,
          h('p', { class: 'muted foot' }, t.puzzles.own),
        ),
      ),
      maker.element,
    ),
  };
};
