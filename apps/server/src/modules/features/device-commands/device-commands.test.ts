import {
  encodeJt808Answer,
  encodeJt808Register,
  encodeTeltonikaAnswer,
  encodeTeltonikaCommand,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  jt808Address,
} from '@roadworthy/protocols';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { TestDevice, until } from '../../../../test/device.ts';
import { makeVehicle, type TestVehicle } from '../../../../test/fleet.ts';
import { withGatewayApi } from '../../../../test/gateway-api.ts';
import { PASSWORD } from '../../../../test/people.ts';
import { setState, type TrackedFleet } from '../../../../test/tracked-fleet.ts';
import type { Gateway } from '../../../gateway/index.ts';
import { endOpenCommands } from './device-commands.repository.ts';

let api: TestApi;
let fleet: TrackedFleet;
let gateway: Gateway;
let vehicle: TestVehicle;
let open: TestDevice[];

withGatewayApi((opened) => {
  ({ api, fleet, gateway, open } = opened);
});
beforeEach(async () => {
  vehicle = await makeVehicle(api.services.db, fleet.home, { protocol: 'teltonika' });
});

interface Command {
  readonly id: number;
  readonly state: string;
  readonly failure: string | null;
  readonly answer: string | null;
  readonly ended_at: string | null;
}

async function call<T = Command>(method: string, path: string, body?: object, as?: number) {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await api.token(as ?? fleet.people.manager)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? {} : JSON.parse(text)) as T & {
      readonly code?: string;
      readonly error_codes?: Record<string, string[]>;
    },
  };
}
const send = (instruction: object, more: object = {}, as?: number, vehicleId?: number) =>
  call(
    'POST',
    `/api/vehicle/${vehicleId ?? vehicle.vehicleId}/commands/`,
    { instruction, ...more },
    as,
  );
async function commandsOf(vehicleId = vehicle.vehicleId): Promise<readonly Command[]> {
  const { body } = await call<{ results: Command[] }>(
    'GET',
    `/api/device_commands/?vehicle=${vehicleId}`,
  );
  return body.results;
}
const latest = async () => (await commandsOf())[0];

async function teltonika(number = vehicle.number): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  open.push(device);
  device.send(encodeTeltonikaLogin(number));
  expect(await device.answer(1)).toEqual(Buffer.from([1]));
  return device;
}
/** Waits for a command with this text. */
async function receives(device: TestDevice, text: string): Promise<void> {
  const bytes = encodeTeltonikaCommand(text);
  expect(await device.answer(bytes.length)).toEqual(bytes);
}
/** Reports a position; returns when it is acknowledged. */
async function reports(device: TestDevice, speedKmh: number): Promise<void> {
  device.send(
    encodeTeltonikaPacket([
      { timeMs: Date.now(), latitudeDeg: 52.2, longitudeDeg: -1.1, satellites: 9, speedKmh },
    ]),
  );
  await device.answer(4);
}
async function setRelay(vehicleOf: TestVehicle, body: object = {}): Promise<void> {
  const changed = await call(
    'PUT',
    `/api/administration/trackers/${vehicleOf.trackerId}/command_settings/`,
    { immobiliser_output: 1, immobiliser_cuts_when_on: true, ...body },
    fleet.people.admin,
  );
  expect(changed.status).toBe(200);
}
const CONFIRMED = { reason: 'Stolen, police informed', password: PASSWORD };

