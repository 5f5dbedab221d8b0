/** Moves in one column that scrolls, with variations between the rows; the current move is always in view. */

import { wordsOf } from '../chess/remark';
import type { Node } from '../chess/tree';
import { numbered } from '../chess/tree';
import { button, h } from '../dom';
import { t } from '../i18n';

export interface MoveList {
  element: HTMLElement;
  /** After moves were added or taken away. */
  draw: (root: Node) => void;
  /** Marks where we are. */
  mark: (at: Node) => void;
}

const SIGNS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

export function createMoveList(go: (to: Node) => void): MoveList {
  const element = h('div', { class: 'moves', role: 'group', 'aria-label': t.moves, tabindex: 0 });
  const buttons = new Map<Node, HTMLElement>();
  let marked: HTMLElement | undefined;

  const move = (node: Node, prefix = ''): HTMLElement => {
    const text = `${prefix}${node.san}${node.nags.map(nag => SIGNS[nag] ?? '').join('')}`;
    const made = button(text, () => go(node), { class: 'move', 'data-ply': node.ply });
    buttons.set(node, made);
    return made;
  };
  /** A variation, in a paragraph of its own; what branches off inside stands in brackets. */
  const variation = (first: Node): HTMLElement => {
    const line = h('p', { class: 'variation' });
    let node: Node | undefined = first;
    let number = true;
    while (node) {
      for (const comment of wordsOf(node.foreword)) line.append(h('span', { class: 'comment' }, comment));
      line.append(move(node, number || node.turn === 'black' ? `${numbered(node)} ` : ''));
      number = false;
      for (const comment of wordsOf(node.comments)) {
        line.append(h('span', { class: 'comment' }, comment));
        number = true;
      }
      const others: Node[] = node.parent && node !== first ? node.parent.children.slice(1) : [];
      if (node.parent?.children[0] === node)
        for (const other of others) {
          line.append(' (', variationInline(other), ') ');
          number = true;
        }
      node = node.children[0];
    }
    return line;
  };
  const variationInline = (first: Node): HTMLElement => {
    const inner = variation(first);
    return h('span', { class: 'inner' }, ...inner.childNodes);
  };

  const draw = (root: Node): void => {
    buttons.clear();
    element.replaceChildren();
    let row: HTMLElement | undefined;
    const newRow = (node: Node): HTMLElement => {
      const made = h('div', { class: 'pair' }, h('span', { class: 'turn number' }, numbered(node).replace(/[.…]$/, '')));
      element.append(made);
      return made;
    };
    const remark = (comments: readonly string[]): boolean => {
      const words = wordsOf(comments).join(' ');
      if (words) element.append(h('p', { class: 'comment' }, words));
      return words !== '';
    };
    remark(root.comments);
    for (let node = root.children[0]; node; node = node.children[0]) {
      const white = node.turn === 'black';
      if (white || !row) {
        row = newRow(node);
        if (!white) row.append(h('span', { class: 'gap' }, '…'));
      }
      row.append(move(node));
      const others = node.parent?.children.slice(1) ?? [];
      const interrupted = remark(node.comments);
      for (const other of others) element.append(variation(other));
      if (interrupted || others.length) row = undefined;
    }
    if (!root.children.length) element.append(h('p', { class: 'muted' }, t.noMoves));
  };

  const intoView = (): void => {
    if (!marked) return;
    const [list, box] = [element.getBoundingClientRect(), marked.getBoundingClientRect()];
    if (box.top < list.top || box.bottom > list.bottom) element.scrollTop += box.top - list.top - list.height / 2 + box.height / 2;
  };
  const mark = (at: Node): void => {
    marked?.removeAttribute('aria-current');
    marked = buttons.get(at);
    marked?.setAttribute('aria-current', 'step');
    if (!marked) element.scrollTop = 0;
    // Before it is on the page a list has no height.
    if (element.isConnected) intoView();
    requestAnimationFrame(intoView);
  };
  return { element, draw, mark };
}
