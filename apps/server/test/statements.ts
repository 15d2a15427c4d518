import pg from 'pg';
import { vi } from 'vitest';

/** A statement as it went to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that this process sends to the database while a piece of work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.flatMap(([text, values]: readonly unknown[]) =>
      typeof text === 'string' ? [{ text, values: Array.isArray(values) ? values : [] }] : [],
    );
  } finally {
    spy.mockRestore();
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A statement with its parameters as literals. */
export const inlined = ({ text, values }: Statement): string =>
  text.replace(/\$(\d+)/g, (_, number) => {
    const value = values[Number(number) - 1];
    if (Array.isArray(value)) return quoted(`{${value.join(',')}}`);
    if (value instanceof Date) return quoted(value.toISOString());
    return typeof value === 'string' ? quoted(value) : String(value);
  });
