/** A game on the board: generated, pasted, or played here move by move, with variations and the engine's lines. */

import { chessgroundDests } from 'chessops/compat';
import type { NormalMove } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import type { PositionRecord } from '../api/client';
import { generate, isAbort, refused, styleOf } from '../api/client';
import { ending } from '../chess/duel';
import { positionOf } from '../chess/ledger';
import { INITIAL, toKey } from '../chess/setup';
import type { Node, Tree } from '../chess/tree';
import { fromMoves, isPlain, lineFrom, movesTo, newTree, numbered, pathTo, play, playUci, promote, remove, toPgn } from '../chess/tree';
import { generateCommand, showCommand } from '../command';
import { createBoard } from '../components/board';
import { captured } from '../components/captured';
import { keep } from '../components/keep';
import { menuButton } from '../components/menu';
import { createMoveList } from '../components/movelist';
import { choosePromotion } from '../components/promotion';
import { button, h, iconButton, replace } from '../dom';
import { taken } from '../handover';
import { t } from '../i18n';
import { address, remember, whole } from '../router';
import { sound, soundOf } from '../sound';
import { copy, download, problem, saveFile, say, toMove } from '../ui';
import { createEngine } from './analysis/engine';
import { askForGame, droppedText, openText } from './analysis/open';
import { createPeople } from './analysis/people';
import { addressOfTree, gameOf, mainMoves, placeOf } from './analysis/place';
import type { Make } from './page';

