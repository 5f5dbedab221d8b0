/** A game reviewed: its course as a graph, what went wrong and why, drawn on the board, and the mistakes to be played again. */

import type { NormalMove } from 'chessops/types';
import type { ReviewMove } from '../api/client';
import { isAbort } from '../api/client';
import { ending } from '../chess/duel';
import { INITIAL } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { lineFrom, newTree, numbered, pathTo, play, toPgn } from '../chess/tree';
import { createEvalBar, valueIn } from '../components/evalbar';
import { createGameBoard } from '../components/gameboard';
import type { Graph } from '../components/graph';
import { menuButton } from '../components/menu';
import { createMoveList } from '../components/movelist';
import type { Steps } from '../components/stage';
import { createStage, pressed, stepKeys, transport } from '../components/stage';
import { button, field, h, iconButton, replace, select } from '../dom';
import { t } from '../i18n';
import type { Query } from '../router';
import { address, go, remember, whole } from '../router';
import { sound, soundOf } from '../sound';
import { banner, copy, intoView, problem, savePgn } from '../ui';
import { askForGame, takeDrops } from './analysis/open';
import { addressOfTree, gameOf } from './analysis/place';
import { namesOf, playerOf } from './analysis/player';
import type { Make } from './page';
import { annotate, isMistake } from './review/annotate';
import { courseOf, momentsOf } from './review/course';
import { invitation } from './review/invite';
import type { Reviewed } from './review/job';
import { knownReview, reviewOf } from './review/job';
import { judgeTry } from './review/retry';
import { summary } from './review/summary';
import { comment, shapesOf } from './review/words';

const LEVELS = ['', '1000', '1300', '1600', '1900', '2200', '2500'] as const;

