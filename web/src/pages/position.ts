/** A board editor with a live verdict, and what composers ask of a position. */

import type { Key } from 'chessground/types';
import type { Check } from '../api/client';
import { check, isAbort } from '../api/client';
import type { Setup } from '../chess/setup';
import { EMPTY, fromFen, INITIAL, piece, toFen, toKey } from '../chess/setup';
import { checkCommand } from '../command';
import { createBoard } from '../components/board';
import { icon } from '../components/icons';
import { keep } from '../components/keep';
import { menuButton } from '../components/menu';
import { pressed, stepKeys } from '../components/stage';
import { button, debounce, field, fold, h, iconButton, replace } from '../dom';
import { t } from '../i18n';
import { address, remember } from '../router';
import { copy, download, problem } from '../ui';
import type { Make } from './page';
import { createComposer } from './position/composer';
import { createConditions } from './position/conditions';
import { createPlayback } from './position/playback';
import { createSpares } from './position/spares';
import { verdictOf } from './position/verdict';

export const position: Make = (query, info) => {
  const start = fromFen(INITIAL);
  if (!start) throw new Error('the starting position is a position');
  let setup: Setup = fromFen(query.get('fen') ?? INITIAL) ?? start;
  let checking: AbortController | undefined;
  let down: PointerEvent | undefined;

  const put = (square: Key, letter: string | undefined): void => {
    board.ground.setPieces(new Map([[square, letter ? piece(letter) : undefined]]));
    moved();
  };
  const board = createBoard({
    label: t.position.editor,
    fen: toFen(setup),
    movable: { free: true, color: 'both' },
    draggable: { deleteOnDropOff: true },
    drawable: { enabled: false },
    // A man dropped from beside the board tells so itself.
    events: { change: () => moved(), dropNewPiece: () => moved() },
    press: (square, key) => {
      if (playback.on()) return false;
      if (key === 'Delete' || key === 'Backspace') put(square, undefined);
      else if (key === 'Enter' || key === ' ') {
        const tool = spares.tool();
        if (tool === 'hand') return false;
        put(square, tool === 'bin' ? undefined : tool);
      } else if (piece(key)) put(square, key);
      else return false;
      return true;
    },
  });
  const spares = createSpares(board);
  /** The chosen man comes to the square, or goes where it is there already. */
  const place = (key: Key): void => {
    const tool = spares.tool();
    const there = board.ground.state.pieces.get(key);
    const man = tool === 'bin' ? undefined : piece(tool);
    const same = there && man && there.role === man.role && there.color === man.color;
    put(key, same || !man ? undefined : tool);
  };
  // Whether a man is dragged or clicked shows when the button is let go.
  const at = (event: PointerEvent): Key | undefined => toKey(board.ground.getKeyAtDomPos([event.clientX, event.clientY]) ?? '');
  board.element.addEventListener('pointerdown', event => {
    down = event;
  });
  board.element.addEventListener('pointerup', event => {
    const square = at(event);
    const clicked = down && at(down) === square && !board.ground.state.draggable.current?.keyHasChanged;
    down = undefined;
    if (playback.on() || !square) return;
    if (event.button === 2) return put(square, undefined);
    if (spares.tool() === 'hand' || !clicked || event.button !== 0) return;
    board.ground.cancelMove();
    place(square);
  });
  board.element.addEventListener('contextmenu', event => event.preventDefault());

  const fenField = h('input', {
    type: 'text',
    id: 'fen',
    class: 'mono',
    spellcheck: 'false',
    autocapitalize: 'off',
    on: { change: () => set(fenField.value), paste: () => setTimeout(() => set(fenField.value)) },
  });
  const constraint = h('input', {
    type: 'text',
    id: 'constraint',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: t.position.constraintHint,
    on: { input: () => judged() },
  });
  constraint.value = query.get('c') ?? '';
  const conditions = createConditions(setup, apply => {
    apply(setup);
    shown();
  });
  const verdict = h('div', { class: 'verdict', id: 'verdict', role: 'status', 'aria-live': 'polite' });
  const analyseHere = h('a', { class: 'button', id: 'analyse-here' }, icon('analysis'), t.position.analyse);
  const playHere = h('a', { class: 'button', id: 'play-here' }, icon('play'), t.playFromHere);

  /** Brings every control in line with the setup. */
  const shown = (): void => {
    const fen = toFen(setup);
    fenField.value = fen;
    conditions.show(setup);
    board.relabel();
    if (fen !== present) {
      past.push(present);
      future.length = 0;
      present = fen;
    }
    stepsShown();
    remember(address('/position', { fen, c: constraint.value }));
    composer.clear(fen);
    judged();
  };
  const moved = (): void => {
    if (playback.on()) return;
    setup.pieces = new Map(board.ground.state.pieces);
    shown();
  };
  /** Positions before this one, and those taken back. */
  const past: string[] = [];
  const future: string[] = [];
  let present = toFen(setup);
  const undo = iconButton('undo', t.undo, () => step(past, future), { id: 'undo' });
  const redo = iconButton('redo', t.redo, () => step(future, past), { id: 'redo' });
  const stepsShown = (): void => {
    undo.disabled = past.length === 0;
    redo.disabled = future.length === 0;
  };
  const step = (from: string[], onto: string[]): void => {
    const fen = from.pop();
    if (!fen) return;
    onto.push(present);
    present = fen;
    set(fen);
  };
  const set = (fen: string): void => {
    const found = fromFen(fen);
    if (!found) {
      // A verdict on the old board that comes late must not hide this.
      judged.cancel();
      checking?.abort();
      replace(verdict, problem(new Error(t.position.noFen(fen))));
      return;
    }
    playback.end();
    setup = found;
    board.ground.set({ fen, lastMove: [] });
    shown();
  };

  const judge = async (): Promise<void> => {
    checking?.abort();
    checking = new AbortController();
    const fen = toFen(setup);
    remember(address('/position', { fen, c: constraint.value }));
    try {
      tell(await check({ input: fen, ...(constraint.value.trim() ? { constraint: constraint.value } : {}) }, checking.signal));
    } catch (error) {
      if (isAbort(error)) return;
      board.mark([]);
      replace(verdict, problem(error));
    }
  };
  const judged = debounce(80, () => void judge());
  const tell = (found: Check): void => {
    playHere.hidden = analyseHere.hidden = !found.valid;
    playHere.setAttribute('href', address('/play', { start: toFen(setup), side: setup.turn }));
    analyseHere.setAttribute('href', address('/analysis', { start: toFen(setup) }));
    board.mark(found.valid ? [] : found.reasons.flatMap(reason => reason.squares ?? []));
    replace(verdict, ...verdictOf(found));
  };

  /** A game that reaches the position, on the same board; the editor comes back at its end or when asked. */
  const playback = createPlayback(board, playing => {
    stage.classList.toggle('playing', playing);
    edits.hidden = playing;
    // On a phone the answer is below the board.
    if (playing) return stage.scrollIntoView({ block: 'nearest' });
    board.ground.set({ fen: toFen(setup), lastMove: [], check: false, viewOnly: false });
    board.relabel();
  });

  const prove = (): void => {
    // What stands in the field is what is proven, or nothing.
    if (fenField.value.trim() !== toFen(setup)) {
      const fine = fromFen(fenField.value);
      set(fenField.value);
      if (!fine) return;
    }
    playback.end();
    void composer.run(toFen(setup));
  };
  const composer = createComposer({ board, can: info.capabilities, show: found => playback.show(found.moves), start: prove });
  const flip = (): void => {
    board.flip();
    spares.turned();
  };
  const kept = () => ({ fen: toFen(setup), moves: [], start: toFen(setup), name: t.position.title, tags: [] });
  const edits = h(
    'div',
    { class: 'row edits' },
    undo,
    redo,
    iconButton('flip', t.flip, flip),
    button(t.startingPosition, () => set(INITIAL)),
    button(t.position.empty, () => set(EMPTY)),
    menuButton(
      t.more,
      () => [
        { icon: 'heart', label: t.library.save, act: () => keep([kept()]) },
        { icon: 'copy', label: t.copyFen, act: () => void copy(toFen(setup), 'FEN') },
        {
          icon: 'save',
          label: t.savePng,
          act: () => void download({ inputs: [toFen(setup)], format: 'png', size: 800, flip: board.ground.state.orientation === 'black' }, 'position.png'),
        },
        { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
        { icon: 'terminal', label: t.copyCommand, act: () => void copy(checkCommand(toFen(setup), constraint.value), t.command) },
      ],
      {},
      'more',
      true,
    ),
  );

  // While a proof is played the spare men leave their place empty, so that the board stays where it is.
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t.board },
    spares.above,
    board.element,
    h('div', { class: 'under' }, spares.below, playback.where),
    playback.bar,
    edits,
  );
  shown();
  void judge();
  return {
    title: t.pages.position,
    leave: () => {
      judged.cancel();
      checking?.abort();
      composer.cancel();
      board.draw([]);
    },
    keys: event => {
      const steps = playback.on() ? stepKeys(playback.steps) : {};
      if (event.key === 'Escape' && composer.running()) composer.cancel();
      else if (event.key === 'Escape' && playback.on()) playback.end();
      else return pressed(event, { ...steps, f: flip, z: () => step(past, future), y: () => step(future, past) });
      return true;
    },
    element: h(
      'div',
      { class: 'table editor' },
      stage,
      h(
        'section',
        { class: 'panel side' },
        h('h1', {}, t.position.title),
        // A wrong address is said once; the editor begins with the starting position.
        query.has('fen') && !fromFen(query.get('fen') ?? '') && problem(new Error(t.position.noFen(query.get('fen') ?? ''))),
        verdict,
        ...conditions.elements,
        composer.element,
        field('FEN', fenField),
        fold(t.position.constraint, constraint.value !== '', field(t.position.constraintLabel, constraint)),
        h('div', { class: 'row' }, analyseHere, playHere),
      ),
    ),
  };
};
