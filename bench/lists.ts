import { type ApiServer, withApiServer } from './api-server.ts';
import { LISTS, type MeasuredList } from './list-kinds.ts';
import { fillLists } from './list-rows.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const P95_LIMIT_MS = 50;
const ROUNDS = 8;

async function timings(server: ApiServer, token: string, { path, questions }: MeasuredList) {
  const { p95Ms: ms, slowest } = await timeQuestions(
    token,
    questions,
    ROUNDS,
    (question) => `${server.url}${path}?pageSize=50&${question}`,
  );
  return { p95Ms: ms, slowest: timedText(slowest[0]) };
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
