/** The line on top: what the positions should be like, with completions and what the words mean. */

import { explain, isAbort } from '../../api/client';
import * as builder from '../../chess/builder';
import type { Child } from '../../dom';
import { button, debounce, h, replace } from '../../dom';
import { t } from '../../i18n';
import { problem } from '../../ui';
import { sentence } from './meaning';

export interface AskOptions {
  value: string;
  /** The wish as the server is to read it, and the theme beside it. */
  meant: () => { constraint: string; preset: string };
  /** Whether positions are made as in real games, where players can be asked for. */
  human: () => boolean;
  typed: (text: string) => void;
  submit: () => void;
}

export interface Ask {
  text: HTMLTextAreaElement;
  suggestions: HTMLElement;
  meaning: HTMLElement;
  /** Another text, by clicking. */
  set: (text: string) => void;
  /** Says what the wish means, at once or after a pause. */
  explainNow: () => Promise<void>;
  explainLater: () => void;
  words: (list: string[]) => void;
  leave: () => void;
}

export function createAsk({ value, meant, human, typed, submit }: AskOptions): Ask {
  let words: string[] = [];
  let explaining: AbortController | undefined;
  const suggestions = h('div', { class: 'suggestions', role: 'group', 'aria-label': t.generate.completions });
  const meaning = h('div', { id: 'meaning', class: 'meaning', 'aria-live': 'polite' });
  const closed = (): void => suggestions.replaceChildren();
  const text = h('textarea', {
    id: 'constraint',
    rows: 1,
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: t.generate.placeholder,
    'aria-label': t.generate.wish,
    'aria-describedby': 'meaning',
    on: {
      input: () => edited(),
      keydown: event => pressed(event),
      keyup: () => suggest(),
      click: () => suggest(),
      // A completion that is clicked takes the focus first.
      blur: () => setTimeout(() => document.activeElement !== text && closed(), 200),
    },
  });
  text.value = value;

  const grown = (): void => {
    text.style.height = 'auto';
    text.style.height = `${Math.min(160, text.scrollHeight + 2)}px`;
  };
  const edited = (): void => {
    typed(text.value);
    grown();
    explainLater();
  };
  const suggest = (): void => {
    const next = document.activeElement === text ? builder.completions(words, text.value, text.selectionStart) : [];
    replace(suggestions, ...next.map((word, index) => button(word, () => complete(word), { class: 'chip', title: index === 0 ? 'Tab' : null })));
  };
  const complete = (word: string): void => {
    const [whole, caret] = builder.completed(text.value, text.selectionStart, word);
    text.value = whole;
    text.focus();
    text.setSelectionRange(caret, caret);
    edited();
    suggest();
  };
  const pressed = (event: KeyboardEvent): void => {
    const best = suggestions.querySelector('button')?.textContent;
    if (event.key === 'Tab' && !event.shiftKey && best) {
      event.preventDefault();
      complete(best);
    } else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) {
      event.preventDefault();
      closed();
      submit();
    } else if (event.key === 'Escape' && suggestions.childElementCount) {
      event.stopPropagation();
      closed();
    }
  };

  const example = (sentence: string): HTMLElement =>
    button(
      sentence,
      () => {
        text.value = sentence;
        edited();
        submit();
      },
      { class: 'chip mono' },
    );
  const explainNow = async (): Promise<void> => {
    explaining?.abort();
    explaining = new AbortController();
    const { constraint, preset } = meant();
    text.removeAttribute('aria-invalid');
    if (!constraint && !preset) {
      replace(meaning, h('p', { class: 'muted' }, `${t.generate.forInstance} `, ...t.generate.examples.flatMap((one): Child[] => [example(one), ' '])));
      return;
    }
    try {
      const told = await explain(constraint, preset || null, explaining.signal);
      const means = sentence(told.words);
      const least =
        told.least_plies === 0 ? t.generate.holdsAtStart : (told.least_plies ?? 0) > 1 ? t.generate.notBefore(Math.floor((told.least_plies ?? 0) / 2) + 1) : '';
      const reasons = h('ul', {}, ...told.reasons.map(reason => h('li', {}, reason.message)));
      const verdict = told.feasible
        ? h('p', { class: 'good' }, '✓ ', means, least && h('span', { class: 'muted' }, ` (${least})`))
        : h('div', { class: 'problem', 'data-code': 'impossible' }, h('p', {}, h('strong', {}, `${t.impossible}: `), t.generate.noPosition), reasons);
      // Players are what games as real ones are made for.
      const beyond = told.needs.beyond.filter(part => !human() || !/^(white |black )?(elo|time)\b/.test(part));
      replace(meaning, verdict, beyond.length > 0 && h('p', { class: 'hint' }, t.generate.beyond(beyond.join(', '))));
    } catch (error) {
      if (isAbort(error)) return;
      text.setAttribute('aria-invalid', 'true');
      replace(meaning, problem(error));
    }
  };
  // Long enough not to flash errors at a word half typed.
  const explainLater = debounce(450, () => void explainNow());
  requestAnimationFrame(grown);
  return {
    text,
    suggestions,
    meaning,
    set: to => {
      text.value = to;
      grown();
      explainLater();
    },
    explainNow,
    explainLater,
    words: list => {
      words = list;
    },
    leave: () => {
      explainLater.cancel();
      explaining?.abort();
    },
  };
}
