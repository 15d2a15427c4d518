import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Of the planted tachograph file. */
const TACHOGRAPH_FILE = '00000000-0000-4000-8000-000000090002';

const YEAR = { from: '2026-01', to: '2026-12' };
const costOf = (vehicle: number) => ({
  vehicle,
  category: 'toll',
  starts_on: '2026-06-01',
  amount: 1,
});

const planOf = (vehicle: number) => ({
  vehicle,
  category: 'lease',
  first_month: '2026-06',
  monthly: 1,
});

const packOf = (vehicle: number) => ({
  scope: 'vehicle',
  vehicle,
  starts_on: '2026-06-01',
  ends_on: '2026-06-02',
});

const PLAN = { name: 'Planted', services: [{ schedule_type: 3, interval_m: 30_000_000 }] };

const PERIOD = { from: '2026-01-01', to: '2026-12-31' };
const TYRE = { serial: 'Planted', make: 'Planted', size: 'Planted', depot: FOREIGN };

/** Plants uploads of the other customer. */
export async function plantUploads(
  db: Database,
  { away, foreignDriver, people, vehicles }: TrackedFleet,
): Promise<void> {
  await db.pool.query(
    `with upload as (insert into vehicle_uploads (id, customer_id, user_id, user_name, file_name,
         is_check, choices, runs_on_weekend, state, run_at) overriding system value
       values ($1, $2, $3, 'Canary', 'canary.csv', false, '{"create":true,"update":true,
         "remove_missing":false,"all_or_nothing":false}', true, 'waiting', now() + interval '9 days')
       returning id)
     insert into vehicle_upload_rows (upload_id, customer_id, position, row_number, registration,
       outcome, texts) select id, $2, 1, 2, 'CANARY 9', 'error', '{Canary}' from upload`,
    [FOREIGN, away.customerId, people.foreign],
  );
  await db.pool.query(
    `with file as (insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
       values ($3, $2, 'tachograph', 'canary-card', 'application/octet-stream', 1, '', 'canary.ddd'))
     insert into tachograph_files (id, customer_id, file_id, name, sha256, size_bytes, kind, generation,
       source, signature, problem_count) overriding system value
     values ($1, $2, $3, 'canary.ddd', 'canary', 1, 'driver_card', '1', 'upload', 'valid', 0)`,
    [FOREIGN, away.customerId, TACHOGRAPH_FILE],
  );
  await db.pool.query(
    `insert into import_mappings (id, customer_id, kind, name, headings, headings_key, mapping)
     overriding system value values ($1, $2, 'cost', 'Canary', '{Canary}', 'canary', '{"columns":{},
       "date_format":"auto","decimal":"auto","delimiter":"auto","volume":"litre"}')`,
    [FOREIGN, away.customerId],
  );
  const { vehicleId } = vehicles.f1;
  await db.pool.query(
    `insert into cost_entries (id, customer_id, vehicle_id, category, starts_on, ends_on, amount, supplier)
     overriding system value values ($1, $2, $3, 'toll', '2026-06-01', '2026-06-01', 1, 'Canary')`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `with checked as (insert into fuel_card_checks (entry_id, customer_id, vehicle_id, verdicts)
       values ($1, $2, $3, (select jsonb_object_agg(rule, '{"outcome":"ok"}'::jsonb) from unnest(
         '{place,capacity,level,product,too_soon,private_use,off_road,archived}'::text[]) rule)))
     insert into fuel_card_findings (id, customer_id, vehicle_id, entry_id, rule, figures, occurred_at, note)
     overriding system value values ($1, $2, $3, $1, 'archived', '{}', now(), 'Canary')`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `insert into cost_plans (id, customer_id, vehicle_id, category, first_month, monthly, supplier)
     overriding system value values ($1, $2, $3, 'lease', '2026-06-01', 1, 'Canary')`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `with document as (insert into driver_documents (id, customer_id, driver_id, kind, title)
       overriding system value values ($1, $2, $3, 'training', 'Canary') returning id)
     insert into driver_file_items (id, customer_id, driver_id, kind, title, standing)
     overriding system value select $1, $2, $3, 'training', 'Canary', 'complete' from document`,
    [FOREIGN, away.customerId, foreignDriver],
  );
  await db.pool.query(
    `insert into evidence_packs (id, customer_id, user_id, scope, vehicle_id, subject, starts_on, ends_on,
       time_zone, kinds, state, ended_at) overriding system value
     values ($1, $2, $3, 'vehicle', $4, 'Canary', '2026-06-01', '2026-06-02', 'UTC', '{}', 'failed',
       now())`,
    [FOREIGN, away.customerId, people.foreign, vehicleId],
  );
  await db.pool.query(
    `with plan as (insert into service_plans (id, customer_id, name) overriding system value
       values ($1, $2, 'Canary') returning id),
     assigned as (insert into vehicle_service_plans (vehicle_id, customer_id, plan_id)
       select $3, $2, id from plan)
     insert into meter_readings (id, customer_id, vehicle_id, read_at, odometer_m, author)
     overriding system value values ($1, $2, $3, '2026-06-01', 1000, 'Canary')`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `with vehicle as (insert into official_vehicles (vehicle_id, customer_id, registration, colour)
       values ($3, $2, 'CANARY1', 'Canary'))
     insert into official_differences (id, customer_id, vehicle_id, date, schedule_id, ours_on,
       official_on, source) overriding system value
     values ($1, $2, $3, 'tax', $1, '2030-01-01', '2030-02-01', 'dvla')`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `with trailer as (insert into vehicles (customer_id, registration, type, kind)
       values ($2, 'CANARY T', 'STR', 'semi_trailer') returning id)
     insert into couplings (id, customer_id, vehicle_id, trailer_id, coupled_at, source, author)
     overriding system value select $1, $2, $3, id, now(), 'hand', 'Canary' from trailer`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `insert into tyres (id, customer_id, serial, make, size, depot_id) overriding system value
     values ($1, $2, 'CANARY', 'Canary', 'Canary', $3)`,
    [FOREIGN, away.customerId, away.depotId],
  );
  await db.pool.query('delete from tachograph_downloads where vehicle_id = $1', [vehicleId]);
  await db.pool.query(
    `insert into tachograph_downloads (id, customer_id, vehicle_id, is_current)
     overriding system value values ($1, $2, $3, true)`,
    [FOREIGN, away.customerId, vehicleId],
  );
  await db.pool.query(
    `insert into unaccounted_driving (id, customer_id, vehicle_id, kind, started_at, ended_at,
       driven_s, needs_unit, needs_card, is_odometer)
     overriding system value values ($1, $2, $3, 'without_card', now() - interval '1 hour', now(),
       3600, false, false, false)`,
    [FOREIGN, away.customerId, vehicleId],
  );
}

