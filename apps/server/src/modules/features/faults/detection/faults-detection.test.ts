import { EVENT } from '@roadworthy/domain';
import type { DeviceRecord } from '@roadworthy/protocols';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  deliver,
  drive,
  FAST,
  type Intake,
  openDeriving,
  type Sender,
  said,
  untilStated,
} from '../../../../../test/deriving.ts';
import { withFixture } from '../../../../../test/fixture.ts';
import { makeVehicle } from '../../../../../test/fleet.ts';
import type { TestServices } from '../../../../../test/services.ts';
import { createMetrics } from '../../../../platform/metrics/index.ts';
import { startDerivation } from '../../derivation/index.ts';
import { detectFaults } from '../index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A morning twenty days ago. */
const START = Math.floor(Date.now() / DAY - 20) * DAY + 6 * HOUR;

let services: TestServices;
let place: { customerId: number; depotId: number };
let intake: Intake;
let sender: Sender;

withFixture(
  async () => {
    const opened = await openDeriving();
    const derivation = startDerivation({ ...opened.services, metrics: createMetrics() }, FAST);
    return {
      ...opened,
      close: async () => {
        await derivation.stop();
        await opened.close();
      },
    };
  },
  (started) => {
    ({ services, place, intake } = started);
  },
);

const query = async (text: string, values: unknown[] = []) =>
  (await services.db.pool.query(text, values)).rows;
const at = (day: number, hour = 0) => START + day * DAY + hour * HOUR;
const code = (day: number, hour = 0, codes = 'P0301') =>
  said(at(day, hour), { attributes: { faultCodes: codes } });
/** A drive of twenty minutes in the morning of a day. */
const trip = (day: number) => drive(at(day), 20);
const trips = (...days: number[]) => days.flatMap(trip);

/** Sends packets in this order, and searches for faults after each. */
async function arrive(...packets: DeviceRecord[][]): Promise<void> {
  for (const packet of packets) {
    await deliver(services.db, intake, sender, packet);
    await untilStated(services.db, [sender.vehicleId]);
    await detectFaults(services.db, Date.now());
  }
}

/** Key, first, last, occurrences, end: days after the start. */
async function faults(vehicleId = sender.vehicleId): Promise<string[]> {
  const rows = await query(
    `select * from vehicle_faults where vehicle_id = $1 order by first_seen_at, fault_key`,
    [vehicleId],
  );
  const day = (time: Date) => Math.round(((time.getTime() - START) / DAY) * 100) / 100;
  return rows.map(
    (row) =>
      `${row.fault_key} ${day(row.first_seen_at)}-${day(row.last_seen_at)} x${row.occurrences} ${
        row.ended_at === null ? 'open' : `${row.end_reason} ${day(row.ended_at)}`
      }`,
  );
}

beforeEach(async () => {
  sender = { customerId: place.customerId, ...(await makeVehicle(services.db, place)) };
});

