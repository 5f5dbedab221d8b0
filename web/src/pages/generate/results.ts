/** What has come: boards, how many, and what can be done with all of them or the selected. */

import type { Info, PositionRecord } from '../../api/client';
import { show } from '../../api/client';
import { generateCommand } from '../../command';
import { keep } from '../../components/keep';
import { menuButton } from '../../components/menu';
import { virtualGrid } from '../../components/virtual';
import { button, h, replace } from '../../dom';
import { hand } from '../../handover';
import { t } from '../../i18n';
import type { Kept } from '../../library';
import { parcels } from '../../parcels';
import { copy, download, message, savePgn, say } from '../../ui';
import { positionCard } from './card';
import { titled } from './gallery';
import type { Asked } from './request';
import { constraintOf, gameAddress, nothingAsked } from './request';

export interface Results {
  element: HTMLElement;
  status: HTMLElement;
  progress: HTMLProgressElement;
  trouble: HTMLElement;
  count: () => number;
  /** How many stood there before. */
  repeated: () => number;
  /** Takes away what was there, for positions of another wish. */
  begin: (asked: Asked) => void;
  add: (record: PositionRecord, milliseconds: number) => void;
  busy: (on: boolean) => void;
  leave: () => void;
}

/** Empty boards while the first is on its way. */
const GHOSTS = 6;

const recordOf = (record: PositionRecord): string => JSON.stringify({ type: 'position', ...record });

export function createResults(limits: Info['limits'], more: () => void): Results {
  let found: PositionRecord[] = [];
  /** What the positions in view were asked for; the form may say something else by now. */
  let asked: Asked = nothingAsked;
  const chosen = new Set<number>();
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' }, '');
  const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t.generate.made });
  const trouble = h('div', { id: 'trouble', 'aria-live': 'assertive' });
  const grid = virtualGrid<PositionRecord>('cards', record => card(record));

  const named = (): string => [asked.preset && titled(asked.preset), asked.constraint].filter(Boolean).join(', ');
  const kept = (record: PositionRecord): Omit<Kept, 'id'> => ({
    fen: record.fen,
    start: record.start_fen ?? undefined,
    moves: record.moves,
    name: named() ? `${named()} ${record.index + 1}` : t.generate.positionOne(record.index + 1),
    tags: asked.preset ? [asked.preset] : [],
  });
  const card = (record: PositionRecord): HTMLElement => {
    const open = gameAddress(asked, record.index);
    hand(open, record);
    return positionCard(record, {
      open,
      constraint: asked.constraint,
      selected: chosen.has(record.index),
      select: on => {
        if (on) chosen.add(record.index);
        else chosen.delete(record.index);
        toolsShown();
      },
      copyPgn: () => void copyPgn(record),
      keep: () => keep([kept(record)]),
    });
  };

  /** What is selected, or everything. */
  const meant = (): PositionRecord[] => (chosen.size ? found.filter(record => chosen.has(record.index)) : found);
  const pgn = async (records: readonly PositionRecord[]): Promise<string[]> => {
    const texts: string[] = [];
    // As many requests as the server's limits ask for; records carry their game, so what is saved is what is shown.
    for (const part of parcels(records.map(recordOf), limits.boards, limits.body / 2))
      texts.push(await (await show({ inputs: part, format: 'pgn', constraint: constraintOf(asked) || null })).text());
    return texts;
  };
  const copyPgn = (record: PositionRecord): Promise<void> =>
    pgn([record])
      .then(texts => copy(texts.join(''), 'PGN'))
      .catch(error => say(message(error)));
  const savedGames = async (): Promise<void> => {
    try {
      const all = meant();
      savePgn(await pgn(all), 'sissa.pgn', t.gamesSaved(all.length));
    } catch (error) {
      say(message(error));
    }
  };
  const save = (format: 'png' | 'html'): void => {
    const all = meant().map(recordOf);
    const inputs = all.slice(0, limits.boards);
    if (all.length > inputs.length) replace(trouble, h('p', { class: 'hint' }, t.generate.firstBoards(limits.boards, all.length)));
    const solutions = format === 'html' ? 'separate' : 'none';
    void download({ inputs, format, constraint: constraintOf(asked), columns: Math.min(all.length, 3), solutions, size: 320 }, `sissa.${format}`);
  };

  const selection = h('span', { class: 'muted' });
  const cleared = (): void => {
    chosen.clear();
    grid.refresh();
    toolsShown();
  };
  const clear = button(t.generate.clearSelection, cleared, { class: 'quiet' });
  const toolsShown = (): void => {
    tools.hidden = found.length === 0;
    selection.textContent = chosen.size ? t.generate.selected(chosen.size) : '';
    clear.hidden = chosen.size === 0;
  };
  const downloads = menuButton(
    t.download,
    () => [
      { icon: 'save', label: t.savePgn, act: () => void savedGames() },
      { icon: 'save', label: t.savePng, act: () => save('png') },
      { icon: 'print', label: t.saveSheet, act: () => save('html') },
    ],
    { id: 'download' },
    'save',
  );
  const sharing = menuButton(
    t.share,
    () => [
      { icon: 'link', label: t.copyLink, act: () => void copy(location.href, t.link) },
      { icon: 'terminal', label: t.copyCommand, act: () => void copy(generateCommand(asked), t.command) },
    ],
    { id: 'share' },
    'share',
  );
  const ghosts = h(
    'div',
    { class: 'cards ghosts', 'aria-hidden': 'true' },
    ...Array.from({ length: GHOSTS }, () => h('div', { class: 'ghost' }, h('div', { class: 'board mini' }), h('div', { class: 'foot' }))),
  );
  const tools = h(
    'div',
    { class: 'tools', hidden: true },
    selection,
    clear,
    button(t.generate.moreLike, more, { id: 'next', title: t.generate.moreLikeHint }, 'again'),
    button(t.library.save, () => keep(meant().map(kept)), { id: 'save-all' }, 'heart'),
    downloads,
    sharing,
  );
  return {
    element: h(
      'section',
      { class: 'results', 'aria-label': t.generate.positions },
      h('div', { class: 'resultsbar' }, status, tools),
      progress,
      trouble,
      grid.element,
      ghosts,
    ),
    status,
    progress,
    trouble,
    count: () => found.length,
    repeated: () => found.length - new Set(found.map(record => record.fen.split(' ').slice(0, 4).join(' '))).size,
    begin: to => {
      found = [];
      chosen.clear();
      asked = to;
      grid.clear();
      delete grid.element.dataset['first'];
      toolsShown();
    },
    add: (record, milliseconds) => {
      found.push(record);
      grid.push(record);
      progress.value = found.length;
      // When the first board was there, for the tests' log.
      if (found.length === 1) grid.element.dataset['first'] = milliseconds.toFixed(1);
    },
    busy: on => {
      progress.hidden = !on;
      if (on) grid.element.setAttribute('aria-busy', 'true');
      else grid.element.removeAttribute('aria-busy');
      toolsShown();
    },
    leave: grid.leave,
  };
}
