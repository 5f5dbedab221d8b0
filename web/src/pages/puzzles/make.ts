/** A set to order: theme, level, number; boards as they come, to solve, print or keep. */

import type { Info } from '../../api/client';
import { isAbort, makePuzzles, refused, reviewGames } from '../../api/client';
import { keep } from '../../components/keep';
import { miniature } from '../../components/mini';
import { button, field, h, replace, select } from '../../dom';
import { t } from '../../i18n';
import { download, problem, saveFile, say, toMove } from '../../ui';
import type { Puzzle } from './supply';
import { fenOf, fromRecord, toRecord } from './supply';

/** What can be asked for, with the order that makes it: constraints for the board, themes for the solution. */
const ORDERS = ['any', 'mateIn2', 'mateIn3', 'fork', 'pin', 'skewer', 'sacrifice', 'discoveredAttack', 'backRankMate', 'endgame', 'promotion'] as const;

export interface Maker {
  element: HTMLElement;
  /** Puzzles like the mistakes of a game. */
  train: (pgn: string, elo: number | undefined) => void;
  leave: () => void;
}

export function createMaker(limits: Info['limits'], solve: (set: Puzzle[]) => void): Maker {
  let job: AbortController | undefined;
  let made: Puzzle[] = [];
  const theme = select(
    ORDERS.map(one => [one, one === 'any' ? t.puzzles.anyTheme : t.puzzles.theme(one)] as const),
    'mateIn2',
    { id: 'make-theme' },
  );
  const level = select(
    (['', '600..1000', '1000..1400', '1400..1800', '1800..2200'] as const).map(one => [one, t.puzzles.levels[one]] as const),
    '',
    { id: 'make-level' },
  );
  const count = h('input', { type: 'number', min: 1, max: 60, value: 6, id: 'make-count' });
  const status = h('p', { class: 'status', id: 'make-status', role: 'status', 'aria-live': 'polite' });
  const trouble = h('div', { 'aria-live': 'polite' });
  const grid = h('div', { class: 'cards' });
  const tools = h('div', { class: 'row', hidden: true });
  const begin = button(t.puzzles.make, () => void run(), { class: 'primary', id: 'make' }, 'plus');
  const cancel = button(t.cancel, () => job?.abort(), { id: 'make-cancel', hidden: true });

  const add = (puzzle: Puzzle): void => {
    made.push(puzzle);
    const fen = fenOf(puzzle);
    const turn = fen.split(' ')[1] ?? 'w';
    grid.append(
      h(
        'article',
        { class: 'card', 'data-fen': fen },
        h(
          'a',
          {
            href: '#solve',
            class: 'picture',
            'aria-label': t.puzzles.solveNumber(made.length),
            on: {
              click: event => {
                event.preventDefault();
                solve([puzzle]);
              },
            },
          },
          miniature(fen, `${t.puzzles.number(made.length)}, ${toMove(turn)}`, turn === 'w' ? 'white' : 'black'),
        ),
        h(
          'div',
          { class: 'foot' },
          h(
            'p',
            { class: 'caption' },
            h('strong', {}, toMove(turn)),
            h('span', {}, `${puzzle.rating} ± ${puzzle.error}${puzzle.certified ? ` · ${t.puzzles.proven}` : ''}`),
          ),
        ),
      ),
    );
    tools.hidden = false;
  };
  const follow = async (events: (signal: AbortSignal) => ReturnType<typeof makePuzzles>, wanted: number): Promise<void> => {
    job?.abort();
    const own = new AbortController();
    job = own;
    made = [];
    replace(grid);
    replace(trouble);
    tools.hidden = true;
    cancel.hidden = false;
    begin.disabled = true;
    status.textContent = t.puzzles.making(0, wanted, '0');
    try {
      for await (const event of events(own.signal)) {
        if (event.type === 'puzzle') {
          add(fromRecord(event, `${Date.now()}-${event.index}`));
          status.textContent = t.puzzles.making(made.length, wanted, '');
        } else if (event.type === 'progress') status.textContent = t.puzzles.making(made.length, wanted, event.seconds.toFixed(0));
        else if (event.type === 'failure' && made.length === 0) throw refused(event);
      }
      status.textContent = t.puzzles.made(made.length, wanted);
    } catch (error) {
      if (job !== own) return;
      status.textContent = (isAbort(error) ? t.puzzles.cancelled : t.puzzles.broke)(made.length);
      replace(trouble, problem(error));
    } finally {
      if (job === own) {
        cancel.hidden = true;
        begin.disabled = false;
      }
    }
  };
  const run = (): Promise<void> => {
    const wanted = Math.min(60, Math.max(1, Number(count.value) || 6));
    const order = theme.value;
    const mate = /^mateIn(\d)$/.exec(order);
    return follow(
      signal =>
        makePuzzles(
          {
            constraint: mate ? `mate in ${mate[1]}` : order === 'endgame' ? 'endgame' : null,
            style: { name: 'human' },
            theme: mate || order === 'any' || order === 'endgame' ? [] : [order],
            rating: level.value || null,
            count: wanted,
            seed: Math.floor(Math.random() * 2 ** 31),
          },
          signal,
        ),
      wanted,
    );
  };
  const train = (pgn: string, elo: number | undefined): void => {
    const wanted = 6;
    void follow(signal => reviewGames({ input: pgn, elo: elo ?? null, train: wanted }, signal), wanted);
  };
  replace(
    tools,
    button(t.puzzles.solveSet, () => solve(made), { class: 'primary', id: 'solve-set' }, 'start'),
    button(
      t.library.print,
      () => void download({ inputs: made.slice(0, limits.boards).map(toRecord), format: 'html', columns: 3, solutions: 'separate' }, 'puzzles.html'),
      { id: 'print-set' },
      'print',
    ),
    button(
      t.library.save,
      () => keep(made.map(one => ({ fen: fenOf(one), moves: one.moves, name: t.puzzles.pageTitle, tags: one.themes.slice(0, 3) }))),
      {},
      'heart',
    ),
    button(
      t.puzzles.saveFile,
      () => {
        saveFile(new Blob([`${made.map(toRecord).join('\n')}\n`], { type: 'application/x-ndjson' }), 'puzzles.jsonl');
        say(t.fileSaved('puzzles.jsonl'));
      },
      {},
      'save',
    ),
  );
  return {
    element: h(
      'section',
      { class: 'panel maker', id: 'maker' },
      h('h2', {}, t.puzzles.makeTitle),
      h('p', { class: 'muted' }, t.puzzles.makeHow),
      h('div', { class: 'fields' }, field(t.puzzles.themeLabel, theme), field(t.puzzles.levelLabel, level), field(t.generate.count, count)),
      h('div', { class: 'row' }, begin, cancel, status),
      trouble,
      tools,
      grid,
    ),
    train,
    leave: () => job?.abort(),
  };
}
