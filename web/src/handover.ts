/** Records that one page hands to the next, by the address that would make them again: nothing has to be computed twice. */

import type { PositionRecord } from './api/client';

const handed = new Map<string, PositionRecord>();

export function hand(address: string, record: PositionRecord): void {
  handed.set(address, record);
}

export const taken = (address: string): PositionRecord | undefined => handed.get(address);
