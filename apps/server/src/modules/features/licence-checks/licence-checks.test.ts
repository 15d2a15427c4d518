import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { licensed, withOfficialStub } from '../../../../test/official-stub.ts';
import { makeUser } from '../../../../test/people.ts';
import { addScheduleReminders } from '../../../../test/schedule-reminders.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { checkNextLicence, planChecks } from './licence-checks.job.ts';
import { nextAttempt } from './licence-checks-ask.ts';
import { LicenceSource } from './licence-checks-source.ts';

const stub = withOfficialStub();
const NUMBER = 'MILES810260A99AB';
const TODAY = new Date().toISOString().slice(0, 10);
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let source: LicenceSource;

const query = async (text: string, values: readonly unknown[] = []) =>
  (await api.services.db.pool.query(text, [...values])).rows;
const base = () => `/api/drivers_file/drivers/${fleet.ann}`;
const call = async (method: 'GET' | 'POST', as = manager) => {
  const { body, status } = await api.ask(`${base()}/licence_check/`, { as, method });
  return { body: status === 200 ? contract.licenceChecks.read.answer.parse(body) : body, status };
};
const file = async () =>
  contract.driversFile.driver.answer.parse((await api.ask(`${base()}/`, { as: manager })).body);
const reasonsOf = async (name: string) =>
  (await file()).classes.find((one) => one.class === name)?.reasons;
const mails = async () =>
  (await query('select content from deliveries order by id')).map(({ content }) => content);

/** Adds a mandate through the calls of the file, with its proof unless it is left out. */
async function giveMandate(values: object = {}, proof: Uint8Array | null = PDF): Promise<number> {
  const { body, status } = await api.ask(`${base()}/documents/`, {
    as: manager,
    method: 'POST',
    body: { kind: 'mandate', issued_on: '2026-01-05', ...values },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  if (proof === null) return body.id;
  const form = new FormData();
  form.append('document', new Blob([proof as Uint8Array<ArrayBuffer>]), 'mandate.pdf');
  const attached = await fetch(`${api.url}/api/drivers_file/documents/${body.id}/proof/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.token(manager)}` },
    body: form,
  });
  expect(attached.status).toBe(200);
  return body.id;
}
/** Lets the worker ask about everything that is due. */
async function work(): Promise<void> {
  await planChecks(api.services);
  while (await checkNextLicence(api.services, source));
}

beforeAll(async () => {
  api = await testApi(stub.variables());
  fleet = await trackedFleet(api.services.db);
  source = new LicenceSource(api.services);
  const person = (name: string, role: 'MANAGER' | 'READONLY') =>
    makeUser(api.services.db, fleet.home.customerId, `licence-${name}@file.test`, { role }, [
      'accessEarnedRecognitionDriver',
    ]);
  manager = await person('manager', 'MANAGER');
  reader = await person('reader', 'READONLY');
  await addScheduleReminders(api.services.db, fleet.home.customerId);
});
afterAll(() => api.close());
beforeEach(async () => {
  stub.drivers.set(NUMBER, licensed(NUMBER));
  for (const table of ['licence_checks', 'licence_check_runs', 'service_budgets', 'deliveries']) {
    await query(`delete from ${table}`);
  }
  await query('delete from driver_documents');
  await query(
    `update drivers set licence_number = case when id = $1 then $2 end,
       licence_categories = '{}', licence_expires_on = null`,
    [fleet.ann, NUMBER],
  );
});

