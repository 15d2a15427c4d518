import type pg from 'pg';
import { withApiServer } from './api-server.ts';
import { openReader, timeAt } from './reader.ts';
import { addPositions, makeBenchFleet, moveOn } from './track-fleet.ts';

/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly floor: number;
  /** Figure over floor; below 1 is good here, where less is better. */
  readonly ratio: number;
  readonly passes: boolean;
}

const P95_LIMIT_MS = 60;
/** "Flat": with ten times the positions at most this much slower, which is noise. */
const FLATNESS_LIMIT = 1.25;
const WARM_UPS = 40;
const REQUESTS = 200;

interface Timings {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/**
 * Times of one request after another. Between two requests the fleet moves on by a second: a
 * thirtieth of the vehicles report.
 */
async function timings(pool: pg.Pool, url: string, token: string): Promise<Timings> {
  const reader = openReader(token);
  const times: number[] = [];
  for (let n = 0; n < WARM_UPS + REQUESTS; n += 1) {
    await moveOn(pool, n);
    const { ms, bytes, status } = await reader.read(url);
    if (status !== 200 || bytes < 1_000_000)
      throw new Error(`The answer ${status} is not the fleet.`);
    if (n >= WARM_UPS) times.push(ms);
  }
  await reader.close();
  return { medianMs: timeAt(times, 0.5), p95Ms: timeAt(times, 0.95) };
}

/** A line of the table, for a figure that should be small. */
export function row(what: string, figure: number, unit: string, floor: number): BenchRow {
  const ratio = figure / floor;
  return { what, figure, unit, floor, ratio, passes: ratio <= 1 };
}

/**
 * The last positions of 10,000 vehicles through the API (one request after another, over HTTP, with
 * access and row-level security as for everybody), at 1 and at 10 million stored positions.
 */
export async function benchTrack(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const fleet = await makeBenchFleet(server.pool);
    const url = `${server.url}/api/track/`;
    await addPositions(server.pool, 0, 1_000_000 / fleet.vehicles);
    const atOneMillion = await timings(server.pool, url, await server.issue(fleet.userId));
    await addPositions(server.pool, 1_000_000 / fleet.vehicles, 10_000_000 / fleet.vehicles);
    const atTenMillion = await timings(server.pool, url, await server.issue(fleet.userId));
    const what = 'last positions of 10,000 vehicles';
    return [
      row(`${what}, 1 M stored, p95`, atOneMillion.p95Ms, 'ms', P95_LIMIT_MS),
      row(`${what}, 10 M stored, p95`, atTenMillion.p95Ms, 'ms', P95_LIMIT_MS),
      row(
        `${what}, median at 10 M over 1 M`,
        atTenMillion.medianMs / atOneMillion.medianMs,
        'times',
        FLATNESS_LIMIT,
      ),
    ];
  });
}
