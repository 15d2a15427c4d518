import { afterAll, describe, expect, it } from 'vitest';
import {
  deliver,
  digestOf,
  drive,
  FAST,
  type Intake,
  openDeriving,
  openIntake,
  rowsOf,
  type Sender,
  said,
  untilDerived,
} from '../../../../test/deriving.ts';
import { until } from '../../../../test/device.ts';
import { withFixture } from '../../../../test/fixture.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import type { TestServices } from '../../../../test/services.ts';
import { createVehicleEngine } from '../../../engines/index.ts';
import type { Engine } from '../../../engines/record.ts';
import { createLocalBus } from '../../../platform/bus/index.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { type RunningDerivation, startDerivation } from './index.ts';
import type { EngineMaker } from './rules/derivation-rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Some days with two drives each, one in the morning and one over midnight. */
const DRIVES_MS = [-5, -4, -3, -2].flatMap((day) => [
  TODAY_MS + day * DAY_MS + 7 * HOUR_MS,
  TODAY_MS + day * DAY_MS + 23.8 * HOUR_MS,
]);

let services: TestServices;
let place: { customerId: number; depotId: number };
let intake: Intake;
let derivation: RunningDerivation;

const start = (maker?: EngineMaker) =>
  startDerivation({ ...services, metrics: createMetrics() }, FAST, maker);

async function makeSender(): Promise<Sender> {
  return { customerId: place.customerId, ...(await makeVehicle(services.db, place)) };
}

async function trips(sender: Sender) {
  const { rows } = await services.db.pool.query<{ id: string; started_at: Date }>(
    'select * from trips where vehicle_id = $1 order by started_at',
    [sender.vehicleId],
  );
  return rows;
}

/** Deletes the derived rows of a vehicle and derives it from the beginning. */
async function deriveFromTheBeginning({ vehicleId }: Sender): Promise<void> {
  await derivation.stop();
  const derived = ['trips', 'fleet_events', 'geofence_visits', 'derivation_checkpoints'];
  for (const table of [...derived, 'derivations']) {
    await services.db.pool.query(`delete from ${table} where vehicle_id = $1`, [vehicleId]);
  }
  derivation = start();
  await untilDerived(services.db, [vehicleId]);
}

withFixture(openDeriving, (opened) => {
  ({ services, place, intake } = opened);
  derivation = start();
});
afterAll(() => derivation.stop());

describe('a late record', () => {
  it('[M-P08] by three days changes its own day only', async () => {
    const sender = await makeSender();
    const days = DRIVES_MS.flatMap((startMs) => drive(startMs, 25));
    await deliver(services.db, intake, sender, days);
    const before = await trips(sender);
    expect(before).toHaveLength(8);

    const lateMs = (DRIVES_MS[4] ?? 0) + 3 * HOUR_MS;
    await deliver(services.db, intake, sender, drive(lateMs, 10));
    const after = await trips(sender);
    expect(after).toHaveLength(9);
    expect(after.map(({ started_at }) => started_at.getTime())).toContain(lateMs);
    expect(after.filter(({ id }) => before.some((trip) => trip.id === id))).toHaveLength(8);

    const redone = await digestOf(services.db, sender.vehicleId);
    await deriveFromTheBeginning(sender);
    expect(await digestOf(services.db, sender.vehicleId)).toBe(redone);
  });

  it('[M-P08] that joins two trips deletes one of them', async () => {
    const sender = await makeSender();
    const startMs = TODAY_MS - 30 * HOUR_MS;
    const whole = drive(startMs, 60);
    const parts = [
      ...whole.slice(0, 20),
      said(startMs + 20 * MINUTE_MS, { latitudeDeg: 52 + 20 / 111.195, ignition: false }),
    ];
    await deliver(services.db, intake, sender, [...parts, ...whole.slice(40)]);
    expect(await trips(sender)).toHaveLength(2);
    await deliver(services.db, intake, sender, whole.slice(20, 40));
    const redone = await rowsOf(services.db, sender.vehicleId);
    await deriveFromTheBeginning(sender);
    expect(await rowsOf(services.db, sender.vehicleId)).toEqual(redone);
  });

  it('[M-P08] before all known records becomes the first', async () => {
    const sender = await makeSender();
    await deliver(services.db, intake, sender, drive(TODAY_MS - 2 * DAY_MS, 20));
    await deliver(services.db, intake, sender, drive(TODAY_MS - 9 * DAY_MS, 20));
    expect(await trips(sender)).toHaveLength(2);
  });

  it('[M-P08] never changes rows that are older than the stored positions', async () => {
    const sender = await makeSender();
    const keptDays = services.config.positionsRetentionDays;
    const limitMs = TODAY_MS - keptDays * DAY_MS;
    await deliver(services.db, intake, sender, [
      ...drive(limitMs - 2 * DAY_MS, 20),
      ...drive(limitMs + 3 * DAY_MS, 20),
    ]);
    const [old] = await trips(sender);
    await services.db.pool.query(
      'delete from positions where vehicle_id = $1 and device_time < $2',
      [sender.vehicleId, new Date(limitMs)],
    );
    await deliver(services.db, intake, sender, drive(limitMs + DAY_MS, 20));
    expect(await trips(sender)).toHaveLength(3);
    expect((await trips(sender))[0]).toEqual(old);
  });
});

