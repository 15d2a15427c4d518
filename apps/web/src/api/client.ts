import { calls } from 'virtual:contract-calls';
import type { AnswerOf, Contract, Endpoint, LineOf, RequestOf } from '@roadworthy/contract';
import { accessToken } from '../session/cookies.ts';
import { goToLogin } from '../session/leave.ts';
import { renewAccess } from '../session/refresh.ts';
import { ApiError, type ErrorBody } from './api-error.ts';
import { served } from './bases.ts';
import { keptState, noteAnswer } from './kept-state.ts';
import { lineSchemaOf, readLines } from './lines.ts';

export { ApiError } from './api-error.ts';

/** Options of a call besides its contract. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The caller shows a 500 itself, without the error dialog (requirement T-02). */
  readonly quiet?: boolean;
}

/** An iterator of lines for a call that returns NDJSON; otherwise the answer. */
type Answered<E extends Endpoint> = E['raw'] extends 'ndjson'
  ? AsyncGenerator<LineOf<E>, void, undefined>
  : Promise<AnswerOf<E>>;

type Caller<E extends Endpoint> =
  object extends RequestOf<E>
    ? (request?: RequestOf<E> & CallOptions) => Answered<E>
    : (request: RequestOf<E> & CallOptions) => Answered<E>;

/** Every JSON call of the contract as a function. */
export type Api = {
  readonly [M in keyof Contract]: {
    readonly [C in keyof Contract[M]]: Contract[M][C] extends Endpoint
      ? Caller<Contract[M][C]>
      : never;
  };
};

interface AnyRequest extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Calls whose 500 never opens the dialog (requirement M-07). */
const NEVER_A_DIALOG = new Set(['/api/expanded/track/']);

let showError: (error: ApiError) => void = () => undefined;

/** Sets the function that opens the error dialog for a 500; the shell calls it once. */
export function onServerError(show: (error: ApiError) => void): void {
  showError = show;
}

/** The address of a call under its base, with parameters; null query parameters are omitted. */
export function addressOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') search.append(name, String(one));
    }
  }
  const text = search.toString();
  return served(text === '' ? filled : `${filled}?${text}`);
}

async function bodyOf(response: Response): Promise<ErrorBody> {
  try {
    return (await response.json()) as ErrorBody;
  } catch {
    return {};
  }
}

async function fail(response: Response, path: string, quiet: boolean): Promise<never> {
  const error = new ApiError(response.status, response.statusText, await bodyOf(response));
  // Requirements B-22, T-01: a 401 of any call removes the stored user and opens the login page.
  if (response.status === 401) goToLogin();
  if (response.status === 500 && !quiet && !NEVER_A_DIALOG.has(path)) showError(error);
  throw error;
}

/** Headers of every call: the bearer token of requirement R-001, and the language for error texts. */
export function callHeaders(): Record<string, string> {
  const token = accessToken();
  const { lang } = document.documentElement;
  return {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(lang === '' ? {} : { 'Accept-Language': lang }),
  };
}

async function send(
  method: string,
  path: string,
  request: AnyRequest,
  accept: string,
): Promise<Response> {
  // The access may have expired while the server could not be reached.
  if (keptState.get() !== null && accessToken() === null) await renewAccess();
  const hasBody = request.body !== undefined;
  const response = await fetch(addressOf(path, request), {
    method,
    headers: {
      Accept: accept,
      ...callHeaders(),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    // Requirement T-07, for every call.
    throw new ApiError(0, 'Network response was not OK', {});
  });
  if (response.ok) {
    noteAnswer(response);
    return response;
  }
  return fail(response, path, request.quiet ?? false);
}

async function call(method: string, path: string, request: AnyRequest = {}): Promise<unknown> {
  const response = await send(method, path, request, 'application/json');
  return response.status === 204 ? undefined : response.json();
}

async function* lines(method: string, path: string, request: AnyRequest = {}) {
  const [response, schema] = await Promise.all([
    send(method, path, request, 'application/x-ndjson'),
    lineSchemaOf(path),
  ]);
  if (response.body !== null) yield* readLines(response.body, schema);
}

/**
 * The typed client: `api.tracking.trackGroup({ query: { group_id: 3 } })`. A call that returns lines of
 * JSON is an asynchronous generator, which checks each line by its schema; leaving its loop cancels the
 * answer.
 */
export const api = Object.fromEntries(
  Object.entries(calls).map(([module, endpoints]) => [
    module,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, line]) => {
        const [method = '', path = '', raw] = line.split(' ');
        const answer = raw === 'ndjson' ? lines : call;
        return [name, (request?: AnyRequest) => answer(method, path, request)];
      }),
    ),
  ]),
) as unknown as Api;

/** Path of a call that is not JSON, such as the event stream. */
export function pathOf<M extends keyof Contract>(module: M, name: keyof Contract[M]): string {
  return calls[module]?.[name as string]?.split(' ')[1] ?? '';
}
