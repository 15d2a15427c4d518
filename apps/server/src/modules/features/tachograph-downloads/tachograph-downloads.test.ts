import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { storeDownload } from '../../../../test/tachograph-download.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { sendDownloadReminders } from './reminders/tachograph-downloads-reminders.job.ts';

const BASE = '/api/tachograph/downloads/';
const DAY_MS = 86_400_000;
const NOW = Date.now();

let api: TestApi;
let fleet: TrackedFleet;
let admin: number;
let manager: number;
let south: number;
let foreign: number;

const person = (name: string, customerId: number, role: 'ADMIN' | 'MANAGER') =>
  makeUser(api.services.db, customerId, `downloads-${name}@downloads.test`, { role }, [
    'accessTachoGraf',
  ]);

const ask = async (path = '', as = manager) => {
  const { status, body } = await api.ask(`${BASE}${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const put = (path: string, body: unknown, as: number) =>
  api.ask(`${BASE}${path}`, { as, method: 'PUT', body });

/** Stores a download of Ann's card or of N2 BBB, as the archive of files does. */
async function store(kind: 'card' | 'unit', downloadedAgo: number, days: number): Promise<void> {
  const download = {
    holder: { cardNumber: 'DB12345678901200', firstNames: 'Ann', surname: 'Miles' },
    vehicle: { registration: 'N2 BBB', vin: 'WDB0000000000N2BB' },
    downloadedMs: NOW - downloadedAgo * DAY_MS,
    days,
  };
  await storeDownload(api.services, fleet.home.customerId, kind, download);
}

const subjects = ({
  results,
}: {
  results: { driver: { first_name: string } | null; vehicle: { registration: string } | null }[];
}) => results.map(({ driver, vehicle }) => driver?.first_name ?? vehicle?.registration);

beforeAll(async () => {
  api = await testApi();
  const { pool } = api.services.db;
  fleet = await trackedFleet(api.services.db);
  const { customerId } = fleet.home;
  admin = await person('admin', customerId, 'ADMIN');
  manager = await person('manager', customerId, 'MANAGER');
  south = await person('south', customerId, 'MANAGER');
  foreign = await person('foreign', fleet.away.customerId, 'MANAGER');
  await pool.query('insert into user_depots (user_id, depot_id) values ($1, $2)', [
    south,
    fleet.south,
  ]);
  await pool.query(`update drivers set tachograph_card_number = 'DB12345678901200' where id = $1`, [
    fleet.ann,
  ]);
  await pool.query(`update vehicles set type = 'VAN' where customer_id = $1`, [customerId]);
  await pool.query(`update vehicles set type = 'STR' where id = any($1)`, [
    [fleet.vehicles.n2.vehicleId, fleet.vehicles.s1.vehicleId],
  ]);
});
afterAll(() => api.close());

describe('due downloads', () => {
  it('[U-20] begin as never downloaded, for drivers with a card and for goods vehicles', async () => {
    const list = await ask();
    contract.tachographDownloads.list.answer.parse(list);
    expect(subjects(list).sort()).toEqual(['Ann', 'N2 BBB', 'S1 CCC']);
    expect(list.results[0]).toMatchObject({ state: 'never', last_day: null, due_on: null });
    expect((await ask('', foreign)).count).toBe(0);
    // Ann drives a vehicle of this depot.
    expect(subjects(await ask('', south)).sort()).toEqual(['Ann', 'S1 CCC']);
  });

  it('follow the last day that a file covers: 28 days for a card, 90 for a unit', async () => {
    await store('card', 40, 10);
    await store('unit', 5, 20);
    const list = await ask();
    expect(subjects(list)).toEqual(['S1 CCC', 'Ann', 'N2 BBB']);
    const [, card, unit] = list.results;
    expect(card).toMatchObject({ kind: 'driver_card', state: 'overdue' });
    expect(Date.parse(card.due_on) - Date.parse(card.last_day)).toBe(28 * DAY_MS);
    expect(unit).toMatchObject({ kind: 'vehicle_unit', state: 'in_time' });
    expect(Date.parse(unit.due_on) - Date.parse(unit.last_day)).toBe(90 * DAY_MS);
    expect(subjects(await ask('?state=due'))).toEqual(['S1 CCC', 'Ann']);
    expect(subjects(await ask('?state=in_time'))).toEqual(['N2 BBB']);
    expect(subjects(await ask('?kind=driver_card'))).toEqual(['Ann']);
    expect(subjects(await ask('?search=s1'))).toEqual(['S1 CCC']);
    expect(subjects(await ask(`?depot=${fleet.south}`))).toEqual(['S1 CCC', 'Ann']);
  });

  it('are counted on home as their list does', async () => {
    const { body } = await api.ask('/api/home_overview/', { as: manager });
    expect(body.tachograph).toEqual({ due: 2, overdue: 2 });
    expect(subjects(await ask('?state=late'))).toEqual(['S1 CCC', 'Ann']);
  });

  it('name the days between files that no file covers', async () => {
    await store('card', 2, 10);
    const [{ id, last_day: lastDay, state }] = (await ask('?kind=driver_card')).results;
    expect(state).toBe('in_time');
    const details = await ask(`${id}/`);
    contract.tachographDownloads.read.answer.parse(details);
    const { rows } = await api.services.db.pool.query(
      `select lower(d)::text as "from", (upper(d) - 1)::text as "to"
       from (select daterange(min(last_day) + 1, max(first_day)) as d
         from tachograph_files where driver_id = $1) x`,
      [fleet.ann],
    );
    expect(details.gaps).toEqual(rows);
    expect(details.gaps[0].to < lastDay).toBe(true);
  });

  it('can be exempted with a reason, which the audit log records', async () => {
    const [{ id }] = (await ask('?state=never')).results;
    expect((await put(`${id}/exemption/`, { reason: '' }, manager)).status).toBe(400);
    const exempt = await put(`${id}/exemption/`, { reason: 'No tachograph fitted' }, manager);
    expect(exempt.body).toMatchObject({ state: 'exempt', exempt_reason: 'No tachograph fitted' });
    expect(exempt.body.exempt_by).not.toBeNull();
    expect(subjects(await ask('?state=exempt'))).toEqual(['S1 CCC']);
    expect(subjects(await ask())).not.toContain('S1 CCC');
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'tachograph_download'`,
    );
    expect(rows).toEqual([{ action: 'changed' }]);
    expect((await put(`${id}/exemption/`, { reason: null }, foreign)).status).toBe(404);
    expect((await put(`${id}/exemption/`, { reason: null }, manager)).body.state).toBe('never');
  });

  it('have periods that an administrator shortens, never above the regulation', async () => {
    const settings = { card_days: 21, unit_days: 60, warning_days: 28 };
    expect((await put('settings/', settings, manager)).status).toBe(403);
    expect((await put('settings/', { ...settings, card_days: 29 }, admin)).status).toBe(400);
    expect((await put('settings/', settings, admin)).body).toEqual(settings);
    expect(await ask('settings/')).toEqual(settings);
    const [card] = (await ask('?kind=driver_card')).results;
    expect(Date.parse(card.due_on) - Date.parse(card.last_day)).toBe(21 * DAY_MS);
    expect(card.state).toBe('due_soon');
    expect((await ask('settings/', foreign)).card_days).toBe(28);
  });

  it('are exported with the words of the list', async () => {
    const { body } = await api.ask(`${BASE}export/?format=csv&kind=driver_card`, { as: manager });
    expect(body).toContain('Driver card');
    expect(body).toContain('Due soon');
  });

  it('end with the driver and the vehicle', async () => {
    const { pool } = api.services.db;
    await pool.query('update drivers set archived_at = now() where id = $1', [fleet.ann]);
    await pool.query('update vehicles set is_active = false where id = $1', [
      fleet.vehicles.n2.vehicleId,
    ]);
    expect(subjects(await ask())).toEqual(['S1 CCC']);
    await pool.query('update drivers set archived_at = null where id = $1', [fleet.ann]);
    expect(subjects(await ask()).sort()).toEqual(['Ann', 'S1 CCC']);
  });
});

describe('reminders of downloads', () => {
  it('are sent once for each number of days and once after the date', async () => {
    const { services } = api;
    const { pool } = services.db;
    await pool.query(
      `insert into schedule_reminders (customer_id, is_active, days_before, emails)
       values ($1, true, '{28,7}', '{fleet@downloads.test}')`,
      [fleet.home.customerId],
    );
    await services.jobs.start({ work: true });
    expect(await sendDownloadReminders(services, NOW)).toBe(1);
    expect(await sendDownloadReminders(services, NOW)).toBe(0);
    const folder = join(services.config.dataDir, 'mail');
    const mails = () => readdirSync(folder).filter((name) => name.endsWith('.eml'));
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1);
    const mail = readFileSync(join(folder, mails()[0] ?? ''), 'utf8');
    expect(mail).toContain('Card of Ann Miles, due');
    expect(mail).not.toContain('S1 CCC');
    expect(await sendDownloadReminders(services, NOW + 16 * DAY_MS)).toBe(1);
    expect(await sendDownloadReminders(services, NOW + 60 * DAY_MS)).toBe(1);
    expect(await sendDownloadReminders(services, NOW + 61 * DAY_MS)).toBe(0);
  });
});
