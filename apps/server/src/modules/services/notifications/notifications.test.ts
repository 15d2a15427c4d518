import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TestMailServer, testMailServer } from '../../../../test/mail-server.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { sendDigests } from './delivery/notifications-delivery-digest.ts';
import { registerNotificationJobs } from './index.ts';

const TYPE = 'defect_notification_emails';
let api: TestApi;
let fleet: TrackedFleet;
let server: TestMailServer;

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
const send = (path: string, body: unknown, as = fleet.people.admin, method = 'POST') =>
  api.ask(path, { as, method, body });
const create = (body: object, as = fleet.people.admin) =>
  send('/api/report_notification_emails/', { notification_type: TYPE, ...body }, as);
const list = async (ask = '', as = fleet.people.admin) =>
  (await api.ask(`/api/report_notification_emails/${ask}`, { as })).body;
const emails = (answer: { results: { email: string }[] }) =>
  answer.results.map(({ email }) => email);
const deliveries = async (ask = '', as = fleet.people.admin) =>
  (await api.ask(`/api/report_notification_deliveries/${ask}`, { as })).body;
const report = async (vehicleId: number, reference: string) => {
  await query(
    `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at, reported_by)
     values ($1, $2, $3, '[{}, {}]', '2026-06-01T10:00:00Z', 'Ann <b>Miles</b>')`,
    [fleet.home.customerId, vehicleId, reference],
  );
};
/** Recipients of the mails since the last call, sorted. */
const received = () =>
  server.received
    .splice(0)
    .map(({ to }) => [to].flat()[0]?.text ?? '')
    .sort();

beforeAll(async () => {
  server = await testMailServer();
  api = await testApi({ SMTP_URL: server.url });
  fleet = await trackedFleet(api.services.db);
  registerNotificationJobs(api.services);
});
afterAll(async () => {
  await api.close();
  await server.close();
});