const couplingOf = (vehicle: number, trailer: number) => ({
  vehicle,
  trailer,
  coupled_at: '2026-06-01T00:00:00Z',
});
const DAYS = { from: '2026-06-01', to: '2026-06-30' };

/** Right questions about uploads that aim at the other customer's. */
export function foreignUploads({ away, vehicles }: TrackedFleet) {
  const params = { id: FOREIGN };
  return {
    'tachograph.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'tachograph.read': { params },
    'tachograph.content': { params },
    'tachograph.original': { params },
    'tachograph.assign': { params, body: { driver: null, vehicle: null } },
    'cameras.states': { query: { vehicle: vehicles.f1.vehicleId } },
    'officialData.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'officialData.exportList': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'officialData.vehicle': { params: { vehicle: vehicles.f1.vehicleId } },
    'officialData.check': { params: { vehicle: vehicles.f1.vehicleId } },
    'officialData.resolve': { params, body: { use: 'official' } },
    'servicePlans.plan': { params },
    'servicePlans.changePlan': { params, body: PLAN },
    'servicePlans.removePlan': { params },
    'servicePlans.assignPlan': { params, body: { vehicles: [vehicles.n1.vehicleId] } },
    'servicePlans.services': { query: { vehicle: vehicles.f1.vehicleId } },
    'servicePlans.exportServices': { query: { plan: FOREIGN, format: 'csv' } },
    'servicePlans.vehicle': { params: { vehicle: vehicles.f1.vehicleId } },
    'servicePlans.leavePlan': { params: { vehicle: vehicles.f1.vehicleId } },
    'servicePlans.done': {
      params: { vehicle: vehicles.f1.vehicleId },
      body: { schedule_type: 3, done_on: '2026-06-01' },
    },
    'servicePlans.addReading': {
      params: { vehicle: vehicles.f1.vehicleId },
      body: { read_at: '2026-06-01T00:00:00Z', odometer_m: 1000 },
    },
    'servicePlans.removeReading': { params: { vehicle: vehicles.f1.vehicleId, id: FOREIGN } },
    'couplings.list': { query: { asset: vehicles.f1.vehicleId } },
    'couplings.exportList': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'couplings.couple': { body: couplingOf(vehicles.f1.vehicleId, vehicles.n1.vehicleId) },
    'couplings.read': { params },
    'couplings.change': {
      params,
      body: {
        ...couplingOf(vehicles.n1.vehicleId, vehicles.f1.vehicleId),
        position: 1,
        version: 1,
      },
    },
    'couplings.uncouple': { params, body: { uncoupled_at: '2026-06-02T00:00:00Z' } },
    'couplings.remove': { params },
    'tyreCosts.report': { query: { ...PERIOD, depot: away.depotId } },
    'tyreCosts.export': { query: { ...PERIOD, depot: away.depotId, format: 'csv' } },
    'tyreCosts.tyres': { query: { ...PERIOD, depot: away.depotId, figure: 'ran' } },
    'tyres.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'tyres.export': { query: { depot: away.depotId, format: 'csv' } },
    'tyres.create': { body: { ...TYRE, depot: away.depotId } },
    'tyres.read': { params },
    'tyres.change': { params, body: TYRE },
    'tyres.remove': { params },
    'tyres.step': { params, body: { step: 'send', at: '2026-06-01T00:00:00Z' } },
    'tyres.pressures': { params, query: { days: '31' } },
    'tyres.undo': {
      params,
      body: { step: '00000000-0000-4000-8000-000000000000', reason: 'Planted' },
    },
    'tyres.vehicle': { params: { vehicle: vehicles.f1.vehicleId } },
    'tyres.move': {
      params: { vehicle: vehicles.n1.vehicleId },
      body: {
        at: '2026-06-01T00:00:00Z',
        moves: [{ tyre: FOREIGN, position: 'Front nearside' }],
      },
    },
    'tyres.addReadings': {
      params: { vehicle: vehicles.f1.vehicleId },
      body: {
        read_at: '2026-06-01T00:00:00Z',
        readings: [{ position: 'Front nearside', tread_mm: 5 }],
      },
    },
    'tyres.changeSettings': { params: { vehicle: vehicles.f1.vehicleId }, body: {} },
    'costs.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'costs.exportList': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'costs.figures': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId } },
    'costs.exportFigures': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'costs.create': { body: costOf(vehicles.f1.vehicleId) },
    'costs.read': { params },
    'costs.change': { params, body: costOf(vehicles.f1.vehicleId) },
    'costs.remove': { params },
    'costs.records': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId } },
    'costs.exportRecords': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'costPlans.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'costPlans.exportList': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'costPlans.create': { body: planOf(vehicles.f1.vehicleId) },
    'costPlans.read': { params },
    'costPlans.change': { params, body: planOf(vehicles.f1.vehicleId) },
    'costPlans.remove': { params },
    'fuelCards.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'fuelCards.export': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'fuelCards.read': { params },
    'fuelCards.decide': { params, body: { state: 'explained', version: 1 } },
    'costCo2.figures': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId } },
    'costCo2.exportFigures': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'costCo2.trips': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId } },
    'costCo2.exportTrips': { query: { ...YEAR, vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'costBudgets.year': { query: { year: 2026, depot: away.depotId } },
    'costBudgets.exportYear': { query: { year: 2026, depot: away.depotId, format: 'csv' } },
    'costBudgets.save': { body: { year: 2026, depot: away.depotId, results: [] } },
    'costBudgets.copy': { body: { from_year: 2025, to_year: 2026, depot: away.depotId } },
    'costBudgets.figures': { query: { year: 2026, month: 6, depot: away.depotId } },
    'costBudgets.exportFigures': {
      query: { year: 2026, month: 6, depot: away.depotId, format: 'csv' },
    },
    'evidence.create': { body: packOf(vehicles.f1.vehicleId) },
    'evidence.cancel': { params },
    'evidence.remove': { params },
    'evidence.pdf': { params },
    'evidence.archive': { params },
    'unaccountedDriving.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'unaccountedDriving.export': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'unaccountedDriving.months': { query: { ...DAYS, depot: away.depotId } },
    'unaccountedDriving.exportMonths': { query: { ...DAYS, depot: away.depotId, format: 'csv' } },
    'unaccountedDriving.timeline': {
      query: { vehicle: vehicles.f1.vehicleId, date: '2026-06-01' },
    },
    'unaccountedDriving.read': { params },
    'unaccountedDriving.decide': { params, body: { state: 'explained', version: 1 } },
    'tachographDownloads.list': { query: { vehicle: vehicles.f1.vehicleId } },
    'tachographDownloads.export': { query: { vehicle: vehicles.f1.vehicleId, format: 'csv' } },
    'tachographDownloads.read': { params },
    'tachographDownloads.exempt': { params, body: { reason: 'Planted' } },
    'importMappings.list': { query: { kind: 'cost', customer: away.customerId } },
    'importMappings.change': { params, body: { name: 'Planted', version: 1 } },
    'importMappings.remove': { params },
    'imports.read': { params },
    'imports.cancel': { params },
    'imports.result': { params },
    'imports.labels': { body: { vehicles: [vehicles.f1.vehicleId], page: 'documents' } },
  } satisfies Readonly<Record<string, Input>>;
}
