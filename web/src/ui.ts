/** What every page uses: messages, copying, downloads, errors in words. */

import type { ShowRequest } from './api/client';
import { ApiError, isAbort, show } from './api/client';
import { openDialog } from './components/dialog';
import type { Icon } from './components/icons';
import { icon } from './components/icons';
import type { Child, Props } from './dom';
import { button, h } from './dom';
import { t } from './i18n';

const live = h('div', { class: 'toast', role: 'status', 'aria-live': 'polite' });

export const messages = (): HTMLElement => live;

/** Says something for a moment; screen readers hear it. */
export function say(text: string): void {
  live.textContent = text;
  live.classList.remove('shown');
  // Restarts the fading of the style sheet.
  void live.offsetWidth;
  live.classList.add('shown');
}

/** Read out to whoever cannot see the board, where a message would lie over a clock. */
export function announce(text: string): void {
  live.classList.remove('shown');
  live.textContent = text;
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(t.copied(what));
  } catch {
    // Without leave to use the clipboard the text can still be taken by hand.
    const area = h('textarea', { 'aria-label': what, readonly: true, rows: 4 });
    area.value = text;
    openDialog(t.copyByHand(what), [area]);
    area.select();
  }
}

export const copyButton = (label: string, what: string, text: () => string, props: Props = {}, picture: Icon = 'copy'): HTMLButtonElement =>
  button(label, () => void copy(text(), what), props, picture);

/** Hands a file to the browser to save. */
export function saveFile(content: Blob, name: string): void {
  const file = URL.createObjectURL(content);
  h('a', { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

/** Saves games, written one after the other. */
export function savePgn(texts: readonly string[], name: string, said = t.fileSaved(name)): void {
  saveFile(new Blob([...texts], { type: 'application/x-chess-pgn' }), name);
  say(said);
}

export async function download(request: ShowRequest, name: string): Promise<void> {
  try {
    saveFile(await show(request), name);
    say(t.fileSaved(name));
  } catch (error) {
    say(message(error));
  }
}

export function message(error: unknown): string {
  if (error instanceof ApiError) return error.body.hint ? `${error.message}: ${error.body.hint}` : error.message;
  return error instanceof Error ? error.message : String(error);
}

/** An error with its place, reasons and hint; nothing for what was only given up. */
export function problem(error: unknown): HTMLElement | null {
  if (isAbort(error)) return null;
  const body = error instanceof ApiError ? error.body : undefined;
  const impossible = body?.code === 'impossible';
  const more: Child[] = [];
  if (body?.excerpt) more.push(h('pre', { class: 'excerpt', tabindex: 0 }, body.excerpt));
  if (body?.reasons?.length) more.push(h('ul', {}, ...body.reasons.map(reason => h('li', {}, reason.message))));
  if (body?.hint) more.push(h('p', { class: 'hint' }, `${t.hintWord}: ${body.hint}`));
  const title = impossible ? t.impossible : t.error;
  return h(
    'div',
    { class: 'problem', 'data-code': body?.code ?? 'error' },
    h('p', {}, h('strong', {}, `${title}: `), error instanceof Error ? error.message : String(error)),
    ...more,
  );
}

/** A verdict in one line, with what follows from it. */
export const banner = (kind: 'good' | 'bad' | 'open', text: string, ...more: Child[]): HTMLElement =>
  h(
    'div',
    { class: `banner ${kind === 'open' ? '' : kind}` },
    icon(kind === 'good' ? 'check' : kind === 'bad' ? 'cross' : 'question'),
    h('div', {}, h('p', {}, h('strong', {}, text)), ...more),
  );

/** Brings what has just been said into view; on a phone right below the board that stays on top. */
export const intoView = (element: Element): void => element.scrollIntoView({ block: matchMedia('(max-width: 60rem)').matches ? 'start' : 'nearest' });

/** `White to move`. */
export const toMove = (turn: string): string => (turn === 'white' || turn === 'w' ? t.whiteToMove : t.blackToMove);
