/** A game reviewed: its course as a graph, what went wrong and why, drawn on the board, and the mistakes to be played again. */

import { chessgroundDests } from 'chessops/compat';
import type { NormalMove } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import type { ReviewMove } from '../api/client';
import { isAbort } from '../api/client';
import { ending } from '../chess/duel';
import { positionOf } from '../chess/ledger';
import { INITIAL } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { isPlain, lineFrom, newTree, numbered, pathTo, play, toPgn } from '../chess/tree';
import { createBoard } from '../components/board';
import { captured } from '../components/captured';
import { createEvalBar, valueIn } from '../components/evalbar';
import type { Graph } from '../components/graph';
import { createGraph } from '../components/graph';
import { menuButton } from '../components/menu';
import { createMoveList } from '../components/movelist';
import { choosePromotion } from '../components/promotion';
import { button, field, h, iconButton, replace, select } from '../dom';
import { t } from '../i18n';
import { address, go, remember, whole } from '../router';
import { sound, soundOf } from '../sound';
import { banner, copy, intoView, problem, saveFile, say } from '../ui';
import { askForGame, droppedText, openText } from './analysis/open';
import { addressOfTree, gameOf } from './analysis/place';
import type { Make } from './page';
import { annotate, isMistake } from './review/annotate';
import type { Reviewed } from './review/job';
import { knownReview, reviewOf } from './review/job';
import { judgeTry } from './review/retry';
import { SAMPLE } from './review/sample';
import { summary } from './review/summary';
import { comment, shapesOf } from './review/words';

const LEVELS = ['', '1000', '1300', '1600', '1900', '2200', '2500'] as const;