describe('a process that stops', () => {
  it('[M-P08] between a commit and its derivation leaves the work to the next', async () => {
    const sender = await makeSender();
    await deliver(services.db, intake, sender, drive(TODAY_MS - 9 * HOUR_MS, 20));
    await derivation.stop();
    await intake.send(sender, drive(TODAY_MS - 5 * HOUR_MS, 20));
    await intake.send(sender, drive(TODAY_MS - 7 * HOUR_MS, 20));
    derivation = start();
    await untilDerived(services.db, [sender.vehicleId]);
    expect(await trips(sender)).toHaveLength(3);
  });

  it('[M-P08] with rows ahead of its state leads to correct rows in the end', async () => {
    const sender = await makeSender();
    const startMs = TODAY_MS - 30 * HOUR_MS;
    const whole = drive(startMs, 60);
    const kept = async () =>
      (
        await services.db.pool.query('select * from derivations where vehicle_id = $1', [
          sender.vehicleId,
        ])
      ).rows[0];
    await deliver(services.db, intake, sender, whole.slice(0, 15));
    const old = await kept();
    const halt = said(startMs + 20 * MINUTE_MS, { latitudeDeg: 52 + 20 / 111.195 });
    await deliver(services.db, intake, sender, [...whole.slice(15, 20), halt, ...whole.slice(40)]);
    expect(await trips(sender)).toHaveLength(2);
    await derivation.stop();
    // The state after a quarter of an hour, as a killed process leaves it; then a late part.
    await services.db.pool.query(
      `update derivations set derived_through = $2, derived_digest = $3, state = $4
       where vehicle_id = $1`,
      [sender.vehicleId, old.derived_through, old.derived_digest, JSON.stringify(old.state)],
    );
    await intake.send(sender, whole.slice(20, 40));
    derivation = start();
    await untilDerived(services.db, [sender.vehicleId]);
    const found = await rowsOf(services.db, sender.vehicleId);
    await deriveFromTheBeginning(sender);
    expect(found).toEqual(await rowsOf(services.db, sender.vehicleId));
  });

  it.each([
    ['some days ago', -4],
    ['today', 0],
  ])('[M-P08] in the middle of a redo, at %s, leaves the rest to the next', async (_when, day) => {
    const sender = await makeSender();
    const drives = [...DRIVES_MS, TODAY_MS - HOUR_MS / 4, TODAY_MS + HOUR_MS];
    await deliver(
      services.db,
      intake,
      sender,
      drives.flatMap((startMs) => drive(startMs, 25)),
    );
    const expected = await digestOf(services.db, sender.vehicleId);
    await derivation.stop();
    // As a redo leaves it that stopped after its first day: later rows are not derived again yet,
    // and the stored state does not include it.
    const gotTo = new Date(TODAY_MS + day * DAY_MS);
    await services.db.pool.query(
      `update derivations set redoing_from = $2, redoing_until = 'infinity',
         state = (select state from derivation_checkpoints where vehicle_id = $1 order by day limit 1)
       where vehicle_id = $1`,
      [sender.vehicleId, gotTo],
    );
    await services.db.pool.query(
      'update trips set distance_m = 1 where vehicle_id = $1 and ended_at > $2',
      [sender.vehicleId, gotTo],
    );
    derivation = start();
    await untilDerived(services.db, [sender.vehicleId]);
    expect(await digestOf(services.db, sender.vehicleId)).toBe(expected);
  });

  it('hands over: only one of two derives, the other takes over when it stops', async () => {
    const sender = await makeSender();
    const other = startDerivation({ ...services, metrics: createMetrics() }, FAST);
    await deliver(services.db, intake, sender, drive(TODAY_MS - 9 * HOUR_MS, 20));
    const { rows } = await services.db.pool.query(
      `select count(*)::int as held from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and objid = 726231006 and granted and datname = current_database()`,
    );
    expect(rows[0].held).toBe(1);
    await derivation.stop();
    derivation = other;
    await deliver(services.db, intake, sender, drive(TODAY_MS - 5 * HOUR_MS, 20));
    expect(await trips(sender)).toHaveLength(2);
  });
});

