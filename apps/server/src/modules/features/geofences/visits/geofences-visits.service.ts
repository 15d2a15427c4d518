import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { rangeOf } from '../../../../platform/range.ts';
import { driverOf, visibleVehicle } from '../../../core/fleet/index.ts';
import { geofenceById } from '../geofences.repository.ts';
import { type VisitRow, visitPage } from './geofences-visits.repository.ts';

type Visits = AnswerOf<typeof contract.geofences.visits>;

function toVisit(row: VisitRow, nowMs: number): Visits['results'][number] {
  const untilMs = row.left_ms ?? Math.max(nowMs, row.entered_ms);
  return {
    id: Number(row.id),
    geofence: { id: row.geofence_id, name: row.geofence_name },
    vehicle: { id: row.vehicle_id, registration: row.registration },
    driver: driverOf(row),
    entered_at: toApiDateTime(row.entered_ms),
    left_at: row.left_ms === null ? null : toApiDateTime(row.left_ms),
    dwell_time: Math.round((untilMs - row.entered_ms) / 1000),
    max_speed: row.max_speed_kmh,
  };
}

/** Visits to geofences (M-17). */
export class VisitService {
  constructor(private readonly db: Database) {}

  /**
   * The visits of visible vehicles to visible geofences in the range; newest first. A visit that
   * overlaps the range is returned with its full duration.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown geofence or vehicle
   */
  async list(viewer: Viewer, query: QueryOf<typeof contract.geofences.visits>): Promise<Visits> {
    const { start, end } = rangeOf(viewer, query);
    const filter = { start, end, geofenceId: query.geofence, vehicleId: query.vehicle };
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (filter.vehicleId !== undefined) await visibleVehicle(trx, viewer, filter.vehicleId);
      if (filter.geofenceId !== undefined) {
        if ((await geofenceById(trx, viewer, filter.geofenceId)) === undefined) throw notFound();
      }
      return visitPage(trx, viewer, filter, pageOf(query));
    });
    const nowMs = Date.now();
    return { count, results: rows.map((row) => toVisit(row, nowMs)) };
  }
}