describe('addresses of report e-mails', () => {
  it('[R-049] [L-27] [L-12] are added for all vehicles or for those of depots', async () => {
    const { north, home } = fleet;
    const all = await create({ email: 'all@mail.test' });
    expect(all.status).toBe(201);
    expect(contract.notifications.create.answer.parse(all.body)).toMatchObject({
      email: 'all@mail.test',
      notification_type: TYPE,
      depots: [],
      unsubscribed: false,
      customer: home.customerId,
    });
    const { body } = await create({ email: 'north@mail.test', depots: [north] });
    expect(body.depots).toEqual([{ id: north, name: 'Home depot' }]);
  });

  it('[R-048] are listed, sorted, searched and exported as a file', async () => {
    const { south } = fleet;
    await create({ email: 'south@mail.test', depots: [south] });
    await create({ email: 'std@mail.test', notification_type: 'vehicle_std_emails' });
    expect(emails(await list())).toEqual([
      'all@mail.test',
      'north@mail.test',
      'south@mail.test',
      'std@mail.test',
    ]);
    expect(emails(await list(`?notification_type=${TYPE}&ordering=-email&pageSize=1`))).toEqual([
      'south@mail.test',
    ]);
    expect(emails(await list('?search=NORTH'))).toEqual(['north@mail.test']);
    const file = await api.ask('/api/report_notification_emails/export/?format=csv', {
      as: fleet.people.admin,
    });
    expect(file.body).toContain('north@mail.test');
  });

  it('[R-049] refuse duplicates, other customers’ depots, and invalid addresses', async () => {
    const { away } = fleet;
    expect((await create({ email: 'ALL@mail.test' })).status).toBe(409);
    expect((await create({ email: 'x@mail.test', depots: [away.depotId] })).body.errors).toEqual({
      depots: ['A depot is not known'],
    });
    expect((await create({ email: 'nobody' })).body.errors).toHaveProperty('email');
    expect((await create({ email: 'a@b.test\r\nBcc: c@d.test' })).status).toBe(400);
  });

  it('[R-051] [O-P07] [U-P03] are limited to depots that the administrator can see', async () => {
    const { people, north, south } = fleet;
    const [one] = (await list('?search=north')).results;
    const move = (depots: number[], as: number) =>
      send('/api/report_notification_email_depots/', { id: one.id, depots }, as, 'PUT');
    expect((await move([north], people.foreign)).status).toBe(404);
    expect((await move([south], people.northAdmin)).body.errors).toHaveProperty('depots');
    expect((await move([], people.northAdmin)).body.errors).toHaveProperty('depots');
    expect((await move([north], people.northAdmin)).status).toBe(200);
    expect(emails(await list('', people.northAdmin))).toEqual(['north@mail.test']);
    expect(emails(await list('', people.foreign))).toEqual([]);
    for (const who of ['manager', 'driver', 'guest', 'readonly', 'plain'] as const) {
      expect((await create({ email: 'x@mail.test' }, people[who])).status).toBe(403);
    }
  });

  const type = 'vehicle_audit_emails';
  const path = `/api/add_report_emails_to_customer/?notification_type=${type}`;

  it('[R-045] [L-25] are replaced as a whole list', async () => {
    const put = (addresses: string[]) =>
      send(path, { emails: addresses }, fleet.people.admin, 'PUT');
    expect((await put(['a@mail.test', 'b@mail.test'])).body).toEqual({
      notification_type: type,
      emails: ['a@mail.test', 'b@mail.test'],
    });
    expect((await put(['B@mail.test', 'c@mail.test'])).body.emails).toEqual([
      'b@mail.test',
      'c@mail.test',
    ]);
  });

  it('[R-047] are added and removed in one call', async () => {
    const both = await send(
      '/api/add_remove_notification_emails/',
      { notification_type: type, add: ['d@mail.test'], remove: ['b@mail.test', 'none@mail.test'] },
      fleet.people.admin,
      'PUT',
    );
    expect(both.body.emails).toEqual(['c@mail.test', 'd@mail.test']);
  });

  it('[R-044] [R-046] are read as a list by both calls', async () => {
    for (const read of [path, `/api/add_remove_notification_emails/?notification_type=${type}`]) {
      const { body } = await api.ask(read, { as: fleet.people.admin });
      expect(body.emails).toEqual(['c@mail.test', 'd@mail.test']);
    }
  });

  it('[R-050] are removed one by one, and each change is logged', async () => {
    const [one] = (await list('?search=d@')).results;
    const gone = `/api/report_notification_email_delete/${one.id}/`;
    expect((await api.ask(gone, { as: fleet.people.foreign, method: 'DELETE' })).status).toBe(404);
    expect((await api.ask(gone, { as: fleet.people.admin, method: 'DELETE' })).status).toBe(204);
    const { rows } = await query(
      `select action, subject_name from audit_entries where subject_kind = 'notification'
         and subject_name like '_@mail.test' order by position`,
    );
    expect(rows.map(({ action, subject_name: name }) => `${action} ${name[0]}`)).toEqual([
      'created a',
      'created b',
      'removed a',
      'created c',
      'removed b',
      'created d',
      'removed d',
    ]);
  });
});

