/** A game being played: its address, its PGN, and the clocks that survive a reload. */

import type { Color } from 'chessops/types';
import { ending } from '../../chess/duel';
import { INITIAL } from '../../chess/setup';
import type { Tree } from '../../chess/tree';
import { lineFrom, toPgn } from '../../chess/tree';
import type { Times } from '../../components/clock';
import { t } from '../../i18n';
import { address } from '../../router';
import { copy } from '../../ui';
import type { GameSetup } from './start';
import { askSetup } from './start';

/** Who has lost otherwise than on the board. */
export interface Lost {
  color: Color;
  why: 'time' | 'resigned';
}

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const playAddress = (setup: GameSetup, moves: readonly string[] = [], lost?: Lost): string =>
  address('/play', {
    start: setup.start === INITIAL ? null : setup.start,
    moves: moves.join('.'),
    side: setup.side === 'white' ? null : setup.side,
    elo: setup.elo,
    full: setup.elo === undefined ? 1 : null,
    clock: setup.clock === 'none' ? null : setup.clock,
    goal: setup.goal === 'none' ? null : setup.goal,
    lost: lost?.why === 'resigned' ? 1 : null,
  });

/** Asks how strong, with which goal and clock, and copies the address that begins such a game. */
export function studentLink(fen: string): void {
  const side: Color = fen.split(' ')[1] === 'b' ? 'black' : 'white';
  askSetup({ start: fen, side, elo: 1500, clock: 'none', goal: 'win' }, setup => void copy(location.origin + playAddress(setup), t.link), undefined, {
    title: t.play.forStudent,
    go: t.copyLink,
  });
}

export function gamePgn(tree: Tree, setup: GameSetup, lost: Lost | undefined): string {
  const end = ending(lineFrom(tree.root));
  const winner = lost ? other(lost.color) : end?.winner;
  const names = { [setup.side]: t.play.you, [other(setup.side)]: `Sissa (${setup.elo ?? t.play.full})` };
  return toPgn(tree, {
    Event: t.play.event,
    Site: 'Sissa',
    Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
    Round: '-',
    White: names['white'] ?? '',
    Black: names['black'] ?? '',
    Result: winner ? (winner === 'white' ? '1-0' : '0-1') : end ? '1/2-1/2' : '*',
    ...(setup.goal === 'none' ? {} : { Goal: t.play.goals[setup.goal] }),
    ...(setup.clock === 'none' ? {} : { TimeControl: setup.clock.replace(/^(\d+)/, minutes => String(Number(minutes) * 60)) }),
  });
}

const keyOf = (setup: GameSetup): string => [setup.start, setup.side, setup.clock].join('|');

export function keepTimes(setup: GameSetup, moves: readonly string[], times: Times): void {
  if (setup.clock !== 'none') sessionStorage.setItem('clock', JSON.stringify({ key: keyOf(setup), moves: moves.length, times }));
}

/** The times of this very game and move; nothing where others were kept. */
export function keptTimes(setup: GameSetup, moves: readonly string[]): Times | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem('clock') ?? 'null') as { key: string; moves: number; times: Times } | null;
    return kept && kept.key === keyOf(setup) && kept.moves === moves.length ? kept.times : undefined;
  } catch {
    return undefined;
  }
}
