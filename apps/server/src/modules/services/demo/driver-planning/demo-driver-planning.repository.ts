import { fromLocalMinute } from '@roadworthy/domain';
import { addDays } from '@roadworthy/domain/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { refreshLevels } from '../../../features/driver-planning/index.ts';
import { rulesOf } from '../../../features/drivers-hours/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const MONDAY_DAY = 4;
const WEEKS = 2;
const WORKING_DAYS = 5;
/** Drivers with something that a planner has to look at. */
const AWAY = 3;
const ASKING = 5;
const EARLY = 1;
const LONG = 2;

interface Driver {
  readonly driver_id: number;
  readonly vehicle_id: number;
  readonly depot_id: number;
}

/**
 * Plans this week and the next for the drivers of lorries: mostly lawful days, an early start after a long day,
 * a day with a third hour too much, a holiday, and requests that wait.
 */
export async function insertDriverPlanning(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const { timeZone } = await rulesOf(trx, customerId);
  const { rows } =
    await sql<Driver>`select distinct on (v.driver_id) v.driver_id, v.id as vehicle_id,
      p.depot_id
    from vehicles v join vehicle_depots p on p.vehicle_id = v.id
    where v.customer_id = ${customerId} and v.type = 'STR' and v.driver_id is not null
    order by v.driver_id, v.id, p.depot_id`.execute(trx);
  const today = Math.floor(nowMs / DAY_MS);
  const monday = (today - ((today - MONDAY_DAY) % 7)) * DAY_MS;
  const shifts = rows.flatMap((driver, index) =>
    Array.from({ length: WEEKS * 7 }, (_, day) => ({ ...driver, ...shiftOf(index, day) })).flatMap(
      ({ driving_s, hours, startHour, ...one }, day) =>
        hours === 0
          ? []
          : [
              {
                ...one,
                driving_s,
                starts_at: new Date(addDays(monday + startHour * HOUR_MS, day, timeZone)),
                ends_at: new Date(addDays(monday + (startHour + hours) * HOUR_MS, day, timeZone)),
                reason: one.reason,
              },
            ],
    ),
  );
  const values = shifts.map((one) => ({
    ...one,
    customer_id: customerId,
    author: 'Mia Manager',
    acknowledged_at: one.starts_at.getTime() < nowMs + DAY_MS ? new Date(nowMs - DAY_MS) : null,
  }));
  if (values.length === 0) return;
  await trx.insertInto('planned_shifts').values(values).execute();
  await insertAbsences(trx, customerId, { monday, timeZone }, rows);
  await refreshLevels(
    trx,
    rows.map(({ driver_id }) => driver_id),
    nowMs,
  );
}

/** The shift of a driver on a day of the two weeks; no hours on a free day. */
function shiftOf(driver: number, day: number) {
  const free = { hours: 0, startHour: 0, driving_s: 0, reason: '', note: '' };
  const weekday = day % 7;
  const isAway = driver === AWAY && day >= 7;
  if (weekday >= WORKING_DAYS || isAway) return free;
  const startHour = 5 + (driver % 3);
  if (driver === EARLY && day === 8) {
    const reason = 'Agreed with the driver: relief for a breakdown';
    return { ...free, hours: 9, startHour: 1, driving_s: 6 * 3600, reason };
  }
  const isLong = (driver === EARLY && day === 7) || (driver === LONG && weekday === 2);
  return {
    ...free,
    hours: isLong ? 13 : 10,
    startHour,
    driving_s: isLong ? 9.5 * 3600 : (6 + (driver % 3)) * 3600,
    note: weekday === 0 ? 'Collect the new keys at the gate' : '',
  };
}

/** A holiday, and requests that nobody has decided. */
async function insertAbsences(
  trx: Transaction,
  customerId: number,
  { monday, timeZone }: { readonly monday: number; readonly timeZone: string },
  drivers: readonly Driver[],
): Promise<void> {
  const midnight = (day: number) => {
    const date = new Date(monday + day * DAY_MS).toISOString().slice(0, 10);
    return new Date(fromLocalMinute(`${date}T00:00`, timeZone));
  };
  const days = (from: number, until: number) => ({
    starts_at: midnight(from),
    ends_at: midnight(until),
    is_whole_days: true,
  });
  const common = { customer_id: customerId };
  const wanted = [
    { driver: drivers[AWAY], kind: 'holiday', state: 'approved', ...days(7, 12) },
    { driver: drivers[ASKING], kind: 'holiday', state: 'requested', ...days(17, 19) },
    { driver: drivers[ASKING + 1], kind: 'training', state: 'requested', ...days(10, 11) },
  ] as const;
  const values = wanted.flatMap(({ driver, ...one }) =>
    driver === undefined
      ? []
      : [{ ...common, ...one, driver_id: driver.driver_id, author: 'Mia Manager' }],
  );
  if (values.length > 0) await trx.insertInto('driver_absences').values(values).execute();
}
