import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { removeExpired } from '../../services/privacy/retention/privacy-retention-removal.ts';
import { sendDriverFileReminders } from './reminders/drivers-file-reminders.job.ts';

const BASE = '/api/drivers_file/';
const DAY_MS = 86_400_000;
const NOW = Date.now();
const dayIn = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

let api: TestApi;
let fleet: TrackedFleet;
let admin: number;
let manager: number;
let reader: number;
let south: number;
let foreign: number;
let ann: number;

type Item = { kind: string; state: string; due_on: string | null; driver: { first_name: string } };

const send = (method: string, path: string, as: number, body?: unknown) =>
  api.ask(`${BASE}${path}`, { as, method, ...(body === undefined ? {} : { body }) });
const ask = async (path = '', as = manager) => {
  const { status, body } = await api.ask(`${BASE}${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const add = async (body: object, as = manager) => {
  const answer = await send('POST', `drivers/${ann}/documents/`, as, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  contract.driversFile.create.answer.parse(answer.body);
  return answer.body;
};
const file = async () => contract.driversFile.driver.answer.parse(await ask(`drivers/${ann}/`));
const stateOf = async (kind: string) => {
  const { items } = await file();
  const item = items.find((one) => one.kind === kind);
  return [item?.state, item?.due_on];
};
const itemsOf = async (query: string, as = manager): Promise<string[][]> =>
  (await ask(query, as)).results.map(({ driver, kind, state }: Item) => [
    driver.first_name,
    kind,
    state,
  ]);
const query = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;

async function attach(id: number, bytes: Uint8Array, as = manager) {
  const form = new FormData();
  form.append('document', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'proof.pdf');
  const answer = await fetch(`${api.url}${BASE}documents/${id}/proof/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.token(as)}` },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as { readonly proof: string } };
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { customerId } = fleet.home;
  const person = (name: string, customer: number, role: 'ADMIN' | 'MANAGER' | 'READONLY') =>
    makeUser(api.services.db, customer, `driver-file-${name}@file.test`, { role }, [
      'accessEarnedRecognitionDriver',
    ]);
  admin = await person('admin', customerId, 'ADMIN');
  manager = await person('manager', customerId, 'MANAGER');
  reader = await person('reader', customerId, 'READONLY');
  south = await person('south', customerId, 'MANAGER');
  foreign = await person('foreign', fleet.away.customerId, 'MANAGER');
  await query('insert into user_depots (user_id, depot_id) values ($1, $2)', [south, fleet.south]);
  ann = fleet.ann;
});
afterAll(() => api.close());

describe('the file of a driver', () => {
  it('[U-19] begins with what the driver’s form has, and follows it', async () => {
    await query(
      `update drivers set licence_number = 'MILES123', licence_categories = '{B,C}',
         licence_expires_on = $2, cpc_card_number = 'CPC1', cpc_expires_on = $3 where id = $1`,
      [ann, dayIn(400), dayIn(20)],
    );
    const { documents, items, classes } = await file();
    expect(documents.map(({ kind, number }) => [kind, number]).sort()).toEqual([
      ['cpc_card', 'CPC1'],
      ['licence', 'MILES123'],
    ]);
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['licence', 'valid'],
      ['entitlement_check', 'missing'],
      ['right_to_work', 'missing'],
      ['cpc_card', 'expires_soon'],
      ['cpc_training', 'expires_soon'],
      ['tachograph_card', 'missing'],
      ['medical', 'missing'],
    ]);
    expect(classes.find((one) => one.class === 'C')).toMatchObject({
      may_drive: false,
      reasons: ['medical_missing', 'card_missing', 'right_to_work_missing'],
      warnings: ['check_missing'],
    });
  });

  it('keeps documents, and copies the newest card to the driver', async () => {
    const licence = {
      kind: 'licence',
      number: 'MILES124',
      country: 'gb',
      expires_on: dayIn(800),
      categories: [{ category: 'c+e', expires_on: dayIn(10), codes: ['01'] }, { category: 'B' }],
      points: [{ on: dayIn(-30), points: 6, code: 'SP30' }],
      is_checked: true,
    };
    const made = await add(licence);
    expect(made).toMatchObject({
      number: 'MILES124',
      country: 'GB',
      checked: { by: expect.any(String) },
    });
    const [driver] = await query(
      'select licence_number, licence_categories, licence_expires_on::text from drivers where id = $1',
      [ann],
    );
    expect(driver).toEqual({
      licence_number: 'MILES124',
      licence_categories: ['C+E', 'B'],
      licence_expires_on: dayIn(800),
    });
    // A category of lorries expires before the licence.
    expect(await stateOf('licence')).toEqual(['expires_soon', dayIn(10)]);
    // The form of the driver changes the newest document, whose categories keep what it does not know.
    await query(`update drivers set licence_categories = '{C+E,D}' where id = $1`, [ann]);
    const [newest] = (await file()).documents.filter(({ kind }) => kind === 'licence');
    expect(newest?.categories).toEqual([
      { category: 'C+E', expires_on: dayIn(10), codes: ['01'] },
      { category: 'D', expires_on: null, codes: [] },
    ]);
  });

  it('checks entitlements more often with points', async () => {
    await add({ kind: 'entitlement_check', issued_on: dayIn(-40) });
    expect((await stateOf('entitlement_check'))[0]).toBe('expired');
    expect((await file()).points).toBe(6);
    const settings = {
      warning_days: 30,
      check_months: 3,
      points_from: 7,
      check_months_with_points: 1,
    };
    expect((await send('PUT', 'settings/', manager, settings)).status).toBe(403);
    expect((await send('PUT', 'settings/', admin, { ...settings, check_months: 7 })).status).toBe(
      400,
    );
    expect((await send('PUT', 'settings/', admin, settings)).body).toEqual(settings);
    expect((await stateOf('entitlement_check'))[0]).toBe('valid');
    expect((await ask('settings/', foreign)).points_from).toBe(6);
  });

  it('names fields that are missing or do not fit together', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await send(
        'POST',
        `drivers/${ann}/documents/`,
        manager,
        body,
      );
      expect(status).toBe(400);
      return answer.error_codes;
    };
    expect(await refused({ kind: 'cpc_course' })).toEqual({
      title: ['validation.required'],
      issued_on: ['validation.required'],
      hours: ['validation.required'],
    });
    expect(await refused({ kind: 'medical', issued_on: dayIn(2) })).toEqual({
      issued_on: ['driver_file.in_future'],
    });
    expect(
      await refused({
        kind: 'training',
        title: 'ADR',
        issued_on: dayIn(-5),
        expires_on: dayIn(-6),
      }),
    ).toEqual({ expires_on: ['driver_file.expires_before_issue'] });
    expect(
      await refused({ kind: 'licence', categories: [{ category: 'CE' }, { category: 'C+E' }] }),
    ).toEqual({ categories: ['driver_file.category_twice'] });
  });

  it('counts courses of seven hours toward the training', async () => {
    for (const hours of [7, 7, 6.5]) {
      await add({ kind: 'cpc_course', title: 'Drivers’ hours', issued_on: dayIn(-60), hours });
    }
    expect((await file()).training_hours).toBe(14);
  });

  it('keeps a proof, and refuses other files and other people', async () => {
    const { id } = await add({ kind: 'right_to_work', title: 'Passport' });
    const kept = await attach(id, PDF);
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
    const answer = await fetch(new URL(kept.body.proof, api.url));
    expect(answer.headers.get('content-type')).toContain('application/pdf');
    expect((await attach(id, Buffer.from('<html>'))).status).toBe(400);
    expect((await attach(id, PDF, foreign)).status).toBe(404);
    expect((await attach(id, PDF, reader)).status).toBe(403);
    expect(await stateOf('right_to_work')).toEqual(['valid', null]);
  });

  it('[U-19] shows drivers their own file only, without the notes of others', async () => {
    const { people } = fleet;
    await query('update users set driver_id = $1 where id = $2', [ann, people.driver]);
    await query(`update driver_documents set note = 'Ask again' where driver_id = $1`, [ann]);
    const whole = await file();
    const own = contract.driversFile.own.answer.parse(await ask('own/', people.driver));
    expect(own.driver).toMatchObject({ id: ann });
    expect(own.items).toEqual(whole.items);
    expect(own.classes).toEqual(whole.classes);
    expect(own.documents.map(({ id }) => id)).toEqual(whole.documents.map(({ id }) => id));
    expect(own.documents.some(({ proof }) => proof !== null)).toBe(true);
    expect(JSON.stringify(await ask('own/', people.driver))).not.toMatch(
      /Ask again|checked|created_by/,
    );
    expect(await ask('own/', manager)).toMatchObject({ driver: null, documents: [], items: [] });
    await query('update users set driver_id = null where id = $1', [people.driver]);
  });

  it('takes a date of birth and what is not needed, with a reason', async () => {
    const { version } = await file();
    const body = {
      born_on: '1980-05-05',
      exempt: ['cpc_card', 'cpc_training'],
      exempt_reason: '',
      version,
    };
    const path = `drivers/${ann}/`;
    expect((await send('PUT', path, manager, body)).body.error_codes).toEqual({
      exempt_reason: ['driver_file.reason_required'],
    });
    const given = { ...body, exempt_reason: 'Drives only for the workshop' };
    expect((await send('PUT', path, reader, given)).status).toBe(403);
    expect((await send('PUT', path, foreign, given)).status).toBe(404);
    expect((await send('PUT', path, manager, given)).status).toBe(200);
    expect((await send('PUT', path, manager, given)).status).toBe(409);
    expect((await stateOf('cpc_card'))[0]).toBe('not_needed');
    expect(await stateOf('medical')).toEqual(['expired', '2025-05-05']);
  });

  it('takes the last day of an engagement, after which the driver may not drive', async () => {
    const change = async (engaged_until: string | null | undefined) => {
      const { version, exempt, exempt_reason, born_on } = await file();
      const body = { born_on, exempt, exempt_reason, engaged_until, version };
      expect((await send('PUT', `drivers/${ann}/`, manager, body)).status).toBe(200);
      return file();
    };
    const reasonsOf = ({ classes }: Awaited<ReturnType<typeof file>>) => classes[0]?.reasons;
    expect(reasonsOf(await change(dayIn(-2)))).toContain('engagement_ended');
    expect(await stateOf('engagement')).toEqual(['expired', dayIn(-2)]);
    // A caller that does not know it leaves it as it is.
    expect((await change(undefined)).engaged_until).toBe(dayIn(-2));
    expect(await itemsOf(`?driver=${ann}&kind=engagement`)).toEqual([
      ['Ann', 'engagement', 'expired'],
    ]);
    expect(reasonsOf(await change(dayIn(2)))).not.toContain('engagement_ended');
    expect(await stateOf('engagement')).toEqual(['expires_soon', dayIn(2)]);
    await change(null);
    expect(await stateOf('engagement')).toEqual([undefined, undefined]);
  });

  it('corrects and deletes documents, and records each step', async () => {
    const made = await add({ kind: 'tachograph_card', number: 'DB99', expires_on: dayIn(-1) });
    expect((await stateOf('tachograph_card'))[0]).toBe('expired');
    const { kind: _, ...values } = {
      kind: '',
      number: 'DB99',
      expires_on: dayIn(900),
      version: made.version,
    };
    expect((await send('PUT', `documents/${made.id}/`, foreign, values)).status).toBe(404);
    expect((await send('PUT', `documents/${made.id}/`, manager, values)).status).toBe(200);
    expect((await send('PUT', `documents/${made.id}/`, manager, values)).status).toBe(409);
    expect((await stateOf('tachograph_card'))[0]).toBe('valid');
    expect((await send('DELETE', `documents/${made.id}/`, reader)).status).toBe(403);
    expect((await send('DELETE', `documents/${made.id}/`, manager)).status).toBe(204);
    expect(await query('select tachograph_card_number from drivers where id = $1', [ann])).toEqual([
      { tachograph_card_number: null },
    ]);
    const entries = await query(
      `select action, count(*)::int as count from audit_entries
       where subject_kind = 'driver_file' and subject_id = $1 group by 1 order by 1`,
      [String(ann)],
    );
    expect(entries).toEqual([
      { action: 'changed', count: 6 },
      { action: 'created', count: 7 },
      { action: 'removed', count: 1 },
    ]);
    const viewed = await query(
      `select count(*)::int as count from audit_entries where action = 'viewed' and subject_kind = 'driver'
         and subject_id = $1`,
      [String(ann)],
    );
    expect(viewed[0].count).toBeGreaterThan(0);
  });

  it('refuses a card number of another driver', async () => {
    await query(
      `insert into drivers (customer_id, first_name, surname, tachograph_card_number)
       values ($1, 'Bob', 'Stone', 'TAKEN1')`,
      [fleet.home.customerId],
    );
    const { status, body } = await send('POST', `drivers/${ann}/documents/`, manager, {
      kind: 'tachograph_card',
      number: 'TAKEN1',
    });
    expect([status, body.error_codes]).toEqual([400, { number: ['driver.number_taken'] }]);
  });
});

describe('the list of all files', () => {
  it('has what is missing first, then by date, and only visible drivers', async () => {
    const list = await ask(`?driver=${ann}`);
    contract.driversFile.list.answer.parse(list);
    expect(list.results.map(({ kind, state }: Item) => [kind, state])).toEqual([
      ['tachograph_card', 'missing'],
      ['medical', 'expired'],
      ['licence', 'expires_soon'],
      ['entitlement_check', 'valid'],
      ['right_to_work', 'valid'],
    ]);
    expect((await send('GET', `?driver=${ann}`, foreign)).status).toBe(404);
    expect((await send('GET', `?depot=${fleet.south}`, foreign)).status).toBe(404);
    expect((await itemsOf(`?driver=${ann}`, south)).length).toBe(5);
    const item = list.results[0];
    expect(await ask(`items/${item.id}/`)).toEqual(item);
    expect((await send('GET', `items/${item.id}/`, foreign)).status).toBe(404);
  });

  it('filters by state, kind, days, depot and name', async () => {
    const kinds = async (text: string) =>
      (await itemsOf(`?driver=${ann}&${text}`)).map(([, kind]) => kind);
    expect(await kinds('state=due')).toEqual(['tachograph_card', 'medical', 'licence']);
    expect(await kinds('state=not_needed')).toEqual(['cpc_card', 'cpc_training']);
    expect(await kinds('kind=licence')).toEqual(['licence']);
    expect(await kinds('days=5')).toEqual(['medical']);
    expect(await kinds('days=10')).toEqual(['medical', 'licence']);
    expect((await itemsOf(`?depot=${fleet.south}`)).every(([name]) => name === 'Ann')).toBe(true);
    expect((await itemsOf('?search=miles&kind=licence')).length).toBe(1);
  });

  it('is counted on home as the list does', async () => {
    const { body } = await api.ask('/api/home_overview/', { as: manager });
    const due = (await ask('?state=due')).count;
    const overdue = (await ask('?state=expired')).count + (await ask('?state=missing')).count;
    expect(body.drivers_file).toEqual({ due, overdue });
    expect((await ask('?state=lapsed')).count).toBe(overdue);
  });

  it('is exported with the words of the list', async () => {
    const { body } = await api.ask(`${BASE}export/?format=csv&driver=${ann}`, { as: manager });
    expect(body).toContain('Medical');
    expect(body).toContain('Expires soon');
  });
});

describe('reminders', () => {
  it('are sent once for each number of days and once after the date', async () => {
    const { services } = api;
    await query(
      `insert into schedule_reminders (customer_id, is_active, days_before, emails)
       values ($1, true, '{28,7}', '{fleet@file.test}')`,
      [fleet.home.customerId],
    );
    await services.jobs.start({ work: true });
    expect(await sendDriverFileReminders(services, NOW)).toBe(1);
    expect(await sendDriverFileReminders(services, NOW)).toBe(0);
    const folder = join(services.config.dataDir, 'mail');
    const mails = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1);
    const mail = readFileSync(join(folder, mails()[0] ?? ''), 'utf8');
    expect(mail).toContain('Driving licence of Ann Miles, until');
    expect(await sendDriverFileReminders(services, NOW + 4 * DAY_MS)).toBe(1);
  });
});

describe('when a driver has left', () => {
  it('deletes the documents after the retention period, with their proofs', async () => {
    const archived = (days: number) =>
      query(`update drivers set archived_at = now() - make_interval(days => $2) where id = $1`, [
        ann,
        days,
      ]);
    const left = async () =>
      (
        await query('select count(*)::int as count from driver_documents where driver_id = $1', [
          ann,
        ])
      )[0].count;
    await archived(730);
    expect((await itemsOf(`?driver=${ann}`)).length).toBe(0);
    const refused = await send('POST', `drivers/${ann}/documents/`, manager, { kind: 'licence' });
    expect(refused.body.code).toBe('driver_file.driver_archived');
    await removeExpired(api.services, NOW);
    expect(await left()).toBeGreaterThan(0);
    await archived(733);
    await removeExpired(api.services, NOW);
    expect(await left()).toBe(0);
    expect(
      await query(`select count(*)::int as count from files where purpose = 'driver_document'
      and (kept_until is null or kept_until > now())`),
    ).toEqual([{ count: 0 }]);
  });
});
