/**
 * A browser opens six connections to one server for all its tabs together; six streams would leave none for a move or a
 * page. All tabs therefore share four places for streams, by the browser's own locks; who comes fifth waits and is told so.
 */

const PLACES = 4;

export type Waiting = (waiting: boolean) => void;

/** A place, kept until the function that comes back is called. */
function take(place: number, options: LockOptions): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`sissa-stream-${place}`, options, lock => {
        if (!lock) return resolve(undefined);
        return new Promise<void>(release => resolve(release));
      })
      .catch(reject);
  });
}

export async function place(signal: AbortSignal | undefined, waiting: Waiting = () => undefined): Promise<() => void> {
  // Elsewhere than on this machine there is no such lock without https.
  if (!('locks' in navigator)) return () => undefined;
  for (let at = 0; at < PLACES; at++) {
    const release = await take(at, { ifAvailable: true });
    if (release) return release;
  }
  waiting(true);
  const any = new AbortController();
  const stop = (): void => any.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) throw new DOMException('given up', 'AbortError');
  try {
    const release = await take(Math.floor(Math.random() * PLACES), { signal: any.signal });
    return release ?? (() => undefined);
  } finally {
    signal?.removeEventListener('abort', stop);
    waiting(false);
  }
}
