import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

const TITLE = 'P0301: Misfire in cylinder 1';

/**
 * The faults of the demo fleet: for each customer one whole thread, from a trouble code eight days ago to the
 * signed-off defect, and two open faults that the next walkaround checks ask about.
 */
export async function insertFaults(trx: Transaction): Promise<void> {
  const item = (more: object) =>
    JSON.stringify([{ section: 'Reported by the vehicle', name: TITLE, area: 'engine', ...more }]);
  const note = 'Runs rough when cold, lamp is lit';
  await sql`
    with lorry as (select distinct on (customer_id) id, customer_id from vehicles
        where type = 'STR' and is_active and driver_id is not null order by customer_id, id),
    day as (select date_trunc('day', now()) - interval '8 days' as at),
    defect as (insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
        reported_by, assessed_at, assessed_by, assessment, assigned_at, assigned_by, repairer, repaired_at,
        repaired_by, repair, signed_off_at, signed_off_by, job_number)
      select l.customer_id, l.id, '', ${JSON.stringify([{ name: TITLE, area: 'engine', severity: 'major', finding: note, remedy: 'Coil and plug replaced' }])}::jsonb,
        d.at + interval '30 hours', 'Driver', d.at + interval '32 hours', 'Workshop',
        'Coil of cylinder 1', d.at + interval '33 hours', 'Workshop', 'Tom Reid',
        d.at + interval '58 hours', 'Tom Reid', 'Coil and plug replaced', d.at + interval '60 hours',
        'Workshop', 'Coil and plug'
      from lorry l cross join day d returning id, customer_id, vehicle_id),
    checked as (insert into driver_check_records (customer_id, vehicle_id, checked_at, duration_s, driver,
        items, defects, declaration, signed_by, defect_record_id)
      select f.customer_id, f.vehicle_id, d.at + interval '30 hours', 320, 'Driver',
        ${item({ result: 'defect', severity: 'major', note })}::jsonb, 1, 'I have checked the vehicle.',
        'Driver', f.id
      from defect f cross join day d returning id, customer_id, defect_record_id),
    fault as (insert into vehicle_faults (customer_id, vehicle_id, kind, fault_key, severity,
        first_seen_at, last_seen_at, occurrences, ended_at, end_reason, defect_record_id)
      select f.customer_id, f.vehicle_id, 'troubleCode', 'P0301', 'major', d.at + interval '10 hours',
        d.at + interval '31 hours', 5, d.at + interval '58 hours', 'repaired', f.id
      from defect f cross join day d returning id, customer_id, vehicle_id, defect_record_id),
    answered as (insert into fault_answers (fault_id, check_id, customer_id, result)
      select f.id, c.id, f.customer_id, 'defect'
      from fault f join checked c on c.defect_record_id = f.defect_record_id),
    ban as (insert into vor_entries (customer_id, vehicle_id, reason, note, since, set_by, returned_at,
        cleared_by, defect_record_id)
      select f.customer_id, f.vehicle_id, 'defect', ${note}, d.at + interval '32 hours', 'Workshop',
        d.at + interval '60 hours', 'Workshop', f.id from defect f cross join day d),
    work as (insert into work_orders (customer_id, vehicle_id, reference_number, title, source, fault_id,
        place, bay, technicians, state, approved_total, approved_at, approved_by, started_at, completed_at,
        completed_by, completion_note, created_at, created_by)
      select f.customer_id, f.vehicle_id, 'WO-F' || lpad(f.id::text, 5, '0'), ${TITLE}, 'fault', f.id,
        'internal', 'Bay 1', array['Tom Reid'], 'done', 2000, d.at + interval '34 hours', 'Workshop',
        d.at + interval '50 hours', d.at + interval '58 hours', 'Tom Reid', 'Coil and plug replaced',
        d.at + interval '33 hours', 'Workshop'
      from fault f cross join day d returning id, customer_id, fault_id),
    ordered as (insert into work_order_defects (work_order_id, defect_record_id, customer_id)
      select w.id, f.defect_record_id, w.customer_id from work w join fault f on f.id = w.fault_id)
    insert into fault_notes (fault_id, customer_id, vehicle_id, note, author, created_at)
    select f.id, f.customer_id, f.vehicle_id, 'Check the other ignition coils.', 'Workshop',
      d.at + interval '59 hours' from fault f cross join day d`.execute(trx);
  await sql`update defect_records set reference_number = 'DEF-' || lpad(id::text, 6, '0')
    where reference_number = ''`.execute(trx);
  await sql`
    with lorry as (select id, customer_id, row_number() over (partition by customer_id order by id desc) as n
      from vehicles where type = 'STR' and is_active and driver_id is not null)
    insert into vehicle_faults (customer_id, vehicle_id, kind, fault_key, severity, first_seen_at,
      last_seen_at, occurrences, pressure_kpa, recommended_kpa)
    select l.customer_id, l.id, k.kind, k.key, k.severity, now() - interval '20 hours',
      now() - interval '2 hours', 4, k.kpa::real, k.recommended::real
    from lorry l join (values (1, 'troubleCode', 'SPN3251-FMI16', 'minor', null, null),
      (2, 'tyrePressure', 'Axle 1 nearside', 'minor', 610, 800)) k (n, kind, key, severity, kpa, recommended)
      on k.n = l.n`.execute(trx);
}
