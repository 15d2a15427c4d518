import type { DeviceRecord } from '@roadworthy/protocols';
import { afterAll, describe, expect, it } from 'vitest';
import {
  digestOf,
  FAST,
  forgetVehicle,
  type Intake,
  openDeriving,
  openIntake,
  rowsOf,
  type Sender,
  said,
  untilDerived,
} from '../../../../test/deriving.ts';
import { withFixture } from '../../../../test/fixture.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import { randoms } from '../../../../test/random.ts';
import type { TestServices } from '../../../../test/services.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';
import { type RunningDerivation, startDerivation } from './index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Yesterday 22:00 UTC, so that the tested day includes midnight. */
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS - 2 * 3_600_000;

let services: TestServices;
let place: { customerId: number; depotId: number };
let intake: Intake;
let derivation: RunningDerivation;

async function makeSender(): Promise<Sender> {
  const vehicle = await makeVehicle(services.db, place);
  return { customerId: place.customerId, ...vehicle };
}

/** Each start acts as a separate process with its own metrics. */
const start = () => startDerivation({ ...services, metrics: createMetrics() }, FAST);

async function restart(): Promise<void> {
  await derivation.stop();
  derivation = start();
}

withFixture(openDeriving, (opened) => {
  ({ services, place, intake } = opened);
  derivation = start();
});
afterAll(() => derivation.stop());

/** Five hours of work: drives of 15 minutes with stops, harsh events, a tag, pairs of records. */
function shift(): DeviceRecord[] {
  const records: DeviceRecord[] = [];
  let latitudeDeg = 52;
  for (let minute = 0; minute < 300; minute += 1) {
    const drives = minute % 40 < 15;
    const speedKmh = drives ? 40 + ((minute * 7) % 50) : 0;
    latitudeDeg += (speedKmh / 60 / 111.195) * (minute < 150 ? 1 : -1);
    const timeMs = START_MS + minute * MINUTE_MS;
    const common = {
      latitudeDeg,
      speedKmh: speedKmh + 0.3,
      ignition: minute % 40 < 22,
      driverTag: minute > 100 ? 'TAG-1' : null,
      externalVoltageV: minute % 97 === 0 ? 1.2 : 13.7,
    };
    records.push(said(timeMs, common));
    // The record of an event has the same time as a position.
    if (minute % 50 === 7) {
      const events = [{ code: 41, kind: 'pulse' as const }];
      records.push(said(timeMs, { ...common, events, attributes: { n: minute } }));
    }
  }
  return records;
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const result = [...values];
  for (let n = result.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [result[n], result[other]] = [result[other] as T, result[n] as T];
  }
  return result;
}

describe('any order of arrival', () => {
  it('[M-P08] a day sent three times and in a hundred random orders gives the same digest', async () => {
    const sender = await makeSender();
    const day = shift();
    const send = async (records: readonly DeviceRecord[], packet: number) => {
      for (let at = 0; at < records.length; at += packet) {
        await intake.send(sender, records.slice(at, at + packet));
      }
    };
    for (let times = 0; times < 3; times += 1) await send(day, 10);
    await untilDerived(services.db, [sender.vehicleId]);
    const rows = await rowsOf(services.db, sender.vehicleId);
    expect(rows.trips.length).toBeGreaterThan(6);
    expect(rows.events.length).toBeGreaterThan(20);
    const expected = await digestOf(services.db, sender.vehicleId);

    const random = randoms(7);
    for (let order = 0; order < 100; order += 1) {
      await intake.close();
      await derivation.stop();
      await forgetVehicle(services.db, sender.vehicleId);
      intake = openIntake(services, services.bus);
      derivation = start();
      await send(shuffled(day, random), 30 + Math.floor(random() * 200));
      await untilDerived(services.db, [sender.vehicleId]);
      expect(await digestOf(services.db, sender.vehicleId)).toBe(expected);
    }
  }, 600_000);

  it('[M-P08] a restart in the middle changes no result', async () => {
    const sender = await makeSender();
    const day = shift();
    await intake.send(sender, day);
    await untilDerived(services.db, [sender.vehicleId]);
    const expected = await rowsOf(services.db, sender.vehicleId);
    await derivation.stop();
    await forgetVehicle(services.db, sender.vehicleId);
    await intake.close();
    intake = openIntake(services, services.bus);
    derivation = start();
    for (let at = 0; at < day.length; at += 31) {
      await intake.send(sender, day.slice(at, at + 31));
      if (at % 4 === 0) await restart();
    }
    await untilDerived(services.db, [sender.vehicleId]);
    expect(await rowsOf(services.db, sender.vehicleId)).toEqual(expected);
  });
});
