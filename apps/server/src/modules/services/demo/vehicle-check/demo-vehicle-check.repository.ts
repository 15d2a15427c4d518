import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { takeIds } from '../vehicle-file/records/demo-vehicle-file-records.repository.ts';
import { DECLARATIONS, LETTERS, QUESTIONS } from './demo-vehicle-check-catalogue.ts';
import {
  authorOf,
  chance,
  type PlannedReport,
  type PlannedVehicle,
  reportsOf,
} from './demo-vehicle-check-plan.ts';

const DAY_MS = 86_400_000;
const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Vehicles of a customer with their first depot and a manager. */
async function vehiclesOf(trx: Transaction, customerId: number) {
  const { rows } = await sql<PlannedVehicle & { manager: string }>`
    select v.id, v.type, p.depot_id as "depotId", concat_ws(' ', d.first_name, d.surname) as driver,
      coalesce((select concat_ws(' ', u.first_name, u.last_name) from users u
        where u.customer_id = v.customer_id and u.role in ('MANAGER', 'ADMIN')
        order by u.role desc, u.id limit 1), '') as manager
    from vehicles v left join drivers d on d.id = v.driver_id
    join lateral (select w.depot_id from vehicle_depots w where w.vehicle_id = v.id
      order by w.depot_id limit 1) p on true
    where v.customer_id = ${customerId} order by v.id`.execute(trx);
  return rows;
}

/** Inserts reports in one statement, with their damage. */
async function insertReports(
  trx: Transaction,
  customerId: number,
  planned: readonly PlannedReport[],
  manager: string,
): Promise<void> {
  const first = await takeIds(trx, 'driver_check_records', planned.length);
  const rows = planned.map((report, n) => {
    const { kind, vehicle, doneMs, items } = report;
    const author = authorOf(report, manager);
    return {
      id: first + n,
      customer_id: customerId,
      vehicle_id: vehicle.id,
      depot_id: vehicle.depotId,
      kind,
      done_at: iso(doneMs),
      duration_s: report.durationS,
      is_short: report.durationS < 60,
      author,
      odometer_m: Math.round(report.odometerM),
      items,
      defects: items.filter(({ result }) => result === 'defect').length,
      declaration: DECLARATIONS[kind],
      signed_by: author,
      created_at: iso(doneMs),
    };
  });
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '));
  if (rows.length === 0) return;
  await sql`insert into vehicle_reports (${columns}) select ${columns}
    from jsonb_populate_recordset(null::vehicle_reports, ${JSON.stringify(rows)}::jsonb)
    order by done_at`.execute(trx);
  const damages = planned.flatMap(({ damage, fixedMs, doneMs, vehicle }, n) =>
    damage === null
      ? []
      : [
          {
            ...damage,
            customer_id: customerId,
            vehicle_id: vehicle.id,
            depot_id: vehicle.depotId,
            report_id: first + n,
            photo_positions: n % 2 === 0 ? [1] : [],
            reported_at: iso(doneMs),
            reported_by: rows[n]?.author,
            fixed_at: fixedMs === null ? null : iso(fixedMs),
            fixed_by: fixedMs === null ? null : manager,
          },
        ],
  );
  const of = sql.raw(Object.keys(damages[0] ?? { part: '' }).join(', '));
  await sql`insert into vehicle_damages (${of}) select ${of}
    from jsonb_populate_recordset(null::vehicle_damages, ${JSON.stringify(damages)}::jsonb)
    order by reported_at`.execute(trx);
}

/** Links reports with findings to their defects, which the vehicle file has inserted. */
async function linkDefects(trx: Transaction, customerId: number): Promise<void> {
  await sql`update vehicle_reports r set defect_record_id = d.id from defect_records d
    where r.customer_id = ${customerId} and r.defects > 0 and d.vehicle_id = r.vehicle_id
      and d.reported_at = r.done_at`.execute(trx);
}

async function insertLetters(
  trx: Transaction,
  customerId: number,
  vehicles: readonly PlannedVehicle[],
  manager: string,
  nowMs: number,
): Promise<void> {
  const rows = vehicles
    .filter((_, n) => n % 5 === 2)
    .map((vehicle, n) => ({
      customer_id: customerId,
      vehicle_id: vehicle.id,
      depot_id: vehicle.depotId,
      sent_at: iso(nowMs - (2 + n * 3) * DAY_MS),
      driver: vehicle.driver,
      ...LETTERS[n % LETTERS.length],
      written_by: manager,
      signed_by: manager,
    }));
  const columns = sql.raw(
    'customer_id, vehicle_id, depot_id, sent_at, driver, subject, body, written_by, signed_by',
  );
  await sql`insert into notice_letters (${columns}) select ${columns}
    from jsonb_populate_recordset(null::notice_letters, ${JSON.stringify(rows)}::jsonb)
    order by sent_at`.execute(trx);
}

