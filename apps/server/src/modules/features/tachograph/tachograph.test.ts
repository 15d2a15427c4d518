import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { issueRsaChain } from '@roadworthy/protocols';
import { simulatedCard, simulatedVehicleUnit } from '@roadworthy/simulator';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { TachographService } from './tachograph.service.ts';
import { takeInbox } from './tachograph-inbox.ts';
import { TachographKeys } from './tachograph-keys.ts';

const BASE = '/api/tachograph/files/';
const MODULES = ['accessTachoGraf'];
const DRIVER_CARD = 1;
const VEHICLE_UNIT = 6;
const DAYS = 10;

const card = issueRsaChain(DRIVER_CARD);
const unit = issueRsaChain(VEHICLE_UNIT);
let folder: string;
let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let south: number;
let reader: number;
let limited: number;

/** A download of Ann in N2 BBB, made now. */
const download = (chain = card, cardNumber = 'DB12345678901200') => ({
  holder: { cardNumber, firstNames: 'Ann', surname: 'Woods' },
  vehicle: { registration: 'N2-BBB', vin: 'WDB0000000000N2BB' },
  downloadedMs: Date.now(),
  days: DAYS,
  chain,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tachograph-'));
  await mkdir(join(folder, 'keys'));
  await writeFile(join(folder, 'keys', 'EC_PK.bin'), card.root);
  api = await testApi({ TACHOGRAPH_KEYS: join(folder, 'keys') });
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const user = (name: string, changed: object = {}) =>
    makeUser(db, customerId, `${name}@tacho.test`, changed, MODULES);
  manager = await user('tacho-manager', { role: 'MANAGER' });
  reader = await user('tacho-guest', { role: 'GUEST' });
  limited = await user('tacho-driver', {
    is_limited_user: true,
    vehicle_id: fleet.vehicles.n2.vehicleId,
  });
  south = await user('tacho-south', { role: 'MANAGER' });
  await limitToDepot(db, south, fleet.south);
  await db.pool.query('update drivers set tachograph_card_number = $1 where id = $2', [
    'db 123456789012-15',
    fleet.ann,
  ]);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(bytes: Uint8Array, as: number, name = 'C_20.DDD') {
  const form = new FormData();
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const answer = await fetch(`${api.url}${BASE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.token(as)}` },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  return { status: answer.status, body: (await answer.json()) as any };
}

describe('uploaded files', () => {
  it('[U-20] are archived unchanged, assigned by card number, and decoded', async () => {
    const bytes = simulatedCard(download());
    const { status, body } = await upload(bytes, manager, 'C_Ann.DDD');
    expect(status).toBe(201);
    contract.tachograph.upload.answer.parse(body);
    expect(body).toMatchObject({
      is_repeated: false,
      file: {
        kind: 'driver_card',
        generation: '1',
        name: 'C_Ann.DDD',
        card_number: 'DB123456789012',
        card_holder: 'Ann Woods',
        signature: 'valid',
        problem_count: 0,
        driver: { id: fleet.ann },
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    });
    const { id } = body.file;
    const again = await upload(bytes, manager, 'other-name.C1B');
    expect(again.body).toMatchObject({ is_repeated: true, file: { id, name: 'C_Ann.DDD' } });

    const content = (await api.ask(`${BASE}${id}/content/`, { as: manager })).body;
    contract.tachograph.content.answer.parse(content);
    expect(content.days).toHaveLength(DAYS);
    expect(content.problems).toEqual([]);
    const results = content.signatures.map(({ result }: { result: string }) => result);
    expect(new Set(results)).toEqual(new Set(['valid']));
    const worked = content.days.filter(({ changes }: { changes: object[] }) => changes.length > 1);
    expect(content.vehicles).toHaveLength(worked.length);
    expect(content.vehicles[0]).toMatchObject({ registration: 'N2-BBB', nation: 'UK' });
    expect(content.identification).toContainEqual({ name: 'surname', value: 'Woods' });

    const original = await fetch(`${api.url}${BASE}${id}/original/`, {
      headers: { authorization: `Bearer ${await api.token(manager)}` },
    });
    expect(Buffer.compare(Buffer.from(await original.arrayBuffer()), bytes)).toBe(0);
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'tachograph_file' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'created', 'exported']);
  });

  it('are assigned to the vehicle by registration; a chain without its root is not verified', async () => {
    const { body } = await upload(simulatedVehicleUnit(download(unit)), manager, 'V_N2.V1B');
    expect(body.file).toMatchObject({
      kind: 'vehicle_unit',
      registration: 'N2-BBB',
      vin: 'WDB0000000000N2BB',
      vehicle: { id: fleet.vehicles.n2.vehicleId },
      driver: null,
      // The root key of another authority has the same identifier.
      signature: 'invalid',
    });
    const { body: content } = await api.ask(`${BASE}${body.file.id}/content/`, { as: manager });
    contract.tachograph.content.answer.parse(content);
    expect(content.days).toHaveLength(DAYS);
    expect(content.speeds).toHaveLength(2);
    expect(content.calibrations).toMatchObject([{ tyre_size: '315/70 R22.5' }]);
    expect(content.cards[0]).toMatchObject({ holder: 'Ann Woods', slot: 'driver' });
    expect(content.signatures[0]).toMatchObject({ result: 'invalid', reason: 'bad_certificate' });
  });

  it('keep what can be read of damaged files, and refuse others', async () => {
    const bytes = simulatedCard({ ...download(), days: 5 });
    const cut = await upload(bytes.subarray(0, bytes.length - 400), manager);
    expect(cut.status).toBe(201);
    expect(cut.body.file.problem_count).toBeGreaterThan(0);
    expect(cut.body.file.card_holder).toBe('Ann Woods');
    const wrong = await upload(Buffer.from('this is no tachograph file'), manager);
    expect(wrong).toMatchObject({ status: 400, body: { errors: { file: [expect.any(String)] } } });
    expect(await upload(Buffer.alloc(0), manager)).toMatchObject({ status: 400 });
  });
});

describe('assignment', () => {
  it('by hand is followed by the other files of the same card', async () => {
    const stranger = download(card, 'DB99999999999900');
    const first = (await upload(simulatedCard(stranger), manager)).body.file;
    const second = (await upload(simulatedCard({ ...stranger, days: 3 }), manager)).body.file;
    expect([first.driver, second.driver]).toEqual([null, null]);
    const unassigned = async () =>
      (await api.ask(`${BASE}?unassigned=true`, { as: manager })).body.results.map(
        (file: { id: number }) => file.id,
      );
    expect(await unassigned()).toEqual([second.id, first.id]);
    const assign = (id: number, body: object, as = manager) =>
      api.ask(`${BASE}${id}/assignment/`, { as, method: 'PUT', body });
    expect((await assign(first.id, { vehicle: fleet.vehicles.n1.vehicleId })).status).toBe(400);
    expect((await assign(first.id, { driver: fleet.foreignDriver })).status).toBe(404);
    expect((await assign(first.id, { driver: fleet.ann }, reader)).status).toBe(403);
    expect((await assign(first.id, { driver: fleet.ann })).body.driver.id).toBe(fleet.ann);
    expect(await unassigned()).toEqual([]);
    const later = await upload(simulatedCard({ ...stranger, days: 4 }), manager);
    expect(later.body.file.driver.id).toBe(fleet.ann);
  });

  it('offers the visible drivers', async () => {
    const { body } = await api.ask('/api/tachograph/drivers/', { as: manager });
    expect(body.results).toMatchObject([{ id: fleet.ann }]);
  });
});

describe('access', () => {
  it('follows customer, depots and permission', async () => {
    const list = (as: number) => api.ask(BASE, { as });
    const all = (await list(manager)).body;
    expect(all.count).toBeGreaterThan(4);
    // Ann drives a vehicle of the depot; the unit of N2 BBB is elsewhere.
    const kinds = (await list(south)).body.results.map(({ kind }: { kind: string }) => kind);
    expect(kinds.length).toBeGreaterThan(0);
    expect(kinds).not.toContain('vehicle_unit');
    expect((await list(limited)).status).toBe(403);
    expect((await list(reader)).status).toBe(403);
    expect((await list(fleet.people.manager)).status).toBe(403);
    expect((await upload(simulatedCard(download()), limited)).status).toBe(403);
    const { id } = all.results.find(({ kind }: { kind: string }) => kind === 'vehicle_unit');
    for (const part of ['', 'content/', 'original/'])
      expect((await api.ask(`${BASE}${id}/${part}`, { as: south })).status).toBe(404);
  });
});

describe('the watched folder', () => {
  it('moves files to processed or rejected, and stores each once', async () => {
    const { db, files, log } = api.services;
    const service = new TachographService(db, files, new TachographKeys(null, log));
    const inbox = join(folder, 'inbox');
    const own = join(inbox, String(fleet.away.customerId));
    await mkdir(own, { recursive: true });
    await mkdir(join(inbox, '999999'));
    const old = new Date(Date.now() - 60_000);
    const put = async (name: string, bytes: Uint8Array) => {
      await writeFile(join(own, name), bytes);
      await utimes(join(own, name), old, old);
    };
    const bytes = simulatedCard({ ...download(), days: 6 });
    await put('card.ddd', bytes);
    await put('copy.ddd', bytes);
    await put('letter.txt', Buffer.from('Dear Sir or Madam'));
    await takeInbox({ db, log, service }, inbox);
    expect((await readdir(join(own, 'processed'))).sort()).toEqual(['card.ddd', 'copy.ddd']);
    expect((await readdir(join(own, 'rejected'))).sort()).toEqual(['letter.txt', 'letter.txt.txt']);
    const reason = await readFile(join(own, 'rejected', 'letter.txt.txt'), 'utf8');
    expect(reason).toBe('tachograph.not_recognised\n');
    await put('all.zip', zipSync({ 'a.ddd': bytes, 'b.txt': Buffer.from('Dear all') }));
    await put('none.zip', zipSync({ 'c.txt': Buffer.from('Dear all') }));
    await takeInbox({ db, log, service }, inbox);
    const text = (path: string) => readFile(join(own, path), 'utf8');
    expect(await readdir(join(own, 'processed'))).toContain('all.zip');
    expect(await text('processed/all.zip.txt')).toBe('b.txt: tachograph.not_recognised\n');
    expect(await readdir(join(own, 'rejected'))).toContain('none.zip');
    expect(await text('rejected/none.zip.txt')).toBe('c.txt: tachograph.not_recognised\n');
    const { rows } = await db.pool.query(
      'select name, source, signature from tachograph_files where customer_id = $1',
      [fleet.away.customerId],
    );
    expect(rows).toEqual([{ name: 'card.ddd', source: 'folder', signature: 'unverified' }]);
  });
});

it("a card's activities reach the hours of its driver, also when the driver is assigned later", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  const drivenBy = async (driver: number) => {
    const { body } = await api.ask(`/api/drivers_hours/${driver}/?from=${from}&to=${today}`, {
      as: manager,
    });
    return body.activities.filter(
      ({ kind, source }: { kind: string; source: string }) =>
        kind === 'driving' && source === 'card',
    ).length;
  };
  const other = await simulatedCard({
    ...download(card, 'DB77777777777700'),
    downloadedMs: Date.now() - 1000,
  });
  const { body } = await upload(other, manager, 'later.DDD');
  expect(body.file.driver).toBeNull();
  await api.services.db.pool.query('delete from driver_activities');
  const assigned = await api.ask(`${BASE}${body.file.id}/assignment/`, {
    as: manager,
    method: 'PUT',
    body: { driver: fleet.ann, vehicle: null },
  });
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
  expect(await drivenBy(fleet.ann)).toBeGreaterThan(5);
});

