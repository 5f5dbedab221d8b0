/**
 * One socket for all streams of this page. A browser opens six connections to one server for all its tabs together, and
 * streams would take them; sockets are not counted among them, so that a dozen tabs work at once.
 */

import { t } from '../i18n';

/** The connection ended before the answer did. */
export class Broken extends Error {
  constructor() {
    super(t.broken);
  }
}

/** There was none to begin with. */
export class Unreachable extends Broken {}

interface Listener {
  hear: (status: number, text: string) => void;
  end: () => void;
  fail: () => void;
}

const listeners = new Map<number, Listener>();
let socket: Promise<WebSocket> | undefined;
let last = 0;

/** `1 200` and a line break, then a piece of the answer; `1 end`. */
function heard(message: string): void {
  const at = message.indexOf('\n');
  const [id = '', status = ''] = (at < 0 ? message : message.slice(0, at)).split(' ');
  const listener = listeners.get(Number(id));
  if (status === 'end') listener?.end();
  else listener?.hear(Number(status), message.slice(at + 1));
}

function connect(): Promise<WebSocket> {
  return new Promise((opened, failed) => {
    const made = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/socket`);
    made.addEventListener('open', () => opened(made));
    made.addEventListener('message', ({ data }) => heard(String(data)));
    made.addEventListener('close', () => {
      socket = undefined;
      failed(new Unreachable());
      for (const one of listeners.values()) one.fail();
    });
  });
}

/** Makes the connection before it is needed. */
export function connectSoon(): void {
  socket ??= connect();
  // Whoever asks for something hears that there is none.
  socket.catch(() => undefined);
}

export interface Piece {
  status: number;
  text: string;
}

/** Asks, and hears the answer piece by piece; whoever stops listening ends the job. Throws `Broken` where the connection does. */
export async function* talk(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<Piece> {
  signal.throwIfAborted();
  socket ??= connect();
  const open = await socket;
  signal.throwIfAborted();
  const id = ++last;
  const pieces: Piece[] = [];
  const over = { whole: false, broken: false };
  let wake = (): void => undefined;
  listeners.set(id, {
    hear: (status, text) => {
      pieces.push({ status, text });
      wake();
    },
    end: () => {
      over.whole = true;
      wake();
    },
    fail: () => {
      over.broken = true;
      wake();
    },
  });
  const stop = (): void => wake();
  signal.addEventListener('abort', stop);
  try {
    open.send(JSON.stringify({ id, path, body: JSON.stringify(body) }));
    for (;;) {
      signal.throwIfAborted();
      const piece = pieces.shift();
      if (piece) yield piece;
      else if (over.whole) return;
      else if (over.broken) throw new Broken();
      else
        await new Promise<void>(done => {
          wake = done;
        });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    listeners.delete(id);
    if (!over.whole && open.readyState === WebSocket.OPEN) open.send(JSON.stringify({ id }));
  }
}
