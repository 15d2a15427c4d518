import type { EnteredActivityKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type CardActivity, storeCardActivities } from '../../../features/drivers-hours/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Weeks of activities on the cards, and the working days of each. */
const WEEKS = 6;
const WORKING_DAYS = 5;
/** The shift begins at 05:00 UTC, later for some drivers. */
const SHIFT_START_MIN = 5 * 60;
/** 1970-01-01 was a Thursday. */
const MONDAY_DAY = 4;

type Part = readonly [kind: EnteredActivityKind, minutes: number];

/** Days by what they show; the first two are lawful. */
const DAYS: Readonly<Record<string, readonly Part[]>> = {
  usual: [
    ['work', 20],
    ['driving', 150],
    ['work', 40],
    ['driving', 90],
    ['rest', 45],
    ['driving', 140],
    ['availability', 30],
    ['driving', 75],
    ['work', 20],
  ],
  busy: [
    ['work', 15],
    ['driving', 135],
    ['rest', 20],
    ['driving', 125],
    ['rest', 30],
    ['driving', 150],
    ['work', 25],
    ['driving', 110],
  ],
  lateBreak: [
    ['work', 20],
    ['driving', 165],
    ['work', 30],
    ['driving', 125],
    ['rest', 45],
    ['driving', 120],
    ['work', 20],
  ],
  noBreak: [
    ['driving', 180],
    ['rest', 20],
    ['driving', 170],
    ['work', 45],
    ['driving', 60],
  ],
  longDay: [
    ['work', 30],
    ['driving', 140],
    ['rest', 60],
    ['work', 180],
    ['driving', 110],
    ['rest', 60],
    ['work', 210],
    ['driving', 90],
    ['availability', 60],
  ],
};

/** Which day a driver has: mostly lawful ones, and now and then one with a breach. */
function dayOf(driver: number, day: number): readonly Part[] {
  const turn = driver * 7 + day * 3;
  const name =
    turn % 61 === 9
      ? 'noBreak'
      : turn % 31 === 5
        ? 'longDay'
        : turn % 23 === 0
          ? 'lateBreak'
          : turn % 2 === 0
            ? 'usual'
            : 'busy';
  return DAYS[name] ?? [];
}

/** The activities of a driver's card until its download, with rest between the shifts. */
function cardOf(driver: number, nowMs: number): CardActivity[] {
  const today = Math.floor(nowMs / DAY_MS);
  const monday = today - ((today - MONDAY_DAY) % 7) - WEEKS * 7;
  /** Cards were downloaded up to four days ago. */
  const downloaded = today - (driver % 5);
  const activities: CardActivity[] = [];
  const add = (kind: EnteredActivityKind, startMs: number, endMs: number) =>
    activities.push({ kind, startMs, endMs, isCrew: false, isFerry: false, isOutOfScope: false });
  for (let day = monday; day < downloaded; day += 1) {
    if ((day - monday) % 7 >= WORKING_DAYS) continue;
    let atMs = day * DAY_MS + (SHIFT_START_MIN + (driver % 4) * 20) * MINUTE_MS;
    const last = activities.at(-1);
    if (last !== undefined && last.endMs < atMs) add('rest', last.endMs, atMs);
    for (const [kind, minutes] of dayOf(driver, day - monday)) {
      add(kind, atMs, atMs + minutes * MINUTE_MS);
      atMs += minutes * MINUTE_MS;
    }
  }
  return activities;
}

/** Inserts what the cards of the drivers of lorries say of the last weeks, and what it breaches. */
export async function insertDriversHours(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const drivers = await trx
    .selectFrom('vehicles')
    .select('driver_id')
    .where('customer_id', '=', customerId)
    .where('type', '=', 'STR')
    .where('driver_id', 'is not', null)
    .orderBy('id')
    .execute();
  for (const [index, { driver_id: id }] of drivers.entries()) {
    if (id === null) continue;
    await storeCardActivities(trx, { id, customerId }, cardOf(index, nowMs));
  }
  await insertDebriefs(trx, customerId, nowMs);
}

/** A manager has debriefed the newest infringement of each driver with an account, who has not signed yet. */
async function insertDebriefs(trx: Transaction, customerId: number, nowMs: number): Promise<void> {
  await sql`update hours_infringements h set state = 'debriefed', debriefed_by = m.id,
      debriefed_at = ${new Date(nowMs - DAY_MS)}, note = 'The break is planned before the motorway from now on.'
    from (select id from users where customer_id = ${customerId} and role = 'MANAGER'
      order by id limit 1) m
    where h.id in (select distinct on (i.driver_id) i.id from hours_infringements i
      join users u on u.driver_id = i.driver_id where i.customer_id = ${customerId}
      order by i.driver_id, i.ended_at desc)`.execute(trx);
}
