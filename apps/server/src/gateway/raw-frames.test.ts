import { encodeGt06Login, encodeGt06Position } from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import { movingAt } from '../../test/moving-vehicle.ts';
import type { TestServices } from '../../test/services.ts';
import { trimFrames } from '../modules/features/raw-data/raw-data-frames.repository.ts';
import type { Gateway } from './index.ts';

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
});

const position = movingAt(Math.floor(Date.now() / 1000) * 1000 - 5000);
/** A valid GT06 frame (28, cells of a mobile network) without a record. */
const CELLS = Buffer.from('787815281a0304101e1e00ea0a12340056782a000003e2640d0a', 'hex');

interface Kept {
  kind: string;
  understood: boolean;
  content: Buffer;
}

async function framesOf({ trackerId }: TestVehicle): Promise<Kept[]> {
  const { rows } = await services.db.pool.query<Kept>(
    'select kind, understood, content from raw_frames where tracker_id = $1 order by received_at, id',
    [trackerId],
  );
  return rows;
}

const vehicle = (number: string) => makeVehicle(services.db, place, { number, protocol: 'gt06' });

async function login(number: string) {
  const device = await TestDevice.connect(gateway.addresses.gt06);
  device.send(encodeGt06Login(number, 1));
  await device.answer(10);
  return device;
}

describe('raw frames', () => {
  it('stores the frames of a device as bytes, outside the path of acknowledgement', async () => {
    const one = await vehicle('353419036066701');
    const device = await login(one.number);
    const frame = encodeGt06Position(position, 2);
    device.send(frame);
    await device.answer(10);
    await until(async () => (await framesOf(one)).length === 2);
    const [first, second] = await framesOf(one);
    expect(first).toMatchObject({ kind: '01', understood: true });
    expect(second).toMatchObject({ kind: '22', understood: true });
    expect(second?.content.toString('hex')).toBe(frame.toString('hex'));
  });

  it('stores an undecodable frame before it is acknowledged, and counts it', async () => {
    const one = await vehicle('353419036066702');
    const device = await login(one.number);
    device.send(Buffer.concat([CELLS, encodeGt06Position(position, 4)]));
    // The position behind it is answered in order: by then the frame is stored.
    await device.answer(10);
    const kept = await framesOf(one);
    expect(kept).toMatchObject([{ kind: '28', understood: false }]);
    expect(kept[0]?.content.toString('hex')).toBe(CELLS.toString('hex'));
    expect(await services.metrics.registry.metrics()).toContain(
      'roadworthy_gateway_frames_not_understood_total{protocol="gt06"} 1',
    );
  });

  it('trims to the limit of each device, and counts undecodable frames separately', async () => {
    const one = await vehicle('353419036066703');
    await services.db.pool.query(
      `insert into raw_frames (customer_id, tracker_id, vehicle_id, protocol, kind, understood,
         offset_min, received_at, content)
       select $1, $2, $3, 'gt06', n::text, n > 1, 0, now() - make_interval(mins => n), '\\x00'
       from generate_series(1, 5) n`,
      [place.customerId, one.trackerId, one.vehicleId],
    );
    await trimFrames(services.db, { perDevice: 2, days: 14 });
    expect((await framesOf(one)).map(({ kind }) => kind)).toEqual(['3', '2', '1']);
  });
});
