/** What a page is to the frame around it. */

import type { Info } from '../api/client';

export interface Page {
  title: string;
  element: HTMLElement;
  /** Keys of the page, outside of fields; true where a key meant something. */
  keys?: (event: KeyboardEvent) => boolean;
  /** Called when another page is shown: jobs end, timers stop. */
  leave?: () => void;
}

export type Make = (query: URLSearchParams, info: Info) => Page;
