import { countingInterval } from '@roadworthy/domain';
import { dayText, dueDate } from '../../../../engines/schedules/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type Author, authorOf, keepChanges } from '../../../core/activity-trail/index.ts';
import {
  type FirstSchedule,
  insertFirst,
  type MissingSchedule,
  missingOfDepot,
  missingOfVehicles,
} from './schedules-following.repository.ts';

function firstOf(of: MissingSchedule, nowMs: number): FirstSchedule {
  const vehicle = { type: of.type, firstRegisteredMs: of.firstRegisteredMs };
  const interval = countingInterval(of, vehicle, nowMs);
  return { of, interval, ...dueDate(nowMs, interval, of.planWindow) };
}

async function follow(
  trx: Transaction,
  author: Author | null,
  missing: readonly MissingSchedule[],
): Promise<void> {
  if (missing.length === 0) return;
  const nowMs = Date.now();
  const keyOf = (vehicleId: number, typeId: number) => `${vehicleId} ${typeId}`;
  const first = new Map(missing.map((of) => [keyOf(of.vehicleId, of.typeId), firstOf(of, nowMs)]));
  const made = await insertFirst(trx, [...first.values()]);
  await keepChanges(
    trx,
    author,
    made.flatMap(({ id, vehicleId, typeId }) => {
      const known = first.get(keyOf(vehicleId, typeId));
      if (known === undefined) return [];
      return [
        {
          customerId: known.of.customerId,
          vehicleId,
          activityId: null,
          scheduledActivityId: id,
          action: 'scheduled' as const,
          changes: [{ field: 'due_date', before: null, after: dayText(known.dueMs) }],
        },
      ];
    }),
  );
}

/**
 * Creates the missing schedules of vehicles, assigned directly or through their depots. They are
 * due one interval from today, until a document sets another date. Existing schedules stay, even if
 * the vehicle leaves the depot: a move does not cancel due work.
 *
 * @param trx transaction that creates, moves or changes the vehicles
 */
export async function followSchedules(
  trx: Transaction,
  viewer: Viewer,
  vehicleIds: readonly number[],
): Promise<void> {
  await follow(trx, await authorOf(trx, viewer), await missingOfVehicles(trx, vehicleIds));
}

/** Like {@link followSchedules}, for a job: the history names no person. */
export async function followSchedulesBySystem(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<void> {
  await follow(trx, null, await missingOfVehicles(trx, vehicleIds));
}

/** Like {@link followSchedules}, for the vehicles of a depot after a change of the depot. */
export async function followDepotSchedules(
  trx: Transaction,
  viewer: Viewer,
  depotId: number,
): Promise<void> {
  await follow(trx, await authorOf(trx, viewer), await missingOfDepot(trx, depotId));
}
