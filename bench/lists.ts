import { type ApiServer, withApiServer } from './api-server.ts';
import { LISTS, type MeasuredList } from './list-kinds.ts';
import { fillLists } from './list-rows.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const P95_LIMIT_MS = 50;
const ROUNDS = 8;

async function timings(server: ApiServer, token: string, { path, questions }: MeasuredList) {
  const reader = openReader(token);
  const times: { ms: number; question: string }[] = [];
  for (let n = -2; n < ROUNDS; n += 1) {
    for (const questionOf of questions) {
      const question = questionOf(n + 2);
      const { ms, status } = await reader.read(`${server.url}${path}?pageSize=50&${question}`);
      if (status !== 200) throw new Error(`The answer of ${path} to ${question} is ${status}.`);
      if (n >= 0) times.push({ ms, question });
    }
  }
  await reader.close();
  const [slowest] = [...times].sort((a, b) => b.ms - a.ms);
  const all = times.map(({ ms }) => ms);
  return {
    p95Ms: timeAt(all, 0.95),
    slowest: `${slowest?.question ?? ''} ${slowest?.ms.toFixed(0)} ms`,
  };
}

/**
 * Every list that has no benchmark of its own, at a million rows of its kind: in each order, with words
 * that find much, little and nothing, for an administrator of all depots and for one of two of them.
 *
 * @param parts kinds of rows to measure alone
 */
export async function benchLists(parts: readonly string[]): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const kinds = LISTS.filter(({ rows }) => parts.length === 0 || parts.includes(rows));
    const { all, two } = await fillLists(server.pool, [...new Set(kinds.map(({ rows }) => rows))]);
    const rows: BenchRow[] = [];
    for (const kind of kinds) {
      for (const [who, userId] of [
        ['', all],
        [', of two depots', two],
      ] as const) {
        const { p95Ms, slowest } = await timings(server, await server.issue(userId), kind);
        console.log(`slowest of ${kind.name}${who}: ${slowest}`);
        rows.push(row(`50 ${kind.name} of 1 M${who}, p95`, p95Ms, 'ms', P95_LIMIT_MS));
      }
    }
    return rows;
  });
}
