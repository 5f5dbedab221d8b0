/** What can be done with the game on the board. */

import type { Color } from 'chessops/types';
import type { PositionRecord } from '../../api/client';
import { INITIAL } from '../../chess/setup';
import type { Node, Tree } from '../../chess/tree';
import { isPlain, lineFrom, movesTo, pathTo, promote, remove, toPgn } from '../../chess/tree';
import { showCommand } from '../../command';
import { keep } from '../../components/keep';
import type { Item } from '../../components/menu';
import { menuButton } from '../../components/menu';
import { t } from '../../i18n';
import { address } from '../../router';
import { copy, download, savePgn } from '../../ui';
import type { Made } from './made';
import { addressOfTree, mainMoves } from './place';

export interface Shown {
  tree: Tree;
  at: Node;
  record: PositionRecord | undefined;
  made: Made | undefined;
  title: string;
  below: Color;
}

/** The main line as the server reads it. */
function inputOf({ tree, record }: Shown): string {
  if (record) return JSON.stringify({ type: 'position', ...record });
  const moves = mainMoves(tree);
  if (tree.start === INITIAL) return moves.join(' ');
  return JSON.stringify({ type: 'position', index: 0, id: '0', fen: lineFrom(tree.root).at(-1)?.fen, start_fen: tree.start, moves });
}

/** What only some places offer: variations are deleted and made the main line. */
function changes({ at }: Shown, grown: (node: Node) => void): Item[] {
  const inVariation = pathTo(at).some(one => one.parent && one.parent.children[0] !== one);
  const promoted = (): void => {
    promote(at);
    grown(at);
  };
  return [
    ...(at.parent ? [{ icon: 'bin' as const, label: t.analysis.removeFrom, act: () => grown(remove(at)) }] : []),
    ...(inVariation ? [{ icon: 'up' as const, label: t.analysis.makeMain, act: promoted }] : []),
  ];
}

export const gameMenu = ({ game, grown }: { game: () => Shown; grown: (node: Node) => void }): HTMLElement =>
  menuButton(
    t.more,
    () => {
      const now = game();
      const { tree, at, made } = now;
      const kept = {
        fen: at.fen,
        start: tree.start === INITIAL ? undefined : tree.start,
        moves: movesTo(at),
        name: now.title,
        tags: made?.preset ? [made.preset] : [],
      };
      const save = (): void => {
        // What the server has made it writes itself, with its goal.
        if (isPlain(tree)) void download({ inputs: [inputOf(now)], format: 'pgn', constraint: made?.constraint || null }, 'game.pgn');
        else savePgn([toPgn(tree)], 'game.pgn');
      };
      return [
        { icon: 'review', label: t.review.thisGame, href: addressOfTree(tree, at, '/review') },
        { icon: 'position', label: t.analysis.editHere, href: address('/position', { fen: at.fen, c: made?.constraint }) },
        { icon: 'play', label: t.playFromHere, href: address('/play', { start: at.fen, side: at.turn }) },
        { icon: 'heart', label: t.library.save, act: () => keep([kept]) },
        ...changes(now, grown),
        { icon: 'copy', label: t.copyFen, act: () => void copy(at.fen, 'FEN') },
        { icon: 'copy', label: t.copyPgn, act: () => void copy(toPgn(tree), 'PGN') },
        { icon: 'save', label: t.savePgn, act: save },
        {
          icon: 'save',
          label: t.savePng,
          act: () => void download({ inputs: [at.fen], format: 'png', size: 800, flip: now.below === 'black' }, 'position.png'),
        },
        { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
        { icon: 'terminal', label: t.copyCommand, act: () => void copy(made?.command() ?? showCommand(mainMoves(tree), at.ply), t.command) },
      ];
    },
    { id: 'tools' },
    'more',
    true,
  );
