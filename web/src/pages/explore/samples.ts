/** Games out of many: where the constraint came true, or positions like another. */

import type { PositionRecord, SimilarGame, SimilarPosition } from '../../api/client';
import { INITIAL } from '../../chess/setup';
import { fromMoves, lineFrom } from '../../chess/tree';
import { menuButton } from '../../components/menu';
import { miniature } from '../../components/mini';
import { h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import { copy } from '../../ui';
import { addressOfTree } from '../analysis/place';

type Game = NonNullable<PositionRecord['game']>;

/** Names with ratings; many collections of games have taken the names away. */
const players = (game: Game | null | undefined): string =>
  (
    [
      [game?.white, game?.white_elo, t.white],
      [game?.black, game?.black_elo, t.black],
    ] as const
  )
    .map(([name, elo, side]) => [name && name !== '?' ? name : side, elo].filter(Boolean).join(' '))
    .join(' – ');

/** The address of a game with its names; where only its beginning is known it says how it went on. */
function gameAddress(game: Game | null | undefined, moves: readonly string[], start: string | null | undefined, ply: number): string {
  const tree = fromMoves(moves, start ?? INITIAL);
  const said = { White: game?.white, Black: game?.black, WhiteElo: game?.white_elo, BlackElo: game?.black_elo, Date: game?.date, Opening: game?.opening };
  for (const [name, value] of Object.entries(said)) if (value && value !== '?') tree.headers.set(name, String(value));
  const line = lineFrom(tree.root);
  const rest = (game?.plies ?? 0) - moves.length;
  if (rest > 0 && game?.result) line.at(-1)?.comments.push(t.explore.goesOn(rest, game.result));
  else if (game?.result) tree.headers.set('Result', game.result);
  return addressOfTree(tree, line[ply]);
}

function card(fen: string, open: string, game: Game | null | undefined, note: string, more: string, similar: (fen: string) => void): HTMLElement {
  const name = players(game);
  return h(
    'article',
    { class: 'card', 'data-fen': fen },
    h('a', { href: open, class: 'picture', 'aria-label': t.library.openOne(name) }, miniature(fen, name)),
    h(
      'div',
      { class: 'foot' },
      h(
        'p',
        { class: 'caption' },
        h('strong', {}, name),
        h('span', {}, [note, game?.result, game?.date?.slice(0, 4)].filter(Boolean).join(' · ')),
        more && h('small', { class: 'muted', title: more }, more),
      ),
      menuButton(
        t.library.moreFor(name),
        () => [
          { icon: 'analysis', label: t.generate.openGame, href: open },
          { icon: 'explore', label: t.explore.similar, act: () => similar(fen) },
          { icon: 'play', label: t.playFromHere, href: address('/play', { start: fen, side: fen.split(' ')[1] === 'b' ? 'black' : 'white' }) },
          { icon: 'copy', label: t.copyFen, act: () => void copy(fen, 'FEN') },
        ],
        { class: 'quiet' },
        'more',
        true,
      ),
    ),
  );
}

export const sampleCard = (record: PositionRecord, similar: (fen: string) => void): HTMLElement =>
  card(
    record.fen,
    gameAddress(record.game, record.moves, record.start_fen, record.moves.length),
    record.game,
    t.generate.moveNumber(record.fen.split(' ')[5] ?? '1'),
    record.game?.opening ?? '',
    similar,
  );

export const similarCard = (record: SimilarPosition, similar: (fen: string) => void): HTMLElement =>
  card(
    record.fen,
    address('/analysis', { start: record.fen }),
    record.game,
    t.explore.alike(`${Math.round(100 * record.likeness)} %`),
    record.shared.slice(0, 3).join('; '),
    similar,
  );

export const gameLine = (record: SimilarGame): HTMLElement =>
  h(
    'li',
    {},
    h('a', { href: gameAddress(record.game, record.moves, record.start_fen, 0) }, players(record.game)),
    h(
      'span',
      { class: 'muted' },
      ` ${[record.game.result, record.game.opening ?? record.game.eco, record.game.date?.slice(0, 4)].filter(Boolean).join(' · ')}`,
    ),
  );
