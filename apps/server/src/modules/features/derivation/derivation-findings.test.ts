import { afterAll, describe, expect, it } from 'vitest';
import {
  deliver,
  drive,
  FAST,
  type Intake,
  openDeriving,
  openIntake,
  type Sender,
} from '../../../../test/deriving.ts';
import { until } from '../../../../test/device.ts';
import { withFixture } from '../../../../test/fixture.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import type { TestServices } from '../../../../test/services.ts';
import { type Bus, createLocalBus, type DerivedEvent } from '../../../platform/bus/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { type RunningDerivation, startDerivation } from './index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Whole minutes, so that repeated drives are identical. */
const NOW_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

let services: TestServices;
let place: { customerId: number; depotId: number };
let intake: Intake;
let derivation: RunningDerivation;
const heard: DerivedEvent[] = [];

const start = (bus: Bus = services.bus) =>
  startDerivation({ ...services, bus, metrics: createMetrics() }, FAST);

async function makeSender(driverId?: number): Promise<Sender> {
  const options = driverId === undefined ? {} : { driverId };
  return { customerId: place.customerId, ...(await makeVehicle(services.db, place, options)) };
}

async function rowsOf<T extends object>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await services.db.pool.query<T>(sql, values)).rows;
}

const heardOf = ({ vehicleId }: Sender, code?: number) =>
  heard.filter(
    (event) => event.vehicleId === vehicleId && (code === undefined || event.eventCode === code),
  );

/** A circle of 2 km around the place that {@link drive} reaches after ten minutes. */
async function makeGeofence(name: string): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    `insert into geofences (customer_id, name, colour, shape, centre_latitude, centre_longitude,
       radius_m, alert_on_entry, alert_on_exit)
     values ($1, $2, '#336699', 'circle', $3, -1, 2000, true, true) returning id`,
    place.customerId,
    name,
    52 + 10 / 111.195,
  );
  return row?.id ?? 0;
}

withFixture(openDeriving, (opened) => {
  ({ services, place, intake } = opened);
  services.bus.subscribe('events.derived', ({ events }) => heard.push(...events));
  derivation = start();
});
afterAll(() => derivation.stop());

describe('the driver', () => {
  it('[M-P08] is identified by the tag in the record, else by the assignment at that time', async () => {
    const makeDriver = async (name: string, tag: string | null) =>
      (
        await rowsOf<{ id: number }>(
          `insert into drivers (customer_id, first_name, surname, tag_number)
           values ($1, $2, 'Miles', $3) returning id`,
          place.customerId,
          name,
          tag,
        )
      )[0]?.id ?? 0;
    const [ann, bob] = [await makeDriver('Ann', null), await makeDriver('Bob', 'B0B')];
    const sender = await makeSender(ann);
    await deliver(services.db, intake, sender, [
      ...drive(NOW_MS - 9 * HOUR_MS, 20),
      ...drive(NOW_MS - 7 * HOUR_MS, 20, { driverTag: 'B0B' }),
      ...drive(NOW_MS - 5 * HOUR_MS, 20, { driverTag: 'nobody has it' }),
    ]);
    // Ann leaves now: her earlier trips remain hers, also after a redo.
    await services.db.pool.query('update vehicles set driver_id = null where id = $1', [
      sender.vehicleId,
    ]);
    await deliver(services.db, intake, sender, drive(NOW_MS - 11 * HOUR_MS, 20));
    const trips = await rowsOf<{ driver_id: number }>(
      'select driver_id from trips where vehicle_id = $1 order by started_at',
      sender.vehicleId,
    );
    expect(trips.map((trip) => trip.driver_id)).toEqual([ann, ann, bob, ann]);
  });

  it('[O-20] is the holder of the tag or card at that time, not the current one', async () => {
    const { pool } = services.db;
    const made = await rowsOf<{ id: number }>(
      `insert into drivers (customer_id, first_name, surname, tag_number, tachograph_card_number)
       values ($1, 'Old', 'Holder', 'FF01', null), ($1, 'New', 'Holder', null, 'GB 777')
       returning id`,
      place.customerId,
    );
    const [old = 0, next = 0] = made.map(({ id }) => id);
    await pool.query('update drivers set tag_number = null where id = $1', [old]);
    await pool.query(`update drivers set tag_number = 'ff01' where id = $1`, [next]);
    const sender = await makeSender();
    await deliver(services.db, intake, sender, [
      ...drive(NOW_MS - 9 * HOUR_MS, 20, { driverTag: 'FF01' }),
      ...drive(NOW_MS - 7 * HOUR_MS, 20, { driverTag: 'GB 777' }),
      ...drive(NOW_MS + HOUR_MS, 20, { driverTag: 'FF01' }),
    ]);
    const trips = await rowsOf<{ driver_id: number }>(
      'select driver_id from trips where vehicle_id = $1 order by started_at',
      sender.vehicleId,
    );
    expect(trips.map((trip) => trip.driver_id)).toEqual([old, next, next]);
  });
});

