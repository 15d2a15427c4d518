import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { anyValue, GIVEN, type Given, nothing } from './any-value.ts';

/** More statements mean a loop that a stand-in for a row never ends. */
const MAX_STATEMENTS = 30;
const LIMIT_MS = 2000;

/** Compiles each statement for PostgreSQL and answers with one row of any content. */
function recorder(given: Given) {
  const statements: string[] = [];
  const record = (sql: string) => {
    if (statements.length >= MAX_STATEMENTS) throw new RangeError('too many statements');
    statements.push(sql);
    return { rows: [anyValue(given === 'nothing' ? 'flags-off' : given)], rowCount: 1 };
  };
  const connection = {
    executeQuery: async ({ sql }: CompiledQuery) => record(sql) as never,
    streamQuery: () => {
      throw new RangeError('streams are not recorded');
    },
  };
  const driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => undefined,
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  const trx = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const client = {
    query: async (query: string | { text: string }) =>
      record(typeof query === 'string' ? query : query.text),
  };
  const db = {
    pool: client,
    asSystem: (work: (trx: unknown) => unknown) => work(trx),
    asViewer: (_viewer: unknown, work: (trx: unknown) => unknown) => work(trx),
    alone: (_key: string, work: () => unknown) => work(),
  };
  return { statements, trx, db, client };
}

/** The names of a function's parameters; an empty text for a destructured one. */
function parametersOf(query: (...args: never[]) => unknown): string[] {
  const source = query.toString();
  let depth = 0;
  let part = '';
  const parts: string[] = [];
  for (const letter of source.slice(source.indexOf('(') + 1)) {
    if (depth === 0 && (letter === ',' || letter === ')')) {
      parts.push(part);
      part = '';
      if (letter === ')') break;
      continue;
    }
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    part += letter;
  }
  return parts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => /^\w+/.exec(text)?.[0] ?? '');
}

/** Arguments that must be one of a few values, by parameter. */
export type Arguments = Readonly<Record<string, unknown>>;

const isFragment = (value: unknown): value is RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value && 'compile' in value;

async function recordOne(
  query: (...args: never[]) => unknown,
  given: Given,
  fixed: Arguments,
): Promise<readonly string[]> {
  const { statements, trx, db, client } = recorder(given);
  const known: Arguments = { trx, db, client, pool: client, column: 't.column', ...fixed };
  const args = parametersOf(query).map((name) => {
    if (name in known) return known[name];
    if (given === 'nothing' && !/^(viewer|id|\w+Id)$/.test(name)) return nothing();
    return anyValue(given === 'flags-on' ? 'flags-on' : 'flags-off');
  });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_done, failed) => {
    timer = setTimeout(failed, LIMIT_MS, new RangeError('too slow'));
  });
  try {
    const result = await Promise.race([limit, (async () => query(...(args as never[])))()]);
    if (isFragment(result)) return [result.compile(trx as never).sql];
  } catch {
    // A stand-in is not always enough; what was compiled up to there is a part of the query.
  } finally {
    clearTimeout(timer);
  }
  return statements;
}

/**
 * The SQL of an exported function of a repository: each different statement that it sends, for arguments
 * of any content, with flags off and on, and without them. None if a stand-in is not enough for it.
 */
export async function queriesOf(
  query: (...args: never[]) => unknown,
  fixed: Arguments,
): Promise<string[]> {
  const all: string[] = [];
  for (const given of GIVEN) all.push(...(await recordOne(query, given, fixed)));
  return [...new Set(all)];
}
