/** A question in front of the page. */

import type { Child } from '../dom';
import { button, h, iconButton } from '../dom';
import { t } from '../i18n';

let dialogs = 0;

export interface Dialog {
  element: HTMLDialogElement;
  close: () => void;
}

/** Opens at once and is gone when closed. The page behind cannot be used meanwhile. */
export function openDialog(title: string, content: readonly Child[], actions: readonly HTMLElement[] = [], closed: () => void = () => undefined): Dialog {
  const id = `dialog-${dialogs++}`;
  const close = (): void => element.close();
  const head = h('header', {}, h('h2', { id }, title), iconButton('cross', t.close, close, { class: 'quiet' }));
  const element = h('dialog', { 'aria-labelledby': id }, head, ...content);
  if (actions.length) element.append(h('div', { class: 'row end' }, ...actions));
  document.body.append(element);
  element.addEventListener('click', event => {
    if (event.target === element) close();
  });
  element.addEventListener('close', () => {
    element.remove();
    closed();
  });
  element.showModal();
  // To what is asked, else to what is likely: the cross would come first.
  const fields = element.querySelectorAll<HTMLElement>('input:not([type=range], [type=radio], [type=checkbox], [type=file]), textarea');
  ([...fields].find(one => one.checkVisibility()) ?? element.querySelector<HTMLElement>('.primary'))?.focus();
  return { element, close };
}

/** A line of text from somebody; nothing where they turn back. */
export function ask(title: string, label: string, value = ''): Promise<string | undefined> {
  return new Promise(resolve => {
    let answer: string | undefined;
    const input = h('input', { type: 'text', value });
    const form = h(
      'form',
      {
        method: 'dialog',
        on: {
          submit: event => {
            event.preventDefault();
            answer = input.value.trim() || undefined;
            dialog.close();
          },
        },
      },
      h('label', { class: 'field' }, h('span', { class: 'label' }, label), input),
      h(
        'div',
        { class: 'row end' },
        button(t.cancel, () => dialog.close()),
        h('button', { type: 'submit', class: 'primary' }, t.ok),
      ),
    );
    const dialog = openDialog(title, [form], [h('span', { hidden: true })], () => resolve(answer));
    input.select();
  });
}

export function confirmed(title: string, yes: string): Promise<boolean> {
  return new Promise(resolve => {
    let answer = false;
    const dialog = openDialog(
      title,
      [],
      [
        button(t.cancel, () => dialog.close()),
        button(
          yes,
          () => {
            answer = true;
            dialog.close();
          },
          { class: 'primary' },
        ),
      ],
      () => resolve(answer),
    );
  });
}
