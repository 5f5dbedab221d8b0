/** What positions are asked for, as the form, the address and the server say it. */

import type { GenerateRequest } from '../../api/client';
import { styleOf } from '../../api/client';
import type { Query } from '../../router';
import { address } from '../../router';

export interface Asked {
  constraint: string;
  preset: string;
  count: number;
  seed: number;
  unique: boolean;
  shortest: boolean;
  style: string;
  elo: string;
  from: string;
}

export const nothingAsked: Asked = { constraint: '', preset: '', count: 1, seed: 0, unique: false, shortest: false, style: '', elo: '', from: '' };

/** How positions are made, for addresses. */
const manner = (asked: Asked): Query => ({
  shortest: asked.shortest ? 1 : null,
  style: asked.style === 'human' ? null : asked.style,
  elo: asked.elo,
  from: asked.from,
});

export const addressOf = (asked: Asked): string =>
  address('/generate', { c: asked.constraint, preset: asked.preset, n: asked.count, seed: asked.seed, unique: asked.unique ? 1 : null, ...manner(asked) });

/** The game of one of the positions. */
export const gameAddress = (asked: Asked, index: number): string =>
  address('/analysis', { c: asked.constraint, preset: asked.preset, seed: asked.seed, i: index, ...manner(asked) });

export const bodyOf = (asked: Asked): GenerateRequest => ({
  constraint: asked.constraint,
  preset: asked.preset || null,
  count: asked.count,
  seed: asked.seed,
  style: styleOf(asked.style, asked.elo),
  from: asked.from || null,
  unique: asked.unique ? 'exact' : null,
  shortest: asked.shortest,
  progress: true,
});

/** The whole wish in the language. */
export const constraintOf = (asked: Asked): string => [asked.preset, asked.constraint].filter(Boolean).join(' and ');
