/** What every page uses: messages, copying, downloads, errors in words. */

import { ApiError, isAbort, show } from './api/client';
import type { ShowRequest } from './api/client';
import { button, h } from './dom';
import type { Child, Props } from './dom';

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

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    // Without leave to use the clipboard the text can still be taken by hand.
    const area = h('textarea', { 'aria-label': what, readonly: true, rows: 4 });
    area.value = text;
    const dialog = h('dialog', {}, h('h2', {}, `Copy: ${what}`), area, h('form', { method: 'dialog' }, h('button', {}, 'Close')));
    document.body.append(dialog);
    dialog.addEventListener('close', () => dialog.remove());
    dialog.showModal();
    area.select();
  }
}

export const copyButton = (label: string, what: string, text: () => string, props: Props = {}): HTMLButtonElement =>
  button(label, () => void copy(text(), what), props);

/** Hands a file to the browser to save. */
export function saveFile(content: Blob, name: string): void {
  const file = URL.createObjectURL(content);
  h('a', { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

export async function download(request: ShowRequest, name: string): Promise<void> {
  try {
    saveFile(await show(request), name);
    say(`${name} saved`);
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
  if (body?.excerpt) more.push(h('pre', { class: 'excerpt' }, body.excerpt));
  if (body?.reasons?.length) more.push(h('ul', {}, ...body.reasons.map(reason => h('li', {}, reason.message))));
  if (body?.hint) more.push(h('p', { class: 'hint' }, body.hint));
  const title = impossible ? 'Impossible: ' : 'Error: ';
  return h(
    'div',
    { class: 'problem', 'data-code': body?.code ?? 'error' },
    h('p', {}, h('strong', {}, title), error instanceof Error ? error.message : String(error)),
    ...more,
  );
}

/** `White to move`. */
export const toMove = (turn: string): string => (turn === 'white' || turn === 'w' ? 'White to move' : 'Black to move');

export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