export const review: Make = query => {
  const abort = new AbortController();
  const elo = whole(query.get('elo'), 0, 0, 3200) || undefined;
  let tree: Tree = newTree();
  /** The game as it came, which is sent and stands in the address. */
  let pgn = '';
  let source: Query = {};
  let at: Node = tree.root;
  let line: Node[] = [tree.root];
  let found: Reviewed | undefined;
  let graph: Graph | undefined;
  /** The mistake that is being played again. */
  let retrying: ReviewMove | undefined;
  let trying: AbortController | undefined;

  const board = createGameBoard({ fen: INITIAL, moved: move => moved(move) });
  const evalBar = createEvalBar();
  const stage = createStage(board, evalBar.element, evalBar.turn);
  // Whoever has played it sees it from the same side.
  const side = query.get('side') === 'black' ? 'black' : null;
  if (side) stage.flip();
  const title = h('h1', {}, t.review.title);
  const status = h('p', { class: 'status', id: 'status', role: 'status', 'aria-live': 'polite' });
  const trouble = h('div', { 'aria-live': 'polite' });
  const said = h('div', { class: 'comments', id: 'said', 'aria-live': 'polite' });
  const course = h('div', {});
  const score = h('div', {});
  const moments = h('div', { class: 'moments', id: 'moments' });
  const moves = createMoveList(node => to(node));
  const again = button(t.review.retry, () => retry(), { id: 'retry', class: 'primary', hidden: true }, 'again');
  const train = button(t.review.train, () => training(), { id: 'train', hidden: true }, 'puzzles');
  const cancel = button(t.cancel, () => abort.abort(), { id: 'cancel', hidden: true });
  const bar = h('progress', { 'aria-label': t.review.title, hidden: true });

  const reviewedAt = (node: Node): ReviewMove | undefined => (line[node.ply] === node ? found?.moves.find(move => move.ply === node.ply) : undefined);
  const mistakes = (): ReviewMove[] => found?.moves.filter(isMistake) ?? [];

  const to = (node: Node, loud = true): void => {
    const forward = node.parent === at;
    at = node;
    if (retrying && node !== line[retrying.ply - 1]) retrying = undefined;
    const move = reviewedAt(at);
    board.show(at, at.turn);
    board.draw(move && !retrying ? shapesOf(move) : []);
    moves.mark(at);
    // The list tells what was better: not to whoever is looking for it.
    table.classList.toggle('retrying', retrying !== undefined);
    const onLine = pathTo(at).findLast(one => line[one.ply] === one)?.ply ?? 0;
    graph?.mark(onLine);
    for (const color of ['white', 'black'] as const) playerBar(color);
    const worth = move?.eval_after ?? found?.moves.find(one => one.ply === at.ply + 1 && line[at.ply] === at)?.eval_before;
    evalBar.element.hidden = worth === undefined;
    if (worth !== undefined) evalBar.show(valueIn(worth), 'white');
    if (!retrying) {
      if (move)
        replace(
          said,
          comment(move, at, to, which => board.draw(shapesOf(move, which))),
        );
      else
        replace(
          said,
          found && h('p', { class: 'muted' }, at.parent ? `${numbered(at)} ${at.san} · ${ending(pathTo(at))?.words ?? t.review.ownLine}` : t.review.begin),
        );
    }
    again.hidden = mistakes().length === 0;
    again.lastChild?.replaceWith(retrying ? t.review.nextMistake : t.review.retry);
    remember(address('/review', { ...source, ply: onLine, elo, side }));
    if (forward && loud) sound(soundOf(at.san));
  };
  const playerBar = (color: 'white' | 'black'): void => {
    const accuracy = found?.game.sides.find(one => one.color === color)?.accuracy_lichess;
    replace(
      stage.players[color],
      ...playerOf(tree, at, color),
      accuracy != null && h('span', { class: 'accurate number', title: t.review.accuracy }, `${accuracy.toFixed(0)} %`),
    );
  };

  const moved = (move: NormalMove): void => {
    const task = retrying;
    const [before, known] = [at, at.children.length];
    const next = play(at, move);
    if (!next) return;
    if (!task) {
      moves.draw(tree.root);
      to(next);
      return;
    }
    // A try is shown on the board, not in the list.
    board.show(next);
    if (before.children.length > known) before.children.pop();
    void answerTry(next, task);
  };
  const answerTry = async (tried: Node, task: ReviewMove): Promise<void> => {
    trying?.abort();
    const own = new AbortController();
    trying = own;
    replace(said, banner('open', t.review.looking));
    try {
      const worth = await judgeTry(tree.start, tried, task, own.signal);
      if (trying !== own || retrying !== task) return;
      const node = line[task.ply];
      const more = [
        button(t.review.tryAgain, () => retry(task), {}, 'again'),
        button(t.review.showAnswer, () => node && to(node), {}, 'bulb'),
        button(t.review.nextMistake, () => retry(), { class: 'primary', id: 'next-mistake' }),
      ];
      const good = worth === 'best' || worth === 'good';
      replace(said, banner(good ? 'good' : 'bad', t.review.tries[worth](tried.san)), h('div', { class: 'row' }, ...(good ? more.slice(1) : more)));
    } catch (error) {
      if (!isAbort(error)) replace(said, problem(error));
    }
  };
  /** The next mistake after the one in view, of either side. */
  const retry = (which?: ReviewMove): void => {
    const all = mistakes();
    const from = retrying?.ply ?? at.ply - 1;
    const task = which ?? all.find(move => move.ply > from) ?? all[0];
    const before = task && line[task.ply - 1];
    if (!task || !before) return;
    retrying = task;
    if ((board.ground.state.orientation === 'white') !== (task.color === 'white')) stage.flip();
    to(before, false);
    const [number, of] = [all.indexOf(task) + 1, all.length];
    replace(
      said,
      banner(
        'open',
        t.review.yourTurn(t[task.color], number, of),
        h('p', { class: 'more' }, t.review.wasPlayed(`${numbered(line[task.ply] ?? before)} ${task.san}`)),
      ),
      h(
        'div',
        { class: 'row' },
        button(t.review.showAnswer, () => line[task.ply] && to(line[task.ply] as Node), {}, 'bulb'),
      ),
    );
    // On a phone the button is below: what is asked must be in view.
    intoView(said);
  };
  const training = (): void => {
    sessionStorage.setItem('train', JSON.stringify({ pgn, elo }));
    go(address('/puzzles', { train: 1 }));
  };

  /** A critical moment, with what is said of it: on a phone that is further up. */
  const moment = (node: Node): void => {
    to(node);
    intoView(said);
  };
  const shown = (reviewed: Reviewed): void => {
    found = reviewed;
    annotate(line, reviewed.moves);
    moves.draw(tree.root);
    const drawn = courseOf(reviewed, line, node => to(node, false));
    graph = drawn.graph;
    replace(course, graph.element, drawn.legend);
    replace(score, summary(reviewed.game));
    if (score.parentElement) score.parentElement.hidden = false;
    replace(moments, ...momentsOf(reviewed, line, moment));
    train.hidden = mistakes().length === 0;
    const opening = reviewed.game.opening;
    const played = mistakes().length;
    status.textContent = [opening ? opening.name : '', t.review.found(played)].filter(Boolean).join(' · ');
    const wanted = line[whole(query.get('ply'), reviewed.game.critical[0] ?? 0, 0, line.length - 1)];
    to(wanted ?? tree.root, false);
  };
  const work = async (): Promise<void> => {
    tree = gameOf(query);
    source = Object.fromEntries(new URLSearchParams(addressOfTree(tree, tree.root, '/review').split('?')[1]));
    line = lineFrom(tree.root);
    at = tree.root;
    moves.draw(tree.root);
    to(tree.root, false);
    if (line.length < 2) return empty();
    pgn = toPgn(tree);
    title.textContent = namesOf(tree) || title.textContent;
    const ready = knownReview(pgn, elo);
    if (ready) return shown(ready);
    cancel.hidden = bar.hidden = false;
    status.textContent = t.review.working('0');
    try {
      const reviewed = await reviewOf(pgn, elo, abort.signal, seconds => (status.textContent = t.review.working(seconds.toFixed(0))));
      if (!abort.signal.aborted) shown(reviewed);
    } finally {
      cancel.hidden = bar.hidden = true;
    }
  };
  const empty = (): void => {
    table.classList.add('unopened');
    moves.element.hidden = true;
    replace(said, ...invitation());
  };
  const failed = (error: unknown): void => {
    if (isAbort(error) && left) return;
    status.textContent = isAbort(error) ? t.review.cancelled : '';
    const again = line.length > 1 && button(t.tryAgain, () => go(location.pathname + location.search), { id: 'again' }, 'again');
    replace(trouble, problem(error), again);
    if (line.length < 2) empty();
  };
  let left = false;

  const step = (by: 1 | -1): void => {
    const all = found?.game.critical ?? [];
    const ply = by > 0 ? all.find(one => one > at.ply) : all.findLast(one => one < at.ply);
    const node = ply === undefined ? undefined : line[ply];
    if (node) to(node);
  };
  takeDrops(stage.element, '/review', trouble);
  const level = select(
    LEVELS.map(one => [one, one ? t.review.asLevel(one) : t.review.asRated] as const),
    elo ? String(elo) : '',
    {
      id: 'elo',
      'aria-label': t.review.judgedFor,
      on: { change: () => go(address('/review', { ...Object.fromEntries(new URLSearchParams(location.search)), elo: level.value })) },
    },
  );
  const steps: Steps = {
    first: () => to(tree.root),
    back: () => to(at.parent ?? at),
    forward: () => to(at.children[0] ?? at),
    last: () => to(line.at(-1) ?? at),
  };
  const buttons = transport(
    steps,
    null,
    iconButton('flip', t.flip, stage.flip),
    menuButton(
      t.more,
      () => [
        { icon: 'analysis', label: t.review.toAnalysis, href: addressOfTree(tree, at) },
        { icon: 'play', label: t.playFromHere, href: address('/play', { start: at.fen, side: at.turn }) },
        { icon: 'copy', label: t.copyPgn, act: () => void copy(toPgn(tree), 'PGN') },
        { icon: 'save', label: t.savePgn, act: () => savePgn([toPgn(tree)], 'review.pgn') },
        { icon: 'copy', label: t.copyFen, act: () => void copy(at.fen, 'FEN') },
        { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
      ],
      { id: 'tools' },
      'more',
      true,
    ),
  );
  const table = h(
    'div',
    { class: 'table review' },
    stage.element,
    buttons,
    h(
      'section',
      { class: 'panel side' },
      h(
        'div',
        { class: 'row spread' },
        title,
        button(t.analysis.paste, () => askForGame('/review'), { id: 'paste' }, 'plus'),
      ),
      h('div', { class: 'row spread statusline' }, status, cancel),
      bar,
      trouble,
      course,
      h('div', { class: 'row lessons' }, again, train),
      moments,
      said,
      moves.element,
    ),
  );
  work().catch(failed);

  return {
    title: t.pages.review,
    leave: () => {
      left = true;
      abort.abort();
      trying?.abort();
      board.draw([]);
    },
    keys: event =>
      pressed(event, {
        ...stepKeys(steps),
        ArrowUp: () => step(-1),
        ArrowDown: () => step(1),
        Escape: () => abort.abort(),
        f: stage.flip,
        m: () => retry(),
        o: () => askForGame('/review'),
      }),
    element: h(
      'div',
      {},
      table,
      h('section', { class: 'panel scorepanel', hidden: true, id: 'score' }, h('h2', {}, t.review.summary), score, field(t.review.judgedFor, level)),
    ),
  };
};
