import { InternalError } from '@roadworthy/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import '../../test-screen.tsx';

/** A request of a picker, which the test answers. */
interface Asked {
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  /** Answers with a body, or fails with a status. */
  readonly answer: (body: unknown, status?: number) => Promise<void>;
}

/** The requests of the running test, in sequence. */
export const asked: Asked[] = [];

let client = new QueryClient();

/** Answers and failures that queries have received so far. */
const received = () =>
  client
    .getQueryCache()
    .getAll()
    .reduce((sum, { state }) => sum + state.dataUpdateCount + state.fetchFailureCount, 0);

const pause = () => new Promise((done) => setTimeout(done, 5));
/** In pauses; an answer to an aborted request is never received. */
const MAX_PAUSES = 200;

/** Replaces the server by a test that answers request by request. */
function stubLists(): void {
  asked.length = 0;
  client = new QueryClient();
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: { signal?: AbortSignal }) =>
      new Promise<Response>((done) => {
        const answer = (body: unknown, status = 200) =>
          act(async () => {
            const before = received();
            done(new Response(JSON.stringify(body), { status }));
            const isOpen = () => received() === before && signal?.aborted !== true;
            for (let n = 0; n < MAX_PAUSES && isOpen(); n += 1) await pause();
            // Queries notify their components in a later task.
            await pause();
          });
        asked.push({ url, signal, answer });
      }),
  );
}

/** The newest request. */
export function last(): Asked {
  const found = asked.at(-1);
  if (found === undefined) throw new InternalError('test.no_request');
  return found;
}

const urlOf = (index: number) => new URL(asked[index]?.url ?? '', 'http://localhost');
/** The query of a request. */
export const ask = (index: number) => Object.fromEntries(urlOf(index).searchParams);
/** The path of a request. */
export const pathOf = (index: number) => urlOf(index).pathname;

/** An answer with these rows. */
export const list = (...results: object[]) => ({ count: results.length, results });

/** Renders a picker. */
export function show(picker: React.ReactNode): void {
  render(<QueryClientProvider client={client}>{picker}</QueryClientProvider>);
}

/** The texts of the displayed rows. */
export const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
/** The row with this text. */
export const row = (name: string) => screen.getByRole('row', { name });

/** English texts, and for each test an empty page and a new server. */
export function freshLists(): void {
  beforeAll(startTestTexts);
  beforeEach(stubLists);
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
