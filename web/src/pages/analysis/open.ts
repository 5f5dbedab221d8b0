/** A game from outside: pasted, chosen as a file, or dropped on the board. */

import type { Game, PgnNodeData } from 'chessops/pgn';
import { makePgn, parsePgn } from 'chessops/pgn';
import { isPlayable } from '../../chess/duel';
import { fromPgn } from '../../chess/tree';
import { openDialog } from '../../components/dialog';
import { button, field, h, replace } from '../../dom';
import { t } from '../../i18n';
import { address, go } from '../../router';
import { problem } from '../../ui';
import type { GamePage } from './place';
import { addressOfTree } from './place';

/** Shows the game of a text, or asks which one; a FEN is a position to begin from. Throws where there is neither. */
export function openText(text: string, page: GamePage = '/analysis'): void {
  if (page === '/analysis' && isFen(text)) {
    if (!isPlayable(text.trim())) throw new Error(t.play.unplayable(text.trim()));
    go(address(page, { start: text.trim() }));
    return;
  }
  const games = parsePgn(text);
  const shown = (one: string): void => {
    const tree = fromPgn(one);
    go(addressOfTree(tree, tree.root, page));
  };
  if (games.length < 2) shown(text);
  else askWhich(games, shown);
}

/** Eight ranks and whose turn it is; no game looks like that. */
const isFen = (text: string): boolean => /^\s*([1-8pnbrqk]+\/){7}[1-8pnbrqk]+\s+[wb]\b/i.test(text);

/** As many are listed; a search finds the others. */
const LISTED = 200;

function askWhich(games: readonly Game<PgnNodeData>[], shown: (text: string) => void): void {
  const titles = games.map(({ headers }) => {
    const said = (name: string): string => (headers.get(name) ?? '').replace(/^\?[?.]*$/, '');
    return [`${said('White') || t.white} – ${said('Black') || t.black}`, said('Result'), said('Event'), said('Date')].filter(Boolean).join(' · ');
  });
  const wrong = h('div', { 'aria-live': 'polite' });
  const list = h('div', { class: 'gamelist' });
  const search = h('input', { type: 'search', placeholder: t.analysis.search, 'aria-label': t.analysis.search, on: { input: () => drawn() } });
  const open = (game: Game<PgnNodeData>): void => {
    try {
      shown(makePgn(game));
      dialog.close();
    } catch (error) {
      replace(wrong, problem(error));
    }
  };
  const drawn = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const found = games.map((game, at) => ({ game, title: titles[at] ?? '' })).filter(({ title }) => title.toLowerCase().includes(wanted));
    replace(list, ...found.slice(0, LISTED).map(({ game, title }) => button(title, () => open(game), { class: 'quiet' })));
  };
  const dialog = openDialog(t.analysis.which(games.length), [search, wrong, list]);
  drawn();
}

export function askForGame(page: GamePage = '/analysis'): void {
  const area = h('textarea', { rows: 8, class: 'mono', placeholder: '1. e4 e5 2. Nf3 …', spellcheck: 'false', id: 'pgn' });
  const wrong = h('div', { 'aria-live': 'polite' });
  const chosen = async (): Promise<void> => {
    area.value = (await file.files?.[0]?.text()) ?? '';
  };
  const file = h('input', { type: 'file', accept: '.pgn,.txt', 'aria-label': t.analysis.file, on: { change: () => void chosen() } });
  const open = (): void => {
    try {
      openText(area.value, page);
      dialog.close();
    } catch (error) {
      replace(wrong, problem(error));
    }
  };
  const dialog = openDialog(
    t.analysis.openTitle,
    [
      h('p', { class: 'muted' }, page === '/analysis' ? t.analysis.openHint : t.review.intro),
      field(page === '/analysis' ? t.analysis.pgnOrFen : t.analysis.pgnOrMoves, area),
      file,
      wrong,
    ],
    [button(t.cancel, () => dialog.close()), button(t.open, open, { class: 'primary', id: 'open-pgn' })],
  );
  area.focus();
}

/** Takes games that are let go over an element, as files or text. */
export function takeDrops(element: HTMLElement, page: GamePage, trouble: HTMLElement): void {
  const dropped = async (event: DragEvent): Promise<void> => {
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain');
    try {
      if (file || text) openText(file ? await file.text() : (text ?? ''), page);
    } catch (error) {
      replace(trouble, problem(error));
    }
  };
  element.addEventListener('dragover', event => event.preventDefault());
  element.addEventListener('drop', event => {
    event.preventDefault();
    void dropped(event);
  });
}