describe('Records that arrive late', () => {
  it('open a fault, and one that has ended meanwhile ends at once, without an alert', async () => {
    await arrive([...trips(0, 2, 4, 6, 10)], [code(3, 2)]);
    expect(await faults()).toEqual(['P0301 3.08-3.08 x1 open']);
    await arrive(trips(11));
    expect(await faults()).toEqual(['P0301 3.08-3.08 x1 gone 10.08']);
    await arrive([code(1, 5, 'P0420')]);
    expect(await faults()).toEqual([
      'P0420 1.21-1.21 x1 gone 8.21',
      'P0301 3.08-3.08 x1 gone 10.08',
    ]);
    const alerts = await query(
      `select f.fault_key from alerts a join vehicle_faults f on f.id = a.fault_id
       where a.vehicle_id = $1`,
      [sender.vehicleId],
    );
    expect(alerts).toEqual([{ fault_key: 'P0301' }]);
  });

  it('continue a fault: its start, occurrences and end are those of all reports', async () => {
    await arrive([...trips(0, 1, 2, 3), code(3, 2), ...trips(4, 5, 6)], [code(1, 2), code(2, 2)]);
    expect(await faults()).toEqual(['P0301 1.08-3.08 x3 open']);
    // Repeated, and with one more of the same hour.
    await arrive([code(1, 2), code(2, 2)], [code(2, 2.5)]);
    expect(await faults()).toEqual(['P0301 1.08-3.08 x3 open']);
  });

  it('make two faults one if they fill the gap between them', async () => {
    await arrive([code(0, 2)], trips(1, 2, 3, 8), [code(9, 2), ...trips(10)]);
    expect(await faults()).toEqual(['P0301 0.08-0.08 x1 gone 7.08', 'P0301 9.08-9.08 x1 open']);
    const [, second] = await query(
      'select id from vehicle_faults where vehicle_id = $1 order by first_seen_at',
      [sender.vehicleId],
    );
    await query(
      `insert into fault_notes (fault_id, customer_id, vehicle_id, note, author)
       values ($1, $2, $3, 'Look', 'Ann')`,
      [second.id, sender.customerId, sender.vehicleId],
    );
    await arrive([code(5, 2)]);
    expect(await faults()).toEqual(['P0301 0.08-9.08 x3 open']);
    expect(
      await query(
        `select n.note from fault_notes n join vehicle_faults f on f.id = n.fault_id
      where f.vehicle_id = $1`,
        [sender.vehicleId],
      ),
    ).toEqual([{ note: 'Look' }]);
  });

  it('give the same faults in whatever order they arrive', async () => {
    const packets = [
      [...trips(0), code(0, 2)],
      [...trips(1), code(1, 2, 'P0301 P0420')],
      [...trips(2, 3, 4, 5, 6, 7)],
      [...trips(8), code(9, 2)],
      [...trips(12, 13, 14, 15, 16, 17)],
    ];
    const found: string[][] = [];
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 0, 3, 1, 0, 2],
      [1, 3, 4, 0, 2],
    ]) {
      sender = { customerId: place.customerId, ...(await makeVehicle(services.db, place)) };
      await arrive(...order.map((n) => packets[n] ?? []));
      found.push(await faults());
    }
    const expected = [
      'P0301 0.08-1.08 x2 gone 8.08',
      'P0420 1.08-1.08 x1 gone 8.08',
      'P0301 9.08-9.08 x1 gone 16.08',
    ];
    expect(found).toEqual(found.map(() => expected));
  });

  it('of before a repair belong to the repaired fault, and those after it are another', async () => {
    await arrive([code(0, 2)], trips(1, 2));
    await query(
      `update vehicle_faults set ended_at = $2, end_reason = 'repaired' where vehicle_id = $1`,
      [sender.vehicleId, new Date(at(4))],
    );
    await arrive(trips(6), [code(3, 2)], [code(5, 2)]);
    expect(await faults()).toEqual(['P0301 0.08-3.08 x2 repaired 4', 'P0301 5.08-5.08 x1 open']);
  });

  it('tell of an alarm of the camera whose end arrived first', async () => {
    const alarm = (day: number, hour: number) =>
      said(at(day, hour), { events: [{ code: EVENT.videoStorageFault, kind: 'state' }] });
    const quiet = (day: number, hour: number) => said(at(day, hour));
    await arrive([quiet(0, 1), quiet(1, 3), quiet(1, 4), quiet(4, 1)], [alarm(1, 1), alarm(1, 2)]);
    expect(await faults()).toEqual(['storage 1.04-1.08 x1 gone 3.08']);
  });

  it('of a low pressure end it where the sensor reported enough, though that arrived first', async () => {
    await query(`update vehicles set type = 'STR', kind = 'rigid', axles = 2 where id = $1`, [
      sender.vehicleId,
    ]);
    await query(
      `insert into vehicle_tyres (vehicle_id, customer_id, pressures_kpa, low_pressure_pct)
       values ($1, $2, '{800,800}', 20)`,
      [sender.vehicleId, sender.customerId],
    );
    const pressure = (hour: number, kpa: number) =>
      said(at(0, hour), { attributes: { tyre1PressureKpa: kpa } });
    await arrive([pressure(0, 800), pressure(6, 790)], [pressure(3, 600), pressure(2, 500)]);
    expect(await faults()).toEqual(['Axle 1 nearside 0.08-0.13 x1 gone 0.25']);
    const [row] = await query(
      'select pressure_kpa, severity from vehicle_faults where vehicle_id = $1',
      [sender.vehicleId],
    );
    expect(row).toEqual({ pressure_kpa: 500, severity: 'minor' });
  });
});
