/** The composer's box: proof games of a length, last moves, problems solved. */

import type { RetroRecord, SolutionRecord, Verdict } from '../../api/client';
import { Broken, isAbort, prove, refused, retro, solve } from '../../api/client';
import { inNotation } from '../../chess/ledger';
import { toKey } from '../../chess/setup';
import type { Board } from '../../components/board';
import { button, field, h, replace, select } from '../../dom';
import { t } from '../../i18n';
import { banner, problem } from '../../ui';

export type Task = 'prove' | 'shortest' | 'exact' | 'last' | 'solve';

export interface Composer {
  element: HTMLElement;
  /** Starts what is chosen for a position. */
  run: (fen: string) => Promise<void>;
  cancel: () => void;
  running: () => boolean;
  /** Forgets what was found, since the position is another. */
  clear: (fen: string) => void;
  button: HTMLButtonElement;
}

/** Answers of this visit, so that going back shows them again. */
const known = new Map<string, Verdict>();

/** As many of all games are listed, the others only counted. */
const LISTED = 100;

const STIPULATIONS = ['#2', '#3', '#4', 'h#2', 'h#3', 's#2', 's#3', '=2', '=3'] as const;

/** A right to castle in words. */
const nameOf = (right: string): string => Object.entries(t.position.rights).find(([letter]) => letter === right)?.[1] ?? right;

/** What an army's men tell of the past: captures, promotions, where pawns come from. */
function armyPast(name: string, army: RetroRecord['white']): HTMLElement[] {
  const lines = [
    t.position.captured(army.captures, army.captures_by_pawns),
    ...(army.promoted ?? []).map(one => t.position.promoted(one.at_least, t.man(one.role), one.squares.join(', '))),
    ...(army.pawns ?? []).map(one => t.position.pawnFrom(one.square, one.from.join(', '), one.captures)),
  ];
  return [h('h2', {}, name), h('ul', {}, ...lines.map(line => h('li', {}, line)))];
}

type Key = NonNullable<SolutionRecord['keys']>[number];

export interface ComposerOptions {
  board: Board;
  can: { prove: boolean; solve: boolean };
  /** A game that reaches the position, to be played on the page's own board. */
  show: (verdict: Verdict) => void;
  start: () => void;
}

