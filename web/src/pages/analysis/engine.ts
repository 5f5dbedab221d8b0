/** The engine beside the board: its best lines, deeper and deeper while a position is looked at. */

import type { Line } from '../../api/client';
import { analyse, isAbort } from '../../api/client';
import { ending } from '../../chess/duel';
import type { Node } from '../../chess/tree';
import { movesTo, pathTo } from '../../chess/tree';
import { createEvalBar, share, written } from '../../components/evalbar';
import { createPreview } from '../../components/preview';
import { button, debounce, h, replace } from '../../dom';
import { t } from '../../i18n';
import { change, settings } from '../../settings';
import { problem } from '../../ui';

export interface Engine {
  /** The lines. */
  element: HTMLElement;
  bar: HTMLElement;
  /** Another position is in view. */
  look: (start: string, at: Node) => void;
  turn: (orientation: 'white' | 'black') => void;
  toggle: () => void;
  leave: () => void;
}

/** Seconds for a position that is looked at. */
const SECONDS = 12;

/** What has been found in this visit; going back and forth costs nothing. */
const known = new Map<string, { depth: number; lines: Line[] }>();

export function createEngine(play: (uci: readonly string[]) => void, best: (uci: string | undefined) => void): Engine {
  let job: AbortController | undefined;
  let now: { start: string; at: Node } | undefined;
  /** Whose side is below. */
  let side: 'white' | 'black' = 'white';
  const bar = createEvalBar();
  const box = h('input', {
    type: 'checkbox',
    role: 'switch',
    id: 'engine',
    checked: settings.engine,
    on: {
      change: () => {
        change({ engine: box.checked });
        look();
      },
    },
  });
  const score = h('strong', { class: 'score number' });
  const depth = h('span', { class: 'muted' });
  const lines = h('ol', { class: 'lines', 'aria-label': t.analysis.bestLines });

  const trouble = h('div', { 'aria-live': 'polite' });
  // Lines come four times a second: a button may be another one by the time the mouse is let go.
  const picked = (event: Event): void => {
    const line = event.target instanceof HTMLElement ? event.target.dataset['line'] : undefined;
    if (line) play(line.split(' '));
  };
  lines.addEventListener('pointerdown', event => {
    if (event.button === 0) picked(event);
  });
  // A mouse over a move sees where the line leads; a finger would hide it.
  const preview = createPreview();
  lines.addEventListener('pointerover', event => {
    const { target } = event;
    const line = target instanceof HTMLElement ? target.dataset['line'] : undefined;
    if (now && line && target instanceof Element && event.pointerType === 'mouse') preview.show(now.at.fen, line.split(' '), target, side);
    else preview.hide();
  });
  lines.addEventListener('pointerleave', preview.hide);
  lines.addEventListener('click', event => {
    if (event.detail === 0) picked(event);
  });

  const show = (found: { depth: number; lines: Line[] }, at: Node): void => {
    const first = found.lines[0];
    score.textContent = first ? written(first, at.turn) : '';
    depth.textContent = t.analysis.depth(found.depth);
    bar.show(first, at.turn);
    best(first?.moves[0]);
    // While a depth is under way a move may stand twice.
    const firsts = found.lines.map(line => line.moves[0]);
    replace(
      lines,
      ...found.lines
        .filter((line, index) => firsts.indexOf(line.moves[0]) === index)
        .map(line =>
          h(
            'li',
            {},
            h('span', { class: `worth number ${share(line, at.turn) < 0.5 ? 'black' : ''}` }, written(line, at.turn)),
            ...line.san.slice(0, 10).map((san, index) => {
              const before = index === 0 ? (at.turn === 'white' ? `${at.fen.split(' ')[5]}. ` : `${at.fen.split(' ')[5]}… `) : '';
              return h('button', { type: 'button', class: 'move', 'data-line': line.moves.slice(0, index + 1).join(' ') }, `${before}${san}`);
            }),
          ),
        ),
    );
  };
  const run = async (): Promise<void> => {
    if (!now) return;
    const { start, at } = now;
    job?.abort();
    const own = new AbortController();
    job = own;
    replace(trouble);
    try {
      for await (const found of analyse({ start_fen: start, moves: movesTo(at), seconds: SECONDS, lines: Number(settings.lines) }, own.signal)) {
        if (job !== own) return;
        const had = known.get(at.fen);
        if (had && had.depth > found.depth) continue;
        known.set(at.fen, found);
        show(found, at);
      }
    } catch (error) {
      // What was found stays.
      if (job === own && !isAbort(error))
        replace(
          trouble,
          problem(error),
          button(t.tryAgain, () => void run(), { id: 'engine-again' }, 'again'),
        );
    }
  };
  // Whoever steps through a game quickly asks nothing.
  const later = debounce(250, () => void run());
  const look = (): void => {
    job?.abort();
    later.cancel();
    preview.hide();
    const on = settings.engine;
    box.checked = on;
    bar.element.hidden = lines.hidden = score.hidden = depth.hidden = !on;
    best(undefined);
    if (!on || !now) return;
    const end = ending(pathTo(now.at));
    replace(lines);
    replace(trouble);
    score.textContent = depth.textContent = '';
    if (end) {
      bar.show(end.winner ? { mate: end.winner === now.at.turn ? 1 : -1, centipawns: null, moves: [], san: [], wdl: [] } : undefined, now.at.turn);
      lines.append(h('li', {}, end.words));
      return;
    }
    const had = known.get(now.at.fen);
    if (had) show(had, now.at);
    else lines.append(h('li', { class: 'muted' }, t.analysis.thinking));
    later();
  };
  // As many lines as somebody wants from now on.
  let had = settings.lines;
  const chosen = (): void => {
    if (settings.lines === had) return;
    had = settings.lines;
    known.clear();
    look();
  };
  addEventListener('settings', chosen);
  return {
    element: h(
      'div',
      { class: 'engine' },
      h('div', { class: 'engineline' }, h('label', { class: 'check' }, box, t.analysis.engine), score, depth),
      lines,
      trouble,
    ),
    bar: bar.element,
    look: (start, at) => {
      now = { start, at };
      look();
    },
    turn: orientation => {
      side = orientation;
      bar.turn(orientation);
    },
    toggle: () => {
      change({ engine: !settings.engine });
      look();
    },
    leave: () => {
      removeEventListener('settings', chosen);
      preview.hide();
      later.cancel();
      job?.abort();
    },
  };
}
