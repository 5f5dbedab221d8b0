/** What players of a level would play here, as bars; asked only while it is open. */

import { advise, isAbort } from '../../api/client';
import { ending } from '../../chess/duel';
import type { Node } from '../../chess/tree';
import { movesTo, pathTo } from '../../chess/tree';
import { debounce, fold, h, replace, select } from '../../dom';
import { t } from '../../i18n';
import { problem } from '../../ui';

const LEVELS = ['1000', '1300', '1600', '1900', '2200', '2500'] as const;

export interface People {
  element: HTMLElement;
  look: (start: string, at: Node) => void;
  leave: () => void;
}

export function createPeople(play: (uci: readonly string[]) => void): People {
  let job: AbortController | undefined;
  let now: { start: string; at: Node } | undefined;
  const level = select(
    LEVELS.map(one => [one, one] as const),
    '1600',
    { id: 'people-level', 'aria-label': t.analysis.peopleOf, on: { change: () => look() } },
  );
  const list = h('ol', { class: 'others' });
  const run = async (): Promise<void> => {
    if (!now) return;
    const { start, at } = now;
    const own = new AbortController();
    job = own;
    try {
      const found = await advise({ start_fen: start, moves: movesTo(at), elo: Number(level.value) }, own.signal);
      if (job !== own) return;
      replace(
        list,
        ...found.others.map(one => {
          const bar = h('span', {});
          bar.style.width = `${100 * one.share}%`;
          const share = `${Math.round(100 * one.share)} %`;
          return h(
            'li',
            {},
            h(
              'button',
              { type: 'button', 'aria-label': `${one.san}: ${share}`, on: { click: () => play([one.uci]) } },
              h('span', {}, one.san),
              h('span', { class: 'meter' }, bar),
              h('span', { class: 'number' }, share),
            ),
          );
        }),
      );
    } catch (error) {
      if (job === own && !isAbort(error)) replace(list, problem(error));
    }
  };
  const later = debounce(250, () => void run());
  const look = (): void => {
    job?.abort();
    later.cancel();
    replace(list);
    if (!box.open || !now || ending(pathTo(now.at))) return;
    list.append(h('li', { class: 'muted' }, t.analysis.thinking));
    later();
  };
  const box = fold(t.analysis.people, false, h('label', { class: 'check' }, t.analysis.peopleOf, level), list);
  box.id = 'people';
  box.addEventListener('toggle', look);
  return {
    element: box,
    look: (start, at) => {
      now = { start, at };
      look();
    },
    leave: () => {
      later.cancel();
      job?.abort();
    },
  };
}
