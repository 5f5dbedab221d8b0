/** The API: typed requests, streams of lines, errors in the server's own words. */

import type { components } from './schema';
import type { Waiting } from './slots';
import { place } from './slots';

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

async function failed(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  return new ApiError(response.status, body ?? { code: 'http', message: `the server answered ${response.status}`, reasons: [] });
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, {
      code: 'offline',
      message: 'the server does not answer',
      hint: 'is `sissa serve` still running?',
      reasons: [],
    });
  }
  if (!response.ok) throw await failed(response);
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
  for await (const event of lines(post('/check', { ...body, findings: true }, signal))) {
    if (event.type === 'check') return event;
    if (event.type === 'failure') throw refused(event);
  }
  throw new Error('there is no position in this text');
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

/** A stream of lines, in one of the places that all tabs share. */
async function* stream<E = Event>(path: string, body: unknown, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<E> {
  const release = await place(signal, waiting);
  try {
    yield* lines<E>(post(path, body, signal));
  } finally {
    release();
  }
}

export const generate = (body: GenerateRequest, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<Event> => stream('/generate', body, signal, waiting);

/** Only where `capabilities.prove` says so. */
export const prove = (body: ProveRequest, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<Event> =>
  stream('/prove', { progress: true, ...body }, signal, waiting);

export const retro = (input: string, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<Event> =>
  stream('/retro', { input, progress: true }, signal, waiting);

export const solve = (body: SolveRequest, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<Event> =>
  stream('/solve', { progress: true, ...body }, signal, waiting);

export const reviewGames = (body: ReviewRequest, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<Event> =>
  stream('/review', { progress: true, ...body }, signal, waiting);

export const makePuzzles = (body: PuzzlesRequest, signal: AbortSignal, waiting?: Waiting): AsyncGenerator<Event> =>
  stream('/puzzles', { progress: true, ...body }, signal, waiting);

/** Only where `capabilities.games` says so, as the next two. */
export const findInGames = (body: Partial<Schemas['Find']>, signal: AbortSignal): AsyncGenerator<Event> => stream('/find', body, signal);

export const measure = async (constraints: readonly string[], signal: AbortSignal): Promise<Figures> =>
  (await post('/report', { constraints }, signal)).json() as Promise<Figures>;

export const similarTo = (game: string, count: number, signal: AbortSignal): AsyncGenerator<Event> => stream('/similar', { game, count }, signal);

export const advise = async (body: Schemas['Advise'], signal: AbortSignal): Promise<Advice> => (await post('/advise', body, signal)).json() as Promise<Advice>;

export const choose = async (body: Schemas['Play'], signal: AbortSignal): Promise<Schemas['PlayAnswer']> =>
  (await post('/play', body, signal)).json() as Promise<Schemas['PlayAnswer']>;

export const analyse = (body: Schemas['Analyse'], signal: AbortSignal): AsyncGenerator<AnalysisRecord> => stream('/analyse', body, signal);

export const threats = async (body: GameSoFar): Promise<Schemas['ThreatRecord']> => (await post('/threats', body)).json() as Promise<Schemas['ThreatRecord']>;

export const learn = (body: RulesRequest, signal: AbortSignal): AsyncGenerator<LearningEvent> => stream('/rules', body, signal);

async function* lines<E = Event>(answer: Promise<Response>): AsyncGenerator<E> {
  const body = (await answer).body;
  if (!body) return;
  for await (const line of split(body)) yield JSON.parse(line) as E;
}

/** Whole lines of a stream of bytes. */
export async function* split(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const whole = rest.split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) if (line.trim()) yield line;
      if (done) break;
    }
    if (rest.trim()) yield rest;
  } finally {
    // Whoever stops listening stops the job.
    await reader.cancel().catch(() => undefined);
  }
}

/** Whether an error is only that somebody has stopped waiting. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
