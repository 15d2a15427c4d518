import { randomUUID } from 'node:crypto';
import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NotifiedFleet, notifiedFleet } from '../../../../test/notified-fleet.ts';
import { makeUser } from '../../../../test/people.ts';
import { makeDriver } from '../../../../test/tracked-fleet.ts';
import { loadViewer } from '../../../platform/auth/index.ts';
import { DriverMessagesService } from './driver-messages.service.ts';

const ALL = '/api/driver_messages/';
const OWN = '/api/driver_messages/own/';
const MODULES = ['accessTachoGraf'];

let on: NotifiedFleet;
let manager: number;
let readonly: number;
let northern: number;
let foreign: number;
/** Drivers, the first two with an account; the last drives a vehicle of the northern depot. */
let paula: number;
let quentin: number;
let rose: number;
let paulaAccount: number;
let quentinAccount: number;

type Method = 'GET' | 'POST';
const ask = (method: Method, path: string, as: number, body?: object) =>
  on.api.ask(path, { as, method, ...(body === undefined ? {} : { body }) });
const good = async (method: Method, path: string, as: number, body?: object) => {
  const answer = await ask(method, path, as, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const send = (body: object, as = manager) =>
  good('POST', ALL, as, { text: 'The A64 is closed.', ...body });
const answer = (text: string) => ({ text, key: randomUUID() });
const received = async () => {
  await on.send();
  return on.push.received.splice(0).map(({ content }) => content);
};
const listed = async (query: string, as = manager) => {
  const { results } = await good('GET', `${ALL}?${query}`, as);
  return results.map(({ id }: { id: number }) => id);
};

beforeAll(async () => {
  on = await notifiedFleet();
  const { db } = on.api.services;
  const { customerId } = on.fleet.home;
  paula = await makeDriver(db, customerId, 'Paula');
  quentin = await makeDriver(db, customerId, 'Quentin');
  rose = await makeDriver(db, customerId, 'Rose');
  const person = (name: string, changed: object, modules = MODULES, customer = customerId) =>
    makeUser(db, customer, `messages-${name}@messages.test`, changed, modules);
  manager = await person('manager', { role: 'MANAGER' });
  readonly = await person('readonly', { role: 'READONLY' });
  northern = await person('northern', { role: 'USER' });
  foreign = await person('foreign', { role: 'MANAGER' }, MODULES, on.fleet.away.customerId);
  paulaAccount = await person('paula', { role: 'DRIVER', driver_id: paula }, []);
  quentinAccount = await person('quentin', { role: 'DRIVER', driver_id: quentin }, []);
  const { n1, s1 } = on.fleet.vehicles;
  await on.query('insert into user_depots (user_id, depot_id) values ($1, $2)', [
    northern,
    on.fleet.north,
  ]);
  await on.query('update vehicles set driver_id = $1 where id = $2', [paula, n1.vehicleId]);
  await on.query('update vehicles set driver_id = $1 where id = $2', [quentin, s1.vehicleId]);
});
afterAll(() => on.close());
afterEach(() => on.reset());

describe('a message to drivers', () => {
  it('[U-20] is read, confirmed and answered on the phone, and the sender sees each receipt', async () => {
    await on.browserOf(paulaAccount, 'paula-1');
    await on.browserOf(manager, 'manager-1');
    const sent = await send({ drivers: [paula], asks_confirmation: true });
    contract.driverMessages.send.answer.parse(sent);
    expect(sent).toMatchObject({
      author: 'Ada Hill',
      driver: { id: paula, first_name: 'Paula' },
      drivers: 1,
      read: 0,
      left_out: [],
      receipts: [{ driver: { id: paula }, read_at: null, confirmed_at: null, replies: [] }],
    });
    expect(await received()).toEqual([
      {
        title: 'Message from Ada Hill',
        body: '',
        path: `/driver-messages/own?open=${sent.id}`,
        tag: `driver-message-${sent.id}`,
      },
    ]);
    const own = await good('GET', OWN, paulaAccount);
    contract.driverMessages.own.answer.parse(own);
    expect(own).toMatchObject({ count: 1, unread: 1, unconfirmed: 0, driver: { id: paula } });

    const read = await good('POST', `${OWN}${sent.id}/receipt/`, paulaAccount, {});
    expect(read.read_at).not.toBeNull();
    expect(await good('GET', OWN, paulaAccount)).toMatchObject({ unread: 0, unconfirmed: 1 });
    const confirmed = await good('POST', `${OWN}${sent.id}/receipt/`, paulaAccount, {
      confirms: true,
    });
    expect(confirmed.read_at).toBe(read.read_at);
    const again = await good('POST', `${OWN}${sent.id}/receipt/`, paulaAccount, { confirms: true });
    expect(again.confirmed_at).toBe(confirmed.confirmed_at);

    const reply = answer('Which way instead?');
    await good('POST', `${OWN}${sent.id}/replies/`, paulaAccount, reply);
    expect(await received()).toMatchObject([
      { title: 'Paula Miles answered your message', path: `/driver-messages?open=${sent.id}` },
    ]);
    // The phone did not get the first answer, and sends it again.
    await good('POST', `${OWN}${sent.id}/replies/`, paulaAccount, reply);
    expect(await received()).toEqual([]);
    const seen = await good('POST', `${ALL}${sent.id}/replies/`, manager, {
      driver: paula,
      ...answer('By the A170.'),
    });
    contract.driverMessages.reply.answer.parse(seen);
    expect(await received()).toMatchObject([{ title: 'Ada Hill answered you' }]);
    expect(seen).toMatchObject({ read: 1, confirmed: 1, answered: 1 });
    expect(seen.receipts[0]).toMatchObject({
      read_at: read.read_at,
      confirmed_at: confirmed.confirmed_at,
      replies: [
        { is_from_driver: true, text: 'Which way instead?' },
        { is_from_driver: false, text: 'By the A170.' },
      ],
    });
    const { rows } = await on.query(
      `select action, subject_name, before::text || after::text as content from audit_entries
       where subject_kind = 'driver_message' and subject_name <> '' order by id`,
    );
    expect(rows.map(({ action, subject_name: name }) => `${action} ${name}`)).toEqual([
      'created Paula Miles',
      ...Array(4).fill('changed Paula Miles'),
    ]);
    expect(JSON.stringify(rows)).not.toContain('A170');
  });

  it('[U-20] has a receipt and a thread of each driver, which the others do not see', async () => {
    const sent = await send({ depots: [on.fleet.north, on.fleet.south] });
    expect([sent.drivers, sent.driver]).toEqual([2, null]);
    await good('POST', `${OWN}${sent.id}/replies/`, quentinAccount, answer('I am ill.'));
    const ofPaula = await good('GET', OWN, paulaAccount);
    expect(ofPaula.results[0]).toMatchObject({ id: sent.id, read_at: null, replies: [] });
    const all = await good('GET', `${ALL}${sent.id}/`, manager);
    expect(all).toMatchObject({ read: 1, answered: 1 });
    const names = all.receipts.map(
      ({ driver }: { driver: { first_name: string } }) => driver.first_name,
    );
    expect(names).toEqual(['Paula', 'Quentin']);
    expect(await listed('state=answered')).toContain(sent.id);
    expect(await listed(`state=unread&driver=${paula}`)).toContain(sent.id);
    expect(await listed(`state=unread&driver=${quentin}`)).not.toContain(sent.id);
    expect(await listed('search=a64')).toContain(sent.id);
    expect(await listed('search=harbour')).toEqual([]);
  });

  it('[U-20] says whom it does not reach, and is not sent if it reaches nobody', async () => {
    const sent = await send({ drivers: [paula, rose] });
    expect(sent.left_out).toEqual([{ id: rose, first_name: 'Rose', surname: 'Miles' }]);
    expect(sent.drivers).toBe(1);
    const before = await listed('');
    for (const body of [{ drivers: [rose] }, {}]) {
      const refused = await ask('POST', ALL, manager, { text: 'Hello', ...body });
      expect([refused.status, refused.body.code]).toEqual([400, 'driver_messages.no_account']);
      expect(refused.body.errors.drivers).toHaveLength(1);
    }
    expect(await listed('')).toEqual(before);
  });

  it('[U-20] reminds those who have not read or confirmed it, once an hour', async () => {
    const sent = await send({ drivers: [paula, quentin], asks_confirmation: true });
    await good('POST', `${OWN}${sent.id}/receipt/`, paulaAccount, { confirms: true });
    await on.browserOf(paulaAccount, 'paula-2');
    await on.browserOf(quentinAccount, 'quentin-2');
    await received();
    const path = `${ALL}${sent.id}/reminders/`;
    expect(await good('POST', path, manager)).toMatchObject({ reminded: 1 });
    expect(await received()).toMatchObject([{ title: 'Reminder: message from Ada Hill' }]);
    const soon = await ask('POST', path, manager);
    expect([soon.status, soon.body.code]).toEqual([409, 'driver_messages.reminded']);
    expect(await received()).toEqual([]);
    const { config, db } = on.api.services;
    const viewer = await loadViewer(db, manager);
    if (viewer === null) throw new Error('No such person.');
    const service = new DriverMessagesService({ config, db });
    const later = Date.now() + 61 * 60_000;
    expect(await service.remind(viewer, sent.id, later)).toMatchObject({ reminded: 1 });
    await good('POST', `${OWN}${sent.id}/receipt/`, quentinAccount, { confirms: true });
    await expect(service.remind(viewer, sent.id, later + 3_600_000)).rejects.toMatchObject({
      statusCode: 409,
    });
  });

  it('[U-20] is for people who see the driver, and for the driver alone', async () => {
    const toQuentin = await send({ drivers: [quentin] });
    const toBoth = await send({ drivers: [paula, quentin] });
    expect(await listed('', northern)).not.toContain(toQuentin.id);
    const seen = await good('GET', `${ALL}${toBoth.id}/`, northern);
    expect(seen.receipts).toHaveLength(1);
    expect(seen).toMatchObject({ drivers: 1, driver: { id: paula } });
    const hidden = answer('Hello');
    for (const [method, path, as, body] of [
      ['GET', `${ALL}${toQuentin.id}/`, northern, undefined],
      ['POST', `${ALL}${toBoth.id}/replies/`, northern, { driver: quentin, ...hidden }],
      ['GET', `${ALL}${toBoth.id}/`, foreign, undefined],
      ['POST', `${OWN}${toQuentin.id}/receipt/`, paulaAccount, {}],
      ['POST', `${OWN}${toQuentin.id}/replies/`, paulaAccount, hidden],
      ['POST', `${OWN}${toQuentin.id}/receipt/`, manager, {}],
    ] as const) {
      expect((await ask(method, path, as, body)).status, `${path} ${as}`).toBe(404);
    }
    for (const body of [{ drivers: [quentin] }, { depots: [on.fleet.south] }]) {
      expect((await ask('POST', ALL, northern, { text: 'Hello', ...body })).status).toBe(404);
    }
    for (const as of [readonly, paulaAccount]) {
      expect((await ask('POST', ALL, as, { text: 'Hello', drivers: [paula] })).status).toBe(403);
    }
    expect(await good('GET', OWN, manager)).toMatchObject({ count: 0, driver: null });
  });

  it('[U-20] is confirmed only where it asks for that', async () => {
    const sent = await send({ drivers: [paula] });
    const path = `${OWN}${sent.id}/receipt/`;
    const refused = await ask('POST', path, paulaAccount, { confirms: true });
    expect([refused.status, refused.body.code]).toEqual([400, 'driver_messages.not_asked']);
    const { results } = await good('GET', OWN, paulaAccount);
    expect(results.find(({ id }: { id: number }) => id === sent.id).read_at).toBeNull();
  });
});