describe('geofences', () => {
  it('[M-P10] that change are applied again to the last month and to new records', async () => {
    const sender = await makeSender();
    await deliver(services.db, intake, sender, drive(NOW_MS - 200 * HOUR_MS, 20));
    const geofenceId = await makeGeofence('Yard');
    services.bus.publish('geofences.changed', { customerId: place.customerId });
    const visits = () =>
      rowsOf<{ entered_at: Date; left_at: Date | null }>(
        `select entered_at, left_at from geofence_visits
         where vehicle_id = $1 and geofence_id = $2 order by entered_at`,
        sender.vehicleId,
        geofenceId,
      );
    await until(async () => (await visits()).length === 1);
    await deliver(services.db, intake, sender, drive(NOW_MS - 3 * HOUR_MS, 20));
    const found = await visits();
    expect(found).toHaveLength(2);
    expect(found.every(({ left_at }) => left_at !== null)).toBe(true);
    // Events from before it was drawn cause no notification, and none is repeated.
    expect(heardOf(sender, 56)).toEqual([]);
    await deliver(services.db, intake, sender, drive(NOW_MS + HOUR_MS, 20));
    await until(() => heardOf(sender, 56).length === 1);

    await services.db.pool.query('update geofences set centre_longitude = 1 where id = $1', [
      geofenceId,
    ]);
    services.bus.publish('geofences.changed', { customerId: place.customerId });
    await until(async () => (await visits()).length === 0);

    await services.db.pool.query('delete from geofences where id = $1', [geofenceId]);
    services.bus.publish('geofences.changed', { customerId: place.customerId });
    await deliver(services.db, intake, sender, drive(NOW_MS + 2 * HOUR_MS, 20));
    expect(await visits()).toEqual([]);
  });

  it('that changed while no process derived are detected at the next start', async () => {
    const sender = await makeSender();
    await deliver(services.db, intake, sender, drive(NOW_MS - 100 * HOUR_MS, 20));
    await derivation.stop();
    const geofenceId = await makeGeofence('Depot');
    derivation = start();
    await until(
      async () =>
        (await rowsOf('select from geofence_visits where geofence_id = $1', geofenceId)).length > 0,
    );
    await services.db.pool.query('delete from geofences where id = $1', [geofenceId]);
    services.bus.publish('geofences.changed', { customerId: place.customerId });
  });

  it('[M-P08] another type of vehicle has other rules', async () => {
    const sender = await makeSender();
    // A van may go 105 km/h on a motorway; for a lorry of this kind it is too fast.
    const fast = drive(NOW_MS - 30 * HOUR_MS, 20).map((record) =>
      record.speedKmh === 0 ? record : { ...record, speedKmh: 111 },
    );
    await deliver(services.db, intake, sender, fast);
    const speeding = () =>
      rowsOf(
        'select from fleet_events where vehicle_id = $1 and event_code = 43',
        sender.vehicleId,
      );
    expect(await speeding()).toHaveLength(0);
    await services.db.pool.query(`update vehicles set type = 'STR' where id = $1`, [
      sender.vehicleId,
    ]);
    await until(async () => (await speeding()).length === 1);
  });
});