describe('commands to a device', () => {
  it('wait for the device, are sent once, and store its answer', async () => {
    expect(await send({ kind: 'firmware' })).toMatchObject({
      status: 202,
      body: { state: 'waiting', waits_for_stop: false, created_by: 'Ada Hill' },
    });
    await send({ kind: 'custom', text: 'getio' });
    const device = await teltonika();
    await receives(device, 'getver');
    expect(device.answered).toBe(0);
    device.send(encodeTeltonikaAnswer('Ver:03.27'));
    await receives(device, 'getio');
    device.send(encodeTeltonikaAnswer('DI1:0'));
    await until(async () => (await commandsOf()).every(({ state }) => state === 'confirmed'));
    expect((await commandsOf()).map(({ answer }) => answer)).toEqual(['DI1:0', 'Ver:03.27']);
  });

  it('that a device does not answer are not sent again', async () => {
    await send({ kind: 'firmware' });
    const first = await teltonika();
    await receives(first, 'getver');
    first.end();
    // As after a kill of the gateway: nobody waits for the answer any more.
    await api.services.db.pool.query(
      `update device_commands set sent_at = now() - interval '1 hour' where vehicle_id = $1`,
      [vehicle.vehicleId],
    );
    const second = await teltonika();
    await send({ kind: 'position' });
    await receives(second, 'getgps');
    await api.services.db.asSystem((trx) => endOpenCommands(trx));
    expect((await commandsOf()).map(({ state, failure }) => [state, failure])).toEqual([
      ['sent', null],
      ['failed', 'no_answer'],
    ]);
  });

  it('end as sent for a device that answers nothing', async () => {
    const device = await teltonika();
    await send({ kind: 'reboot' });
    await receives(device, 'cpureset');
    await until(async () => (await latest())?.ended_at !== null);
    expect(await latest()).toMatchObject({ state: 'sent', failure: null });
  });

  it('reach terminals of JT/T 808, which may refuse', async () => {
    const terminal = await makeVehicle(api.services.db, fleet.home, {
      protocol: 'jt808',
      number: '13800138555',
    });
    const address = jt808Address(terminal.number);
    const device = await TestDevice.connect(gateway.addresses.jt808);
    open.push(device);
    await send({ kind: 'interval', seconds: 30 }, {}, undefined, terminal.vehicleId);
    device.send(encodeJt808Register(address, 1));
    const begin = Buffer.from([0x7e, 0x81, 0x03]);
    await until(() => device.received().includes(begin));
    const serial = device.received().readUInt16BE(device.received().indexOf(begin) + 11);
    device.send(encodeJt808Answer(address, { id: 0x8103, serial }, 1, 2));
    await until(async () => (await commandsOf(terminal.vehicleId))[0]?.state === 'failed');
    expect((await commandsOf(terminal.vehicleId))[0]).toMatchObject({ failure: 'refused' });
  });

  it('can be cancelled while they wait, and expire', async () => {
    const { body } = await send({ kind: 'firmware' });
    expect(await call('POST', `/api/device_commands/${body.id}/cancel/`, {})).toMatchObject({
      body: { state: 'cancelled' },
    });
    expect(await call('POST', `/api/device_commands/${body.id}/cancel/`, {})).toMatchObject({
      status: 409,
      body: { code: 'device_command.not_waiting' },
    });
    await send({ kind: 'reboot' });
    await api.services.db.pool.query(
      `update device_commands set expires_at = now() - interval '1 second' where vehicle_id = $1`,
      [vehicle.vehicleId],
    );
    const device = await teltonika();
    await api.services.db.asSystem((trx) => endOpenCommands(trx));
    expect((await commandsOf()).map(({ state }) => state)).toEqual(['expired', 'cancelled']);
    expect(device.answered).toBe(0);
  });

  it('do not follow a device to another vehicle', async () => {
    await send({ kind: 'firmware' });
    const other = await makeVehicle(api.services.db, fleet.home, { protocol: 'gt06' });
    await api.services.db.pool.query('update trackers set vehicle_id = $2 where id = $1', [
      vehicle.trackerId,
      other.vehicleId,
    ]);
    await api.services.db.asSystem((trx) => endOpenCommands(trx));
    expect(await latest()).toMatchObject({ state: 'failed', failure: 'device_moved' });
  });
});