it('[U-20] a card in the file of a vehicle unit is a file of its own, with hours and download duty', async () => {
  const { pool } = api.services.db;
  const { rows } = await pool.query<{ id: number }>(
    `insert into drivers (customer_id, first_name, surname, tachograph_card_number)
     values ($1, 'Uma', 'Unit', 'DB55555555555500') returning id`,
    [fleet.home.customerId],
  );
  const uma = rows[0]?.id ?? 0;
  const cardBytes = simulatedCard({ ...download(card, 'DB55555555555500'), days: 7 });
  const unitBytes = simulatedVehicleUnit({ ...download(unit), days: 8 });
  const both = Buffer.concat([unitBytes, Uint8Array.of(0x76, 0x06), cardBytes]);
  const { status, body } = await upload(both, manager, 'V_N2.V1B');
  expect(status).toBe(201);
  expect(body.file).toMatchObject({ kind: 'vehicle_unit', registration: 'N2-BBB', driver: null });
  const cards = async () => (await api.ask(`${BASE}?driver=${uma}`, { as: manager })).body.results;
  expect(await cards()).toMatchObject([
    {
      kind: 'driver_card',
      name: 'V_N2-card.DDD',
      signature: 'valid',
      card_number: 'DB555555555555',
      sha256: createHash('sha256').update(cardBytes).digest('hex'),
    },
  ]);
  const stored = await pool.query(
    `select count(*)::int as count from driver_activities where driver_id = $1 and kind = 'driving'`,
    [uma],
  );
  expect(stored.rows[0].count).toBeGreaterThan(5);
  const due = (await api.ask(`/api/tachograph/downloads/?driver=${uma}`, { as: manager })).body;
  expect(due.results).toMatchObject([{ kind: 'driver_card', state: 'in_time' }]);
  const again = await upload(both, manager, 'again.V1B');
  const alone = await upload(cardBytes, manager, 'C_Uma.DDD');
  expect([again.body.is_repeated, alone.body.is_repeated]).toEqual([true, true]);
  expect(await cards()).toHaveLength(1);
  const audited = await pool.query(
    `select subject_name from audit_entries where subject_kind = 'tachograph_file'
     and subject_name = 'V_N2-card.DDD'`,
  );
  expect(audited.rows).toHaveLength(1);
});

