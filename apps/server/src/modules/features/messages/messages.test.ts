import {
  encodeGt06CommandAnswer,
  encodeGt06Login,
  encodeJt808Answer,
  encodeJt808Register,
  encodeTeltonikaAnswer,
  encodeTeltonikaCommand,
  encodeTeltonikaLogin,
  jt808Address,
} from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { TestDevice, until } from '../../../../test/device.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import { withGatewayApi } from '../../../../test/gateway-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import type { Gateway } from '../../../gateway/index.ts';
import { MessagesService } from './messages.service.ts';

let api: TestApi;
let fleet: TrackedFleet;
let gateway: Gateway;
let open: TestDevice[];

withGatewayApi((opened) => {
  ({ api, fleet, gateway, open } = opened);
});

interface Message {
  readonly state: string;
  readonly answer: string | null;
  readonly failure: string | null;
}

async function call(method: 'GET' | 'POST', vehicle: number, body?: object, as?: number) {
  const answer = await fetch(`${api.url}/api/vehicle/message/?vehicle=${vehicle}`, {
    method,
    headers: {
      authorization: `Bearer ${await api.token(as ?? fleet.people.manager)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as { readonly results: readonly Message[] };
  return { status: answer.status, body: read };
}
const send = (vehicle: number, message: string, as?: number) =>
  call('POST', vehicle, { message }, as);
async function states(vehicle: number): Promise<string[]> {
  const { body } = await call('GET', vehicle);
  return body.results.map(({ state }) => state);
}
async function connect(port: number): Promise<TestDevice> {
  const device = await TestDevice.connect(port);
  open.push(device);
  return device;
}
async function teltonika(number: string): Promise<TestDevice> {
  const device = await connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(number));
  expect(await device.answer(1)).toEqual(Buffer.from([1]));
  return device;
}
const vehicleOf = (protocol: 'teltonika' | 'gt06' | 'jt808' | 'osmand', number?: string) =>
  makeVehicle(
    api.services.db,
    fleet.home,
    number === undefined ? { protocol } : { protocol, number },
  );

describe('messages to a vehicle', () => {
  it('[M-05] [M-P04] [R-139] wait for the device, are sent one by one, and store its answers', async () => {
    const vehicle = await vehicleOf('teltonika');
    expect(await send(vehicle.vehicleId, 'getver')).toMatchObject({
      status: 202,
      body: { state: 'queued' },
    });
    await send(vehicle.vehicleId, 'Rückruf\nnow');
    expect(await states(vehicle.vehicleId)).toEqual(['queued', 'queued']);
    const device = await teltonika(vehicle.number);
    const first = encodeTeltonikaCommand('getver');
    expect(await device.answer(first.length)).toEqual(first);
    expect(device.answered).toBe(0);
    device.send(encodeTeltonikaAnswer('Ver:03.27'));
    const second = encodeTeltonikaCommand('Ruckruf now');
    expect(await device.answer(second.length)).toEqual(second);
    device.send(encodeTeltonikaAnswer('OK'));
    await until(async () => (await states(vehicle.vehicleId)).every((s) => s === 'delivered'));
    const { body } = await call('GET', vehicle.vehicleId);
    expect(body.results.map(({ answer }) => answer)).toEqual(['OK', 'Ver:03.27']);
  });

  it('[M-05] reach a connected device at once', async () => {
    const vehicle = await vehicleOf('teltonika');
    const device = await teltonika(vehicle.number);
    await send(vehicle.vehicleId, 'hello');
    const bytes = encodeTeltonikaCommand('hello');
    expect(await device.answer(bytes.length)).toEqual(bytes);
    await until(async () => (await states(vehicle.vehicleId))[0] === 'sent');
  });

  it('[M-05] are sent up to three times, on each connection, until the device answers', async () => {
    const vehicle = await vehicleOf('teltonika');
    await send(vehicle.vehicleId, 'again');
    const bytes = encodeTeltonikaCommand('again');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const device = await teltonika(vehicle.number);
      expect(await device.answer(bytes.length)).toEqual(bytes);
      device.end();
    }
    const device = await teltonika(vehicle.number);
    await new Promise((done) => setTimeout(done, 300));
    expect(device.answered).toBe(0);
    expect(await states(vehicle.vehicleId)).toEqual(['sent']);
  });

  it('[M-05] support JT/T 808, and report a refusal by the terminal', async () => {
    const vehicle = await vehicleOf('jt808', '13800138777');
    const address = jt808Address(vehicle.number);
    const device = await connect(gateway.addresses.jt808);
    await send(vehicle.vehicleId, 'Call the depot');
    device.send(encodeJt808Register(address, 1));
    await until(() => device.received().includes(Buffer.from('Call the depot', 'latin1')));
    const text = device.received().indexOf(Buffer.from([0x7e, 0x83, 0x00]));
    const serial = device.received().readUInt16BE(text + 11);
    device.send(encodeJt808Answer(address, { id: 0x8300, serial }, 1, 2));
    await until(async () => (await states(vehicle.vehicleId))[0] === 'failed');
    const { body } = await call('GET', vehicle.vehicleId);
    expect(body.results[0]).toMatchObject({ failure: 'refused' });
  });

  it('[M-05] support GT06', async () => {
    const vehicle = await vehicleOf('gt06');
    const device = await connect(gateway.addresses.gt06);
    device.send(encodeGt06Login(vehicle.number, 1));
    await send(vehicle.vehicleId, 'STATUS#');
    await until(() => device.received().includes(Buffer.from('STATUS#', 'latin1')));
    device.send(encodeGt06CommandAnswer('Battery OK', 2));
    await until(async () => (await states(vehicle.vehicleId))[0] === 'delivered');
  });

  it('[M-05] fail at once if no device accepts them', async () => {
    const phone = await vehicleOf('osmand');
    expect(await send(phone.vehicleId, 'hello')).toMatchObject({ body: { state: 'failed' } });
    const bare = await vehicleOf('teltonika');
    await api.services.db.pool.query('update trackers set vehicle_id = null where id = $1', [
      bare.trackerId,
    ]);
    await send(bare.vehicleId, 'hello');
    const reasons = await Promise.all(
      [phone, bare].map(async ({ vehicleId }) => (await call('GET', vehicleId)).body.results[0]),
    );
    expect(reasons.map((one) => one?.failure)).toEqual(['not_supported', 'no_tracker']);
  });

  it('[M-P04] have 1 to 160 characters', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    expect((await send(vehicleId, '   ')).status).toBe(400);
    expect((await send(vehicleId, 'x'.repeat(161))).status).toBe(400);
    expect((await send(vehicleId, 'x'.repeat(160))).status).toBe(202);
  });

  it('[U-P03] need a visible vehicle and write permission', async () => {
    expect((await send(fleet.vehicles.f1.vehicleId, 'hello')).status).toBe(404);
    expect((await call('GET', fleet.vehicles.f1.vehicleId)).status).toBe(404);
    const { north, readonly } = fleet.people;
    expect((await send(fleet.vehicles.s1.vehicleId, 'hello', north)).status).toBe(404);
    expect((await send(fleet.vehicles.n1.vehicleId, 'hello', readonly)).status).toBe(403);
  });

  it('[M-05] expire after a week of waiting', async () => {
    const vehicle = await vehicleOf('teltonika');
    await send(vehicle.vehicleId, 'hello');
    const service = new MessagesService(api.services.db, api.services.bus);
    await service.expire(Date.now() + 6.9 * 86_400_000);
    expect(await states(vehicle.vehicleId)).toEqual(['queued']);
    await service.expire(Date.now() + 7.1 * 86_400_000);
    expect(await states(vehicle.vehicleId)).toEqual(['expired']);
  });
});
