/** What can be done with the game that is played; and what is shown where none can be. */

import { INITIAL } from '../../chess/setup';
import type { Node, Tree } from '../../chess/tree';
import { movesTo } from '../../chess/tree';
import { keep } from '../../components/keep';
import { menuButton } from '../../components/menu';
import { h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import { copy, problem, savePgn } from '../../ui';
import { addressOfTree } from '../analysis/place';
import type { Page } from '../page';
import { playAddress } from './record';
import type { GameSetup } from './start';

export interface Played {
  setup: GameSetup;
  tree: Tree;
  now: Node;
  pgn: string;
  over: boolean;
}

export const playMenu = (game: () => Played): HTMLElement =>
  menuButton(
    t.more,
    () => {
      const { setup, tree, now, pgn, over } = game();
      const kept = { fen: now.fen, start: setup.start === INITIAL ? undefined : setup.start, moves: movesTo(now), name: t.play.event, tags: [] };
      return [
        // Whoever still plays is not to be helped that much.
        ...(over ? [{ icon: 'analysis' as const, label: t.review.toAnalysis, href: addressOfTree(tree, now) }] : []),
        { icon: 'save', label: t.savePgn, act: () => savePgn([pgn], 'game.pgn') },
        { icon: 'copy', label: t.copyPgn, act: () => void copy(pgn, 'PGN') },
        { icon: 'copy', label: t.copyFen, act: () => void copy(now.fen, 'FEN') },
        { icon: 'heart', label: t.library.save, act: () => keep([kept]) },
        { icon: 'link', label: t.play.studentLink, act: () => void copy(location.origin + playAddress(setup), t.link) },
        { icon: 'position', label: t.edit, href: address('/position', { fen: now.fen }) },
      ];
    },
    { id: 'tools' },
    'more',
    true,
  );

/** Where no game can begin. */
export const unplayable = (start: string): Page => ({
  title: t.pages.play,
  element: h(
    'section',
    { class: 'panel prose' },
    h('h1', {}, t.play.title),
    problem(new Error(t.play.unplayable(start))),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button', href: address('/position', { fen: start }) }, t.play.seeWhy),
      h('a', { class: 'button', href: '/play' }, t.play.newGame),
    ),
  ),
});