describe('a licence', () => {
  it.each([
    ['no_mandate', () => query("delete from driver_documents where kind = 'mandate'")],
    ['mandate_without_proof', () => giveMandate({}, null)],
    ['mandate_expired', () => giveMandate({ issued_on: '2020-01-05' })],
    [
      'no_number',
      () => query(`update drivers set licence_number = '123' where id = $1`, [fleet.ann]),
    ],
  ] as const)('is not asked for with %s, and nothing is sent', async (obstacle, prepare) => {
    await prepare();
    expect((await call('GET')).body).toMatchObject({ obstacle, state: null });
    const refused = await call('POST');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: `licence_check.${obstacle}` },
    });
    await work();
    expect(stub.asked).toEqual([]);
  });

  it('is not asked for by people who may not write or see the driver', async () => {
    await giveMandate();
    expect((await call('POST', reader)).status).toBe(403);
    expect((await call('POST', fleet.people.foreign)).status).toBe(404);
    expect(stub.asked).toEqual([]);
  });

  it('[U-19] becomes a check and a licence of the file, which decide who may drive', async () => {
    await giveMandate();
    const { body, status } = await call('POST');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(stub.asked).toEqual(['authenticate', `driver ${NUMBER}`]);
    expect(body).toMatchObject({
      obstacle: null,
      mandate: { given_on: '2026-01-05', until: '2029-01-05' },
      state: 'found',
      holder: 'ANN MILES',
      is_other_name: false,
      next_check_at: null,
      runs: [{ cause: 'manual', outcome: 'found', changes: [] }],
    });
    const { documents } = await file();
    expect(documents.find(({ kind }) => kind === 'entitlement_check')).toMatchObject({
      source: 'dvla',
      licence_status: 'valid',
      issued_on: TODAY,
      number: NUMBER,
    });
    expect(documents.find(({ kind }) => kind === 'licence')).toMatchObject({
      source: 'dvla',
      expires_on: '2031-04-10',
      categories: [
        { category: 'B', expires_on: '2050-10-25', codes: [] },
        { category: 'C', expires_on: '2031-10-25', codes: ['79.03'] },
      ],
    });
    expect(JSON.stringify(documents)).not.toContain('TEST STREET');
    expect(await reasonsOf('C')).not.toContain('category_missing');
    expect(await reasonsOf('D')).toContain('category_missing');
    const audited = await query(
      `select action, after from audit_entries where subject_kind = 'driver_file'
       order by position desc limit 3`,
    );
    expect(JSON.stringify(audited)).toContain('"answer": "found"'.replace(': ', ':'));
    // An answer of the last minutes is used again.
    await call('POST');
    expect(stub.asked).toHaveLength(2);
  });

  it('that changes for the worse is mailed once, and forbids to drive', async () => {
    await giveMandate();
    await call('POST');
    await query(`update licence_checks set fetched_at = now() - interval '1 hour'`);
    const worse = licensed(NUMBER, {
      driver: { drivingLicenceNumber: NUMBER, lastName: 'OTHER', disqualifiedUntil: '2099-01-01' },
      licence: { type: 'Full', status: 'Disqualified' },
      entitlement: [{ categoryCode: 'B', categoryType: 'Full', expiryDate: '2050-10-25' }],
      endorsements: [{ offenceCode: 'SP30', offenceDate: TODAY, penaltyPoints: 6 }],
    });
    stub.drivers.set(NUMBER, worse);
    const { body } = await call('POST');
    expect(body.runs[0].changes).toEqual(['points', 'disqualified', 'category_lost']);
    expect(body.is_other_name).toBe(true);
    expect((await file()).points).toBe(6);
    expect(await reasonsOf('B')).toContain('disqualified');
    expect(await mails()).toEqual([
      expect.objectContaining({
        to: 'office@fleet.example',
        text: expect.stringContaining('The driver is disqualified and must not drive.'),
      }),
    ]);
    await query(`update licence_checks set fetched_at = now() - interval '1 hour'`);
    expect((await call('POST')).body.runs[0].changes).toEqual([]);
    expect(await mails()).toHaveLength(1);
    const check = (await file()).documents.find(({ kind }) => kind === 'entitlement_check');
    const rewritten = await api.ask(`/api/drivers_file/documents/${check?.id}/`, {
      as: manager,
      method: 'PUT',
      body: { issued_on: TODAY, version: check?.version },
    });
    expect(rewritten).toMatchObject({
      status: 409,
      body: { code: 'driver_file.official_document' },
    });
  });

  it.each([
    ['404', { status: 404, body: { errors: [] } }, 'not_found', 'not_found'],
    ['400', { status: 400, body: { errors: [] } }, 'failed', 'refused'],
    ['429', { status: 429, headers: { 'retry-after': '60' } }, 'failed', 'rate_limited'],
    ['503', { status: 503 }, 'failed', 'unavailable'],
    ['the answer of another licence', { status: 200, body: licensed('X') }, 'failed', 'malformed'],
    ['no answer in time', 'slow', 'failed', 'no_answer'],
  ] as const)(
    'that gets %s keeps the file, and is asked for again',
    async (_n, answer, state, word) => {
      await giveMandate();
      stub.instead.set('driver', answer);
      const { body } = await call('POST');
      expect(body).toMatchObject({ state, runs: [{ outcome: word }] });
      expect(Date.parse(body.next_check_at)).toBeGreaterThan(Date.now());
      expect((await file()).documents.map(({ kind }) => kind)).not.toContain('entitlement_check');
    },
  );

  it('is asked for again with a new token once, and pauses after refused credentials', async () => {
    await giveMandate();
    await call('POST');
    await query(`update licence_checks set fetched_at = now() - interval '1 hour'`);
    stub.revokeTokens();
    stub.asked.length = 0;
    expect((await call('POST')).body.state).toBe('found');
    expect(stub.asked).toEqual([`driver ${NUMBER}`, 'authenticate', `driver ${NUMBER}`]);
    await query(`update licence_checks set fetched_at = now() - interval '1 hour'`);
    stub.revokeTokens();
    stub.instead.set('authenticate', { status: 401, body: { errors: [] } });
    expect((await call('POST')).body).toMatchObject({ state: 'failed', failure: 'key_refused' });
  });
});

