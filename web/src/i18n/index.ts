/** All words of the page, in one place a language. English is always there; another is loaded when it is wanted. */

import { settings } from '../settings';
import { en } from './en';

export type Strings = typeof en;

/** The words in use; pages are made after they are chosen. */
export let t: Strings = en;

const wanted = (): 'en' | 'de' => (settings.language === 'auto' ? (navigator.language.startsWith('de') ? 'de' : 'en') : settings.language);

export async function chooseLanguage(): Promise<void> {
  const language = wanted();
  document.documentElement.lang = language;
  if (language === 'de') t = (await import('./de')).de;
}

export const number = (value: number): string => value.toLocaleString(wanted());
