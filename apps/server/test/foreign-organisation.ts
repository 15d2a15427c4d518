import type { Database } from '../src/platform/db/index.ts';
import { FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Plants a shared view of the other customer, a view of its person, and the person's default. */
async function plantSavedViews(db: Database, customerId: number, userId: number): Promise<void> {
  const settings = JSON.stringify({
    query: { search: 'Canary' },
    columns: { hidden: [], widths_px: {} },
  });
  await db.pool.query(
    `insert into saved_views (id, customer_id, list, name, settings) overriding system value
     values ($1, $2, 'vehicles', 'Canary view', $3)`,
    [FOREIGN, customerId, settings],
  );
  await db.pool.query(
    `insert into saved_views (id, user_id, list, name, settings) overriding system value
     values ($1, $2, 'vehicles', 'Canary own view', $3)`,
    [FOREIGN + 1, userId, settings],
  );
  await db.pool.query(`insert into saved_view_defaults values ($1, 'vehicles', $2)`, [
    userId,
    FOREIGN,
  ]);
}

/** Plants an activity, an infringement and the settings of drivers' hours at the other customer. */
export async function plantDriversHours(db: Database, { away, foreignDriver }: TrackedFleet) {
  await db.pool.query(
    `with activity as (insert into driver_activities (id, customer_id, driver_id, started_at,
         ended_at, kind, source, note) overriding system value
       values ($1, $2, $3, '2026-06-01T08:00Z', '2026-06-01T13:00Z', 'driving', 'manual',
         'Canary entry')),
     settings as (insert into drivers_hours_settings (customer_id, regime, may_reduce_twice,
         reference_weeks, night_hours, time_zone)
       values ($2, 'gb_domestic', false, 17, 4, 'Europe/London'))
     insert into hours_infringements (id, customer_id, driver_id, rule, paragraph, severity,
       started_at, ended_at, actual_s, limit_s, note) overriding system value
     values ($1, $2, $3, 'break', 'Canary paragraph', 'SI', '2026-06-01T08:00Z',
       '2026-06-01T13:00Z', 18000, 16200, 'Canary note')`,
    [FOREIGN, away.customerId, foreignDriver],
  );
}

/** Plants a repairer, an address, a report e-mail and what became of one at the other customer. */
export async function plantOrganisation(db: Database, { away, vehicles, people }: TrackedFleet) {
  await plantSavedViews(db, away.customerId, people.foreign);
  await db.pool.query(
    `with repairer as (insert into repairers (id, customer_id, name) overriding system value
         values ($1, $2, 'Canary repairs')),
       address as (insert into addresses (id, customer_id, display_name) overriding system value
         values ($1, $2, 'Canary wharf')),
       schedule as (insert into depot_schedule_types (customer_id, depot_id, schedule_type_id)
         values ($2, $3, 1)),
       told as (insert into notification_emails (id, customer_id, email, notification_type)
         overriding system value values ($1, $2, 'canary@mail.test', 'vehicle_std_emails')),
       said as (insert into customer_texts (customer_id, place, language, key, text, changed_by)
         values ($2, 'interface', 'en', 'home.slogan', 'Canary row', 'Canary')),
       of_depot as (insert into notification_email_depots
         (customer_id, notification_email_id, depot_id) values ($2, $1, $3))
     insert into deliveries (id, customer_id, channel, kind, notification_email_id, target,
       notification_type, vehicle_id, record_kind, state) overriding system value
     values ($1, $2, 'email', 'record', $1, 'canary@mail.test', 'vehicle_std_emails', $4, 'test', 'sent')`,
    [FOREIGN, away.customerId, away.depotId, vehicles.f1.vehicleId],
  );
}

/** Right questions about regions, depots, drivers and customers that aim at those of another customer. */
export function foreignOrganisation({ away, vehicles, foreignDriver, people }: TrackedFleet) {
  const { depotId, regionId } = away;
  const driver = {
    first_name: 'Planted',
    surname: 'Driver',
    vehicle: vehicles.f1.vehicleId,
    user: people.foreign,
  };
  const depot = { name: 'Planted', vehicles: [vehicles.f1.vehicleId] };
  return {
    'depots.groups': { query: { region: regionId } },
    'depots.list': { query: { region: regionId } },
    'depots.exportList': { query: { region: regionId, format: 'csv' } },
    'depots.create': { body: depot },
    'depots.read': { params: { id: depotId } },
    'depots.change': { params: { id: depotId }, body: depot },
    'depots.remove': { body: { id: depotId } },
    'depots.archive': { body: { ids: [depotId], archived: true } },
    'depots.move': { body: { ids: [depotId], region: null } },
    'depots.ofVehicle': { params: { vehicleId: vehicles.f1.vehicleId } },
    'fuel.vehicle': {
      params: { id: vehicles.f1.vehicleId },
      query: { start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' },
    },
    'sensors.latest': { params: { id: vehicles.f1.vehicleId } },
    'sensors.series': {
      query: {
        vehicle: vehicles.f1.vehicleId,
        start: '2026-06-01T00:00:00Z',
        end: '2026-06-02T00:00:00Z',
      },
    },
    'overviews.vehicle': { params: { id: vehicles.f1.vehicleId } },
    'overviews.driver': { params: { id: foreignDriver } },
    'overviews.driverTrips': { params: { id: foreignDriver } },
    'overviews.driverChecks': { params: { id: foreignDriver } },
    'overviews.depot': { params: { id: depotId } },
    'overviews.depotVehicles': { params: { id: depotId } },
    'overviews.depotDrivers': { params: { id: depotId } },
    'drivers.create': { body: driver },
    'drivers.read': { params: { id: foreignDriver } },
    'drivers.change': { params: { id: foreignDriver }, body: driver },
    'drivers.remove': { body: { id: foreignDriver } },
    'drivers.archive': { body: { ids: [foreignDriver], archived: true } },
    'drivers.changeMany': { body: { ids: [foreignDriver], category: null } },
    'customers.read': { params: { id: away.customerId } },
    'customers.change': { params: { id: away.customerId }, body: { name: 'Planted' } },
    'customers.remove': { body: { ids: [away.customerId] } },
    'customers.archive': { body: { ids: [away.customerId], archived: true } },
    'catalogue.read': { params: { kind: 'schedule_type', id: FOREIGN } },
    'catalogue.archive': {
      params: { kind: 'schedule_type' },
      body: { ids: [FOREIGN], archived: true },
    },
    'catalogue.remove': { params: { kind: 'activity_type' }, body: { ids: [FOREIGN] } },
    'catalogue.createRepairer': { body: { name: 'Planted', customer: away.customerId } },
    'catalogue.changeRepairer': { params: { id: FOREIGN }, body: { name: 'Planted' } },
    'catalogue.createCategory': {
      body: { name: 'Planted', colour: '#112233', customer: away.customerId },
    },
    'catalogue.changeCategory': {
      params: { id: FOREIGN },
      body: { name: 'Planted', colour: '#112233' },
    },
    'notifications.create': {
      body: {
        email: 'planted@track.test',
        notification_type: 'vehicle_std_emails',
        depots: [depotId],
      },
    },
    'savedViews.change': { params: { id: FOREIGN }, body: { name: 'Planted' } },
    'savedViews.remove': { params: { id: FOREIGN } },
    'savedViews.share': { params: { id: FOREIGN }, body: { is_shared: false } },
    'savedViews.setDefault': { body: { list: 'vehicles', view: FOREIGN } },
    'notifications.delivery': { params: { id: FOREIGN } },
    'notifications.read': { params: { emailId: FOREIGN } },
    'notifications.remove': { params: { emailId: FOREIGN } },
    'notifications.setDepots': { body: { id: FOREIGN, depots: [depotId] } },
    // Ids of texts are everybody's: nobody names another's.
    'customTexts.read': { params: { id: FOREIGN } },
    'customTexts.change': { params: { id: FOREIGN }, body: { own_en: 'Planted', own_pt: null } },
    'notifications.test': { body: { id: FOREIGN } },
  } as const satisfies Readonly<Record<string, Input>>;
}
