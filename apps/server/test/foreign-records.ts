import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, FOREIGN_FILE } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants an investigation with its template at the other customer; its activity is there already. */
export async function plantInvestigations({ pool }: Database, fleet: TrackedFleet): Promise<void> {
  await pool.query(
    `with template as (insert into investigation_templates (id, customer_id, activity_type_id, title,
         changed_by) values ($1, $2, $1, 'Canary template', 'Canary')),
     question as (insert into investigation_questions (id, customer_id, template_id, position,
         question, answer_type) values ($1, $2, $1, 0, 'Canary question', 'TEXT')),
     investigation as (insert into investigations (id, customer_id, activity_id, template_id)
       values ($1, $2, $1, $1))
     insert into investigation_answers (customer_id, investigation_id, question_id, answer, answered_by)
     values ($2, $1, $1, 'Canary answer', 'Canary')`,
    [FOREIGN, fleet.away.customerId],
  );
}

/** Plants an activity with its schedule, its types and its trail at the other customer. */
export async function plantVehicleFile({ pool }: Database, fleet: TrackedFleet): Promise<void> {
  await pool.query(
    `with kind as (insert into schedule_types (id, customer_id, name, category, interval)
       values ($1, $2, 'Canary schedule type', 'Canary', '1y')),
     type as (insert into activity_types (id, customer_id, name, reference, schedule_type_id, statuses)
       values ($1, $2, 'Canary type', 'CANARY', $1, '[]')),
     own as (insert into schedule_intervals (customer_id, schedule_type_id, vehicle_id, interval)
       values ($2, $1, $3, '2y')),
     reminder as (insert into schedule_reminders (customer_id, days_before, emails)
       values ($2, '{7}', '{canary@track.test}')),
     activity as (insert into vehicle_activities (id, customer_id, vehicle_id, activity_type_id,
         description, created_by)
       values ($1, $2, $3, $1, 'Canary activity', 'Canary')),
     scheduled as (insert into scheduled_activities (id, customer_id, vehicle_id, schedule_type_id,
         interval, due_at, earliest_on, latest_on)
       values ($1, $2, $3, $1, '1y', now(), now(), now()))
     insert into vehicle_file_changes (customer_id, vehicle_id, activity_id, action)
     values ($2, $3, $1, 'created')`,
    [FOREIGN, fleet.away.customerId, fleet.vehicles.f1.vehicleId],
  );
}

/** Plants a work order with all that belongs to it, and settings, at the other customer. */
export async function plantWorkOrders({ pool }: Database, fleet: TrackedFleet): Promise<void> {
  await pool.query(
    `with work as (insert into work_orders (id, customer_id, vehicle_id, reference_number, title, place,
         state, created_by)
       values ($1, $2, $3, 'CANARY-5', 'Canary work', 'repairer', 'in_progress', 'Canary')),
     line as (insert into work_order_lines (id, customer_id, work_order_id, kind, description, quantity,
         unit_price, net) values ($1, $2, $1, 'labour', 'Canary labour', 1, 1, 1)),
     defect as (insert into work_order_defects (work_order_id, defect_record_id, customer_id)
       values ($1, $1, $2)),
     photograph as (insert into work_order_photographs (customer_id, work_order_id, caption, file_id)
       values ($2, $1, 'Canary', $4)),
     time as (insert into work_order_times (id, customer_id, work_order_id, user_name, started_at, ended_at)
       values ($1, $2, $1, 'Canary', now(), now())),
     link as (insert into work_order_links (id, customer_id, work_order_id, token_hash, created_by,
         expires_at)
       values ($1, $2, $1, 'canary', 'Canary', now() + interval '1 day')),
     campaign as (insert into recall_campaigns (id, customer_id, number, title, is_safety, created_by)
       values ($1, $2, 'CANARY-6', 'Canary campaign', true, 'Canary')),
     recalled as (insert into recall_vehicles (campaign_id, vehicle_id, customer_id)
       values ($1, $3, $2)),
     settings as (insert into work_order_settings (customer_id, bays) values ($2, '{Canary bay}'))
     insert into work_order_limits (customer_id, role, limit_total) values ($2, 'MANAGER', 1)`,
    [FOREIGN, fleet.away.customerId, fleet.vehicles.f1.vehicleId, FOREIGN_FILE],
  );
}

/** Plants a driver check, a defect and a safety inspection with a photograph at the other customer. */
export async function plantRecords({ pool }: Database, fleet: TrackedFleet): Promise<void> {
  await pool.query(
    `with defect as (insert into defect_records (id, customer_id, vehicle_id, reference_number, items,
         reported_at, reported_by)
       values ($1, $2, $3, 'CANARY-1', '[]', now(), 'Canary')),
     inspection as (insert into inspection_records (id, customer_id, vehicle_id, reference_number,
         inspected_at, inspector, items, is_roadworthy, declaration)
       values ($1, $2, $3, 'CANARY-2', now(), 'Canary', '[]', true, 'Canary')),
     brakes as (insert into brake_tests (id, customer_id, vehicle_id, tested_at, tester, method, category,
         figures, assessed, result, counts_as_laden) overriding system value
       values ($1, $2, $3, now(), 'Canary', 'ebpms', 'goods', '{"axles": []}',
         '{"reasons": [], "imbalances": []}', 'met', false)),
     brake_plan as (insert into brake_plans (customer_id, vehicle_id, assessment)
       values ($2, $3, 'Canary')),
     competent as (insert into inspectors (id, customer_id, name, qualification)
         overriding system value values ($1, $2, 'Canary', 'Canary')),
     checked as (insert into driver_check_records (id, customer_id, vehicle_id, checked_at, driver, items,
         defects, declaration)
       values ($1, $2, $3, now(), 'Canary', '[]', 0, 'Canary')),
     off_road as (insert into vor_entries (id, customer_id, vehicle_id, reason, note, since, set_by)
       values ($1, $2, $3, 'other', 'Canary', now(), 'Canary')),
     asked as (insert into check_templates (id, customer_id, vehicle_type, items, changed_by)
       values ($1, $2, 'CAR', '[{"section": "", "name": "Canary", "area": "other", "hint": ""}]', 'Canary')),
     trail as (insert into record_changes (customer_id, vehicle_id, kind, record_id, user_name, action)
       values ($2, $3, 'vor', $1, 'Canary', 'set'))
     insert into record_photographs (customer_id, defect_record_id, position, file_id)
     values ($2, $1, 1, $4)`,
    [FOREIGN, fleet.away.customerId, fleet.vehicles.f1.vehicleId, FOREIGN_FILE],
  );
}