describe('immobilising a vehicle', () => {
  it('waits for a stop, and acts then', async () => {
    await setRelay(vehicle);
    const device = await teltonika();
    await reports(device, 62);
    expect(await send({ kind: 'immobilise' }, CONFIRMED)).toMatchObject({
      status: 202,
      body: { state: 'waiting', waits_for_stop: true },
    });
    await reports(device, 41);
    // Another command does not wait behind it.
    await send({ kind: 'firmware' });
    await receives(device, 'getver');
    device.send(encodeTeltonikaAnswer('Ver:1'));
    expect((await commandsOf()).find(({ answer }) => answer === null)?.state).toBe('waiting');
    await reports(device, 0);
    await receives(device, 'setdigout 1');
    device.send(encodeTeltonikaAnswer('DOUTS are set to:1'));
    await until(async () => (await commandsOf()).every(({ state }) => state === 'confirmed'));
  });

  it('acts at once if the last position is fresh and stands still, and on no other one', async () => {
    await setRelay(vehicle);
    const { db } = api.services;
    await setState(db, fleet.home.customerId, vehicle, { ageS: 1000, speedKmh: 0 });
    await send({ kind: 'immobilise' }, CONFIRMED);
    const device = await teltonika();
    await send({ kind: 'firmware' });
    await receives(device, 'getver');
    device.send(encodeTeltonikaAnswer('Ver:1'));
    await until(async () => (await latest())?.state === 'confirmed');
    expect((await commandsOf())[1]?.state).toBe('waiting');
    device.end();
    await setState(db, fleet.home.customerId, vehicle, { ageS: 20, speedKmh: 0 });
    await receives(await teltonika(), 'setdigout 1');
  });

  it('needs its permission, a reason, the password and a configured output', async () => {
    expect(await send({ kind: 'immobilise' }, CONFIRMED)).toMatchObject({
      status: 409,
      body: { code: 'device_command.needs_immobiliser_output' },
    });
    await setRelay(vehicle);
    expect(await send({ kind: 'immobilise' }, { ...CONFIRMED, reason: ' ' })).toMatchObject({
      status: 400,
      body: { error_codes: { reason: ['device_command.reason_required'] } },
    });
    expect(await send({ kind: 'immobilise' }, { reason: 'x', password: 'wrong' })).toMatchObject({
      status: 400,
      body: { error_codes: { password: ['account.password_wrong'] } },
    });
    await api.services.db.pool.query(
      `delete from user_modules where user_id = $1 and module = 'Immobilise'`,
      [fleet.people.region],
    );
    api.services.bus.publish('users.changed', { userId: fleet.people.region });
    expect((await send({ kind: 'immobilise' }, CONFIRMED, fleet.people.region)).status).toBe(403);
    expect((await send({ kind: 'firmware' }, {}, fleet.people.readonly)).status).toBe(403);
    expect(await commandsOf()).toEqual([]);
  });

  it('is refused twice, and cancelled by its opposite', async () => {
    await setRelay(vehicle, { immobiliser_output: 2, immobiliser_cuts_when_on: false });
    await send({ kind: 'immobilise' }, CONFIRMED);
    expect(await send({ kind: 'immobilise' }, CONFIRMED)).toMatchObject({ status: 409 });
    await send({ kind: 'mobilise' }, CONFIRMED);
    expect((await commandsOf()).map(({ state }) => state)).toEqual(['waiting', 'cancelled']);
    await receives(await teltonika(), 'setdigout ?1');
  });
});

describe('many and others', () => {
  it('requests the positions of the visible vehicles whose devices have that', async () => {
    const phone = await makeVehicle(api.services.db, fleet.home, { protocol: 'osmand' });
    const { body } = await call<{ queued: number; without: { id: number }[] }>(
      'POST',
      '/api/device_commands/positions/',
      { vehicles: [vehicle.vehicleId, phone.vehicleId, fleet.vehicles.f1.vehicleId] },
    );
    expect(body.queued).toBe(1);
    expect(body.without.map(({ id }) => id)).toEqual([phone.vehicleId]);
    await receives(await teltonika(), 'getgps');
  });

  it('need a visible vehicle, and are recorded in the audit log', async () => {
    expect(
      (await send({ kind: 'firmware' }, {}, undefined, fleet.vehicles.f1.vehicleId)).status,
    ).toBe(404);
    const { body } = await send({ kind: 'output', output: 2, on: true });
    const { rows } = await api.services.db.pool.query(
      `select after from audit_entries where subject_kind = 'device_command' and subject_id = $1`,
      [String(body.id)],
    );
    expect(rows[0]?.after).toMatchObject({ kind: 'output', output: 2, on: true });
    const offers = await call<{
      devices: { is_connected: boolean; commands: { kind: string }[] }[];
    }>('GET', `/api/vehicle/${vehicle.vehicleId}/commands/`);
    expect(offers.body.devices[0]?.commands.map(({ kind }) => kind)).toContain('immobilise');
  });
});
