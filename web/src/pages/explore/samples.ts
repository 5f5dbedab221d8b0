/** Games out of many: where the constraint came true, or positions like another. */

import type { PositionRecord, SimilarGame, SimilarPosition } from '../../api/client';
import { menuButton } from '../../components/menu';
import { miniature } from '../../components/mini';
import { h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import { copy } from '../../ui';

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
    address('/analysis', { moves: record.moves.join('.'), start: record.start_fen, ply: record.moves.length }),
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
    h('a', { href: address('/analysis', { moves: record.moves.join('.'), start: record.start_fen }) }, players(record.game)),
    h(
      'span',
      { class: 'muted' },
      ` ${[record.game.result, record.game.opening ?? record.game.eco, record.game.date?.slice(0, 4)].filter(Boolean).join(' · ')}`,
    ),
  );
