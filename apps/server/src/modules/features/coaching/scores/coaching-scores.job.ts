import { tripProfile } from '../../../../engines/coaching/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { traceRows } from '../../trace/index.ts';
import {
  deleteExposures,
  eventsOfTrip,
  keepExposure,
  type StaleTrip,
  staleTrips,
} from './coaching-scores-exposure.repository.ts';

const DAY_MS = 86_400_000;
/** Trips of the last 13 months of scores are kept; those of the last two are calculated. */
const KEPT_DAYS = 400;
const CALCULATED_DAYS = 62;
/** Trips in one transaction. */
const AT_ONCE = 50;
/** Positions of one trip; a longer profile is thinned evenly. */
const MAX_POINTS = 5000;

async function calculate(trx: Transaction, trip: StaleTrip): Promise<void> {
  const range = { start: trip.started_at, end: trip.ended_at, limit: MAX_POINTS };
  const points = await traceRows(trx, trip.vehicle_id, range);
  const driven = { distanceM: trip.distance_m, drivingS: trip.driving_s };
  const { classAt, exposure } = tripProfile(points, driven, trip.type);
  const events = await eventsOfTrip(trx, trip);
  await keepExposure(
    trx,
    trip,
    exposure,
    events.map((event) => ({ ...event, class: classAt(event.occurred_ms) })),
  );
}

/**
 * Calculates the exposure of ended trips that have none, or whose end has changed.
 *
 * @returns the number of trips
 */
export async function calculateExposures(db: Database, nowMs: number): Promise<number> {
  const since = new Date(nowMs - CALCULATED_DAYS * DAY_MS);
  let count = 0;
  for (;;) {
    const done = await db.asSystem(async (trx) => {
      const trips = await staleTrips(trx, since, AT_ONCE);
      for (const trip of trips) await calculate(trx, trip);
      return trips.length;
    });
    count += done;
    if (done < AT_ONCE) return count;
  }
}

/** Registers the job that keeps exposures up to date. Call it before `jobs.start`. */
export function registerExposureJob({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  jobs.register(
    'trip-exposures',
    async () => {
      const nowMs = Date.now();
      await calculateExposures(db, nowMs);
      await db.asSystem((trx) => deleteExposures(trx, new Date(nowMs - KEPT_DAYS * DAY_MS)));
    },
    '*/10 * * * *',
  );
}
