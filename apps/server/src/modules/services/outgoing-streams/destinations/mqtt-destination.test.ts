import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../../test/device.ts';
import { MOSQUITTO, TestBroker } from '../../../../../test/mosquitto.ts';
import { type Destination, openDestination, type Target } from './index.ts';

const open: Destination[] = [];
let broker: TestBroker;

const target = (rest: Partial<Target> = {}): Target => ({
  ...{ streamId: 7, kind: 'mqtt', address: `mqtt://127.0.0.1:${broker.port}`, topic: 'fleet/uk' },
  ...{
    mqttVersion: '5',
    natsMode: 'core',
    username: 'fleet',
    password: 's3cret',
    secrets: () => [],
  },
  ...{ allowPrivate: true, ...rest },
});
async function connect(rest: Partial<Target> = {}) {
  const destination = await openDestination(target(rest));
  open.push(destination);
  return destination;
}
const row = (id: number, vehicleId: number) => ({
  ...{ id, deleted: false, vehicle: { id: vehicleId, registration: 'N1' } },
});

afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

describe.skipIf(MOSQUITTO === null)('an MQTT broker', () => {
  beforeAll(async () => {
    broker = await TestBroker.start('max_inflight_messages 7\nmessage_size_limit 5000');
  });
  afterAll(() => broker.close());

  it.each(['3.1.1', '5'] as const)('receives records in order by MQTT %s', async (mqttVersion) => {
    broker.heard.length = 0;
    const destination = await connect({ mqttVersion });
    const rows = Array.from({ length: 500 }, (_, n) => row(n, 1 + (n % 3)));
    await destination.send({ feed: 'trips', rows });
    await until(() => broker.heard.length === 500);
    for (const vehicle of [1, 2, 3]) {
      const ids = broker.heard
        .filter(({ topic }) => topic === `fleet/uk/trips/${vehicle}`)
        .map(({ body }) => (JSON.parse(body) as { id: number }).id);
      expect(ids).toEqual(rows.filter((one) => one.vehicle.id === vehicle).map(({ id }) => id));
    }
    await destination.send({ feed: 'test', rows: [] });
    await until(() => broker.heard.at(-1)?.topic === 'fleet/uk/test');
  });

  it.each(['3.1.1', '5'] as const)('refuses a wrong password by MQTT %s', async (mqttVersion) => {
    await expect(connect({ mqttVersion, password: 'wrong' })).rejects.toThrow(
      'outgoing_stream.credentials_refused',
    );
  });

  it('acknowledges nothing that it refused or did not receive', async () => {
    const large = await connect();
    await expect(
      large.send({ feed: 'trips', rows: [{ ...row(1, 1), text: 'x'.repeat(6000) }] }),
    ).rejects.toThrow(/outgoing_stream.message_refused|webhook.connection_failed/);
    const destination = await connect();
    await broker.kill();
    await expect(destination.send({ feed: 'trips', rows: [row(1, 1)] })).rejects.toThrow(
      'webhook.connection_failed',
    );
    await expect(connect()).rejects.toThrow('webhook.connection_failed');
    await broker.run();
    broker.heard.length = 0;
    await (await connect()).send({ feed: 'trips', rows: [row(2, 1)] });
    await until(() => broker.heard.length === 1);
  });

  it('is not reached in a private network, nor by an unknown name', async () => {
    await expect(connect({ allowPrivate: false })).rejects.toThrow('webhook.private_network');
    await expect(connect({ address: 'mqtt://no-such-host.invalid' })).rejects.toThrow(
      'webhook.host_unknown',
    );
  });
});
