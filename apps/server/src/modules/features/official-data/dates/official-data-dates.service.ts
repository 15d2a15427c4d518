import type { OfficialDate, VehicleSource } from '@roadworthy/domain';
import { dueOf } from '../../../../engines/schedules/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type Author, keepChanges } from '../../../core/activity-trail/index.ts';
import { insertSchedule, moveSchedule } from '../../schedules/index.ts';
import {
  builtInType,
  type DatedSchedule,
  datedSchedules,
  dropDifference,
  keepDifference,
  markSource,
} from './official-data-dates.repository.ts';

/** A due date of a vehicle by an official service. */
export interface OfficialDue {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly date: OfficialDate;
  /** YYYY-MM-DD */
  readonly on: string;
  readonly source: VehicleSource;
}

/** Writes the move of a schedule into the history of the vehicle file, with its source. */
async function keepMove(
  trx: Transaction,
  author: Author | null,
  of: OfficialDue,
  scheduleId: number,
  before: string | null,
): Promise<void> {
  await markSource(trx, scheduleId, of.source);
  await keepChanges(trx, author, [
    {
      customerId: of.customerId,
      vehicleId: of.vehicleId,
      activityId: null,
      scheduledActivityId: scheduleId,
      action: 'scheduled',
      changes: [
        { field: 'due_date', before, after: of.on },
        { field: 'due_source', before: null, after: of.source },
      ],
    },
  ]);
}

async function move(
  trx: Transaction,
  author: Author | null,
  of: OfficialDue,
  { due_on, id, interval, plan_window }: DatedSchedule,
): Promise<void> {
  await moveSchedule(trx, id, interval, dueOf(Date.parse(of.on), interval, plan_window));
  await keepMove(trx, author, of, id, due_on);
}

async function create(trx: Transaction, of: OfficialDue): Promise<void> {
  const type = await builtInType(trx, of.date);
  if (type === undefined) return;
  const { id: typeId, interval, plan_window } = type;
  const { customerId, vehicleId } = of;
  const schedule = { customerId, vehicleId, typeId, interval, activityId: null };
  const due = dueOf(Date.parse(of.on), interval, plan_window);
  await keepMove(trx, null, of, await insertSchedule(trx, schedule, due), null);
}

/**
 * Applies an official due date to the open schedules of a vehicle. A schedule moves only if the date
 * differs, and only if no document set its date; a document's date and the official one become a
 * difference, which a person resolves. A vehicle without an open schedule gets one.
 */
export async function applyOfficialDate(trx: Transaction, of: OfficialDue): Promise<void> {
  const schedules = await datedSchedules(trx, of.vehicleId, of.date);
  if (schedules.length === 0) await create(trx, of);
  const differing = schedules.filter(({ due_on }) => due_on !== of.on);
  for (const schedule of differing)
    if (!schedule.is_by_document) await move(trx, null, of, schedule);
  const conflict = differing.find(({ is_by_document }) => is_by_document);
  if (conflict === undefined) return dropDifference(trx, of.vehicleId, of.date);
  await keepDifference(trx, {
    ...of,
    scheduleId: conflict.id,
    oursOn: conflict.due_on,
    officialOn: of.on,
  });
}

/** Moves the schedules of a vehicle to the official date, as a person decided. */
export async function useOfficialDate(
  trx: Transaction,
  author: Author,
  of: OfficialDue,
): Promise<void> {
  for (const schedule of await datedSchedules(trx, of.vehicleId, of.date)) {
    if (schedule.due_on !== of.on) await move(trx, author, of, schedule);
  }
}
