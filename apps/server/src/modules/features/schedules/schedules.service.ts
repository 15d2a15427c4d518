import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { scheduleState, timeUntil, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { conflict, type ErrorMessage, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { authorOf, keepChanges } from '../../core/activity-trail/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../core/fleet/index.ts';
import {
  planFor,
  type ScheduleRow,
  schedulePage,
  visibleSchedule,
} from './schedules.repository.ts';

type Calls = typeof contract.schedules;
type ActivitySchedule = AnswerOf<Calls['planSchedule']>;

function toSchedule(row: ScheduleRow, nowMs: number): ActivitySchedule {
  const isFulfilled = row.fulfilled_ms !== null;
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    interval: row.interval,
    due_date: toApiDateTime(row.due_ms),
    due_source: row.due_source,
    time_until: timeUntil(row.due_ms, nowMs),
    vehicle: row.vehicle_id,
    registration: row.registration,
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    schedule_type: row.schedule_type_id,
    state: scheduleState(
      {
        dueMs: row.due_ms,
        latestMs: Date.parse(`${row.latest_on}T00:00:00Z`),
        isFulfilled,
        isPaused: row.is_paused,
      },
      nowMs,
    ),
    planned_date: row.planned_on,
    earliest_date: row.earliest_on,
    latest_date: row.latest_on,
    fulfilled_by: row.fulfilled_by_activity_id,
    fulfilled_at: row.fulfilled_ms === null ? null : toApiDateTime(row.fulfilled_ms),
  };
}

/** Lists and plans schedules. */
export class SchedulesService {
  constructor(private readonly db: Database) {}

  /**
   * A page of schedules, by planned or due day.
   *
   * @throws HttpError 404 for a vehicle or depot that is not visible
   */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['schedules']>,
  ): Promise<AnswerOf<Calls['schedules']>> {
    const { vehicle, depot } = query;
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (vehicle !== undefined) await visibleVehicle(trx, viewer, vehicle);
      if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
      const filter = {
        vehicleId: vehicle ?? null,
        depotId: depot ?? null,
        typeId: query.schedule_type ?? null,
        category: query.category ?? null,
        state: query.state ?? null,
        from: query.from ?? null,
        to: query.to ?? null,
        withFulfilled: query.with_fulfilled === true,
      };
      return schedulePage(trx, viewer, filter, pageOf(query));
    });
    const nowMs = Date.now();
    return { count, results: rows.map((row) => toSchedule(row, nowMs)) };
  }

  /**
   * Plans a schedule for a day within its window; null resets it to the due date.
   *
   * @throws HttpError 404 if it is not visible, 409 if it is fulfilled, 400 for a day outside its
   *   window
   */
  async plan(viewer: Viewer, id: number, day: string | null): Promise<ActivitySchedule> {
    return this.db.asViewer(viewer, async (trx) => {
      const known = orNotFound(await visibleSchedule(trx, viewer, id));
      if (day !== null && (day < known.earliest_on || day > known.latest_on)) {
        const text: ErrorMessage = {
          code: 'schedule.plan_between',
          params: { first: known.earliest_on, last: known.latest_on },
        };
        throw wrongField('planned_date', text);
      }
      if (!(await planFor(trx, id, day))) throw conflict('schedule.fulfilled');
      if (known.planned_on !== day) {
        await keepChanges(trx, await authorOf(trx, viewer), [
          {
            customerId: known.customer_id,
            vehicleId: known.vehicle_id,
            activityId: null,
            scheduledActivityId: id,
            action: 'planned',
            changes: [{ field: 'planned_date', before: known.planned_on, after: day }],
          },
        ]);
      }
      return toSchedule({ ...known, planned_on: day }, Date.now());
    });
  }
}