export const review: Make = query => {
  const abort = new AbortController();
  const elo = whole(query.get('elo'), 0, 0, 3200) || undefined;
  let tree: Tree = newTree();
  /** The game as it came, which is sent and stands in the address. */
  let pgn = '';
  let plain: Tree = tree;
  let at: Node = tree.root;
  let line: Node[] = [tree.root];
  let found: Reviewed | undefined;
  let graph: Graph | undefined;
  /** The mistake that is being played again. */
  let retrying: ReviewMove | undefined;
  let trying: AbortController | undefined;

  const board = createBoard({
    label: t.board,
    fen: INITIAL,
    movable: { free: false, showDests: true, events: { after: (orig, dest) => void moved(orig, dest) } },
    drawable: { enabled: true },
    premovable: { enabled: false },
    press: (square, key) => {
      if (key !== 'Enter' && key !== ' ') return false;
      board.ground.selectSquare(square);
      board.relabel();
      return true;
    },
  });
  const bars = { white: h('div', { class: 'player' }), black: h('div', { class: 'player' }) };
  const evalBar = createEvalBar();
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

  const reviewedAt = (node: Node): ReviewMove | undefined => (line[node.ply] === node ? found?.moves.find(move => move.ply === node.ply) : undefined);
  const mistakes = (): ReviewMove[] => found?.moves.filter(isMistake) ?? [];

  const to = (node: Node, loud = true): void => {
    const forward = node.parent === at;
    at = node;
    if (retrying && node !== line[retrying.ply - 1]) retrying = undefined;
    const move = reviewedAt(at);
    board.ground.set({
      fen: at.fen,
      lastMove: at.squares,
      check: at.check,
      turnColor: at.turn,
      movable: { color: at.turn, dests: chessgroundDests(positionOf(at.fen)) },
    });
    board.relabel();
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
    remember(address('/review', { ...Object.fromEntries(new URLSearchParams(addressOfTree(plain, plain.root, '/review').split('?')[1])), ply: onLine, elo }));
    if (forward && loud) sound(soundOf(at.san));
  };
  const playerBar = (color: 'white' | 'black'): void => {
    const name = tree.headers.get(color === 'white' ? 'White' : 'Black') ?? t[color];
    const rating = tree.headers.get(color === 'white' ? 'WhiteElo' : 'BlackElo');
    const side = found?.game.sides.find(one => one.color === color);
    replace(
      bars[color],
      h('strong', {}, name),
      rating ? h('span', { class: 'muted number' }, rating) : null,
      captured(at, color),
      side?.accuracy_lichess != null && h('span', { class: 'points number' }, `${side.accuracy_lichess.toFixed(0)} %`),
    );
  };

  const moved = async (orig: string, dest: string): Promise<void> => {
    const [origin, target] = [parseSquare(orig), parseSquare(dest)];
    if (origin === undefined || target === undefined) return;
    const move: NormalMove = { from: origin, to: target };
    if (positionOf(at.fen).board.get(origin)?.role === 'pawn' && /[18]$/.test(dest)) {
      const role = await choosePromotion(board, dest, at.turn);
      if (!role) return to(at, false);
      move.promotion = role;
    }
    const task = retrying;
    const [before, known] = [at, at.children.length];
    const next = play(at, move);
    if (!next) return;
    if (!task) {
      moves.draw(tree.root);
      return to(next);
    }
    // A try is shown on the board, not in the list.
    board.ground.set({ fen: next.fen, lastMove: next.squares, check: next.check, movable: { dests: new Map() } });
    if (before.children.length > known) before.children.pop();
    await answerTry(next, task);
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
    if ((board.ground.state.orientation === 'white') !== (task.color === 'white')) flip();
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
    const points = reviewed.moves.map(move => ({
      ply: move.ply,
      expected: move.white_expected,
      chances: move.white_chances,
      severity: move.severity,
      label: `${numbered(line[move.ply] ?? tree.root)} ${move.san}: ${t.review.judgements[move.judgement]}`,
    }));
    const phases = reviewed.game.phases.slice(1).map(phase => phase.from);
    graph = createGraph(points, phases, ply => line[ply] && to(line[ply] as Node, false));
    replace(
      course,
      graph.element,
      h('p', { class: 'legend muted' }, h('span', { class: 'key expected' }, t.review.forThese), h('span', { class: 'key chances' }, t.review.byLichess)),
    );
    replace(score, summary(reviewed.game));
    if (score.parentElement) score.parentElement.hidden = false;
    replace(
      moments,
      reviewed.game.critical.length > 0 && h('h2', { class: 'visually-hidden' }, t.review.moments),
      ...reviewed.game.critical.map(ply => {
        const move = reviewed.moves.find(one => one.ply === ply);
        const node = line[ply];
        return (
          move &&
          node &&
          button(`${numbered(node)} ${move.san}`, () => moment(node), {
            class: `chip ${move.severity ?? move.judgement}`,
            title: t.review.judgements[move.judgement],
          })
        );
      }),
    );
    train.hidden = mistakes().length === 0;
    const opening = reviewed.game.opening;
    const played = mistakes().length;
    status.textContent = [opening ? opening.name : '', t.review.found(played)].filter(Boolean).join(' · ');
    const wanted = line[whole(query.get('ply'), reviewed.game.critical[0] ?? 0, 0, line.length - 1)];
    to(wanted ?? tree.root, false);
  };
  const work = async (): Promise<void> => {
    tree = gameOf(query);
    plain = gameOf(query);
    line = lineFrom(tree.root);
    at = tree.root;
    moves.draw(tree.root);
    to(tree.root, false);
    if (line.length < 2) return empty();
    pgn = toPgn(isPlain(plain) ? plain : tree);
    const names = [tree.headers.get('White'), tree.headers.get('Black')].filter(Boolean);
    if (names.length) title.textContent = names.join(' – ');
    const ready = knownReview(pgn, elo);
    if (ready) return shown(ready);
    cancel.hidden = false;
    status.textContent = t.review.working('0');
    try {
      const reviewed = await reviewOf(pgn, elo, abort.signal, seconds => (status.textContent = t.review.working(seconds.toFixed(0))));
      if (!abort.signal.aborted) shown(reviewed);
    } finally {
      cancel.hidden = true;
    }
  };
  /** What is shown before there is a game. */
  const empty = (): void => {
    table.classList.add('unopened');
    moves.element.hidden = true;
    const area = h('textarea', { rows: 6, class: 'mono', id: 'game', placeholder: '1. e4 e5 2. Nf3 …', spellcheck: 'false' });
    const wrong = h('div', { 'aria-live': 'polite' });
    const open = (text: string): void => {
      try {
        openText(text, '/review');
      } catch (error) {
        replace(wrong, problem(error));
      }
    };
    const chosen = async (): Promise<void> => open((await file.files?.[0]?.text()) ?? '');
    const file = h('input', { type: 'file', accept: '.pgn,.txt', 'aria-label': t.analysis.file, on: { change: () => void chosen() } });
    area.addEventListener('paste', () => setTimeout(() => area.value.trim() && open(area.value)));
    replace(
      said,
      h('p', {}, t.review.intro),
      field(t.analysis.pgnOrMoves, area),
      h(
        'div',
        { class: 'row' },
        button(t.review.go, () => open(area.value), { class: 'primary', id: 'go' }, 'review'),
        button(t.review.sample, () => open(SAMPLE), { id: 'sample' }),
      ),
      h('div', { class: 'row' }, file),
      wrong,
    );
  };
  const failed = (error: unknown): void => {
    cancel.hidden = true;
    if (isAbort(error)) {
      if (left) return;
      status.textContent = t.review.cancelled;
      replace(
        trouble,
        button(t.tryAgain, () => go(location.pathname + location.search), { id: 'again' }, 'again'),
      );
      return;
    }
    status.textContent = '';
    replace(trouble, problem(error), line.length > 1 && button(t.tryAgain, () => go(location.pathname + location.search), { id: 'again' }, 'again'));
    if (line.length < 2) empty();
  };
  let left = false;

  const flip = (): void => {
    board.flip();
    const white = board.ground.state.orientation === 'white';
    stage.replaceChildren(bars[white ? 'black' : 'white'], box, bars[white ? 'white' : 'black']);
    evalBar.turn(board.ground.state.orientation);
  };
  const step = (by: 1 | -1): void => {
    const all = found?.game.critical ?? [];
    const ply = by > 0 ? all.find(one => one > at.ply) : all.findLast(one => one < at.ply);
    const node = ply === undefined ? undefined : line[ply];
    if (node) to(node);
  };
  const dropped = async (event: DragEvent): Promise<void> => {
    const text = await droppedText(event);
    try {
      if (text) openText(text, '/review');
    } catch (error) {
      replace(trouble, problem(error));
    }
  };
  const box = h('div', { class: 'boardbox' }, evalBar.element, board.element);
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t.board, on: { dragover: event => event.preventDefault(), drop: event => void dropped(event) } },
    bars.black,
    box,
    bars.white,
  );
  const level = select(
    LEVELS.map(one => [one, one ? t.review.asLevel(one) : t.review.asRated] as const),
    elo ? String(elo) : '',
    {
      id: 'elo',
      'aria-label': t.review.judgedFor,
      on: { change: () => go(address('/review', { ...Object.fromEntries(new URLSearchParams(location.search)), elo: level.value })) },
    },
  );
  const bar = h(
    'div',
    { class: 'transport' },
    iconButton('first', t.first, () => to(tree.root)),
    iconButton('back', t.back, () => to(at.parent ?? at)),
    iconButton('forward', t.forward, () => to(at.children[0] ?? at)),
    iconButton('last', t.last, () => to(line.at(-1) ?? at)),
    iconButton('flip', t.flip, flip),
    menuButton(
      t.more,
      () => [
        { icon: 'analysis', label: t.review.toAnalysis, href: addressOfTree(tree, at) },
        { icon: 'play', label: t.playFromHere, href: address('/play', { start: at.fen, side: at.turn }) },
        { icon: 'copy', label: t.copyPgn, act: () => void copy(toPgn(tree), 'PGN') },
        {
          icon: 'save',
          label: t.savePgn,
          act: () => {
            saveFile(new Blob([toPgn(tree)], { type: 'application/x-chess-pgn' }), 'review.pgn');
            say(t.fileSaved('review.pgn'));
          },
        },
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
    stage,
    bar,
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
    keys: event => {
      const keys: Record<string, () => void> = {
        ArrowLeft: () => to(at.parent ?? at),
        ArrowRight: () => to(at.children[0] ?? at),
        ArrowUp: () => step(-1),
        ArrowDown: () => step(1),
        Home: () => to(tree.root),
        End: () => to(line.at(-1) ?? at),
        Escape: () => abort.abort(),
        f: flip,
        m: () => retry(),
        o: () => askForGame('/review'),
      };
      keys[event.key]?.();
      return keys[event.key] !== undefined;
    },
    element: h(
      'div',
      {},
      table,
      h('section', { class: 'panel scorepanel', hidden: true, id: 'score' }, h('h2', {}, t.review.summary), score, field(t.review.judgedFor, level)),
    ),
  };
};