async function insertSurveys(
  trx: Transaction,
  customerId: number,
  vehicles: readonly PlannedVehicle[],
  manager: string,
  nowMs: number,
): Promise<void> {
  const depots = [...new Set(vehicles.map(({ depotId }) => depotId))];
  const rows = depots.flatMap((depotId, d) =>
    [4, 34].map((daysAgo, n) => {
      const items = QUESTIONS.map(([question, good, bad], q) => {
        const ok = chance(d, n, q) >= 22;
        return { question, answer: ok ? good : bad, ok, comment: ok ? null : 'To be put right' };
      });
      const vehicle = vehicles.find((one) => one.depotId === depotId);
      return {
        customer_id: customerId,
        depot_id: depotId,
        vehicle_id: n === 0 ? null : (vehicle?.id ?? null),
        surveyed_at: iso(nowMs - (daysAgo + d) * DAY_MS),
        auditor: manager,
        items,
        score: Math.round((100 * items.filter(({ ok }) => ok).length) / items.length),
        note: '',
      };
    }),
  );
  const columns = sql.raw(
    'customer_id, depot_id, vehicle_id, surveyed_at, auditor, items, score, note',
  );
  await sql`insert into audit_surveys (${columns}) select ${columns}
    from jsonb_populate_recordset(null::audit_surveys, ${JSON.stringify(rows)}::jsonb)
    order by surveyed_at`.execute(trx);
}

/**
 * Inserts four weeks of vehicle checks of a demo customer: every type at every depot.
 *
 * @param nowMs the same time as for the vehicle file, which must be inserted first
 */
export async function insertVehicleCheck(
  trx: Transaction,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const vehicles = await vehiclesOf(trx, customerId);
  const manager = vehicles[0]?.manager ?? '';
  const planned = vehicles
    .flatMap((vehicle, number) => reportsOf(vehicle, number, nowMs))
    .sort((a, b) => a.doneMs - b.doneMs);
  await insertReports(trx, customerId, planned, manager);
  await linkDefects(trx, customerId);
  await insertLetters(trx, customerId, vehicles, manager, nowMs);
  await insertSurveys(trx, customerId, vehicles, manager, nowMs);
  // Days before the simulated fleet's first trips also need vehicles used without a check.
  await sql`update depot_check_days set unchecked = (extract(day from day)::int * 7 + depot_id) % 3
    where customer_id = ${customerId} and extract(isodow from day) < 6
      and day < current_date - 8`.execute(trx);
}

/** The newest reports with damage that refers to a photograph. */
export async function reportsToIllustrate(trx: Transaction, customerId: number, count: number) {
  const { rows } = await sql<{ id: number; description: string; author: string }>`
    select r.id, d.description, r.author from vehicle_reports r
    join vehicle_damages d on d.report_id = r.id
    where r.customer_id = ${customerId} and cardinality(d.photo_positions) > 0
    order by r.done_at desc limit ${count}`.execute(trx);
  return rows;
}

/** Removes references of damage to photographs that do not exist. */
export async function clearMissingPhotographs(trx: Transaction, customerId: number): Promise<void> {
  await sql`update vehicle_damages d set photo_positions = '{}'
    where d.customer_id = ${customerId} and cardinality(d.photo_positions) > 0 and not exists (
      select from record_photographs p where p.vehicle_report_id = d.report_id)`.execute(trx);
}

/** Adds a drawn photograph and a signature to a report. */
export async function illustrateReport(
  trx: Transaction,
  customerId: number,
  report: { readonly id: number; readonly description: string },
  files: { readonly photograph: string; readonly signature: string },
): Promise<void> {
  await sql`insert into record_photographs (customer_id, vehicle_report_id, position, caption, file_id,
      report_file_id, shows)
    values (${customerId}, ${report.id}, 1, ${report.description}, ${files.photograph},
      ${files.photograph}, 'finding')`.execute(trx);
  await sql`update vehicle_reports set signature_file_id = ${files.signature}
    where id = ${report.id}`.execute(trx);
}

/** The signer of a demo customer's letters; undefined if it has none. */
export async function letterSigner(
  trx: Transaction,
  customerId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ signed_by: string }>`select signed_by from notice_letters
    where customer_id = ${customerId} and signed_by is not null limit 1`.execute(trx);
  return rows[0]?.signed_by;
}

/** Adds a drawn signature to the letters of a demo customer. */
export async function signLetters(
  trx: Transaction,
  customerId: number,
  signature: string,
): Promise<void> {
  await sql`update notice_letters set signature_file_id = ${signature}
    where customer_id = ${customerId} and signed_by is not null`.execute(trx);
}