describe('the worker', () => {
  it('asks before the check falls due, once, and not for drivers who are exempt', async () => {
    await giveMandate();
    await work();
    expect(stub.asked).toEqual(['authenticate', `driver ${NUMBER}`]);
    await work();
    expect(stub.asked).toHaveLength(2);
    const [run] = await query('select cause, user_id, outcome from licence_check_runs');
    expect(run).toEqual({ cause: 'due', user_id: null, outcome: 'found' });
    // The interval is three months, and the worker asks three days before its end.
    const age = (days: number) =>
      query(
        `update driver_documents set issued_on = ((current_date + $1::int) - interval '3 months')::date
         where kind = 'entitlement_check'`,
        [days],
      ).then(() => query('update driver_files set is_stale = true'));
    await age(6);
    await work();
    expect(stub.asked).toHaveLength(2);
    await age(2);
    await work();
    expect(stub.asked).toHaveLength(3);
    await age(0);
    await query(
      `update driver_files set exempt = '{entitlement_check}', exempt_reason = 'Yard only',
         is_stale = true where driver_id = $1`,
      [fleet.ann],
    );
    await work();
    expect(stub.asked).toHaveLength(3);
    await query(`update driver_files set exempt = '{}', exempt_reason = '', is_stale = true`);
  });

  it('stops for a day after eight failures, and for a week for an unknown licence', () => {
    const failed = { state: 'failed', failure: 'no_answer', blockS: null } as const;
    const pauses: (number | null)[] = [];
    for (let attempts = 0, n = 0; n < 8; n++) {
      const next = nextAttempt(failed, attempts);
      pauses.push(next.pauseS);
      attempts = next.attempts;
    }
    expect(pauses).toEqual([40, 80, 160, 320, 640, 1280, 2560, 86_400]);
    expect(nextAttempt({ state: 'not_found' }, 3)).toEqual({ pauseS: 604_800, attempts: 0 });
  });
});
