/** A game on the board: generated, pasted, or played here move by move, with variations and the engine's lines. */

import type { NormalMove } from 'chessops/types';
import type { PositionRecord } from '../api/client';
import { isAbort } from '../api/client';
import { ending } from '../chess/duel';
import { drawingsOf } from '../chess/remark';
import { INITIAL, toKey } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { fromMoves, lineFrom, newTree, numbered, pathTo, play, playUci } from '../chess/tree';
import { createGameBoard } from '../components/gameboard';
import { createMoveList } from '../components/movelist';
import type { Steps } from '../components/stage';
import { createStage, pressed, stepKeys, transport } from '../components/stage';
import { button, h, iconButton, replace } from '../dom';
import { t } from '../i18n';
import { remember } from '../router';
import { sound, soundOf } from '../sound';
import { copy, problem, toMove } from '../ui';
import { createEngine } from './analysis/engine';
import { madeOf } from './analysis/made';
import { askForGame, openText, takeDrops } from './analysis/open';
import { createPeople } from './analysis/people';
import { addressOfTree, gameOf, placeIn, placeOf } from './analysis/place';
import { namesOf, playerOf } from './analysis/player';
import { gameMenu } from './analysis/tools';
import type { Make } from './page';

export const analysis: Make = query => {
  const abort = new AbortController();
  /** Forgotten as soon as the game is another. */
  let made = madeOf(query);
  let record: PositionRecord | undefined;
  let tree: Tree = newTree();
  let at: Node = tree.root;
  let timer: ReturnType<typeof setInterval> | undefined;

  const board = createGameBoard({
    fen: INITIAL,
    moved: (move: NormalMove) => {
      const next = play(at, move);
      if (next) grown(next);
    },
  });
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  // A FEN that is put here is where one goes.
  const fenField = h('input', { type: 'text', 'aria-label': t.analysis.fenHere, class: 'mono', spellcheck: 'false', on: { change: () => opened() } });
  const moves = createMoveList(node => to(node));
  const trouble = h('div', { 'aria-live': 'polite' });
  const title = h('h1', {}, made ? t.analysis.madeTitle(made.index + 1) : t.analysis.title);
  const playLine = (line: readonly string[]): void => {
    let node = at;
    for (const uci of line) {
      const next = playUci(node, uci);
      if (!next) return;
      node = next;
    }
    grown(node);
  };
  const people = createPeople(playLine);
  /** The engine's move over what the game's own comments draw. */
  const engine = createEngine(playLine, uci => {
    const [orig, dest] = [toKey(uci?.slice(0, 2) ?? ''), toKey(uci?.slice(2, 4) ?? '')];
    board.draw([...drawingsOf(at), ...(orig && dest ? [{ orig, dest, brush: 'paleBlue' }] : [])]);
  });
  const stage = createStage(board, engine.bar, engine.turn);

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    run.setAttribute('aria-pressed', 'false');
  };
  const start = (): void => {
    if (!at.children[0]) to(tree.root);
    timer = setInterval(() => (at.children[0] ? to(at.children[0]) : stop()), 600);
    run.setAttribute('aria-pressed', 'true');
  };
  const run = iconButton('start', t.analysis.playOn, () => (timer ? stop() : start()), { class: 'play', 'aria-pressed': 'false' });

  const to = (node: Node, loud = true): void => {
    const forward = node.parent === at;
    at = node;
    board.show(at, at.turn);
    moves.mark(at);
    fenField.value = at.fen;
    // At the end of a game nobody is to move.
    const which = at.parent ? `${numbered(at)} ${at.san}` : t.startWord;
    const asked = made && !at.children[0] && at.parent ? ` · ${t.analysis.askedFor}${record?.shortest ? `, ${t.analysis.aShortest}` : ''}` : '';
    status.textContent = `${which} · ${ending(pathTo(at))?.words ?? toMove(at.turn)}${asked}`;
    for (const color of ['white', 'black'] as const) replace(stage.players[color], ...playerOf(tree, at, color, record?.human?.[`${color}_elo`]));
    engine.look(tree.start, at);
    people.look(tree.start, at);
    remember(made ? made.address(placeOf(at)) : addressOfTree(tree, at));
    if (forward && loud) sound(soundOf(at.san));
  };
  /** The tree has other moves now. */
  const grown = (node: Node): void => {
    if (made && node !== at && !lineFrom(tree.root).includes(node)) made = undefined;
    moves.draw(tree.root);
    to(node);
  };
  const fill = (found: Tree): void => {
    tree = found;
    at = tree.root;
    moves.draw(tree.root);
    title.textContent = namesOf(tree) || title.textContent;
    to(placeIn(tree, query, made ? lineFrom(tree.root).length - 1 : 0), false);
  };
  const load = async (): Promise<void> => {
    if (!made) return fill(gameOf(query));
    status.textContent = t.analysis.making;
    record = await made.load(abort.signal);
    if (record) fill(fromMoves(record.moves, record.start_fen ?? INITIAL));
  };
  // Before anything is there the board can be used.
  moves.draw(tree.root);
  load().catch((error: unknown) => {
    if (isAbort(error)) return;
    made = undefined;
    to(tree.root, false);
    replace(trouble, problem(error));
  });

  const opened = (): void => {
    try {
      openText(fenField.value);
    } catch (error) {
      replace(trouble, problem(error));
    }
  };
  const steps: Steps = {
    first: () => to(tree.root),
    back: () => to(at.parent ?? at),
    forward: () => to(at.children[0] ?? at),
    last: () => to(lineFrom(at).at(-1) ?? at),
  };
  const menu = gameMenu({
    game: () => ({ tree, at, record, made, title: title.textContent ?? '', below: board.ground.state.orientation }),
    grown,
  });
  takeDrops(stage.element, '/analysis', trouble);
  board.element.addEventListener(
    'wheel',
    event => {
      if (event.ctrlKey) return;
      event.preventDefault();
      if (event.deltaY > 0) steps.forward();
      else steps.back();
    },
    { passive: false },
  );
  const branch = (by: number): void => {
    const all = at.parent?.children ?? [];
    const next = all[(all.indexOf(at) + by + all.length) % all.length];
    if (next) to(next);
  };

  return {
    title: t.pages.analysis,
    leave: () => {
      abort.abort();
      stop();
      engine.leave();
      people.leave();
      board.draw([]);
    },
    keys: event =>
      pressed(event, {
        ...stepKeys(steps),
        ArrowUp: () => branch(-1),
        ArrowDown: () => branch(1),
        ' ': () => run.click(),
        f: stage.flip,
        e: engine.toggle,
        o: () => askForGame(),
      }),
    element: h(
      'div',
      { class: 'table analysis' },
      stage.element,
      transport(steps, run, iconButton('flip', t.flip, stage.flip), menu),
      h(
        'section',
        { class: 'panel side' },
        h(
          'div',
          { class: 'row spread' },
          title,
          button(t.analysis.paste, () => askForGame(), { id: 'paste' }, 'plus'),
        ),
        made && h('p', { class: 'muted wanted' }, made.wish),
        trouble,
        engine.element,
        people.element,
        status,
        moves.element,
        h(
          'div',
          { class: 'copyline' },
          fenField,
          iconButton('copy', t.copyFen, () => void copy(fenField.value, 'FEN')),
        ),
      ),
    ),
  };
};
