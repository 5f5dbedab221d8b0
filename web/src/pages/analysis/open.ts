/** A game from outside: pasted, chosen as a file, or dropped on the board. */

import { parsePgn } from 'chessops/pgn';
import { fromPgn } from '../../chess/tree';
import { openDialog } from '../../components/dialog';
import { button, field, h, replace } from '../../dom';
import { t } from '../../i18n';
import { go } from '../../router';
import { problem, say } from '../../ui';
import type { GamePage } from './place';
import { addressOfTree } from './place';

/** Shows the first game of a text. Throws where there is none. */
export function openText(text: string, page: GamePage = '/analysis'): void {
  const tree = fromPgn(text);
  go(addressOfTree(tree, tree.root, page));
  const games = parsePgn(text).length;
  if (games > 1) say(t.analysis.firstOf(games));
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
      fromPgn(area.value);
    } catch (error) {
      replace(wrong, problem(error));
      return;
    }
    dialog.close();
    openText(area.value, page);
  };
  const dialog = openDialog(
    t.analysis.openTitle,
    [h('p', { class: 'muted' }, t.analysis.openHint), field(t.analysis.pgnOrMoves, area), file, wrong],
    [button(t.cancel, () => dialog.close()), button(t.open, open, { class: 'primary', id: 'open-pgn' })],
  );
  area.focus();
}

/** What was let go over the board; nothing where it is neither text nor file. */
export async function droppedText(event: DragEvent): Promise<string | undefined> {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  return file ? file.text() : event.dataTransfer?.getData('text/plain') || undefined;
}
