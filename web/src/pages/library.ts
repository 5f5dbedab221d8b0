/** Collections kept in this browser: order, tag, print, export. */

import type { ShowRequest } from '../api/client';
import { show } from '../api/client';
import { INITIAL } from '../chess/setup';
import { ask, confirmed } from '../components/dialog';
import { icon } from '../components/icons';
import { menuButton } from '../components/menu';
import { miniature } from '../components/mini';
import { button, h, replace } from '../dom';
import { t } from '../i18n';
import type { Collection, Kept } from '../library';
import { elsewhere, load, newId, parseLibrary, store } from '../library';
import { parcels } from '../parcels';
import { address, remember } from '../router';
import { copy, download, message, saveFile, savePgn, say, toMove } from '../ui';
import type { Make } from './page';
import { studentLink } from './play/record';

const record = (one: Kept): string =>
  JSON.stringify({ type: 'position', index: 0, id: one.id, fen: one.fen, start_fen: one.start === INITIAL ? undefined : one.start, moves: one.moves });

/** The game of a position, or the position where there is none. */
const opens = (one: Kept): string =>
  address('/analysis', one.moves.length ? { moves: one.moves.join('.'), start: one.start, ply: one.moves.length } : { start: one.fen });

export const library: Make = (query, info) => {
  let all = load();
  let current = all.find(one => one.id === query.get('list')) ?? all[0];
  let tag = '';
  const shelf = h('nav', { class: 'shelf', 'aria-label': t.library.collections });
  const content = h('section', { class: 'panel', 'aria-label': t.library.positions });

  const note = h('p', { class: 'hint', role: 'status' });

  const saved = (): void => {
    if (!store(all)) say(t.library.full);
    shown();
  };
  const choose = (one: Collection | undefined): void => {
    current = one;
    tag = '';
    note.textContent = '';
    remember(address('/library', { list: one?.id }));
    shown();
  };
  const shown = (): void => {
    replace(
      shelf,
      ...all.map(one => button(`${one.name} (${one.kept.length})`, () => choose(one), { 'aria-pressed': String(one === current), class: 'quiet' }, 'library')),
      button(t.library.newOne, () => void create(), { id: 'new-collection' }, 'plus'),
    );
    if (!current) {
      replace(
        content,
        h(
          'div',
          { class: 'empty' },
          icon('library'),
          h('h2', {}, t.library.emptyTitle),
          h('p', {}, t.library.emptyText),
          h('a', { class: 'button primary', href: '/generate' }, t.library.toGenerate),
        ),
      );
      return;
    }
    const { name, kept } = current;
    const tags = [...new Set(kept.flatMap(one => one.tags))].sort();
    const seen = kept.filter(one => !tag || one.tags.includes(tag));
    replace(
      content,
      h(
        'div',
        { class: 'row spread' },
        h('h2', { class: 'flush' }, name),
        h(
          'div',
          { class: 'row' },
          menuButton(
            t.library.export,
            () => [
              { icon: 'save', label: t.savePgn, act: () => void exportPgn(name, seen) },
              { icon: 'print', label: t.library.print, act: () => drawn(seen, { format: 'html', title: name, solutions: 'separate' }, `${name}.html`) },
              { icon: 'save', label: t.savePng, act: () => drawn(seen, { format: 'png' }, `${name}.png`) },
              {
                icon: 'save',
                label: t.library.saveFile,
                act: () => saveFile(new Blob([JSON.stringify(current ? [current] : [])], { type: 'application/json' }), `${name}.json`),
              },
            ],
            { id: 'export' },
            'save',
          ),
          menuButton(
            t.more,
            () => [
              { icon: 'position', label: t.library.rename, act: () => void rename() },
              { icon: 'bin', label: t.library.remove, act: () => void remove() },
            ],
            {},
            'more',
            true,
          ),
        ),
      ),
      tags.length > 0 &&
        h(
          'div',
          { class: 'row', role: 'group', 'aria-label': t.library.tags },
          ...['', ...tags].map(one =>
            button(
              one || t.library.allTags,
              () => {
                tag = one;
                shown();
              },
              { class: 'chip', 'aria-pressed': String(tag === one) },
            ),
          ),
        ),
      note,
      seen.length ? h('div', { class: 'cards', role: 'list' }, ...seen.map(card)) : h('p', { class: 'empty' }, t.library.noneHere),
    );
  };
  const card = (one: Kept): HTMLElement => {
    const turn = one.fen.split(' ')[1] ?? 'w';
    const list = current?.kept ?? [];
    const swap = (by: number): void => {
      const at = list.indexOf(one);
      const there = list[at + by];
      if (!there) return;
      list[at] = there;
      list[at + by] = one;
      saved();
    };
    const edit = async (what: 'name' | 'tags'): Promise<void> => {
      const text = await ask(
        what === 'name' ? t.library.rename : t.library.tags,
        what === 'name' ? t.library.name : t.library.tagsHint,
        what === 'name' ? one.name : one.tags.join(', '),
      );
      if (text === undefined) return;
      if (what === 'name') one.name = text;
      else
        one.tags = text
          .split(',')
          .map(word => word.trim())
          .filter(Boolean);
      saved();
    };
    return h(
      'article',
      { class: 'card', role: 'listitem', 'data-fen': one.fen },
      h('a', { href: opens(one), class: 'picture', 'aria-label': t.library.openOne(one.name) }, miniature(one.fen, `${one.name}, ${toMove(turn)}: ${one.fen}`)),
      h(
        'div',
        { class: 'foot' },
        h('p', { class: 'caption' }, h('strong', {}, one.name), h('span', {}, [toMove(turn), ...one.tags].join(' · '))),
        menuButton(
          t.library.moreFor(one.name),
          () => [
            { icon: 'analysis', label: t.open, href: opens(one) },
            { icon: 'play', label: t.playFromHere, href: address('/play', { start: one.fen, side: turn === 'b' ? 'black' : 'white' }) },
            {
              icon: 'link',
              label: t.play.studentLink,
              act: () => studentLink(one.fen),
            },
            { icon: 'position', label: t.library.rename, act: () => void edit('name') },
            { icon: 'tag', label: t.library.tags, act: () => void edit('tags') },
            { icon: 'up', label: t.library.earlier, act: () => swap(-1) },
            { icon: 'down', label: t.library.later, act: () => swap(1) },
            { icon: 'copy', label: t.copyFen, act: () => void copy(one.fen, 'FEN') },
            {
              icon: 'bin',
              label: t.library.takeOut,
              act: () => {
                list.splice(list.indexOf(one), 1);
                saved();
              },
            },
          ],
          { class: 'quiet' },
          'more',
          true,
        ),
      ),
    );
  };
  /** As many boards as a drawing takes, and a word where that is not all. */
  const drawn = (kept: readonly Kept[], how: Pick<ShowRequest, 'format' | 'title' | 'solutions'>, file: string): void => {
    const most = info.limits.boards;
    note.textContent = kept.length > most ? t.generate.firstBoards(most, kept.length) : '';
    void download({ inputs: kept.slice(0, most).map(record), columns: 3, size: 320, ...how }, file);
  };
  const exportPgn = async (name: string, kept: readonly Kept[]): Promise<void> => {
    try {
      const texts: string[] = [];
      for (const part of parcels(kept.map(record), info.limits.boards, info.limits.body / 2))
        texts.push(await (await show({ inputs: part, format: 'pgn' })).text());
      savePgn(texts, `${name}.pgn`, t.gamesSaved(kept.length));
    } catch (error) {
      say(message(error));
    }
  };
  const create = async (): Promise<void> => {
    const name = await ask(t.library.newOne, t.library.name);
    if (!name) return;
    const fresh = { id: newId(), name, kept: [] };
    all.push(fresh);
    store(all);
    choose(fresh);
  };
  const rename = async (): Promise<void> => {
    const name = current && (await ask(t.library.rename, t.library.name, current.name));
    if (!current || !name) return;
    current.name = name;
    saved();
  };
  const remove = async (): Promise<void> => {
    if (!current || !(await confirmed(t.library.removeSure(current.name, current.kept.length), t.library.remove))) return;
    all = all.filter(one => one !== current);
    store(all);
    choose(all[0]);
  };
  const file = h('input', { type: 'file', accept: '.json', hidden: true, 'aria-label': t.library.import, on: { change: () => void imported() } });
  const imported = async (): Promise<void> => {
    const text = (await file.files?.[0]?.text()) ?? '';
    // The same file may be chosen once more.
    file.value = '';
    const found = parseLibrary(text);
    if (!found) return say(t.library.noLibrary);
    all.push(...found.map(one => ({ ...one, id: newId() })));
    say(store(all) ? t.library.importedSo(found.length) : t.library.full);
    choose(all.at(-1));
  };
  // What another tab saves must not be written over from here.
  const deaf = elsewhere(() => {
    all = load();
    current = all.find(one => one.id === current?.id) ?? all[0];
    shown();
  });
  shown();
  return {
    title: t.pages.library,
    leave: deaf,
    element: h(
      'div',
      { class: 'bookcase' },
      h(
        'div',
        {},
        h(
          'div',
          { class: 'row spread' },
          h('h1', {}, t.library.title),
          button(t.library.import, () => file.click(), { class: 'quiet' }, 'share'),
          file,
        ),
        shelf,
        h('p', { class: 'muted' }, t.library.where),
      ),
      content,
    ),
  };
};
