/** The URL is the state: every view can be shared, reloaded and gone back to. */

export type Query = Record<string, string | number | null | undefined>;

/** An address; what is empty is left out. */
export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined && value !== '') parameters.set(key, String(value));
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

export function whole(text: string | null, fallback: number, least: number, most: number): number {
  if (text === null || !/^\d+$/.test(text)) return fallback;
  return Math.min(most, Math.max(least, Number(text)));
}

const here = (): string => location.pathname + location.search;

/** Whoever holds an arrow key down asks for hundreds of addresses in a few seconds, and browsers refuse the last ones: milliseconds until they are asked again. */
const AGAIN = 1000;
let refused: ReturnType<typeof setTimeout> | undefined;

let onChange: () => void = () => undefined;

export function start(render: () => void): void {
  onChange = render;
  addEventListener('popstate', () => {
    clearTimeout(refused);
    render();
  });
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
  render();
}

/** To another view, which begins at its top. */
export function go(to: string): void {
  clearTimeout(refused);
  if (to !== here()) history.pushState(null, '', to);
  onChange();
  scrollTo(0, 0);
}

/** The same view, with its state in the address; `step` makes it a step to go back to. */
export function remember(to: string, step = false): void {
  clearTimeout(refused);
  if (to === here()) return;
  try {
    if (step) history.pushState(null, '', to);
    else history.replaceState(null, '', to);
  } catch {
    // Some browsers say that it was too much, others say nothing.
  }
  if (to !== here()) refused = setTimeout(() => remember(to, step), AGAIN);
}
