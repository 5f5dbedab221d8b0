/** What is shown before there is a game: where to put one, and one to try. */

import type { Child } from '../../dom';
import { button, field, h, replace } from '../../dom';
import { t } from '../../i18n';
import { problem } from '../../ui';
import { openText } from '../analysis/open';
import { SAMPLE } from './sample';

export function invitation(): Child[] {
  const area = h('textarea', { rows: 6, class: 'mono', id: 'game', placeholder: '1. e4 e5 2. Nf3 …', spellcheck: 'false' });
  const wrong = h('div', { 'aria-live': 'polite' });
  const open = (text: string): void => {
    try {
      openText(text, '/review');
    } catch (error) {
      replace(wrong, problem(error));
    }
  };
  const chosen = async (): Promise<void> => open((await file.files?.[0]?.text()) ?? '');
  const file = h('input', { type: 'file', accept: '.pgn,.txt', 'aria-label': t.analysis.file, on: { change: () => void chosen() } });
  area.addEventListener('paste', () => setTimeout(() => area.value.trim() && open(area.value)));
  return [
    h('p', {}, t.review.intro),
    field(t.analysis.pgnOrMoves, area),
    h(
      'div',
      { class: 'row' },
      button(t.review.go, () => open(area.value), { class: 'primary', id: 'go' }, 'review'),
      button(t.review.sample, () => open(SAMPLE), { id: 'sample' }),
    ),
    h('div', { class: 'row' }, file),
    wrong,
  ];
}