describe('report e-mails', () => {
  it('[L-22] [L-24] [L-27] go to the addresses for the vehicle, once, whoever wrote the record', async () => {
    await report(fleet.vehicles.n1.vehicleId, 'DEF-1');
    expect(await api.services.deliveries.sendDue()).toBe(2);
    const mail = server.received[0];
    expect(mail?.subject).toBe('Defect report: N1 AAA (DEF-1)');
    expect(mail?.text).toContain('Defects: 2');
    expect(mail?.html).not.toContain('<b>Miles');
    expect(received()).toEqual(['all@mail.test', 'north@mail.test']);
    await report(fleet.vehicles.z1.vehicleId, 'DEF-2');
    await query(
      `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, items, defects, declaration)
       values ($1, $2, now(), 'Ann', '[]', 0, 'All right')`,
      [fleet.home.customerId, fleet.vehicles.s1.vehicleId],
    );
    expect(await api.services.deliveries.sendDue()).toBe(2);
    expect(received()).toEqual(['all@mail.test', 'std@mail.test']);
    expect(await api.services.deliveries.sendDue()).toBe(0);
    const log = await deliveries('?ordering=email');
    expect(contract.notifications.deliveries.answer.parse(log).count).toBe(4);
    expect((await deliveries('', fleet.people.foreign)).count).toBe(0);
    const one = `/api/report_notification_deliveries/${log.results[0].id}/`;
    expect((await api.ask(one, { as: fleet.people.admin })).body).toEqual(log.results[0]);
    expect((await api.ask(one, { as: fleet.people.foreign })).status).toBe(404);
    expect((await deliveries('?state=failed')).count).toBe(0);
  });

  it('[L-24] [L-25] [L-26] report standard checks, audits and handovers as they are recorded', async () => {
    await create({ email: 'audits@mail.test', notification_type: 'vehicle_audit_emails' });
    await create({ email: 'handovers@mail.test', notification_type: 'vehicle_handover_emails' });
    const written = async (kind: string) => {
      await query(
        `insert into vehicle_reports (customer_id, vehicle_id, depot_id, kind, done_at, author, items,
           defects) values ($1, $2, $3, $4, '2026-06-01T10:00:00Z', 'Ann Miles', '[]', 3)`,
        [fleet.home.customerId, fleet.vehicles.s1.vehicleId, fleet.south, kind],
      );
      await api.services.deliveries.sendDue();
      const [mail] = server.received;
      return [mail?.subject?.replace(/-\d+/, ''), received()];
    };
    expect(await written('STD')).toEqual([
      expect.stringContaining('S1 CCC (STD)'),
      ['std@mail.test'],
    ]);
    expect((await written('AUD'))[1]).toContain('audits@mail.test');
    expect((await written('HND'))[1]).toEqual(['handovers@mail.test']);
    // This type has no mail of its own.
    expect(await written('GTC')).toEqual([undefined, []]);
    await query(`delete from deliveries where record_kind = 'vehicle_report'`);
    await query(`delete from notification_emails where email in
      ('audits@mail.test', 'handovers@mail.test')`);
  });

  it('[L-12] [L-24] are sent daily or weekly on request, within the scope of each address', async () => {
    const { north, south, vehicles, people, home } = fleet;
    const add = (email: string, frequency: string, depots: number[] = []) =>
      create({ email, frequency, depots, notification_type: 'vehicle_audit_emails' });
    expect((await add('day@mail.test', 'daily')).body.frequency).toBe('daily');
    await add('south@mail.test', 'daily', [south]);
    const week = (await add('week@mail.test', 'each', [north])).body;
    const body = { id: week.id, depots: [north], frequency: 'weekly' };
    const path = '/api/report_notification_email_depots/';
    expect((await send(path, body, people.admin, 'PUT')).body).toMatchObject({
      frequency: 'weekly',
    });
    expect((await add('wrong@mail.test', 'hourly')).status).toBe(400);
    await query(
      `insert into vehicle_reports (customer_id, vehicle_id, kind, done_at, author, items, defects)
       values ($1, $2, 'AUD', '2026-06-05T10:00:00Z', 'Ann <i>Miles</i>', '[]', 3),
         ($1, $2, 'AUD', '2026-06-06T23:30:00Z', 'Bob', '[]', 0),
         ($1, $2, 'STD', '2026-06-06T10:00:00Z', 'Cat', '[]', 0)`,
      [home.customerId, vehicles.n1.vehicleId],
    );
    const at = (moment: string) => sendDigests(api.services, Date.parse(moment));
    const { deliveries: queue } = api.services;
    // Addresses with a mail for each record receive one for each.
    expect(await api.services.deliveries.sendDue()).toBe(3);
    expect(received()).toEqual(['c@mail.test', 'c@mail.test', 'std@mail.test']);
    // On a Saturday, for the Friday; there were no records in the south.
    expect(await at('2026-06-06T06:05:00Z')).toBe(1);
    expect(await queue.sendDue()).toBe(1);
    expect(server.received[0]?.subject).toBe('Audit: 05/06/26 (1)');
    expect(server.received[0]?.text).toContain('N1 AAA');
    expect(server.received[0]?.html).not.toContain('<i>Miles');
    expect(received()).toEqual(['day@mail.test']);
    expect(await at('2026-06-06T07:05:00Z')).toBe(0);
    // On a Monday, for the Sunday (in London), and for the week.
    server.isRefusing = true;
    expect(await at('2026-06-08T06:05:00Z')).toBe(2);
    expect(await queue.sendDue()).toBe(0);
    server.isRefusing = false;
    expect(await at('2026-06-08T07:05:00Z')).toBe(0);
    await query(`update deliveries set next_attempt_at = now() where state = 'waiting'`);
    expect(await queue.sendDue()).toBe(2);
    expect(server.received.map(({ subject }) => subject).sort()).toEqual([
      'Audit: 01/06/26 – 07/06/26 (2)',
      'Audit: 07/06/26 (1)',
    ]);
    expect(received()).toEqual(['day@mail.test', 'week@mail.test']);
    const log = await deliveries('?notification_type=vehicle_audit_emails&state=sent');
    expect(log.results[0]).toMatchObject({ record_kind: 'digest', registration: null });
    await query(`delete from deliveries where notification_type = 'vehicle_audit_emails'
      or record_kind = 'vehicle_report'`);
    await query(`delete from notification_emails where notification_type = 'vehicle_audit_emails'
      and email in ('day@mail.test', 'south@mail.test', 'week@mail.test')`);
  });

  it('[L-12] are retried if the mail server does not accept them, then abandoned, and logged', async () => {
    server.isRefusing = true;
    await report(fleet.vehicles.s1.vehicleId, 'DEF-3');
    expect(await api.services.deliveries.sendDue()).toBe(0);
    const waiting = await deliveries('?state=waiting');
    expect(waiting.count).toBe(2);
    expect(waiting.results[0].failure).toContain('Try again later');
    server.isRefusing = false;
    expect(await api.services.deliveries.sendDue()).toBe(0);
    await query(`update deliveries set next_attempt_at = now() where state = 'waiting'`);
    expect(await api.services.deliveries.sendDue()).toBe(2);
    expect(received()).toEqual(['all@mail.test', 'south@mail.test']);
    server.isRefusing = true;
    await report(fleet.vehicles.z1.vehicleId, 'DEF-4');
    for (let n = 0; n < 34; n += 1) {
      await query(`update deliveries set next_attempt_at = now()`);
      await api.services.deliveries.sendDue();
    }
    server.isRefusing = false;
    expect((await deliveries('?state=failed')).results).toMatchObject([
      { email: 'all@mail.test', attempts: 34, registration: 'Z1 FFF' },
    ]);
  });

  it('[L-12] [L-26] can be previewed and tested, with the response of the mail server', async () => {
    const preview = await api.ask(
      '/api/report_notification_emails/preview/?notification_type=vehicle_handover_emails',
      { as: fleet.people.admin },
    );
    expect(preview.body).toMatchObject({ subject: 'Handover: AB12 CDE (SAMPLE-1)' });
    expect(preview.body.text).toContain('Customer: Home');
    const [one] = (await list('?search=north')).results;
    const test = (as: number) => send('/api/report_notification_emails/test/', { id: one.id }, as);
    expect((await test(fleet.people.foreign)).status).toBe(404);
    expect((await test(fleet.people.admin)).body).toMatchObject({
      record_kind: 'test',
      state: 'sent',
      failure: null,
    });
    expect(received()).toEqual(['north@mail.test']);
    server.isRefusing = true;
    const { body } = await test(fleet.people.admin);
    server.isRefusing = false;
    expect([body.state, body.failure]).toEqual(['failed', expect.stringContaining('Try again')]);
  });

  it('[L-12] [A-06] are in the language and formats of their reader, with the customer’s custom texts', async () => {
    const { home, people } = fleet;
    await create({ email: 'reader@mail.test' });
    await query(
      `update users set email = 'reader@mail.test', language = 'pt', time_zone = 'Europe/Lisbon',
         date_format = 'YYYY-MM-DD' where id = $1`,
      [people.plain],
    );
    await query(
      `insert into customer_texts (customer_id, place, language, key, text, changed_by)
       values ($1, 'documents', 'en', 'notification.type.defect_notification_emails', 'Fault', 'Ada')`,
      [home.customerId],
    );
    await report(fleet.vehicles.z1.vehicleId, 'DEF-7');
    await api.services.deliveries.sendDue();
    const subjectOf = (email: string) =>
      server.received.find(({ to }) => [to].flat()[0]?.text === email);
    expect(subjectOf('reader@mail.test')?.subject).toBe('Relatório de defeito: Z1 FFF (DEF-7)');
    expect(subjectOf('reader@mail.test')?.text).toContain('2026-06-01 11:00');
    expect(subjectOf('all@mail.test')?.subject).toBe('Fault: Z1 FFF (DEF-7)');
    const preview = async (email: string) =>
      (
        await api.ask(
          `/api/report_notification_emails/preview/?notification_type=${TYPE}&email=${email}`,
          { as: people.admin },
        )
      ).body.subject;
    expect(await preview('reader@mail.test')).toBe('Relatório de defeito: AB12 CDE (SAMPLE-1)');
    expect(await preview('all@mail.test')).toBe('Fault: AB12 CDE (SAMPLE-1)');
    // Mail programs can offer a button to unsubscribe (RFC 8058).
    expect(subjectOf('all@mail.test')?.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining('/api/notifications/unsubscribe/') },
    });
    await query('delete from customer_texts');
    const [gone] = (await list('?search=reader')).results;
    await api.ask(`/api/report_notification_email_delete/${gone.id}/`, {
      as: people.admin,
      method: 'DELETE',
    });
    server.received.splice(0);
  });

  it('[L-12] are not retried after a permanent rejection or a return, which the lists show', async () => {
    await create({ email: 'gone@mail.test', depots: [fleet.north] });
    server.refused.add('gone@mail.test');
    await report(fleet.vehicles.n1.vehicleId, 'DEF-8');
    await api.services.deliveries.sendDue();
    server.refused.clear();
    const bounced = (await deliveries('?state=bounced')).results;
    expect(bounced).toMatchObject([{ email: 'gone@mail.test', attempts: 1 }]);
    expect(bounced[0].failure).toContain('No such mailbox');
    expect((await list('?search=gone')).results[0].bounced).toBe(true);
    const sent = server.received.find(({ to }) => [to].flat()[0]?.text === 'north@mail.test');
    const token = String(sent?.headers.get('x-roadworthy-delivery'));
    expect((await list('?search=north')).results[0].bounced).toBe(false);
    const returnMail = (named: string) =>
      fetch(`${api.url}/api/notifications/returned/`, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822' },
        body: `Action: failed\r\nDiagnostic-Code: smtp; 552 Mailbox full\r\n\r\nX-Roadworthy-Delivery: ${named}\r\n`,
      });
    // A forged token cannot mark another's mail as returned.
    expect((await returnMail(token.replace(/^\d+/, (id) => String(Number(id) - 1)))).status).toBe(
      204,
    );
    expect((await deliveries('?state=bounced')).count).toBe(1);
    expect((await returnMail(token)).status).toBe(204);
    expect((await list('?search=north')).results[0].bounced).toBe(true);
    expect((await deliveries('?state=bounced&search=north')).results[0].failure).toBe(
      '552 Mailbox full',
    );
    const [gone] = (await list('?search=gone')).results;
    await api.ask(`/api/report_notification_email_delete/${gone.id}/`, {
      as: fleet.people.admin,
      method: 'DELETE',
    });
    server.received.splice(0);
  });

  it('[L-12] end when the reader confirms on the linked page; opening the page changes nothing', async () => {
    const [one] = (await list('?search=south')).results;
    await send('/api/report_notification_emails/test/', { id: one.id });
    const link = /(\/api\/notifications\/unsubscribe\/\S+)/.exec(
      server.received[0]?.text ?? '',
    )?.[1];
    expect(link).toBeDefined();
    server.received.splice(0);
    const page = await api.ask(link ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('south@mail.test');
    expect((await list('?search=south')).results[0].unsubscribed).toBe(false);
    const wrong = (link ?? '').replace(/unsubscribe\/\d+/, `unsubscribe/${one.id + 1}`);
    expect((await api.ask(wrong, { method: 'POST' })).status).toBe(404);
    await report(fleet.vehicles.s1.vehicleId, 'DEF-5');
    const done = await fetch(`${api.url}${link}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining('no longer receives e-mails'),
    ]);
    expect((await list('?search=south')).results[0].unsubscribed).toBe(true);
    // A mail program's button (RFC 8058) may send the other form type.
    const oneClick = new FormData();
    oneClick.set('List-Unsubscribe', 'One-Click');
    const again = await fetch(`${api.url}${link}`, { method: 'POST', body: oneClick });
    expect(again.status).toBe(200);
    await report(fleet.vehicles.s1.vehicleId, 'DEF-6');
    await api.services.deliveries.sendDue();
    expect(received()).toEqual(['all@mail.test', 'all@mail.test']);
    expect((await create({ email: 'south@mail.test', depots: [fleet.south] })).status).toBe(201);
    expect((await list('?search=south')).results[0].unsubscribed).toBe(false);
  });
});
