import type { FaultStep, Measure } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A step of a thread as it is read from the record that keeps it. */
export interface StepRow {
  readonly step: FaultStep;
  readonly at: Date | null;
  readonly by: string;
  readonly note: string;
  readonly kind: 'defect' | 'vor' | 'work_order' | 'driver_check' | 'inspection' | 'fault' | null;
  readonly id: number | null;
  readonly reference_number: string;
  readonly measure?: Measure;
  readonly is_passed?: boolean;
}

/** More steps than a thread of years has. */
const MAX_STEPS = 200;

/**
 * The steps of a fault that its records keep, by time. The thread follows the links that the records have:
 * the defect owns its entries off the road and its work orders.
 */
export async function stepsOf(trx: Transaction, faultId: number): Promise<readonly StepRow[]> {
  const { rows } = await sql<StepRow>`
    with f as (select * from vehicle_faults where id = ${faultId}),
    -- The defect of the fault, and those of checks that answered "not in order" later.
    defect as (select d.* from defect_records d where d.id in (
      select defect_record_id from f union
      select c.defect_record_id from fault_answers a join driver_check_records c on c.id = a.check_id
      where a.fault_id = ${faultId} and a.result = 'defect')),
    work as (select o.* from work_orders o where o.fault_id = ${faultId} or o.id in (
      select w.work_order_id from work_order_defects w join defect on defect.id = w.defect_record_id)),
    steps (step, at, by, note, kind, id, reference_number) as (
      select 'seen', first_seen_at, '', '', null::text, null::int, '' from f
      union all select 'seen_again', last_seen_at, '', occurrences::text, null, null, '' from f
        where occurrences > 1
      union all select case a.result when 'defect' then 'answered_defect' else 'answered_ok' end,
          c.checked_at, c.driver, '', 'driver_check', c.id, c.reference_number
        from fault_answers a join driver_check_records c on c.id = a.check_id
        where a.fault_id = ${faultId}
      union all select s.step, s.at, s.by, s.note, 'defect', d.id, d.reference_number
        from defect d cross join lateral (values
          ('defect_reported', d.reported_at, d.reported_by, d.items -> 0 ->> 'finding'),
          ('defect_assessed', d.assessed_at, d.assessed_by, d.assessment),
          ('defect_assigned', d.assigned_at, d.assigned_by, d.repairer),
          ('defect_repaired', d.repaired_at, d.repaired_by, d.repair),
          ('defect_signed_off', d.signed_off_at, d.signed_off_by, '')) s (step, at, by, note)
        where s.at is not null
      union all select s.step, s.at, s.by, s.note, 'vor', e.id, ''
        from vor_entries e join defect d on d.id = e.defect_record_id
        cross join lateral (values ('off_road', e.since, e.set_by, e.note),
          ('back_on_road', e.returned_at, e.cleared_by, '')) s (step, at, by, note)
        where s.at is not null
      union all select s.step, s.at, s.by, s.note, 'work_order', o.id, o.reference_number
        from work o cross join lateral (values
          ('order_created', o.created_at, o.created_by, o.title),
          ('order_started', o.started_at, '', ''),
          ('order_completed', o.completed_at, o.completed_by, o.completion_note)) s (step, at, by, note)
        where s.at is not null
      union all select 'order_reopened', t.at, t.user_name, t.note, 'work_order', o.id, o.reference_number
        from work o join record_changes t on t.kind = 'work_order' and t.record_id = o.id
          and t.action = 'reopen'
      union all select 'note_added', n.created_at, n.author, n.note, null, null, ''
        from fault_notes n where n.fault_id = ${faultId}
      union all select 'inspected', i.inspected_at, i.inspector, n.answer, 'inspection', i.id,
          i.reference_number
        from fault_notes n join inspection_records i on i.id = n.inspection_record_id
        where n.fault_id = ${faultId}
      union all select 'ended', ended_at, ended_by,
          end_reason || case when end_note = '' then '' else ': ' || end_note end, null, null, ''
        from f where ended_at is not null
      union all (select 'earlier', o.ended_at, o.ended_by, o.end_reason, 'fault', o.id, ''
        from f join vehicle_faults o on o.vehicle_id = f.vehicle_id and o.kind = f.kind
          and o.fault_key = f.fault_key and o.first_seen_at < f.first_seen_at and o.ended_at is not null
        order by o.first_seen_at desc limit 1)
      union all (select 'came_back', o.first_seen_at, '', '', 'fault', o.id, ''
        from f join vehicle_faults o on o.vehicle_id = f.vehicle_id and o.kind = f.kind
          and o.fault_key = f.fault_key and o.first_seen_at > f.first_seen_at
        where f.ended_at is not null order by o.first_seen_at limit 1))
    select step, at, coalesce(by, '') as by, coalesce(note, '') as note, kind, id, reference_number
    from steps order by at, array_position(array['earlier', 'seen', 'answered_ok', 'answered_defect',
      'defect_reported', 'off_road'], step) nulls last limit ${MAX_STEPS}`.execute(trx);
  return rows;
}

/** Whether the work on a fault is under way: its open work order. */
export async function hasOpenOrder(trx: Transaction, faultId: number): Promise<boolean> {
  const { rows } = await sql`select from work_orders o where o.closed_at is null
    and o.state not in ('done', 'invoiced', 'cancelled') and (o.fault_id = ${faultId} or o.id in (
      select w.work_order_id from work_order_defects w
      join vehicle_faults f on f.defect_record_id = w.defect_record_id where f.id = ${faultId}))
    limit 1`.execute(trx);
  return rows.length > 0;
}