describe('failures', () => {
  it('a lost connection causes a restart without missing rows', async () => {
    const sender = await makeSender();
    const day = drive(TODAY_MS - 20 * HOUR_MS, 300);
    for (let at = 0; at < day.length; at += 30) {
      await intake.send(sender, day.slice(at, at + 30));
      if (at % 90 !== 0) continue;
      await services.db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'roadworthy-derivation' and datname = current_database()`,
      );
    }
    await untilDerived(services.db, [sender.vehicleId]);
    const found = await digestOf(services.db, sender.vehicleId);
    await deriveFromTheBeginning(sender);
    expect(await digestOf(services.db, sender.vehicleId)).toBe(found);
    expect(await trips(sender)).toHaveLength(1);
  });

  it('of one vehicle never stop the others', async () => {
    const [poisoned, sound] = [await makeSender(), await makeSender()];
    await derivation.stop();
    let isPoisoned = true;
    derivation = start(() => (vehicleType) => {
      const engine = createVehicleEngine({ vehicleType, geofences: null }) as Engine<unknown>;
      return {
        ...engine,
        advance(state, record, sink) {
          if (isPoisoned && record.driverTag === 'poison') throw new Error('This is poison.');
          engine.advance(state, record, sink);
        },
      };
    });
    const startMs = TODAY_MS - 9 * HOUR_MS;
    await intake.send(poisoned, drive(startMs, 20, { driverTag: 'poison' }));
    await deliver(services.db, intake, sound, drive(startMs, 20));
    expect(await trips(sound)).toHaveLength(1);
    expect(await trips(poisoned)).toHaveLength(0);
    isPoisoned = false;
    await untilDerived(services.db, [poisoned.vehicleId]);
    expect(await trips(poisoned)).toHaveLength(1);
    await derivation.stop();
    derivation = start();
  });

  it('of a lost notification are detected by comparison', async () => {
    const sender = await makeSender();
    const silent = openIntake(services, createLocalBus());
    await deliver(services.db, silent, sender, drive(TODAY_MS - 9 * HOUR_MS, 20));
    expect(await trips(sender)).toHaveLength(1);
    await silent.close();
  });

  it('of a missed record are detected when its day is over', async () => {
    const sender = await makeSender();
    const silent = openIntake(services, createLocalBus());
    const day = drive(TODAY_MS - 30 * HOUR_MS, 20);
    await deliver(services.db, intake, sender, day.slice(0, 5));
    // Another process commits in between, and this one is notified only of later records.
    await silent.send(sender, day.slice(5, 15));
    await deliver(services.db, intake, sender, day.slice(15));
    await deliver(services.db, intake, sender, drive(TODAY_MS - 3 * HOUR_MS, 20));
    await until(async () => {
      await untilDerived(services.db, [sender.vehicleId]);
      const { rows } = await services.db.pool.query(
        'select distance_m from trips where vehicle_id = $1 order by started_at',
        [sender.vehicleId],
      );
      return rows[0].distance_m > 19_000;
    });
    await silent.close();
  });
});