export const analysis: Make = query => {
  const abort = new AbortController();
  const constraint = query.get('c') ?? '';
  const preset = query.get('preset') ?? '';
  let made = constraint !== '' || preset !== '' || query.has('i');
  const seed = whole(query.get('seed'), 0, 0, Number.MAX_SAFE_INTEGER);
  const index = whole(query.get('i'), 0, 0, Number.MAX_SAFE_INTEGER);
  const shortest = query.get('shortest') === '1';
  const style = query.get('style') ?? 'human';
  const elo = query.get('elo') ?? '';
  const from = query.get('from') ?? '';
  let record: PositionRecord | undefined;
  let tree: Tree = newTree();
  let at: Node = tree.root;
  let timer: ReturnType<typeof setInterval> | undefined;

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
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  const fenField = h('input', { type: 'text', readonly: true, 'aria-label': t.analysis.fenHere, class: 'mono' });
  const bars = { white: h('div', { class: 'player' }), black: h('div', { class: 'player' }) };
  const moves = createMoveList(node => to(node));
  const run = iconButton('start', t.analysis.playOn, () => (timer ? stop() : start()), { class: 'play', 'aria-pressed': 'false' });
  const trouble = h('div', { 'aria-live': 'polite' });
  const title = h('h1', {}, t.analysis.title);
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
  const engine = createEngine(playLine, uci => {
    const [orig, dest] = [toKey(uci?.slice(0, 2) ?? ''), toKey(uci?.slice(2, 4) ?? '')];
    board.draw(orig && dest ? [{ orig, dest, brush: 'paleBlue' }] : []);
  });

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

  const here = (): string =>
    made
      ? address('/analysis', { c: constraint, preset, seed, i: index, shortest: shortest ? 1 : null, style: query.get('style'), elo, from, ...placeOf(at) })
      : addressOfTree(tree, at);

  const to = (node: Node, loud = true): void => {
    const forward = node.parent === at;
    at = node;
    const position = positionOf(at.fen);
    board.ground.set({
      fen: at.fen,
      lastMove: at.squares,
      check: at.check,
      turnColor: at.turn,
      movable: { color: at.turn, dests: chessgroundDests(position) },
    });
    board.relabel();
    moves.mark(at);
    fenField.value = at.fen;
    // At the end of a game nobody is to move.
    const end = ending(pathTo(at));
    const which = at.parent ? `${numbered(at)} ${at.san}` : t.startWord;
    status.textContent = `${which} · ${end?.words ?? toMove(at.turn)}${made && !at.children[0] && at.parent ? ` · ${t.analysis.askedFor}${record?.shortest ? `, ${t.analysis.aShortest}` : ''}` : ''}`;
    for (const color of ['white', 'black'] as const) playerBar(color);
    engine.look(tree.start, at);
    people.look(tree.start, at);
    remember(here());
    if (forward && loud) sound(soundOf(at.san));
  };
  const playerBar = (color: 'white' | 'black'): void => {
    const name = tree.headers.get(color === 'white' ? 'White' : 'Black') ?? t[color];
    const rating = tree.headers.get(color === 'white' ? 'WhiteElo' : 'BlackElo') ?? (color === 'white' ? record?.human?.white_elo : record?.human?.black_elo);
    const result = tree.headers.get('Result');
    const points =
      !at.children[0] && result && /^(1-0|0-1|1\/2-1\/2)$/.test(result)
        ? result === '1/2-1/2'
          ? '½'
          : (result === '1-0') === (color === 'white')
            ? '1'
            : '0'
        : '';
    replace(
      bars[color],
      points && h('span', { class: 'points number' }, points),
      h('strong', {}, name),
      rating ? h('span', { class: 'muted number' }, String(rating)) : null,
      captured(at, color),
    );
  };
  /** The tree has other moves now. */
  const grown = (node: Node): void => {
    if (made && node !== at && !lineFrom(tree.root).includes(node)) made = false;
    moves.draw(tree.root);
    to(node);
  };
  const fill = (found: Tree): void => {
    tree = found;
    at = tree.root;
    moves.draw(tree.root);
    const line = lineFrom(tree.root);
    const branches = (query.get('path') ?? '').split('.').filter(Boolean).map(Number);
    let node: Node | undefined = branches.length ? tree.root : line[whole(query.get('ply'), made ? line.length - 1 : 0, 0, line.length - 1)];
    for (const branch of branches) node = node?.children[branch] ?? node;
    const names = [tree.headers.get('White'), tree.headers.get('Black')].filter(Boolean);
    if (names.length) title.textContent = names.join(' – ');
    to(node ?? tree.root, false);
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
    const next = play(at, move);
    if (next) grown(next);
  };

  const load = async (): Promise<void> => {
    if (!made) {
      return fill(gameOf(query));
    }
    const ready = taken(address('/analysis', { c: constraint, preset, seed, i: index, shortest: shortest ? 1 : null, style: query.get('style'), elo, from }));
    if (ready) {
      record = ready;
      return fill(fromMoves(ready.moves, ready.start_fen ?? INITIAL));
    }
    status.textContent = t.analysis.making;
    const request = { constraint, preset: preset || null, seed, skip: index, count: 1, shortest, style: styleOf(style, elo), from: from || null };
    for await (const event of generate(request, abort.signal)) {
      if (event.type === 'position') {
        record = event;
        fill(fromMoves(event.moves, event.start_fen ?? INITIAL));
      }
      if (event.type === 'failure') throw refused(event);
    }
  };
  // Before anything is there the board can be used.
  moves.draw(tree.root);
  load().catch((error: unknown) => {
    if (isAbort(error)) return;
    made = false;
    to(tree.root, false);
    replace(trouble, problem(error));
  });

  const dropped = async (event: DragEvent): Promise<void> => {
    const text = await droppedText(event);
    try {
      if (text) openText(text);
    } catch (error) {
      replace(trouble, problem(error));
    }
  };

  const input = (): string =>
    tree.start === INITIAL
      ? mainMoves(tree).join(' ')
      : JSON.stringify({
          type: 'position',
          index: 0,
          id: '0',
          fen: lineFrom(tree.root).at(-1)?.fen,
          start_fen: tree.start,
          moves: mainMoves(tree),
        });
  const savePgn = (): void => {
    if (record && isPlain(tree))
      void download({ inputs: [JSON.stringify({ type: 'position', ...record })], format: 'pgn', constraint: constraint || null }, 'game.pgn');
    else if (isPlain(tree)) void download({ inputs: [input()], format: 'pgn' }, 'game.pgn');
    else {
      saveFile(new Blob([toPgn(tree)], { type: 'application/x-chess-pgn' }), 'game.pgn');
      say(t.fileSaved('game.pgn'));
    }
  };
  const command = (): string =>
    made
      ? generateCommand({ constraint, preset, seed, skip: index, count: 1, shortest, style, elo, from, format: 'pgn' })
      : showCommand(mainMoves(tree), at.ply);
  const flip = (): void => {
    board.flip();
    const white = board.ground.state.orientation === 'white';
    stage.replaceChildren(bars[white ? 'black' : 'white'], box, bars[white ? 'white' : 'black']);
    engine.turn(board.ground.state.orientation);
  };
  const variation = (): boolean => pathTo(at).some(one => one.parent && one.parent.children[0] !== one);

  const box = h('div', { class: 'boardbox' }, engine.bar, board.element);
  const last = (): Node => lineFrom(at).at(-1) ?? at;
  const bar = h(
    'div',
    { class: 'transport' },
    iconButton('first', t.first, () => to(tree.root)),
    iconButton('back', t.back, () => to(at.parent ?? at)),
    run,
    iconButton('forward', t.forward, () => to(at.children[0] ?? at)),
    iconButton('last', t.last, () => to(last())),
    iconButton('flip', t.flip, flip),
    menuButton(
      t.more,
      () => [
        { icon: 'review', label: t.review.thisGame, href: addressOfTree(tree, at, '/review') },
        { icon: 'position', label: t.analysis.editHere, href: address('/position', { fen: at.fen, c: constraint }) },
        { icon: 'play', label: t.playFromHere, href: address('/play', { start: at.fen, side: at.turn }) },
        {
          icon: 'heart',
          label: t.library.save,
          act: () =>
            keep([
              {
                fen: at.fen,
                start: tree.start === INITIAL ? undefined : tree.start,
                moves: movesTo(at),
                name: title.textContent ?? '',
                tags: preset ? [preset] : [],
              },
            ]),
        },
        ...(at.parent ? [{ icon: 'bin' as const, label: t.analysis.removeFrom, act: () => grown(remove(at)) }] : []),
        ...(variation()
          ? [
              {
                icon: 'up' as const,
                label: t.analysis.makeMain,
                act: () => {
                  promote(at);
                  grown(at);
                },
              },
            ]
          : []),
        { icon: 'copy', label: t.copyFen, act: () => void copy(at.fen, 'FEN') },
        { icon: 'copy', label: t.copyPgn, act: () => void copy(toPgn(tree), 'PGN') },
        { icon: 'save', label: t.savePgn, act: savePgn },
        {
          icon: 'save',
          label: t.savePng,
          act: () => void download({ inputs: [at.fen], format: 'png', size: 800, flip: board.ground.state.orientation === 'black' }, 'position.png'),
        },
        { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
        { icon: 'terminal', label: t.copyCommand, act: () => void copy(command(), t.command) },
      ],
      { id: 'tools' },
      'more',
      true,
    ),
  );
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t.board, on: { dragover: event => event.preventDefault(), drop: event => void dropped(event) } },
    bars.black,
    box,
    bars.white,
  );
  board.element.addEventListener(
    'wheel',
    event => {
      if (event.ctrlKey) return;
      event.preventDefault();
      to(event.deltaY > 0 ? (at.children[0] ?? at) : (at.parent ?? at));
    },
    { passive: false },
  );

  if (made) title.textContent = t.analysis.madeTitle(index + 1);
  return {
    title: t.pages.analysis,
    leave: () => {
      abort.abort();
      stop();
      engine.leave();
      people.leave();
      board.draw([]);
    },
    keys: event => {
      const branch = (by: number): void => {
        const all = at.parent?.children ?? [];
        const next = all[(all.indexOf(at) + by + all.length) % all.length];
        if (next) to(next);
      };
      const targets: Record<string, () => void> = {
        ArrowLeft: () => to(at.parent ?? at),
        ArrowRight: () => to(at.children[0] ?? at),
        ArrowUp: () => branch(-1),
        ArrowDown: () => branch(1),
        Home: () => to(tree.root),
        End: () => to(last()),
        ' ': () => run.click(),
        f: flip,
        e: engine.toggle,
        o: () => askForGame(),
      };
      const found = targets[event.key];
      found?.();
      return found !== undefined;
    },
    element: h(
      'div',
      { class: 'table analysis' },
      stage,
      bar,
      h(
        'section',
        { class: 'panel side' },
        h(
          'div',
          { class: 'row spread' },
          title,
          button(t.analysis.paste, () => askForGame(), { id: 'paste' }, 'plus'),
        ),
        made && h('p', { class: 'muted wanted' }, [preset, constraint].filter(Boolean).join(' and ') || t.generate.styles.human),
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
