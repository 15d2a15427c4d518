import { type ApiServer, withApiServer } from './api-server.ts';
import { DEPOT_QUESTIONS } from './depot-lists.ts';
import { openReader, timeAt } from './reader.ts';
import { addReports, DEPOTS, REGIONS, VEHICLES } from './report-rows.ts';
import { type BenchRow, row } from './track.ts';

const P95_LIMIT_MS = 50;
const ROUNDS = 12;

const FIGURES: readonly ((n: number) => string)[] = [
  (n) => `/api/region_depots_stats/${1 + (n % REGIONS)}/`,
  (n) => `/api/region_stats/${1 + (n % REGIONS)}/`,
  (n) => `/api/region_stats/${1 + (n % REGIONS)}/?date=2026-0${1 + (n % 9)}-15`,
  (n) => `/api/depot_stats/${1 + (n % DEPOTS)}/`,
  (n) => `/vehicle-check/api/vehicle_stats/${1 + ((n * 37) % VEHICLES)}/`,
];

async function p95Ms(
  server: ApiServer,
  token: string,
  questions: readonly ((n: number) => string)[],
): Promise<number> {
  const reader = openReader(token);
  const times: { ms: number; question: string }[] = [];
  for (let n = -2; n < ROUNDS; n += 1) {
    for (const questionOf of questions) {
      const question = questionOf(n + 2);
      const { ms, status } = await reader.read(server.url + question);
      if (status !== 200) throw new Error(`The answer to ${question} is ${status}.`);
      if (n >= 0) times.push({ ms, question });
    }
  }
  await reader.close();
  const slowest = [...times].sort((a, b) => b.ms - a.ms)[0];
  console.log(`slowest: ${slowest?.question} ${slowest?.ms.toFixed(0)} ms`);
  return timeAt(
    times.map(({ ms }) => ms),
    0.95,
  );
}

/** Figures of regions, depots and vehicles over a million reports, and the lists of depots. */
export async function benchRegionFigures(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const token = await server.issue(await addReports(server.pool));
    const figures = await p95Ms(server, token, FIGURES);
    const rows = [row('figures of a region over 1 M reports, p95', figures, 'ms', P95_LIMIT_MS)];
    for (const [what, questions] of Object.entries(DEPOT_QUESTIONS)) {
      const asked = questions.map(
        (of) => (n: number) => `/vehicle-check/api/${of(1 + (n % DEPOTS), n)}`,
      );
      const ms = await p95Ms(server, token, asked);
      rows.push(row(`a list of a depot of 1 M reports ${what}, p95`, ms, 'ms', P95_LIMIT_MS));
    }
    return rows;
  });
}
