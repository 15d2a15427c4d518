import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { MAX_ABSENCE_DAYS, startOfDay, toApiDateTime } from '@roadworthy/domain';
import { fieldConflict, wrongField } from '../../../../platform/errors.ts';
import type { AbsenceRow } from './driver-planning-absences.repository.ts';

export type Absence = AnswerOf<typeof contract.driverAbsences.read>;
type Fields = BodyOf<typeof contract.driverPlanning.requestAbsence>;

const DAY_MS = 86_400_000;
const EXCLUSION_VIOLATION = '23P01';

/** An absence as returned by the API. */
export const toAbsence = (row: AbsenceRow): Absence => ({
  id: row.id,
  driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
  kind: row.kind,
  start: toApiDateTime(row.starts_at.getTime()),
  end: toApiDateTime(row.ends_at.getTime()),
  is_whole_days: row.is_whole_days,
  state: row.state,
  note: row.note,
  answer: row.answer,
  author: row.author,
  decided_by: row.decided_by,
  decided_at: row.decided_at === null ? null : toApiDateTime(row.decided_at.getTime()),
  shifts: row.shifts,
  customer: row.customer_id,
  version: row.version,
});

/** An absence as the audit log stores it. */
export const describedAbsence = (row: AbsenceRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'driver_absence' as const,
    id: String(row.id),
    name: `${row.first_name} ${row.surname}`,
  },
  facts: {
    kind: row.kind,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    state: row.state,
    note: row.note,
    answer: row.answer,
  },
});

/**
 * The stored values of an absence.
 *
 * @param zone in which whole days begin and end
 * @throws HttpError 400 for an end that is not after the start, a time that is too long, or whole days that do
 *   not begin and end at midnight
 */
export function absenceValues(body: Fields, zone: string) {
  const startMs = Date.parse(body.start);
  const endMs = Date.parse(body.end);
  if (endMs <= startMs) throw wrongField('end', 'validation.end_not_after_start');
  if (endMs - startMs > MAX_ABSENCE_DAYS * DAY_MS) {
    throw wrongField('end', {
      code: 'driver_planning.absence_too_long',
      params: { most: MAX_ABSENCE_DAYS },
    });
  }
  for (const [field, timeMs] of [
    ['start', startMs],
    ['end', endMs],
  ] as const) {
    if (body.is_whole_days && startOfDay(timeMs, zone) !== timeMs) {
      throw wrongField(field, 'driver_planning.not_midnight');
    }
  }
  return {
    kind: body.kind,
    starts_at: new Date(startMs),
    ends_at: new Date(endMs),
    is_whole_days: body.is_whole_days,
    note: body.note,
  };
}

/** Runs the work that stores an absence. @throws HttpError 409 if the driver has another one at that time */
export async function refusingSecond<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code !== EXCLUSION_VIOLATION) throw error;
    throw fieldConflict('start', 'driver_planning.absence_overlaps');
  }
}
