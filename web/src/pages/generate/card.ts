/** One position among many: a picture that opens, a box that selects, a menu for the rest. */

import type { PositionRecord } from '../../api/client';
import type { Item } from '../../components/menu';
import { menuButton } from '../../components/menu';
import { miniature } from '../../components/mini';
import { h } from '../../dom';
import { t } from '../../i18n';
import { address } from '../../router';
import { copy, toMove } from '../../ui';
import { studentLink } from '../play/record';

export interface CardActions {
  /** The address of its game. */
  open: string;
  constraint: string;
  selected: boolean;
  select: (on: boolean) => void;
  copyPgn: () => void;
  keep: () => void;
}

/** `move 23`, counted as players do. */
const moveNumber = (record: PositionRecord): string => record.fen.split(' ')[5] ?? '1';

export function positionCard(record: PositionRecord, { open, constraint, selected, select, copyPgn, keep }: CardActions): HTMLElement {
  const number = record.index + 1;
  const box = h('input', {
    type: 'checkbox',
    'aria-label': t.generate.selectOne(number),
    checked: selected,
    on: {
      change: () => {
        card.classList.toggle('selected', box.checked);
        select(box.checked);
      },
    },
  });
  const items = (): Item[] => [
    { icon: 'analysis', label: t.generate.openGame, href: open },
    { icon: 'position', label: t.edit, href: address('/position', { fen: record.fen, c: constraint }) },
    { icon: 'play', label: t.playFromHere, href: address('/play', { start: record.fen, side: record.turn }) },
    { icon: 'link', label: t.play.studentLink, act: () => studentLink(record.fen) },
    { icon: 'heart', label: t.library.save, act: keep },
    { icon: 'copy', label: t.copyFen, act: () => void copy(record.fen, 'FEN') },
    { icon: 'copy', label: t.copyPgn, act: copyPgn },
    { icon: 'external', label: t.onLichess, href: record.links.analysis, away: true },
  ];
  const card = h(
    'article',
    { class: `card${selected ? ' selected' : ''}`, 'data-fen': record.fen },
    h(
      'a',
      { href: open, class: 'picture', 'aria-label': t.generate.openOne(number) },
      miniature(record.fen, `${t.generate.positionOne(number)}, ${toMove(record.turn)}: ${record.fen}`),
    ),
    h(
      'div',
      { class: 'foot' },
      h('label', { class: 'pick' }, box),
      h(
        'p',
        { class: 'caption' },
        h('strong', {}, toMove(record.turn)),
        h('span', {}, `${t.generate.moveNumber(moveNumber(record))}${record.shortest ? `, ${t.generate.shortestWord}` : ''}`),
      ),
      menuButton(t.generate.moreFor(number), items, { class: 'quiet' }, 'more', true),
    ),
  );
  return card;
}
