import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import '../../test-screen.tsx';

/** A load of a picker, which the test answers when it likes. */
interface Asked {
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  /** Answers with a body, or fails with a status. */
  readonly answer: (body: unknown, status?: number) => Promise<void>;
}

/** The loads of the running test, in their order. */
export const asked: Asked[] = [];

/** Replaces the server by a test that answers load for load. */
export function stubLists(): void {
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: { signal?: AbortSignal }) =>
      new Promise<Response>((done) => {
        const answer = (body: unknown, status = 200) =>
          act(async () => {
            done(new Response(JSON.stringify(body), { status }));
            await new Promise((settled) => setTimeout(settled, 5));
          });
        asked.push({ url, signal, answer });
      }),
  );
}

/** The load that came last. */
export function last(): Asked {
  const found = asked.at(-1);
  if (found === undefined) throw new Error('Nothing was asked for.');
  return found;
}

const urlOf = (index: number) => new URL(asked[index]?.url ?? '', 'http://localhost');
/** The query of a load. */
export const ask = (index: number) => Object.fromEntries(urlOf(index).searchParams);
/** The path of a load. */
export const pathOf = (index: number) => urlOf(index).pathname;

/** An answer with these rows. */
export const list = (...results: object[]) => ({ count: results.length, results });

/** Renders a picker. */
export function show(picker: React.ReactNode): void {
  render(<QueryClientProvider client={new QueryClient()}>{picker}</QueryClientProvider>);
}

/** The texts of the rows in sight. */
export const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
/** The row with this text. */
export const row = (name: string) => screen.getByRole('row', { name });