describe('an uploaded archive', () => {
  it('stores each file as if it had been uploaded itself, and says what became of it', async () => {
    const fresh = simulatedCard(download(card, 'DB31313131313100'));
    const known = simulatedCard(download(card, 'DB32323232323200'));
    const first = await upload(known, manager, 'known.DDD');
    const archive = zipSync({
      'week 1/C_new.DDD': fresh,
      'C_known.DDD': known,
      'letter.txt': Buffer.from('Dear Sir or Madam'),
      'older.zip': zipSync({ 'a.DDD': fresh }),
    });
    const { status, body } = await upload(archive, manager, 'Cards.ZIP');
    expect(status).toBe(201);
    contract.tachograph.upload.answer.parse(body);
    const [id] = body.archive.map((one: { id: number }) => one.id);
    expect(body).toMatchObject({
      file: null,
      archive: [
        { name: 'C_new.DDD', state: 'stored', id: expect.any(Number), reason: null },
        { name: 'C_known.DDD', state: 'repeated', id: first.body.file.id, reason: null },
        { name: 'letter.txt', state: 'rejected', id: null, code: 'tachograph.not_recognised' },
        { name: 'older.zip', state: 'rejected', id: null, code: 'tachograph.archive_nested' },
      ],
    });
    expect(body.archive[3].reason).toMatch(/^Archives inside an archive are not opened/);
    const stored = (await api.ask(`${BASE}${id}/`, { as: manager })).body;
    expect(stored).toMatchObject({
      name: 'C_new.DDD',
      source: 'upload',
      sha256: createHash('sha256').update(fresh).digest('hex'),
    });
    const { rows } = await api.services.db.pool.query(
      `select subject_id from audit_entries where subject_kind = 'tachograph_file'
        and actor_id = $1 order by id desc limit 2`,
      [manager],
    );
    expect(rows.map(({ subject_id }) => subject_id)).toContain(String(id));
    expect((await upload(archive, limited)).status).toBe(403);
    const again = await upload(archive, south, 'Cards.ZIP');
    expect(again.body.archive[0]).toMatchObject({
      state: 'rejected',
      id: null,
      code: 'tachograph.stored_elsewhere',
    });
  });
});
