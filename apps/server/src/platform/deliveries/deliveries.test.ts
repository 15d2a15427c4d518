import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/device.ts';
import { freePort } from '../../../test/free-port.ts';
import { testDatabase } from '../../../test/harness.ts';
import { type TestMailServer, testMailServer } from '../../../test/mail-server.ts';
import { buildServer, ServerProcess, type TestBundle } from '../../../test/server-process.ts';
import { type TestServices, testServices } from '../../../test/services.ts';
import { enqueueMail, Undeliverable } from './index.ts';
import { deleteEnded, enqueueDeliveries } from './repository.ts';
import { MAX_ATTEMPTS, resultOf } from './retry.ts';

const WAIT_MS = 30_000;
let services: TestServices;
let server: TestMailServer;

beforeEach(async () => {
  server = await testMailServer();
  services = await testServices({ SMTP_URL: server.url });
});
afterEach(async () => {
  server.release();
  await services.close();
  await server.close();
});

const mailTo = (to: string, subject = 'Test') => ({ to, subject, text: 'Text', html: '<p>Text' });
const enqueue = (to: string, ...options: [Parameters<typeof enqueueMail>[3]?]) =>
  services.db.asSystem((trx) => enqueueMail(trx, null, mailTo(to), ...options));
const rows = async () =>
  (await services.db.pool.query('select * from deliveries order by id')).rows;
const makeDue = () => services.db.pool.query('update deliveries set next_attempt_at = now()');
const recipients = () => server.received.map(({ to }) => [to].flat()[0]?.text).sort();

describe('a delivery', () => {
  it('is sent by the worker, and keeps no content afterwards', async () => {
    await services.jobs.start({ work: true });
    await enqueue('ana@mail.test');
    await until(async () => (await rows())[0]?.state === 'sent', WAIT_MS);
    expect(recipients()).toEqual(['ana@mail.test']);
    expect((await rows())[0]).toMatchObject({ attempts: 1, content: null, failure: null });
  });

  it('exists only if the transaction of its event is committed', async () => {
    const failed = services.db.asSystem(async (trx) => {
      await enqueueMail(trx, null, mailTo('ana@mail.test'));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await services.deliveries.sendDue()).toBe(0);
  });

  it('is sent once if its event is handled again', async () => {
    await enqueue('ana@mail.test', { key: 'event:1' });
    await enqueue('ana@mail.test', { key: 'event:1' });
    expect(await services.deliveries.sendDue()).toBe(1);
    await enqueue('ana@mail.test', { key: 'event:1' });
    expect(await services.deliveries.sendDue()).toBe(0);
    expect(recipients()).toEqual(['ana@mail.test']);
  });

  it('is sent once by several workers at the same time', async () => {
    const addresses = Array.from(
      { length: 30 },
      (_, n) => `user${String(n).padStart(2, '0')}@a.test`,
    );
    for (const address of addresses) await enqueue(address);
    const sent = await Promise.all([1, 2, 3].map(() => services.deliveries.sendDue()));
    expect(sent.reduce((sum, one) => sum + one)).toBe(30);
    expect(recipients()).toEqual(addresses);
  });

  it('is delayed, not lost, while the mail server is away', async () => {
    await server.close();
    await services.jobs.start({ work: true });
    await enqueue('ana@mail.test');
    await until(async () => (await rows())[0]?.attempts > 0, WAIT_MS);
    expect((await rows())[0]).toMatchObject({
      state: 'waiting',
      failure: expect.stringContaining('ECONNREFUSED'),
    });
    const { port } = new URL(server.url);
    server = await testMailServer(Number(port));
    await makeDue();
    await until(async () => (await rows())[0]?.state === 'sent', WAIT_MS);
    expect(recipients()).toEqual(['ana@mail.test']);
  });

  it('about an account does not wait behind other mails', async () => {
    server.held.add('slow@mail.test');
    await enqueue('slow@mail.test');
    await services.jobs.start({ work: true });
    await until(() => server.waiting === 1, WAIT_MS);
    await enqueue('next@mail.test');
    await enqueue('ana@mail.test', { queue: 'security' });
    await until(() => server.received.length === 1, WAIT_MS);
    expect(recipients()).toEqual(['ana@mail.test']);
    server.release();
    await until(() => server.received.length === 3, WAIT_MS);
  });

  it('that cannot be composed does not block others', async () => {
    services.deliveries.register('broken', {
      compose: async (trx) => {
        await sql`select 1 / 0`.execute(trx);
        throw new Error('unreachable');
      },
    });
    services.deliveries.register('gone', {
      compose: () => Promise.reject(new Undeliverable('delivery.record_deleted')),
    });
    const of = { customer_id: null, channel: 'email', target: 'x@mail.test' } as const;
    await services.db.asSystem((trx) =>
      enqueueDeliveries(trx, [
        { ...of, kind: 'broken' },
        { ...of, kind: 'gone' },
        { ...of, kind: 'of a later version' },
      ]),
    );
    await enqueue('ana@mail.test');
    expect(await services.deliveries.sendDue()).toBe(1);
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 1, failure: 'division by zero' },
      { state: 'failed', attempts: 1, failure: 'delivery.record_deleted' },
      { state: 'waiting', attempts: 0 },
      { state: 'sent' },
    ]);
  });

  it('is deleted after its end, unless it waits or a list shows it', async () => {
    await services.db.pool.query(
      `insert into deliveries (channel, kind, target, state, ended_at, notification_type)
       values ('email', 'message', 'sent', 'sent', now() - interval '2 hours', null),
         ('email', 'message', 'sent just now', 'sent', now(), null),
         ('email', 'message', 'failed', 'failed', now() - interval '2 hours', null),
         ('email', 'message', 'failed long ago', 'failed', now() - interval '31 days', null),
         ('email', 'message', 'waiting', 'waiting', null, null),
         ('email', 'record', 'listed', 'sent', now() - interval '90 days', 'vehicle_std_emails')`,
    );
    await services.db.asSystem(deleteEnded);
    expect((await rows()).map(({ target }) => target)).toEqual([
      'sent just now',
      'failed',
      'waiting',
      'listed',
    ]);
  });
});