describe('events', () => {
  it('[M-P08] are notified once when new, not when old or derived again', async () => {
    const sender = await makeSender();
    const recent = drive(NOW_MS - 3 * HOUR_MS, 20);
    await deliver(services.db, intake, sender, drive(NOW_MS - 40 * HOUR_MS, 20));
    await deliver(services.db, intake, sender, recent);
    await until(() => heardOf(sender).length === 2);
    expect(heardOf(sender).map(({ eventCode }) => eventCode)).toEqual([4, 5]);
    expect(heardOf(sender)[0]).toMatchObject({
      customerId: place.customerId,
      occurredMs: NOW_MS - 3 * HOUR_MS,
      latitudeDeg: 52,
      geofenceId: null,
    });
    // Late by an hour: this event is new; the rest of the day is derived again and is not.
    await deliver(services.db, intake, sender, drive(NOW_MS - 4 * HOUR_MS, 20));
    await until(() => heardOf(sender).length === 4);
    await deliver(services.db, intake, sender, [...recent]);
    await deliver(services.db, intake, sender, drive(NOW_MS - 60 * HOUR_MS, 20));
    expect(heardOf(sender)).toHaveLength(4);
  });

  it('[M-P08] are notified by the next process if this one stops in between', async () => {
    const sender = await makeSender();
    const deaf = createLocalBus();
    await derivation.stop();
    derivation = start(deaf);
    await deliver(services.db, intake, sender, drive(NOW_MS - HOUR_MS, 20));
    await derivation.stop();
    expect(heardOf(sender)).toEqual([]);
    derivation = start();
    await until(() => heardOf(sender).length === 1);
  });
});

describe('processes', () => {
  it('[M-P08] one commits, another derives: it gets state notifications only, as between machines', async () => {
    const sender = await makeSender();
    const gatewayBus = createLocalBus();
    gatewayBus.subscribe('positions.committed', (message) =>
      services.bus.publish('positions.committed', message),
    );
    const gateway = openIntake(services, gatewayBus);
    await deliver(services.db, gateway, sender, drive(NOW_MS - 3 * HOUR_MS, 20), 1);
    await deliver(services.db, gateway, sender, drive(NOW_MS - 9 * HOUR_MS, 20), 5);
    const trips = await rowsOf('select from trips where vehicle_id = $1', sender.vehicleId);
    expect(trips).toHaveLength(2);
    await gateway.close();
  });

  it('drops a deleted vehicle and continues with the others', async () => {
    const [gone, stays] = [await makeSender(), await makeSender()];
    await deliver(services.db, intake, gone, drive(NOW_MS - 3 * HOUR_MS, 20));
    await services.db.pool.query('delete from vehicles where id = $1', [gone.vehicleId]);
    await intake.send(gone, drive(NOW_MS - 2 * HOUR_MS, 20)).catch(() => undefined);
    await deliver(services.db, intake, stays, drive(NOW_MS - 2 * HOUR_MS, 20));
    const trips = await rowsOf<{ vehicle_id: number }>(
      'select vehicle_id from trips where vehicle_id = any($1)',
      [gone.vehicleId, stays.vehicleId],
    );
    expect(trips.map(({ vehicle_id }) => vehicle_id)).toEqual([stays.vehicleId]);
  });

  it('[RP-07] reports its health and metrics', async () => {
    const metrics = createMetrics();
    await derivation.stop();
    derivation = startDerivation({ ...services, metrics }, FAST);
    const sender = await makeSender();
    await deliver(services.db, intake, sender, drive(NOW_MS - 3 * HOUR_MS, 20));
    await deliver(services.db, intake, sender, drive(NOW_MS - 5 * HOUR_MS, 20));
    expect(derivation.health()).toBe(true);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/roadworthy_derivation_lag_seconds \d/);
    expect(text).toMatch(/roadworthy_derivation_redos_total [1-9]/);
  });
});
