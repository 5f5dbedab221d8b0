/** The game of a generated position: the address says what it was asked for with, so it can be made again. */

import type { PositionRecord } from '../../api/client';
import { generate, refused, styleOf } from '../../api/client';
import { generateCommand } from '../../command';
import { taken } from '../../handover';
import { t } from '../../i18n';
import type { Query } from '../../router';
import { address, whole } from '../../router';

export interface Made {
  /** What it was asked for with, in words. */
  wish: string;
  constraint: string;
  preset: string;
  index: number;
  /** The address, with a place in the game. */
  address: (place: Query) => string;
  command: () => string;
  /** As it came to the page before, else made anew. */
  load: (signal: AbortSignal) => Promise<PositionRecord | undefined>;
}

/** Nothing where an address tells of no generated position. */
export function madeOf(query: URLSearchParams): Made | undefined {
  if (!['c', 'preset', 'i'].some(name => query.get(name))) return undefined;
  const said = (name: string): string => query.get(name) ?? '';
  const [constraint, preset, elo, from] = [said('c'), said('preset'), said('elo'), said('from')];
  const style = said('style') || 'human';
  const seed = whole(query.get('seed'), 0, 0, Number.MAX_SAFE_INTEGER);
  const index = whole(query.get('i'), 0, 0, Number.MAX_SAFE_INTEGER);
  const shortest = said('shortest') === '1';
  const here = (place: Query): string =>
    address('/analysis', { c: constraint, preset, seed, i: index, shortest: shortest ? 1 : null, style: query.get('style'), elo, from, ...place });
  return {
    wish: [preset, constraint].filter(Boolean).join(' and ') || t.generate.styles.human,
    constraint,
    preset,
    index,
    address: here,
    command: () => generateCommand({ constraint, preset, seed, skip: index, count: 1, shortest, style, elo, from, format: 'pgn' }),
    load: async signal => {
      const ready = taken(here({}));
      if (ready) return ready;
      const request = { constraint, preset: preset || null, seed, skip: index, count: 1, shortest, style: styleOf(style, elo), from: from || null };
      let found: PositionRecord | undefined;
      for await (const event of generate(request, signal)) {
        if (event.type === 'position') found = event;
        if (event.type === 'failure') throw refused(event);
      }
      return found;
    },
  };
}
