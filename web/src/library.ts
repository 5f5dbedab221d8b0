/** Collections of positions kept in this browser. Nothing leaves it unless somebody exports a file. */

export interface Kept {
  /** Unique in the library. */
  id: string;
  fen: string;
  start?: string | undefined;
  moves: string[];
  name: string;
  tags: string[];
}

export interface Collection {
  id: string;
  name: string;
  kept: Kept[];
}

const NAME = 'library';

const isKept = (one: unknown): one is Kept =>
  typeof one === 'object' &&
  one !== null &&
  'fen' in one &&
  typeof one.fen === 'string' &&
  'moves' in one &&
  Array.isArray(one.moves) &&
  'tags' in one &&
  Array.isArray(one.tags) &&
  'id' in one &&
  'name' in one;

const isCollection = (one: unknown): one is Collection =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  'name' in one &&
  typeof one.name === 'string' &&
  'kept' in one &&
  Array.isArray(one.kept) &&
  one.kept.every(isKept);

/** Reads a library from text; nothing where it is none. */
export function parseLibrary(text: string): Collection[] | undefined {
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) && all.every(isCollection) ? all : undefined;
  } catch {
    return undefined;
  }
}

export const load = (): Collection[] => parseLibrary(localStorage.getItem(NAME) ?? '[]') ?? [];

/** False where the browser has no room left; what was there before then stays. */
export function store(all: readonly Collection[]): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab has changed the library; the answer ends that. */
export function elsewhere(changed: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === NAME || event.key === null) changed();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Not `randomUUID`: browsers have that for pages of this machine only, and a server may be another one of the house. */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(5)), byte => byte.toString(16).padStart(2, '0')).join('');

/** Adds positions to a collection by its name, which is made where there is none; what is there already stays single. */
export function add(name: string, items: readonly Omit<Kept, 'id'>[]): { added: number; saved: boolean } {
  const all = load();
  let collection = all.find(one => one.name === name);
  if (!collection) {
    collection = { id: newId(), name, kept: [] };
    all.push(collection);
  }
  const known = new Set(collection.kept.map(one => one.fen));
  const fresh = items.filter(one => !known.has(one.fen));
  collection.kept.push(...fresh.map(one => ({ ...one, id: newId() })));
  return { added: fresh.length, saved: store(all) };
}
