/** What a visitor has chosen: kept in this browser, shown on the root element for the style sheets. */

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  board: 'sage' | 'walnut' | 'slate';
  pieces: 'cburnett' | 'plain' | 'letters';
  sound: boolean;
  language: 'auto' | 'en' | 'de';
  engine: boolean;
  /** How many lines the engine shows. */
  lines: Lines;
}

export const BOARDS = ['sage', 'walnut', 'slate'] as const;
export const PIECES = ['cburnett', 'plain', 'letters'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export const LINES = ['1', '3', '5'] as const;
type Lines = (typeof LINES)[number];
export const LANGUAGES = ['auto', 'en', 'de'] as const;

const one = <T extends string>(all: readonly T[], text: unknown, fallback: T): T => all.find(name => name === text) ?? fallback;

function read(): Settings {
  let kept: Record<string, unknown> = {};
  try {
    kept = JSON.parse(localStorage.getItem('settings') ?? '{}') as Record<string, unknown>;
  } catch {
    // Somebody else's text under our name, or no browser at all: begin anew.
  }
  return {
    theme: one(THEMES, kept['theme'], 'auto'),
    board: one(BOARDS, kept['board'], 'sage'),
    pieces: one(PIECES, kept['pieces'], 'cburnett'),
    sound: kept['sound'] === true,
    language: one(LANGUAGES, kept['language'], 'auto'),
    engine: kept['engine'] === true,
    lines: one(LINES, kept['lines'], '3'),
  };
}

export const settings: Settings = read();

/** Undefined where unit tests run: there is no screen. */
const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

export const isDark = (): boolean => (settings.theme === 'auto' ? dark?.matches === true : settings.theme === 'dark');

function apply(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = isDark() ? 'dark' : 'light';
  dataset['board'] = settings.board;
  dataset['pieces'] = settings.pieces;
}

export function change(to: Partial<Settings>): void {
  // Another tab may have changed something else meanwhile.
  Object.assign(settings, read(), to);
  try {
    localStorage.setItem('settings', JSON.stringify(settings));
  } catch {
    // A full browser: the choice lasts for this visit.
  }
  apply();
  dispatchEvent(new Event('settings'));
}

if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => {
    if (key !== 'settings') return;
    Object.assign(settings, read());
    apply();
  });
if (dark) {
  dark.addEventListener('change', apply);
  apply();
}