export function createComposer({ board, can, show, start }: ComposerOptions): Composer {
  let job: AbortController | undefined;
  const result = h('div', { id: 'proof', role: 'status', 'aria-live': 'polite' });
  const plies = h('input', { type: 'number', min: 1, max: 200, value: 12, id: 'exact-moves' });
  const all = h('input', { type: 'checkbox' });
  const stipulation = h('input', { type: 'text', class: 'mono', id: 'stipulation', value: '#2', list: 'stipulations' });
  const tries = h('input', { type: 'checkbox' });
  const exactOptions = h('div', { class: 'row', hidden: true }, field(t.position.halfMoves, plies), h('label', { class: 'check' }, all, t.position.allGames));
  const solveOptions = h(
    'div',
    { class: 'row', hidden: true },
    field(t.position.stipulation, stipulation, h('datalist', { id: 'stipulations' }, ...STIPULATIONS.map(one => h('option', { value: one })))),
    h('label', { class: 'check' }, tries, t.position.tries),
  );
  const options: (readonly [Task, string])[] = [
    ...(can.prove
      ? ([
          ['prove', t.position.anyGame],
          ['shortest', t.position.shortestGame],
          ['exact', t.position.exactGame],
          ['last', t.position.lastMoves],
        ] as const)
      : []),
    ...(can.solve ? ([['solve', t.position.solve]] as const) : []),
  ];
  const go = button(t.position.prove, start, { class: 'primary', id: 'prove' });
  const task = select(options, 'prove', { id: 'task', on: { change: () => chosen() } });
  const what = (): Task => options.find(([name]) => name === task.value)?.[0] ?? 'prove';
  const explained = h('p', { class: 'muted' });
  const chosen = (): void => {
    exactOptions.hidden = what() !== 'exact';
    solveOptions.hidden = what() !== 'solve';
    go.textContent = t.position.actions[what()];
    explained.textContent = t.position.about[what()];
  };
  chosen();

  const moveList = (texts: readonly string[]): HTMLElement => h('ul', { class: 'mono answers' }, ...texts.map(one => h('li', {}, one)));

  const ruled = (found: Verdict): void => {
    if (found.verdict === 'legal') {
      const moves = found.plies ?? found.moves.length;
      const how = found.shortest ? t.position.provenShortest : '';
      replace(
        result,
        banner('good', t.position.legal(moves), how && h('p', { class: 'more' }, how)),
        found.moves.length > 0 && h('p', { class: 'mono game' }, inNotation(found.moves)),
        h(
          'div',
          { class: 'row' },
          button(t.position.playOnBoard, () => show(found), { id: 'show-proof' }, 'start'),
        ),
      );
    } else if (found.verdict === 'illegal') {
      board.mark(found.reasons.flatMap(reason => reason.squares ?? []));
      replace(result, banner('bad', t.position.illegal, h('ul', {}, ...found.reasons.map(reason => h('li', {}, reason.message)))));
    } else if (found.verdict === 'none') replace(result, banner('open', t.position.noneOfLength));
    else replace(result, banner('open', t.position.undecided, h('p', { class: 'more' }, t.position.undecidedMeans)));
  };
  /** One game is told, more are listed; they come by thousands, so that nothing is drawn twice. */
  const list = h('ol', { class: 'games' });
  const count = h('div', {});
  const another = (found: Verdict, number: number): void => {
    if (number === 1) ruled(found);
    if (number <= LISTED)
      list.append(
        h(
          'li',
          {},
          button(inNotation(found.moves), () => show(found), { class: 'mono quiet' }),
        ),
      );
    if (number === 2) replace(result, count, list);
    if (number === 2 || number % LISTED === 0) counted(number);
  };
  const counted = (number: number): void =>
    replace(count, banner('good', t.position.soManyGames(number), number > LISTED && h('p', { class: 'more' }, t.position.firstGames(LISTED))));

  const past = (found: RetroRecord): void => {
    const arrows: { orig: string; dest: string }[] = [];
    const sides = found.sides.map(side => {
      const last = side.last_moves.filter(move => move.possibility === 'possible' || move.possibility === 'proven');
      const open = side.last_moves.filter(move => move.possibility === 'undecided');
      for (const move of last) arrows.push({ orig: move.move.slice(0, 2), dest: move.move.slice(2, 4) });
      const name = side.turn === 'white' ? t.whiteToMove : t.blackToMove;
      if (side.possibility === 'impossible')
        return h(
          'div',
          {},
          h('h2', {}, name),
          banner('bad', t.position.cannotBeToMove, h('ul', {}, ...(side.reasons ?? []).map(reason => h('li', {}, reason.message)))),
        );
      return h(
        'div',
        {},
        h('h2', {}, name),
        side.start ? h('p', {}, t.position.isStart) : last.length === 0 && open.length === 0 ? h('p', {}, t.position.noLastMove) : null,
        last.length > 0 && h('p', {}, last.length === 1 && open.length === 0 ? t.position.onlyLastMove : t.position.possibleLastMoves(last.length)),
        last.length > 0 && moveList(last.map(move => move.text)),
        open.length > 0 && h('p', { class: 'muted' }, `${t.position.openLastMoves}: ${open.map(move => move.text).join(', ')}`),
        side.en_passant.length > 0 &&
          h('p', {}, `${t.position.enPassantPossible}: ${side.en_passant.map(one => `${one.square} (${t.position.possibility[one.possibility]})`).join(', ')}`),
      );
    });
    const castling = found.castling.map(right => h('li', {}, `${nameOf(right.right)}: ${t.position.possibility[right.possibility]}`));
    replace(
      result,
      ...sides,
      castling.length > 0 && h('h2', {}, t.position.mayCastle),
      castling.length > 0 && h('ul', {}, ...castling),
      ...(['white', 'black'] as const).flatMap(color => armyPast(t[color], found[color])),
    );
    if (arrows.length <= 8)
      board.draw(
        arrows.flatMap(({ orig, dest }) => {
          const [from, to] = [toKey(orig), toKey(dest)];
          return from && to ? [{ orig: from, dest: to, brush: 'blue' }] : [];
        }),
      );
  };

  const solution = (found: SolutionRecord): void => {
    const { keys = [], lines = [], tries: nearly = [] } = found;
    // Defences with the same answers stand together, as in a book of problems.
    const defences = (one: Key): string[] => {
      const alike = new Map<string, string[]>();
      for (const each of one.defences ?? []) {
        const answers = (each.answers ?? []).map(answer => answer.san).join(' / ');
        alike.set(answers, [...(alike.get(answers) ?? []), each.san]);
      }
      return [...alike].map(([answers, moves]) => `1… ${moves.join(', ')}${answers && ` 2. ${answers}`}`);
    };
    if (found.verdict === 'none') {
      replace(result, banner('bad', t.position.noSolution(found.stipulation)));
      return;
    }
    if (found.verdict === 'undecided' && !keys.length && !lines.length) {
      replace(result, banner('open', t.position.undecided));
      return;
    }
    replace(
      result,
      banner(
        'good',
        lines.length ? t.position.soManyLines(lines.length) : t.position.keys(keys.map(key => key.san).join(', ')),
        found.cooked ? h('p', { class: 'more' }, t.position.cooked) : null,
        !found.complete && h('p', { class: 'more' }, t.position.notEverything),
      ),
      lines.length > 0 && moveList(lines.map(line => line.text)),
      ...keys
        .slice(0, 8)
        .map(key =>
          h(
            'div',
            {},
            h('h2', { class: 'mono' }, `1. ${key.san}!`),
            key.threats?.length ? h('p', { class: 'mono' }, `${t.position.threat}: ${key.threats.map(threat => threat.san).join(', ')}`) : null,
            moveList(defences(key)),
          ),
        ),
      nearly.length > 0 && h('h2', {}, t.position.triesTitle),
      nearly.length > 0 && moveList(nearly.map(one => `1. ${one.san}? ${(one.refutations ?? []).join(', ')}!`)),
    );
    const best = keys[0]?.move;
    const [orig, dest] = [toKey(best?.slice(0, 2) ?? ''), toKey(best?.slice(2, 4) ?? '')];
    if (orig && dest) board.draw([{ orig, dest, brush: 'green' }]);
  };

  const run = async (fen: string): Promise<void> => {
    job?.abort();
    const own = new AbortController();
    job = own;
    const line = h('p', {}, t.position.looking);
    replace(
      result,
      line,
      h('progress', { 'aria-label': t.position.proof }),
      h(
        'div',
        { class: 'row' },
        button(t.cancel, () => own.abort(), { id: 'cancel' }),
      ),
    );
    // On a phone the answer is below what is seen.
    const inView = (): void => result.scrollIntoView({ block: 'nearest' });
    inView();
    const now = what();
    let games = 0;
    replace(list);
    const events =
      now === 'last'
        ? retro(fen, own.signal)
        : now === 'solve'
          ? solve({ input: fen, stipulation: stipulation.value.trim(), tries: tries.checked ? 1 : 0 }, own.signal)
          : prove({ input: fen, shortest: now === 'shortest', ...(now === 'exact' ? { plies: Number(plies.value) || 1, all: all.checked } : {}) }, own.signal);
    try {
      for await (const event of events) {
        if (job !== own) return;
        if (event.type === 'verdict') {
          if (now === 'prove') known.set(fen, event);
          if (event.verdict === 'legal') another(event, ++games);
          else if (!games) ruled(event);
        } else if (event.type === 'retro') past(event);
        else if (event.type === 'solution') solution(event);
        else if (event.type === 'failure') throw refused(event);
        else if (event.type === 'progress') line.textContent = `${t.position.looking} ${event.seconds.toFixed(1)} s`;
      }
    } catch (error) {
      if (job !== own) return;
      // Games that have come stay.
      if (error instanceof Broken && games) result.append(problem(error) ?? '');
      else replace(result, isAbort(error) ? h('p', {}, t.position.cancelled) : problem(error));
    }
    if (job !== own) return;
    job = undefined;
    if (games > 1) counted(games);
    inView();
  };
  return {
    element: h(
      'div',
      { class: 'composer' },
      options.length ? h('div', { class: 'taskline' }, field(t.position.task, task), go) : h('p', { class: 'muted', id: 'no-prove' }, t.position.notInBuild),
      explained,
      exactOptions,
      solveOptions,
      result,
    ),
    run,
    cancel: () => job?.abort(),
    running: () => job !== undefined,
    clear: fen => {
      job?.abort();
      job = undefined;
      const verdict = known.get(fen);
      if (verdict) ruled(verdict);
      else replace(result);
    },
    button: go,
  };
}
