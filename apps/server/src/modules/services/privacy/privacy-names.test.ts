import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { sendRecord, signaturePng } from '../../../../test/record-forms.ts';
import { type DocumentFleet, documentFleet } from '../../../../test/vehicle-documents.ts';
import { removeExpired } from './retention/privacy-retention-removal.ts';

const BASE = '/vehicle-check/api';
const DAY_MS = 86_400_000;
const NOW = Date.now();
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
/** More than 15 months. */
const OLD = 480;
/** Less than 15 months. */
const RECENT = 430;
const OK = { section: 'Outside', name: 'Number plate', result: 'ok' };
const DEFECT = { ...OK, result: 'defect', severity: 'minor', note: 'Cracked' };

let api: TestApi;
let fleet: DocumentFleet;
/** The driver's account, which names the driver like the account itself. */
let account: number;
/** Another driver with the same name. */
let namesake: number;
let signature: Buffer;
const made: Record<string, number> = {};

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;

async function send(name: string, changed: object, path = 'depot_report', as = fleet.file.keeper) {
  const { status, body } = await sendRecord(api, as, {
    path: `${BASE}/${path}/${fleet.north}/`,
    fields: {
      type: 'DRV',
      vehicle: fleet.vehicles.n1.vehicleId,
      driver: fleet.ann,
      done_at: ago(RECENT),
      items: [OK],
      ...changed,
    },
    signature,
  });
  expect([name, status, body.errors]).toEqual([name, 201, undefined]);
  made[name] = body.id;
}

/** A check or report with its defect report. */
const report = async (name: string) => {
  const [row] = await rowsOf(
    `select r.author, r.signed_by, r.signature_file_id is not null as is_signed,
       coalesce(k.driver, r.author) as driver, coalesce(k.signed_by, r.signed_by) as check_signed_by,
       d.reported_by, r.items, coalesce(k.items, r.items) is not null as has_items, r.search_text
     from vehicle_reports r left join driver_check_records k on k.id = r.id
     left join defect_records d on d.id = r.defect_record_id where r.id = $1`,
    [made[name]],
  );
  return row;
};

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  signature = await signaturePng();
  const { customerId } = fleet.home;
  account = await makeUser(
    api.services.db,
    customerId,
    'ann.driver@file.test',
    { role: 'MANAGER', first_name: 'Ann', last_name: 'Miles', driver_id: fleet.ann },
    ['Vehicle File', 'Vehicle Check'],
  );
  [{ id: namesake }] = await rowsOf(
    `insert into drivers (customer_id, first_name, surname) values ($1, 'Ann', 'Miles') returning id`,
    [customerId],
  );
  await send('nil', {});
  await send('recent defect', { items: [DEFECT] });
  await send('old defect', { items: [DEFECT], done_at: ago(OLD) });
  await send('by the account', { driver: undefined }, 'depot_report', account);
  const damages = [{ part: 'roof', description: 'Dent', severity: 'minor' }];
  await send('standard', { type: 'STD', damages });
  await send('of the namesake', { driver: namesake });
  const writer = await makeUser(api.services.db, customerId, 'writer@file.test', {}, [
    'Vehicle Check',
  ]);
  const letter = await sendRecord(api, writer, {
    path: `${BASE}/depot_notice_letters/${fleet.north}/`,
    fields: {
      vehicle: fleet.vehicles.n1.vehicleId,
      driver: fleet.ann,
      date: ago(1),
      subject: 'Checks',
      text: 'Please check',
    },
  });
  expect([letter.status, letter.body.driver]).toEqual([201, 'Ann Miles']);
  const erased = await api.ask(`/api/administration/privacy/drivers/${fleet.ann}/erase/`, {
    as: fleet.file.administrator,
    method: 'POST',
    body: { surname: 'Miles' },
  });
  expect(erased.status).toBe(204);
});
afterAll(() => api.close());

describe('the name of an erased driver', () => {
  it('[O-20] is replaced in records without defects, which keep everything else', async () => {
    const name = `Erased driver ${fleet.ann}`;
    for (const one of ['nil', 'by the account', 'standard']) {
      expect([one, await report(one)]).toMatchObject([
        one,
        {
          author: name,
          driver: name,
          signed_by: name,
          check_signed_by: name,
          is_signed: false,
          has_items: true,
        },
      ]);
      expect((await report(one)).search_text).not.toContain('MILES');
    }
    expect(
      await rowsOf('select reported_by, description from vehicle_damages where report_id = $1', [
        made.standard,
      ]),
    ).toEqual([{ reported_by: name, description: 'Dent' }]);
    expect(await rowsOf('select driver, body from notice_letters')).toEqual([
      { driver: name, body: 'Please check' },
    ]);
    const [{ log }] = await rowsOf(
      `select string_agg(row_to_json(e)::text, '') as log from audit_entries e
       where subject_kind = 'notice_letter'`,
    );
    expect(log).toContain('created');
    expect(log).not.toContain('Miles');
    expect(
      await rowsOf('select distinct created_by from vehicle_activities where created_by_id = $1', [
        account,
      ]),
    ).toEqual([{ created_by: `Erased user ${account}` }]);
  });

  it('[O-20] stays in a defect report, with the signature of its check, for 15 months', async () => {
    const name = `Erased driver ${fleet.ann}`;
    expect(await report('recent defect')).toMatchObject({
      driver: name,
      signed_by: name,
      is_signed: true,
      reported_by: 'Ann Miles',
    });
    expect(await report('old defect')).toMatchObject({
      driver: name,
      is_signed: false,
      reported_by: name,
    });
    const files = async () =>
      (await rowsOf('select count(*)::int as n from files where kept_until <= now()'))[0].n;
    expect(await files()).toBe(4);
    // The recent one is 15 months old: another night.
    await removeExpired(api.services, NOW + 60 * DAY_MS);
    expect(await report('recent defect')).toMatchObject({ is_signed: false, reported_by: name });
    expect(await files()).toBe(5);
    expect(await report('of the namesake')).toMatchObject({ driver: 'Ann Miles', is_signed: true });
  });

  it('[O-20] stays in the records of another driver with the same name', async () => {
    expect(await report('of the namesake')).toMatchObject({
      author: 'Ann Miles',
      driver: 'Ann Miles',
      signed_by: 'Ann Miles',
      is_signed: true,
    });
  });
});
