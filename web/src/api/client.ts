/** The API: typed requests, streams of lines, errors in the server's own words. */

import { t } from '../i18n';
import type { components } from './schema';
import { Broken, talk, Unreachable } from './socket';

type Schemas = components['schemas'];
export type Info = Schemas['Info'];
export type Preset = Schemas['PresetRecord'];
export type PositionRecord = Schemas['PositionRecord'];
export type Summary = Schemas['Summary'];
export type Verdict = Schemas['Verdict'];
export type Reason = Schemas['Reason'];
export type Finding = Schemas['Finding'];
export type Explanation = Schemas['Explanation'];
export type GenerateRequest = Partial<Schemas['Generate']>;
export type ShowRequest = Partial<Schemas['ShowRequest']> & Pick<Schemas['ShowRequest'], 'inputs' | 'format'>;
export type Event = Schemas['Line'];
export type Failure = Schemas['Failure'];
export type Style = NonNullable<GenerateRequest['style']>;
export type LearningEvent = Schemas['LearningEvent'];
export type Line = Schemas['LineRecord'];
export type AnalysisRecord = Schemas['AnalysisRecord'];
export type GameSoFar = Schemas['Threats'];
export type Rules = Schemas['Rules'];
export type RulesRequest = Partial<Schemas['RulesRequest']>;
export type Check = Schemas['CheckRecord'];
export type ProveRequest = Partial<Schemas['Prove']> & Pick<Schemas['Prove'], 'input'>;
export type SolveRequest = Partial<Schemas['Solve']> & Pick<Schemas['Solve'], 'input'>;
export type RetroRecord = Schemas['RetroRecord'];
export type SolutionRecord = Schemas['SolutionRecord'];
export type ReviewMove = Schemas['ReviewMoveRecord'];
export type ReviewGame = Schemas['ReviewGameRecord'];
export type ReviewRequest = Partial<Schemas['Review']>;
export type PuzzleRecord = Schemas['PuzzleRecord'];
export type PuzzlesRequest = Partial<Schemas['MakePuzzles']>;
export type Figures = Schemas['Figures'];
export type Figure = Schemas['Figure'];
export type SimilarPosition = Schemas['SimilarPositionRecord'];
export type SimilarGame = Schemas['SimilarRecord'];
export type Advice = Schemas['AdviceRecord'];
export type ErrorBody = Schemas['ErrorBody'];

/** An answer that is an error. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

/** The server's own words, where it has some. */
function failed(status: number, text: string): ApiError {
  let body: ErrorBody = { code: 'http', message: t.wrong.status(status), reasons: [] };
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // Something between here and there has answered.
  }
  return new ApiError(status, body);
}

const offline = (): ApiError => new ApiError(0, { code: 'offline', message: t.wrong.offline, hint: t.wrong.stillRunning, reasons: [] });

async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw offline();
  }
  if (!response.ok) throw failed(response.status, await response.text().catch(() => ''));
  return response;
}

export async function get<T>(path: string): Promise<T> {
  return (await request(path)).json() as Promise<T>;
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  if (signal) init.signal = signal;
  return request(path, init);
}

export interface Position {
  input: string;
  constraint?: string;
}

export const explain = async (constraint: string, preset: string | null, signal?: AbortSignal): Promise<Explanation> =>
  (await post('/explain', { constraint, preset }, signal)).json() as Promise<Explanation>;

/** The verdict on the first position of a text, with what each part of the constraint says. */
export async function check(body: Position, signal?: AbortSignal): Promise<Check> {
  const answer = await (await post('/check', { ...body, findings: true }, signal)).text();
  for (const line of answer.split('\n').filter(Boolean)) {
    const event = JSON.parse(line) as Event;
    if (event.type === 'check') return event;
    if (event.type === 'failure') throw refused(event);
  }
  throw new Error(t.wrong.noPosition);
}

/** A failure within a stream, as the error it is for whoever asked for one thing only. */
export const refused = (failure: Failure): ApiError =>
  new ApiError(200, {
    code: failure.code,
    message: failure.code === 'impossible' ? 'no position can satisfy this constraint' : failure.message,
    hint: failure.hint ?? null,
    excerpt: failure.excerpt ?? null,
    reasons: failure.reasons ?? [],
  });

export const show = async (body: ShowRequest): Promise<Blob> => (await post('/show', body)).blob();

/** A way of making positions as the server knows it, with the players' ratings where it has some. */
export function styleOf(name: string, elo: string): Style | null {
  if (name === 'human') return { name, elo: elo || null };
  return name === 'direct' || name === 'uniform' || name === 'neural' ? name : null;
}

/** Waits before a connection that broke is tried again, in milliseconds. */
const PAUSES = [300, 1000, 3000] as const;

/** What a stream does about a connection that breaks. */
interface Breaking<E> {
  /** Told each time before it is tried again. */
  lost?: (() => void) | undefined;
  /** What to ask for after these events; nothing where that is all. */
  rest?: (had: readonly E[]) => object | undefined;
}

