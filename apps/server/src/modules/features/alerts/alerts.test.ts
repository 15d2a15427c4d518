import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract } from '@roadworthy/contract';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { until } from '../../../../test/device.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import type { DerivedEvent } from '../../../platform/bus/index.ts';
import { isPrivateAddress } from '../../../platform/deliveries/http-post.ts';
import { sendWebhook } from '../../../platform/deliveries/webhook.ts';
import { registerAlertJobs, startAlerts } from './index.ts';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let api: TestApi;
let fleet: TrackedFleet;
let stopAlerts: () => void;
let smtp: SMTPServer;
let receiver: Server;
const mails: ParsedMail[] = [];
const calls: Call[] = [];
let receiverStatus = 200;
let hookUrl = '';

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(receiverStatus, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  api = await testApi({
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  fleet = await trackedFleet(api.services.db);
  registerAlertJobs(api.services);
  await api.services.jobs.start({ work: true });
  stopAlerts = startAlerts(api.services);
});
afterAll(async () => {
  stopAlerts();
  await api.close();
  await new Promise<void>((done) => smtp.close(() => done()));
  await new Promise((done) => receiver.close(done));
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, path: string, body?: object, as = fleet.people.manager) {
  const answer = await fetch(api.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await api.token(as)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

let names = 0;
function rule(changed: object = {}) {
  names += 1;
  return {
    name: `Rule ${names}`,
    is_active: true,
    severity: 'warning',
    event_codes: [41],
    vehicles: [],
    depots: [],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from_minute: 0,
    until_minute: 1440,
    time_zone: 'Europe/London',
    notify_in_app: true,
    emails: [],
    webhook_url: null,
    ...changed,
  };
}

let moment = 0;
function happened(changed: Partial<DerivedEvent> = {}): DerivedEvent {
  moment = Math.max(moment, Date.now()) + 1000;
  return {
    customerId: fleet.home.customerId,
    vehicleId: fleet.vehicles.n1.vehicleId,
    eventCode: 41,
    occurredMs: moment,
    latitudeDeg: 52.25,
    longitudeDeg: -1.16,
    speedKmh: 40,
    geofenceId: null,
    ...changed,
  };
}
const tell = (...events: DerivedEvent[]) => api.services.bus.publish('events.derived', { events });

async function alertsOf(as = fleet.people.manager, query = '') {
  const { body } = await call('GET', `/api/alerts/${query}`, undefined, as);
  return contract.alerts.list.answer.parse(body);
}

describe('alert rules', () => {
  it('[E-P03] can be added, changed and removed', async () => {
    const made = await call('POST', '/api/alert_rules/', rule({ webhook_url: hookUrl }));
    expect(made.status).toBe(201);
    contract.alerts.createRule.answer.parse(made.body);
    expect(made.body.webhook_secret).toHaveLength(43);
    const path = `/api/alert_rules/${made.body.id}/`;
    const changed = await call('PUT', path, rule({ name: 'Other', webhook_url: hookUrl }));
    expect(changed.body).toMatchObject({ name: 'Other', webhook_secret: made.body.webhook_secret });
    const listed = await call('GET', '/api/alert_rules/?search=oth');
    expect(listed.body.results.map((one: { name: string }) => one.name)).toEqual(['Other']);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('[E-P03] return an error for each wrong field', async () => {
    const wrong = await call(
      'POST',
      '/api/alert_rules/',
      rule({
        event_codes: [12_345],
        vehicles: [fleet.vehicles.f1.vehicleId],
        depots: [999_999],
        time_zone: 'Nowhere/Land',
        notify_in_app: false,
      }),
    );
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      'depots',
      'event_codes',
      'notify_in_app',
      'time_zone',
      'vehicles',
    ]);
    const { name } = (await call('POST', '/api/alert_rules/', rule())).body;
    const twice = await call('POST', '/api/alert_rules/', rule({ name }));
    expect(twice.status).toBe(409);
    expect(twice.body.errors.name).toHaveLength(1);
    await api.services.db.pool.query('delete from alert_rules');
  });

  it('[U-P03] are protected from other customers and from people without write permission', async () => {
    const { body } = await call('POST', '/api/alert_rules/', rule({ webhook_url: hookUrl }));
    const path = `/api/alert_rules/${body.id}/`;
    expect((await call('PUT', path, rule(), fleet.people.foreign)).status).toBe(404);
    expect((await call('DELETE', path, undefined, fleet.people.foreign)).status).toBe(404);
    expect((await call('POST', '/api/alert_rules/', rule(), fleet.people.readonly)).status).toBe(
      403,
    );
    const read = await call('GET', '/api/alert_rules/', undefined, fleet.people.readonly);
    expect(read.body.results[0].webhook_secret).toBeNull();
    await api.services.db.pool.query('delete from alert_rules');
  });
});

describe('alerts', () => {
  it('[E-P03] are created once per event, despite repeated delivery', async () => {
    await call('POST', '/api/alert_rules/', rule());
    const event = happened();
    tell(event, happened({ eventCode: 40 }));
    await until(async () => (await alertsOf()).count === 1);
    tell(event);
    tell(happened());
    await until(async () => (await alertsOf()).count === 2);
    const [, first] = (await alertsOf()).results;
    expect(first).toMatchObject({
      event: { eventCode: 41, name: 'Harsh Braking' },
      vehicle: { registration: 'N1 AAA' },
      timestamp: new Date(event.occurredMs).toISOString(),
      read_at: null,
    });
  });

  it('[U-P03] are visible to viewers of the vehicle, and marked as read per person', async () => {
    tell(happened({ vehicleId: fleet.vehicles.s1.vehicleId }));
    await until(async () => (await alertsOf()).count === 3);
    expect(await alertsOf(fleet.people.north)).toMatchObject({ count: 2, count_is_limit: false });
    expect((await alertsOf(fleet.people.foreign)).count).toBe(0);
    const [newest, second, oldest] = (await alertsOf()).results;
    const backwards = '?ordering=timestamp&pageSize=1&page=2';
    expect((await alertsOf(fleet.people.manager, backwards)).results[0]?.id).toBe(second?.id);
    expect((await alertsOf(fleet.people.north, backwards)).results[0]?.id).toBe(second?.id);
    // Invisible alerts cannot be marked as read, and an empty page has a count too.
    await call('POST', '/api/alerts/read/', { ids: [newest?.id] }, fleet.people.north);
    expect(await alertsOf(fleet.people.north, '?page=9')).toMatchObject({ count: 2, unread: 2 });
    await call('POST', '/api/alerts/read/', { ids: [oldest?.id] }, fleet.people.north);
    const unread = await alertsOf(fleet.people.north, '?unread=true');
    expect(unread.results.map(({ id }) => id)).toEqual([second?.id]);
    await api.services.db.pool.query('delete from alert_reads');
    await call('POST', '/api/alerts/read/', { ids: [newest?.id] });
    expect(await alertsOf()).toMatchObject({ count: 3, unread: 2 });
    await call('POST', '/api/alerts/read/', { ids: [] });
    expect(await alertsOf()).toMatchObject({ count: 3, unread: 0 });
    expect((await alertsOf(fleet.people.manager, '?unread=true')).count).toBe(0);
    expect((await alertsOf(fleet.people.north)).unread).toBe(2);
    await api.services.db.pool.query('delete from alert_rules; delete from alerts');
  });

  it('[E-P03] are counted up to 10,000, also for viewers of some depots', async () => {
    await api.services.db.pool.query(
      `insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id, event_code,
         occurred_at)
       select $1, 1, 'Many', 'warning', true, $2, 41, now() - n * interval '1 minute'
       from generate_series(1, 10001) n`,
      [fleet.home.customerId, fleet.vehicles.n1.vehicleId],
    );
    for (const as of [fleet.people.manager, fleet.people.north]) {
      const first = await alertsOf(as, '?pageSize=10');
      expect(first).toMatchObject({ count: 10_000, count_is_limit: true, unread: 10_000 });
      expect(first.results).toHaveLength(10);
    }
    await api.services.db.pool.query('delete from alerts');
  });

  it('[M-P10] honour the flags of a geofence, and ignore events before the rule', async () => {
    const { rows } = await api.services.db.pool.query(
      `insert into geofences (customer_id, name, colour, shape, alert_on_entry, alert_on_exit)
       values ($1, 'Yard', '#000000', 'circle', true, false) returning id`,
      [fleet.home.customerId],
    );
    const geofenceId = rows[0].id;
    await call('POST', '/api/alert_rules/', rule({ event_codes: [41, 56, 57] }));
    tell(
      happened({ eventCode: 57, geofenceId }),
      happened({ eventCode: 56, geofenceId }),
      happened({ occurredMs: Date.now() - 3_600_000 }),
    );
    await until(async () => (await alertsOf()).count > 0);
    const { results } = await alertsOf();
    expect(results.map(({ event, geofence }) => [event?.eventCode, geofence?.name])).toEqual([
      [56, 'Yard'],
    ]);
    await api.services.db.pool.query('delete from alert_rules; delete from alerts');
  });
});

describe('deliveries', () => {
  it('[E-P03] go by mail and by signed webhook, are retried until accepted, and logged', async () => {
    receiverStatus = 500;
    const made = await call(
      'POST',
      '/api/alert_rules/',
      rule({ emails: ['Depot@Fleet.example'], webhook_url: hookUrl, notify_in_app: true }),
    );
    tell(happened());
    await until(() => mails.length === 1 && calls.length > 0);
    expect(mails[0]?.subject).toBe('Harsh Braking: N1 AAA');
    expect(mails[0]?.to).toMatchObject({ text: 'depot@fleet.example' });
    expect(mails[0]?.text).toContain(`vehicleId=${fleet.vehicles.n1.vehicleId}`);
    const logged = async () => (await alertsOf()).results[0]?.deliveries ?? [];
    await until(async () => (await logged())[1]?.attempts === 1);
    expect((await logged())[1]).toMatchObject({
      channel: 'webhook',
      state: 'waiting',
      detail: 'The receiver answered with status 500.',
    });
    receiverStatus = 204;
    await api.services.db.pool.query('update deliveries set next_attempt_at = now()');
    await until(async () => (await logged()).every(({ state }) => state === 'sent'));
    expect(mails).toHaveLength(1);
    const last = calls.at(-1) as Call;
    const time = last.headers['x-roadworthy-timestamp'];
    const expected = createHmac('sha256', made.body.webhook_secret)
      .update(`${time}.${last.body}`)
      .digest('hex');
    expect(last.headers['x-roadworthy-signature']).toBe(`sha256=${expected}`);
    expect(JSON.parse(last.body)).toMatchObject({
      event: { eventCode: 41 },
      vehicle: { registration: 'N1 AAA' },
    });
  });

  it('a webhook follows no redirect', async () => {
    receiverStatus = 302;
    const before = calls.length;
    const hook = { url: hookUrl, secret: 's', body: '{}', nowMs: 0, allowPrivate: true };
    await expect(sendWebhook(hook)).rejects.toThrow('webhook.status 302');
    expect(calls).toHaveLength(before + 1);
  });

  it('a webhook reaches no private address unless it is allowed', async () => {
    const before = calls.length;
    const hook = { secret: 's', body: '{}', nowMs: 0, allowPrivate: false };
    const port = new URL(hookUrl).port;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '10.0.0.1']) {
      await expect(sendWebhook({ ...hook, url: `http://${host}:${port}/` })).rejects.toThrow(
        'webhook.private_network',
      );
    }
    expect(calls).toHaveLength(before);
  });

  it('recognises private addresses', () => {
    const inside = ['169.254.169.254', '172.31.0.1', '192.168.1.1', '::1', 'fd00::1', 'fe80::1'];
    expect([...inside, '::ffff:10.0.0.1', '100.64.0.1', '0.0.0.0'].every(isPrivateAddress)).toBe(
      true,
    );
    expect(['8.8.8.8', '172.32.0.1', '2a00:1450::1'].some(isPrivateAddress)).toBe(false);
  });

  it.each([
    ['::7f00:1', 'IPv4 within, as the first form had it'],
    ['::ffff:7f00:1', 'IPv4 mapped, in hexadecimal'],
    ['2002:7f00:1::', 'IPv4 within, by 6to4'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'IPv4 within, by Teredo'],
    ['64:ff9b::a00:1', 'IPv4 translated'],
    ['64:ff9b:1::7f00:1', 'IPv4 translated locally'],
    ['fec0::1', 'local to a site'],
    ['100::1', 'discarded'],
    ['2001:db8::1', 'documentation'],
  ])('refuses %s: %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
});
