import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { encodeTrace } from '@roadworthy/domain';
import { alongRoads, type MatchPoint, stretchesOf } from '../../../../engines/matched-trail.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { notFound, unavailable } from '../../../../platform/errors.ts';
import type { Log } from '../../../../platform/log/index.ts';
import { rangeOf } from '../../../../platform/range.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { traceRows } from '../trace.repository.ts';
import { MAX_COORDINATES, matchedLegs } from './trace-map-matching-osrm.ts';

/** Maximum points of a matched trail; a day of a lorry has about this number at 50 m. */
const MAX_POINTS = 6000;
/** Parallel requests to the service per trail. */
const AT_ONCE = 4;
/** Time limit per trail. */
const LIMIT_MS = 20_000;

/** A part that fits one request, starting with the last point of the previous part. */
interface Part {
  readonly stretch: number;
  readonly points: readonly MatchPoint[];
}

function partsOf(stretches: readonly (readonly MatchPoint[])[]): Part[] {
  return stretches.flatMap((points, stretch) => {
    const parts: Part[] = [];
    for (let from = 0; from === 0 || from < points.length - 1; from += MAX_COORDINATES - 1) {
      parts.push({ stretch, points: points.slice(from, from + MAX_COORDINATES) });
    }
    return parts;
  });
}

/** Runs a task for each item with limited concurrency; results in the order of the items. */
async function inTurns<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const run = async () => {
    for (const [n, item] of queue) answers[n] = await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return answers;
}

/** The trail matched to roads by the configured map-matching service. */
export class MapMatchingService {
  /** @param baseUrl of an OSRM service; null if none is configured */
  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly baseUrl: string | null,
  ) {}

  /**
   * The trail of a vehicle along the roads; unmatched parts stay as recorded.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle or without a service, 503
   *   if the service does not respond
   */
  async matched(
    viewer: Viewer,
    query: QueryOf<typeof contract.trace.matchedTrace>,
  ): Promise<AnswerOf<typeof contract.trace.matchedTrace>> {
    const { start, end } = rangeOf(viewer, query);
    const rows = await this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, query.vehicle);
      return traceRows(trx, vehicle.id, { start, end, limit: 50_000 });
    });
    if (this.baseUrl === null) throw notFound('map.matching_not_configured');
    return { columns: encodeTrace(await this.snap(rows, this.baseUrl)) };
  }

  private async snap(points: readonly MatchPoint[], baseUrl: string): Promise<MatchPoint[]> {
    const parts = partsOf(stretchesOf(points, MAX_POINTS));
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LIMIT_MS)]);
    try {
      const pieces = await inTurns(parts, async (part) =>
        part.points.length < 2
          ? part.points
          : alongRoads(part.points, await matchedLegs(baseUrl, part.points, signal)),
      );
      // Adjacent parts share a point.
      return pieces.flatMap((piece, n) =>
        n > 0 && parts[n]?.stretch === parts[n - 1]?.stretch ? piece.slice(1) : piece,
      );
    } catch (error) {
      stop.abort();
      this.log.warn({ err: error }, 'the map-matching service failed');
      throw unavailable('map.matching_down');
    }
  }
}
