/** The dialog behind the sliders in the corner. */

import { h, segments } from '../dom';
import { t } from '../i18n';
import { BOARDS, change, LANGUAGES, LINES, PIECES, settings, THEMES } from '../settings';
import { sound } from '../sound';
import { openDialog } from './dialog';
import { miniature } from './mini';

const SAMPLE = '4k3/8/8/8/8/8/8/4K3'.replace('8/8/8/8/8/8', '2nb4/8/3q4/4R3/2P5/8');

export function openPreferences(): void {
  const tiles = <T extends string>(
    label: string,
    options: readonly T[],
    names: Record<T, string>,
    value: T,
    draw: (one: T) => HTMLElement,
    changed: (to: T) => void,
  ): HTMLElement =>
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, label),
      h(
        'div',
        { class: 'looks', role: 'radiogroup', 'aria-label': label },
        ...options.map(one =>
          h(
            'label',
            { class: 'look' },
            h('input', { type: 'radio', name: label, checked: one === value, on: { change: () => changed(one) } }),
            draw(one),
            h('span', {}, names[one]),
          ),
        ),
      ),
    );
  const picture = (board: string, pieces: string): HTMLElement => {
    const mini = miniature(SAMPLE, '');
    mini.removeAttribute('role');
    mini.removeAttribute('aria-label');
    mini.classList.add('corner');
    return h('span', { 'data-board': board, 'data-pieces': pieces, class: 'sample' }, mini);
  };
  const noisy = h('input', {
    type: 'checkbox',
    id: 'sound',
    checked: settings.sound,
    on: {
      change: () => {
        change({ sound: noisy.checked });
        sound('move');
      },
    },
  });
  openDialog(t.settings.title, [
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, t.settings.theme),
      segments(
        t.settings.theme,
        THEMES.map(one => [one, t.settings.themes[one]] as const),
        settings.theme,
        theme => change({ theme }),
      ).element,
    ),
    tiles(
      t.settings.board,
      BOARDS,
      t.settings.boards,
      settings.board,
      one => picture(one, settings.pieces),
      board => change({ board }),
    ),
    tiles(
      t.settings.pieces,
      PIECES,
      t.settings.pieceSets,
      settings.pieces,
      one => picture(settings.board, one),
      pieces => change({ pieces }),
    ),
    h('label', { class: 'check' }, noisy, t.settings.sound),
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, t.settings.lines),
      segments(
        t.settings.lines,
        LINES.map(one => [one, one] as const),
        settings.lines,
        lines => change({ lines }),
      ).element,
    ),
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, t.settings.language),
      segments(
        t.settings.language,
        LANGUAGES.map(one => [one, t.settings.languages[one]] as const),
        settings.language,
        language => {
          change({ language });
          location.reload();
        },
      ).element,
    ),
  ]);
}
