import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../../test/device.ts';
import { NATS_SERVER, type NatsCluster, startNats } from '../../../../../test/nats.ts';
import { type Destination, openDestination, type Target } from './index.ts';

const open: Destination[] = [];
const heard: { readonly subject: string; readonly body: string }[] = [];
let nats: NatsCluster;
let listener: NatsConnection;

async function destination(rest: Partial<Target> = {}) {
  const opened = await openDestination({
    ...{ streamId: 7, kind: 'nats', address: nats.url, topic: 'fleet.uk', mqttVersion: '5' },
    ...{ natsMode: 'core', username: '', password: '', secrets: () => [], allowPrivate: true },
    ...rest,
  });
  open.push(opened);
  return opened;
}
const row = (id: number, vehicleId: number) => ({
  ...{ id, deleted: false, vehicle: { id: vehicleId, registration: 'N1' } },
});
async function listen() {
  listener = await connect({ servers: nats.url });
  listener.subscribe('>', {
    callback: (_error, message) => {
      if (message.subject.startsWith('fleet.')) {
        heard.push({ subject: message.subject, body: message.string() });
      }
    },
  });
  await listener.flush();
}

afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

describe.skipIf(NATS_SERVER === null)('a NATS server', () => {
  beforeAll(async () => {
    nats = await startNats();
    await listen();
  });
  afterAll(async () => {
    await listener.close();
    await nats.close();
  });

  it('passes records on in order without JetStream', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => row(n, 1 + (n % 2)));
    const core = await destination();
    await core.send({ feed: 'trips', rows });
    await until(() => heard.length === 300);
    expect(heard.map(({ body }) => (JSON.parse(body) as { id: number }).id)).toEqual(
      rows.map(({ id }) => id),
    );
    expect(heard[1]?.subject).toBe('fleet.uk.trips.2');
    await core.send({ feed: 'test', rows: [] });
    await until(() => heard.at(-1)?.subject === 'fleet.uk.test');
  });

  it('stores records in order by JetStream, and says that no stream stores them', async () => {
    // A subscriber would be waited for.
    await listener.close();
    const stored = await destination({ natsMode: 'jetstream' });
    const rows = Array.from({ length: 300 }, (_, n) => row(n, 1));
    await expect(stored.send({ feed: 'trips', rows })).rejects.toThrow('outgoing_stream.no_stream');
    await listen();
    const manager = await jetstreamManager(listener);
    await manager.streams.add({ name: 'fleet', subjects: ['fleet.>'] });
    await stored.send({ feed: 'trips', rows });
    expect((await manager.streams.info('fleet')).state.messages).toBe(300);
    const last = await manager.streams.getMessage('fleet', { last_by_subj: 'fleet.uk.trips.1' });
    expect(last?.json<{ id: number }>().id).toBe(299);
    await manager.streams.delete('fleet');
  });

  it('acknowledges nothing that it did not receive', async () => {
    const core = await destination();
    await nats.nodes[0]?.stop();
    await expect(core.send({ feed: 'trips', rows: [row(1, 1)] })).rejects.toThrow(/^webhook\./);
    await expect(destination()).rejects.toThrow('webhook.connection_failed');
    await nats.nodes[0]?.start();
    await (await destination()).send({ feed: 'trips', rows: [row(2, 1)] });
    await listen();
  });

  it('is not reached in a private network', async () => {
    await expect(destination({ allowPrivate: false })).rejects.toThrow('webhook.private_network');
  });
});
