/** A board editor with live verdicts. */

import type { Key } from 'chessground/types';
import { check, isAbort, prove, refused } from '../api/client';
import type { Check, Verdict } from '../api/client';
import { createBoard } from '../board';
import { checkCommand } from '../command';
import { button, debounce, field, h, replace, select } from '../dom';
import { createPalette } from '../palette';
import { address, remember } from '../router';
import { EMPTY, fromFen, INITIAL, piece, toFen } from '../setup';
import type { Setup } from '../setup';
import { copyButton, counted, download, problem } from '../ui';
import type { Make } from './page';

/** Verdicts of this visit, so that going back shows them again. */
const proven = new Map<string, Verdict>();

export const position: Make = (query, info) => {
  let setup: Setup = fromFen(query.get('fen') ?? INITIAL) ?? (fromFen(INITIAL) as Setup);
  let checking: AbortController | undefined;
  let proving: AbortController | undefined;
  let pressed: PointerEvent | undefined;

  const palette = createPalette('Man to place', true);
  const put = (square: string, letter: string | undefined): void => {
    board.ground.setPieces(new Map([[square as never, letter ? piece(letter) : undefined]]));
    moved();
  };
  const board = createBoard({
    label: 'Board editor',
    fen: toFen(setup),
    movable: { free: true, color: 'both' },
    draggable: { deleteOnDropOff: true },
    drawable: { enabled: false },
    events: { change: () => moved() },
    press: (square, key) => {
      if (key === 'Delete' || key === 'Backspace') put(square, undefined);
      else if (key === 'Enter' || key === ' ') put(square, palette.letter());
      else if (piece(key)) put(square, key);
      else return false;
      return true;
    },
  });
  /** The palette's man comes to the square, or goes where it is there already. */
  const place = (key: Key): void => {
    const letter = palette.letter();
    const there = board.ground.state.pieces.get(key);
    const man = letter ? piece(letter) : undefined;
    const same = there && man && there.role === man.role && there.color === man.color;
    put(key, same ? undefined : letter);
  };
  // Whether a man is dragged or clicked shows when the button is let go.
  const at = (event: PointerEvent): Key | undefined => board.ground.getKeyAtDomPos([event.clientX, event.clientY]);
  board.element.addEventListener('pointerdown', event => (pressed = event));
  board.element.addEventListener('pointerup', event => {
    const square = at(event);
    const clicked = pressed && at(pressed) === square && !board.ground.state.draggable.current?.keyHasChanged;
    pressed = undefined;
    if (event.button === 2 && square) return put(square, undefined);
    if (!placing.checked || !clicked || !square || event.button !== 0) return;
    board.ground.cancelMove();
    place(square);
  });
  board.element.addEventListener('contextmenu', event => event.preventDefault());
  // The hand is the first tool: nothing is replaced unless a piece was chosen for it.
  const placing = h('input', { type: 'checkbox', id: 'placing' });
  palette.element.addEventListener('change', () => (placing.checked = true));
  const fenField = h('input', { type: 'text', id: 'fen', class: 'mono', spellcheck: 'false', autocapitalize: 'off', on: { change: () => typedFen() } });
  const constraint = h('input', { type: 'text', id: 'constraint', class: 'mono', spellcheck: 'false', autocapitalize: 'off', placeholder: 'white Q=0 and not check', on: { input: () => judged() } });
  constraint.value = query.get('c') ?? '';
  const turn = select([['white', 'White'], ['black', 'Black']], setup.turn, { on: { change: () => { setup.turn = turn.value as never; shown(); } } });
  const ranks = ['-', ...[...'abcdefgh'].flatMap(file => [`${file}3`, `${file}6`])];
  const enPassant = select(ranks.map(square => [square, square === '-' ? 'none' : square] as const), '-', { on: { change: () => { setup.enPassant = enPassant.value; shown(); } } });
  const rights = (['K', 'Q', 'k', 'q'] as const).map(right => {
    const box = h('input', { type: 'checkbox', on: { change: () => { setup.castling[right] = box.checked; shown(); } } });
    return { right, box };
  });
  const verdict = h('div', { class: 'verdict', id: 'verdict', role: 'status', 'aria-live': 'polite' });
  const proof = h('div', { id: 'proof', role: 'status', 'aria-live': 'polite' });

  const playHere = h('a', { class: 'button', id: 'play-here' }, 'Play from here');

  /** Brings every control in line with the setup. */
  const shown = (): void => {
    const fen = toFen(setup);
    fenField.value = fen;
    playHere.setAttribute('href', address('/play', { start: fen, side: setup.turn }));
    turn.value = setup.turn;
    enPassant.value = setup.enPassant;
    for (const { right, box } of rights) box.checked = setup.castling[right];
    board.relabel();
    remember(address('/position', { fen, c: constraint.value }));
    if (fen !== present) {
      past.push(present);
      future.length = 0;
      present = fen;
    }
    proving?.abort();
    proving = undefined;
    const known = proven.get(fen);
    if (known) ruled(known);
    else replace(proof);
    judged();
  };
  const moved = (): void => {
    setup.pieces = new Map(board.ground.state.pieces);
    shown();
  };
  /** Positions before this one, and those taken back. */
  const past: string[] = [];
  const future: string[] = [];
  let present = toFen(setup);
  const step = (from: string[], onto: string[]): void => {
    const fen = from.pop();
    if (!fen) return;
    onto.push(present);
    present = fen;
    set(fen);
  };
  const set = (fen: string): void => {
    const read = fromFen(fen);
    if (!read) {
      replace(verdict, problem(new Error(`“${fen}” is not a FEN: eight ranks, a turn, castling rights, en passant, two counters`)));
      return;
    }
    setup = read;
    board.ground.set({ fen, lastMove: [] });
    shown();
  };
  const typedFen = (): void => set(fenField.value);

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
    const play = found.valid ? address('/play', { start: toFen(setup), side: setup.turn }) : '';
    playHere.hidden = !found.valid;
    if (play) playHere.setAttribute('href', play);
    board.mark(found.valid ? [] : found.reasons.flatMap(reason => reason.squares ?? []));
    const parts = (found.findings ?? []).map(part =>
      h('li', { class: part.holds ? 'good' : 'bad' }, part.holds ? '✓ ' : '✗ ', h('code', {}, part.text), part.value === null || part.value === undefined ? '' : `: found ${part.value}`, part.squares.length ? ` (${part.squares.join(' ')})` : ''),
    );
    replace(
      verdict,
      found.valid
        ? h('p', { class: 'good' }, '✓ Valid: an engine could play it. That is no proof that a game reaches it.')
        : h('div', { class: 'problem', 'data-code': 'invalid' }, h('p', {}, h('strong', {}, '✗ Not a possible position')), h('ul', {}, ...found.reasons.map(reason => h('li', {}, reason.message)))),
      found.valid && found.satisfied !== null && found.satisfied !== undefined
        ? h('p', { class: found.satisfied ? 'good' : 'bad' }, found.satisfied ? '✓ Satisfies the constraint' : '✗ Does not satisfy the constraint')
        : null,
      parts.length > 0 && h('ul', { class: 'findings' }, ...parts),
    );
  };

  const start = async (): Promise<void> => {
    // What stands in the field is what is proven, or nothing.
    if (fenField.value.trim() !== toFen(setup)) {
      if (!fromFen(fenField.value)) return typedFen();
      typedFen();
    }
    proving?.abort();
    const job = new AbortController();
    proving = job;
    replace(proof, h('p', {}, 'Looking for a game or a reason …'), h('progress', { 'aria-label': 'Proving' }), button('Cancel', () => job.abort()));
    const line = proof.querySelector('p');
    try {
      for await (const event of prove(toFen(setup), job.signal)) {
        if (proving !== job) return;
        if (event.type === 'verdict') {
          proven.set(toFen(setup), event);
          ruled(event);
        }
        else if (event.type === 'failure') throw refused(event);
        else if (event.type === 'progress' && line) line.textContent = `Looking for a game or a reason … ${event.seconds.toFixed(1)} s`;
      }
    } catch (error) {
      if (proving !== job) return;
      replace(proof, isAbort(error) ? h('p', {}, 'Cancelled: undecided') : problem(error));
    }
  };
  const ruled = (found: Verdict): void => {
    if (found.verdict === 'legal')
      replace(proof, h('p', { class: 'good' }, `✓ Legal: a game of ${counted(found.plies ?? found.moves.length, 'half-move')} reaches it`), h('a', { class: 'button', href: address('/game', { moves: found.moves.join('.'), ply: 0 }) }, 'Show the game'));
    else if (found.verdict === 'illegal') {
      board.mark(found.reasons.flatMap(reason => reason.squares ?? []));
      replace(proof, h('p', { class: 'bad' }, '✗ Illegal: no game can reach it'), h('ul', {}, ...found.reasons.map(reason => h('li', {}, reason.message))));
    } else replace(proof, h('p', {}, '? Undecided: the budget ended before a game or a reason was found. That does not make it illegal.'));
  };

  shown();
  void judge();
  const castlingNames = { K: 'White kingside', Q: 'White queenside', k: 'Black kingside', q: 'Black queenside' };
  return {
    title: 'Position',
    leave: () => {
      judged.cancel();
      checking?.abort();
      proving?.abort();
      board.draw([]);
    },
    keys: event => {
      if (event.key === 'f') board.flip();
      else if (event.key === 'Escape' && proving) proving.abort();
      else if (event.key === 'z') step(past, future);
      else if (event.key === 'y') step(future, past);
      else return false;
      return true;
    },
    element: h(
      'div',
      { class: 'split' },
      h('section', { class: 'stage' }, board.element, palette.element,
        h('div', { class: 'row' },
          h('label', { class: 'check' }, placing, ' click places the chosen man'),
          button('Starting position', () => set(INITIAL)),
          button('Empty', () => set(EMPTY)),
          button('Undo', () => step(past, future), { id: 'undo', title: 'z' }),
          button('Redo', () => step(future, past), { id: 'redo', title: 'y' }),
          button('Flip', board.flip),
        ),
      ),
      h(
        'section',
        { class: 'panel' },
        h('h1', {}, 'Position'),
        field('FEN', fenField),
        h('div', { class: 'fields' }, field('To move', turn), field('En passant', enPassant)),
        h('fieldset', {}, h('legend', {}, 'May castle'), ...rights.map(({ right, box }) => h('label', { class: 'check' }, box, ` ${castlingNames[right]}`))),
        field('Constraint', constraint),
        h('h2', {}, 'Verdict'),
        verdict,
        h('h2', {}, 'Proof'),
        info.capabilities.prove
          ? button('Prove', () => void start(), { class: 'primary', id: 'prove' })
          : h('p', { class: 'muted', id: 'no-prove' }, 'Proof games are not available in this build.'),
        proof,
        h('div', { class: 'row' },
          copyButton('Copy FEN', 'FEN', () => toFen(setup)),
          button('Save PNG', () => void download({ inputs: [toFen(setup)], format: 'png', size: 800, flip: board.ground.state.orientation === 'black' }, 'position.png')),
          playHere,
          copyButton('Copy as command', 'Command', () => checkCommand(toFen(setup), constraint.value)),
        ),
        h('p', { class: 'muted' }, 'Keys on the board: arrows, K Q R B N P for White, k q r b n p for Black, Delete.'),
      ),
    ),
  };
};
