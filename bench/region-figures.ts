import { type ApiServer, withApiServer } from './api-server.ts';
import { DEPOT_QUESTIONS } from './depot-lists.ts';
import { timedText, timeQuestions } from './reader.ts';
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
  const { p95Ms: ms, slowest } = await timeQuestions(
    token,
    questions,
    ROUNDS,
    (question) => server.url + question,
  );
  console.log(`slowest: ${timedText(slowest[0])}`);
  return ms;
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