describe('the rule for retries', () => {
  it('pauses from five seconds to an hour, and gives up after a day', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, attempts) => {
      const result = resultOf(new Error('later'), attempts);
      return result.state === 'waiting' ? result.pauseS : 0;
    });
    expect(pauses.slice(0, 3)).toEqual([5, 10, 20]);
    expect(Math.max(...pauses)).toBe(3600);
    expect(Math.round(pauses.reduce((sum, one) => sum + one) / 3600)).toBe(24);
    expect(resultOf(new Error('later'), MAX_ATTEMPTS - 1)).toEqual({
      state: 'failed',
      failure: 'later',
    });
  });
});

describe('a server that is killed', () => {
  let bundle: TestBundle | undefined;
  let folder = '';
  afterAll(() => {
    bundle?.remove();
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  it('while it sends, sends after its restart, once', async () => {
    bundle = buildServer();
    folder = mkdtempSync(join(tmpdir(), 'roadworthy-deliveries-'));
    const database = await testDatabase();
    const variables = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SMTP_URL: server.url,
      PORT: String(await freePort()),
    };
    let running: ServerProcess | undefined;
    try {
      server.held.add('ana@mail.test');
      await database.db.asSystem((trx) => enqueueMail(trx, null, mailTo('ana@mail.test')));
      running = new ServerProcess(bundle, variables, { empty: true });
      await until(() => server.waiting > 0, WAIT_MS);
      await running.end('SIGKILL');
      server.release();
      expect(server.received).toEqual([]);
      running = new ServerProcess(bundle, variables, { empty: true });
      const state = async () =>
        (await database.db.pool.query('select state from deliveries')).rows[0]?.state;
      await until(async () => (await state()) === 'sent', WAIT_MS);
      expect(recipients()).toEqual(['ana@mail.test']);
    } finally {
      await running?.end('SIGKILL');
      await database.drop();
    }
  });
});
