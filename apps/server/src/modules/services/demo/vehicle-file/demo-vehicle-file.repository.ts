import { documentName, formatDate } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { type Files, storeFile } from '../../../../platform/files/index.ts';
import { findingsOfReports, reportsOf } from '../vehicle-check/demo-vehicle-check-plan.ts';
import {
  foundByReports,
  type OfVehicle,
  type PlannedActivity,
  type PlannedSchedule,
  vehicleHistory,
} from './demo-vehicle-file-history.ts';
import {
  insertRecords,
  insertVor,
  takeIds,
} from './records/demo-vehicle-file-records.repository.ts';
import { insertIllustrations } from './records/demo-vehicle-file-records-illustrations.ts';
import type { CheckPlace, StoredRecord } from './records/demo-vehicle-file-records-rows.ts';
import { sampleDocument } from './sample-document.ts';

interface VehicleRow extends CheckPlace {
  id: number;
  type: 'CAR' | 'VAN' | 'STR' | 'BIK';
  driver: string;
  manager: string | null;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Inserts activities in one statement, in order. Returns their ids. */
async function insertActivities(
  trx: Transaction,
  customerId: number,
  planned: readonly OfVehicle<PlannedActivity>[],
  records: ReadonlyMap<object, StoredRecord>,
): Promise<ReadonlyMap<PlannedActivity, number>> {
  const first = await takeIds(trx, 'vehicle_activities', planned.length);
  const ids = new Map(planned.map(({ record }, n) => [record, first + n]));
  const rows = planned.map(({ vehicleId, record: activity }, n) => {
    const record = activity.record === null ? null : (records.get(activity.record) ?? null);
    return {
      id: first + n,
      vehicle: vehicleId,
      reference: activity.reference,
      description: activity.description,
      status: activity.status,
      created: iso(activity.createdMs),
      fulfilled: activity.fulfilledMs === null ? null : iso(activity.fulfilledMs),
      author: activity.createdBy,
      record: record?.id ?? null,
      name: record?.reference ?? null,
      latest: activity.isLatest,
    };
  });
  await sql`
    insert into vehicle_activities (id, customer_id, vehicle_id, activity_type_id, description, status,
      created_at, fulfilled_at, created_by, record_id, reference_number, is_latest)
    select r.id, ${customerId}, r.vehicle, t.id, r.description, r.status, r.created, r.fulfilled,
      r.author, r.record, r.name, r.latest
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, vehicle int, reference text,
      description text, status text, created timestamptz, fulfilled timestamptz, author text,
      record int, name text, latest boolean)
    join activity_types t on t.reference = r.reference and t.customer_id is null`.execute(trx);
  return ids;
}

async function insertSchedules(
  trx: Transaction,
  customerId: number,
  planned: readonly OfVehicle<PlannedSchedule>[],
  ids: ReadonlyMap<PlannedActivity, number>,
): Promise<void> {
  const rows = planned.map(
    ({ vehicleId, record: { due, createdBy, fulfilledBy, ...schedule } }) => ({
      vehicle: vehicleId,
      type: schedule.scheduleTypeId,
      interval: schedule.interval,
      due: iso(due.dueMs),
      earliest: due.earliestDay,
      latest: due.latestDay,
      maker: ids.get(createdBy),
      done: fulfilledBy === null ? null : ids.get(fulfilledBy),
      at: fulfilledBy === null ? null : iso(fulfilledBy.fulfilledMs ?? fulfilledBy.createdMs),
      made: iso(createdBy.createdMs),
    }),
  );
  await sql`
    insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
      earliest_on, latest_on, created_by_activity_id, fulfilled_by_activity_id, fulfilled_at, created_at)
    select ${customerId}, r.vehicle, r.type, r.interval, r.due, r.earliest, r.latest, r.maker, r.done,
      r.at, r.made
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (vehicle int, type int,
      interval text, due timestamptz, earliest date, latest date, maker int, done int,
      at timestamptz, made timestamptz)`.execute(trx);
}

/** Inserts the first entry of each activity's trail. */
async function insertTrail(trx: Transaction, customerId: number): Promise<void> {
  await sql`
    insert into vehicle_file_changes (customer_id, vehicle_id, activity_id, at, user_name, action,
      changes)
    select a.customer_id, a.vehicle_id, a.id, a.created_at, a.created_by, 'created',
      jsonb_build_array(
        jsonb_build_object('field', 'activity_type', 'before', null, 'after', t.name),
        jsonb_build_object('field', 'description', 'before', null, 'after', a.description))
    from vehicle_activities a join activity_types t on t.id = a.activity_type_id
    where a.customer_id = ${customerId}`.execute(trx);
}

/** Inserts fifteen months of a demo customer's vehicle file, and its reminders of due dates. */
export async function insertVehicleFile(
  trx: Transaction,
  customerId: number,
  reminded: readonly string[],
  nowMs: number,
): Promise<void> {
  const { rows: vehicles } = await sql<VehicleRow>`
    select v.id, v.type, concat_ws(' ', d.first_name, d.surname) as driver,
      (select concat_ws(' ', u.first_name, u.last_name) from users u
        where u.customer_id = v.customer_id and u.role in ('MANAGER', 'ADMIN')
        order by u.role desc, u.id limit 1) as manager, p.*
    from vehicles v left join drivers d on d.id = v.driver_id
    left join lateral (select g.id as depot_id, g.name as depot, g.latitude, g.longitude
      from vehicle_depots w join depots g on g.id = w.depot_id where w.vehicle_id = v.id
      order by g.id limit 1) p on true
    where v.customer_id = ${customerId} order by v.id`.execute(trx);
  const activities: OfVehicle<PlannedActivity>[] = [];
  const schedules: OfVehicle<PlannedSchedule>[] = [];
  const ages: { id: number; day: string }[] = [];
  vehicles.forEach(({ id, type, driver, manager: named, depot_id: depotId }, number) => {
    const manager = named ?? driver;
    const isTrailer = driver === '';
    const vehicle = { number, type, driver: isTrailer ? manager : driver, manager, isTrailer };
    const history = vehicleHistory(vehicle, nowMs);
    const reports = reportsOf({ id, type, depotId: depotId ?? 0, driver }, number, nowMs);
    const found = foundByReports(vehicle, findingsOfReports(reports, manager), nowMs);
    const records = [...history.activities, ...found];
    activities.push(...records.map((record) => ({ vehicleId: id, record })));
    schedules.push(...history.schedules.map((record) => ({ vehicleId: id, record })));
    ages.push({ id, day: history.firstRegisteredDay });
  });
  await sql`update vehicles v set first_registered_on = r.day
    from jsonb_to_recordset(${JSON.stringify(ages)}::jsonb) as r (id int, day date)
    where v.id = r.id`.execute(trx);
  activities.sort((a, b) => a.record.createdMs - b.record.createdMs);
  const records = await insertRecords(trx, customerId, activities, vehicles);
  const ids = await insertActivities(trx, customerId, activities, records);
  await insertSchedules(trx, customerId, schedules, ids);
  await insertVor(trx, customerId);
  await insertTrail(trx, customerId);
  await trx
    .insertInto('schedule_reminders')
    .values({ customer_id: customerId, days_before: [28, 7, 1], emails: [...reminded] })
    .execute();
  await sql`insert into schedule_intervals (customer_id, schedule_type_id, vehicle_id, interval)
    select ${customerId}, 2, id, '6w' from vehicles
    where customer_id = ${customerId} and type = 'STR'`.execute(trx);
}

/**
 * Only the newest certificates have a document, because each is a file and startup must be quick.
 */
const SAMPLE_DOCUMENTS = 24;
const DATES = { timeZone: 'UTC', dateFormat: null, timeFormat: null } as const;

/**
 * Adds documents to the newest certificates of all customers, and images to their newest records.
 */
export async function insertSampleDocuments(db: Database, files: Files): Promise<void> {
  const { rows } = await db.pool.query<{
    id: number;
    customer_id: number;
    registration: string;
    reference: string;
    name: string;
    fulfilled_at: Date;
  }>(
    `select a.id, a.customer_id, v.registration, t.reference, t.name, a.fulfilled_at
     from vehicle_activities a join vehicles v on v.id = a.vehicle_id
     join activity_types t on t.id = a.activity_type_id
     where t.reference in ('MOT', 'TACHO_CALIBRATION')
     order by a.fulfilled_at desc, a.id limit $1`,
    [SAMPLE_DOCUMENTS],
  );
  for (const { id, customer_id: customerId, registration, reference, ...activity } of rows) {
    const content = sampleDocument([
      activity.name,
      `Vehicle ${registration}`,
      `Date ${formatDate(activity.fulfilled_at.getTime(), DATES)}`,
      'A sample document of the demo fleet.',
    ]);
    const name = documentName('certificate.pdf', registration, reference, Date.now());
    const file = await files.put(content, {
      customerId,
      purpose: 'vehicle-file',
      name: name.replaceAll(':', '-'),
      maxBytes: content.length,
      accept: ['application/pdf'],
    });
    await db.asSystem(async (trx) => {
      await storeFile(trx, file);
      await trx
        .updateTable('vehicle_activities')
        .set({ file_id: file.id })
        .where('id', '=', id)
        .execute();
    });
  }
  const customers = await db.pool.query<{ id: number }>('select id from customers order by id');
  for (const { id } of customers.rows) await insertIllustrations(db, files, id);
}
