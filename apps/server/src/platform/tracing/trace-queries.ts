import type pg from 'pg';
import { activeTracer, endFailed, SPAN_KINDS } from './span.ts';

type Query = (...args: unknown[]) => unknown;

/** The kind of a statement and its first table, as `select vehicles`: texts and values stay out of traces. */
export function queryName(sql: string): string {
  const text = sql.replace(/--.*$/gm, ' ').replace(/\s+/g, ' ').trim().toLowerCase();
  const [kind = 'query'] = /^[a-z]+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|copy) (?:only )?"?([a-z_][\w.]*)"?/.exec(text) ?? [];
  return table === undefined ? kind : `${kind} ${table}`;
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '');

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null)?.then === 'function';

/** Makes a span of each query of a pool while tracing is configured. Streams (COPY) are not queries here. */
export function traceQueries(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    // Looked up for each call: tests watch the statements of the prototype.
    const ask: Query = (...args) =>
      (Object.getPrototypeOf(client) as { query: Query }).query.apply(client, args);
    const traced: Query = (...args) => {
      const tracer = activeTracer();
      const name = queryName(textOf(args[0]));
      if (tracer === null || name === 'query') return ask(...args);
      const { span } = tracer.start(name, SPAN_KINDS.client, { 'db.system.name': 'postgresql' });
      const last = args.at(-1);
      if (typeof last === 'function') {
        const done = (error: unknown, result: unknown) => {
          if (error) endFailed(span, error);
          else span.end();
          last(error, result);
        };
        return ask(...args.slice(0, -1), done);
      }
      const answer = ask(...args);
      if (isPromise(answer))
        answer.then(
          () => span.end(),
          (error) => endFailed(span, error),
        );
      else span.end();
      return answer;
    };
    client.query = traced as typeof client.query;
  });
}
