import { contract } from '@roadworthy/contract';
import type { DeviceRecord } from '@roadworthy/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import {
  deliver,
  FAST,
  type Intake,
  openIntake,
  type Sender,
  said,
  untilDerived,
} from '../../../../test/deriving.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { type RunningDerivation, startDerivation } from '../derivation/index.ts';

const MINUTE_MS = 60_000;
/** Nine hours ago, in whole minutes. */
const START_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 9 * 60 * MINUTE_MS;

let api: TestApi;
let fleet: TrackedFleet;
let intake: Intake;
let derivation: RunningDerivation;

/** Minutes of driving and standing, with the level at the start and the end of each part. */
const PARTS = [
  { minutes: 30, speedKmh: 0, ignition: false, from: 300, to: 300 },
  { minutes: 60, speedKmh: 70, ignition: true, from: 300, to: 282 },
  { minutes: 20, speedKmh: 0, ignition: false, from: 282, to: 282 },
  // Filled in ten minutes.
  { minutes: 10, speedKmh: 0, ignition: false, from: 282, to: 480 },
  { minutes: 20, speedKmh: 0, ignition: false, from: 480, to: 480 },
  { minutes: 60, speedKmh: 70, ignition: true, from: 480, to: 462 },
  { minutes: 60, speedKmh: 0, ignition: false, from: 462, to: 462 },
  // Stolen in eight minutes.
  { minutes: 8, speedKmh: 0, ignition: false, from: 462, to: 372 },
  { minutes: 40, speedKmh: 0, ignition: false, from: 372, to: 372 },
] as const;

function shift(): DeviceRecord[] {
  const records: DeviceRecord[] = [];
  let [minute, metres, usedL] = [0, 0, 5000];
  for (const { minutes, speedKmh, ignition, from, to } of PARTS) {
    for (let n = 1; n <= minutes; n += 1) {
      minute += 1;
      metres += (speedKmh / 60) * 1000;
      if (speedKmh > 0) usedL += 18 / 60;
      records.push(
        said(START_MS + minute * MINUTE_MS, {
          latitudeDeg: 52 + metres / 111_195,
          speedKmh,
          ignition,
          // A sensor that loses its contact for a record.
          attributes: {
            fuelLevelL: minute % 41 === 0 ? 0 : from + ((to - from) * n) / minutes,
            fuelUsedL: usedL,
          },
        }),
      );
    }
  }
  return records;
}

const ask = (name: keyof TrackedFleet['vehicles'], as: number) =>
  api.ask(
    `/api/fuel/vehicles/${fleet.vehicles[name].vehicleId}/?${new URLSearchParams({
      start: new Date(START_MS).toISOString(),
      end: new Date(START_MS + 9 * 60 * MINUTE_MS).toISOString(),
    })}`,
    { as },
  );

async function fuelOfN1() {
  const { status, body } = await ask('n1', fleet.people.manager);
  expect(status, JSON.stringify(body)).toBe(200);
  return contract.fuel.vehicle.answer.parse(body);
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  intake = openIntake(api.services, api.services.bus);
  derivation = startDerivation({ ...api.services, metrics: createMetrics() }, FAST);
});
afterAll(async () => {
  await derivation.stop();
  await intake.close();
  await api.close();
});

describe('the fuel of a vehicle', () => {
  it('[M-P08] has its level, the filling, the suspected theft as an event, and the consumption', async () => {
    const { db } = api.services;
    const sender: Sender = { customerId: fleet.home.customerId, ...fleet.vehicles.n1 };
    const records = shift();
    // The theft arrives first: late records derive the day again.
    const late = records.splice(60, 150);
    await deliver(db, intake, sender, records);
    await deliver(db, intake, sender, late);
    await untilDerived(db, [sender.vehicleId]);
    const answer = await fuelOfN1();
    expect(answer.unit).toBe('L');
    expect(answer.level.times.length).toBeGreaterThan(250);
    expect(answer.events.map(({ kind }) => kind)).toEqual(['drain', 'refuel']);
    const [drain, refuel] = answer.events;
    expect(drain?.volume).toBeCloseTo(90, -1);
    expect(drain).toMatchObject({ unit: 'L', driver: { id: fleet.ann } });
    expect(
      Math.abs(Date.parse(drain?.timestamp ?? '') - (START_MS + 260 * MINUTE_MS)),
    ).toBeLessThan(6 * MINUTE_MS);
    expect(refuel?.volume).toBeCloseTo(198, -1);
    expect(answer.summary.refuelled).toBe(refuel?.volume);
    expect(answer.summary.drained).toBe(drain?.volume);
    // Two trips of an hour, 18 litres and 70 km each.
    expect(answer.summary.used).toBeGreaterThan(34);
    expect(answer.summary.used).toBeLessThan(37);
    expect(answer.summary.used_distance / 1000).toBeCloseTo(140, -1);
    const { rows } = await db.pool.query(
      'select event_code, value from fleet_events where vehicle_id = $1 and event_code = 107',
      [sender.vehicleId],
    );
    expect(rows).toEqual([{ event_code: 107, value: expect.closeTo(90, -1) }]);
  });

  it('[U-P03] is not for others, and empty for a vehicle without a sensor', async () => {
    const { manager, admin, north, plain } = fleet.people;
    expect((await ask('f1', admin)).status).toBe(404);
    expect((await ask('s1', north)).status).toBe(404);
    expect((await ask('n1', plain)).status).toBe(403);
    expect((await ask('x1', manager)).body).toMatchObject({
      unit: null,
      events: [],
      level: { times: [], values: [] },
      summary: { used: null, refuelled: 0, drained: 0 },
    });
  });
});