/**
 * A stream of lines. A connection that breaks before anything has come is made anew; where it breaks later, the rest is asked
 * for, if there is a way to say so.
 */
async function* stream<E extends object = Event>(path: string, body: object, signal: AbortSignal, { lost, rest }: Breaking<E> = {}): AsyncGenerator<E> {
  const had: E[] = [];
  let [some, tries] = [false, 0];
  for (;;) {
    try {
      const asked = some && rest ? rest(had) : body;
      if (!asked) return;
      for await (const event of lines<E>(path, asked, signal)) {
        tries = 0;
        some ||= !('type' in event && event.type === 'progress');
        if (rest) had.push(event);
        yield event;
      }
      return;
    } catch (error) {
      // Who was never reached is not there; who has gone may come back.
      if (error instanceof Unreachable && !some && !tries) throw offline();
      if (!(error instanceof Broken)) throw error;
      const pause = some && !rest ? undefined : PAUSES[tries++];
      if (pause === undefined) throw some ? error : offline();
      lost?.();
      await new Promise<unknown>(done => {
        setTimeout(done, pause);
        signal.addEventListener('abort', done, { once: true });
      });
    }
  }
}

/** The events of one request. */
async function* lines<E>(path: string, body: object, signal: AbortSignal): AsyncGenerator<E> {
  const whole = wholeLines();
  for await (const { status, text } of talk(path, body, signal)) {
    if (status !== 200) throw failed(status, text);
    for (const line of whole(text)) yield JSON.parse(line) as E;
  }
}

/** Cuts pieces of a text into its lines; what is not whole waits for the next piece. */
export function wholeLines(): (piece: string) => string[] {
  let rest = '';
  return piece => {
    const found = (rest + piece).split('\n');
    rest = found.pop() ?? '';
    return found.filter(line => line.trim());
  };
}

/** Goes on where a connection broke: positions have numbers, and the same number is the same position. */
export const generate = (body: GenerateRequest, signal: AbortSignal, lost?: () => void): AsyncGenerator<Event> =>
  stream('/generate', body, signal, {
    lost,
    rest: had => {
      const made = had.filter(event => event.type === 'position' || event.type === 'failure');
      const count = (body.count ?? 1) - made.length;
      const skip = Math.max(-1, ...made.map(event => event.index)) + 1;
      const exclude = body.unique ? had.flatMap(event => (event.type === 'position' ? [event.fen] : [])) : [];
      return count > 0 ? { ...body, count, skip, exclude } : undefined;
    },
  });

/** Only where `capabilities.prove` says so. */
export const prove = (body: ProveRequest, signal: AbortSignal): AsyncGenerator<Event> => stream('/prove', { progress: true, ...body }, signal);

export const retro = (input: string, signal: AbortSignal): AsyncGenerator<Event> => stream('/retro', { input, progress: true }, signal);

export const solve = (body: SolveRequest, signal: AbortSignal): AsyncGenerator<Event> => stream('/solve', { progress: true, ...body }, signal);

export const reviewGames = (body: ReviewRequest, signal: AbortSignal): AsyncGenerator<Event> => stream('/review', { progress: true, ...body }, signal);

export const makePuzzles = (body: PuzzlesRequest, signal: AbortSignal): AsyncGenerator<Event> => stream('/puzzles', { progress: true, ...body }, signal);

/** Only where `capabilities.games` says so, as the next two. */
export const findInGames = (body: Partial<Schemas['Find']>, signal: AbortSignal): AsyncGenerator<Event> => stream('/find', body, signal);

export const measure = async (constraints: readonly string[], signal: AbortSignal): Promise<Figures> =>
  (await post('/report', { constraints }, signal)).json() as Promise<Figures>;

export const similarTo = (game: string, count: number, signal: AbortSignal): AsyncGenerator<Event> => stream('/similar', { game, count }, signal);

export const advise = async (body: Schemas['Advise'], signal: AbortSignal): Promise<Advice> => (await post('/advise', body, signal)).json() as Promise<Advice>;

export const choose = async (body: Schemas['Play'], signal: AbortSignal): Promise<Schemas['PlayAnswer']> =>
  (await post('/play', body, signal)).json() as Promise<Schemas['PlayAnswer']>;

export const analyse = (body: Schemas['Analyse'], signal: AbortSignal): AsyncGenerator<AnalysisRecord> =>
  stream('/analyse', body, signal, { rest: () => body });

export const threats = async (body: GameSoFar): Promise<Schemas['ThreatRecord']> => (await post('/threats', body)).json() as Promise<Schemas['ThreatRecord']>;

export const learn = (body: RulesRequest, signal: AbortSignal): AsyncGenerator<LearningEvent> => stream('/rules', body, signal);

export { Broken };

/** Whether an error is only that somebody has stopped waiting. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
