import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '@roadworthy/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { storeFile } from '../../../platform/files/index.ts';
import { ZipWriter } from './archive/zip-writer.ts';
import { EvidenceMaker } from './index.ts';

const BASE = '/api/evidence_packs/';
const VERIFIER = resolve(
  fileURLToPath(import.meta.url),
  '../../../../../../web/public/verify-evidence.mjs',
);

let api: TestApi;
let fleet: TrackedFleet;
let keeper: number;
let workshop: number;
let foreign: number;
let photograph: Buffer;
const folder = mkdtempSync(join(tmpdir(), 'evidence-'));

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);

/** A stored photograph of the customer. */
async function stored(bytes: Buffer): Promise<string> {
  const file = await api.services.files.put(bytes, {
    customerId: fleet.home.customerId,
    purpose: 'records',
    name: 'photograph.jpg',
    maxBytes: 1e7,
    accept: ['image/jpeg'],
  });
  await api.services.db.asSystem((trx) => storeFile(trx, file));
  return file.id;
}

/** A check with a defect and a photograph, a check without, off-road days, a work order, a schedule. */
async function addRecords(vehicleId: number): Promise<void> {
  const of = [fleet.home.customerId, vehicleId];
  const items = JSON.stringify([
    { section: 'Outside', name: 'Tyres', area: 'other', result: 'ok', severity: null, note: null },
  ]);
  const { rows } = await query(
    `with d as (insert into defect_records (customer_id, vehicle_id, reference_number, items,
         reported_at, reported_by)
       values ($1, $2, 'DEF-1', '[{"name": "Tyres", "severity": "major", "finding": "Tread worn",
         "remedy": null}]', '2026-03-10 07:00Z', 'Ann Miles') returning id),
     t as (insert into record_changes (customer_id, vehicle_id, kind, record_id, user_name, action)
       select $1, $2, 'defect', id, 'Ann Miles', 'reported' from d),
     w as (insert into work_orders (customer_id, vehicle_id, reference_number, title, place, created_by,
         created_at) values ($1, $2, 'WO-1', 'Replace tyre', 'internal', 'Ann Miles', '2026-03-11'))
     insert into vor_entries (customer_id, vehicle_id, reason, since, set_by, defect_record_id)
       select $1, $2, 'defect', '2026-03-10 07:10Z', 'Ann Miles', id from d
     returning defect_record_id as id`,
    of,
  );
  await query(
    `insert into record_photographs (customer_id, defect_record_id, position, caption, file_id)
     values ($1, $2, 1, 'Left rear', $3)`,
    [of[0], rows[0].id, await stored(photograph)],
  );
  await query(
    `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, items, defects,
       declaration, defect_record_id) values ($1, $2, '2026-03-10 07:00Z', 'Ann Miles', $3, 1, 'Mine', $4),
       ($1, $2, '2026-03-11 07:00Z', 'Ann Miles', $3, 0, 'Mine', null),
       ($1, $2, '2025-01-01 07:00Z', 'Ann Miles', $3, 0, 'Before the period', null)`,
    [...of, items, rows[0].id],
  );
  await query(
    `insert into inspection_records (customer_id, vehicle_id, reference_number, inspected_at, inspector,
       items, is_roadworthy, declaration) values ($1, $2, 'SI-1', '2026-04-01 09:00Z', 'Ian Ward', '[]',
       true, 'Fit for the road')`,
    of,
  );
}

const body = (changed: object = {}) => ({
  scope: 'vehicle',
  vehicle: fleet.vehicles.n1.vehicleId,
  starts_on: '2026-01-01',
  ends_on: '2026-06-30',
  ...changed,
});
const ask = (method: string, path: string, sent?: unknown, as = keeper) =>
  api.ask(`${BASE}${path}`, { as, method, body: sent });
const download = async (id: number, what: 'pdf' | 'archive', as = keeper) => {
  const answer = await fetch(`${api.url}${BASE}${id}/${what}/`, {
    headers: { authorization: `Bearer ${await api.token(as)}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
/** Requests a pack and makes it as the worker does. */
async function made(changed: object = {}, as = keeper): Promise<number> {
  const asked = await ask('POST', '', body(changed), as);
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await new EvidenceMaker(api.services).step()).toBe(true);
  const { body: list } = await ask('GET', '', undefined, as);
  contract.evidence.list.answer.parse(list);
  const { id, state } = list.results[0];
  expect(state).toBe('ready');
  return id;
}

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  /** Where its content begins in the archive. */
  readonly at: number;
}

/** The entries of an archive without compression, in their order. */
function entriesOf(zip: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const size = zip.readUInt32LE(at + 18);
    const start = at + 30 + zip.readUInt16LE(at + 26);
    const name = zip.toString('utf8', at + 30, start);
    entries.push({ name, content: zip.subarray(start, start + size), at: start });
    at = start + size;
  }
  return entries;
}

async function zipOf(entries: readonly Pick<Entry, 'name' | 'content'>[]): Promise<string> {
  const path = join(folder, 'changed.zip');
  const file = await open(path, 'w');
  const writer = new ZipWriter(file);
  for (const { name, content } of entries) await writer.add(name, [content]);
  await writer.end();
  await file.close();
  return path;
}

/** Runs the verifier as an auditor does. */
function verified(zip: Buffer | string, ...more: string[]): Promise<{ code: number; out: string }> {
  const path = typeof zip === 'string' ? zip : join(folder, 'pack.zip');
  if (typeof zip !== 'string') writeFileSync(path, zip);
  return new Promise((done) => {
    execFile(
      process.execPath,
      [VERIFIER, path, ...more],
      { cwd: folder },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    );
  });
}

const flipped = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
};

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { customerId } = fleet.home;
  const person = (name: string, modules: string[], of = customerId) =>
    makeUser(api.services.db, of, `evidence-${name}@evidence.test`, { role: 'MANAGER' }, modules);
  keeper = await person('keeper', ['Vehicle File', 'Vehicle Check']);
  workshop = await person('workshop', ['SafetyInspection']);
  foreign = await person('foreign', ['Vehicle File'], fleet.away.customerId);
  photograph = await sharp({
    create: { width: 320, height: 240, channels: 3, background: '#885522' },
  })
    .jpeg()
    .toBuffer();
  await addRecords(fleet.vehicles.n1.vehicleId);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});
beforeEach(() => query('delete from evidence_packs'));

describe('evidence packs', () => {
  it('contain the records of the period, unchanged photographs and a PDF with contents', async () => {
    const id = await made();
    const { body: list } = await ask('GET', '');
    expect(list.results[0]).toMatchObject({ records: 6, files: 1, subject: 'N1 AAA', done: 12 });
    const zip = await download(id, 'archive');
    expect(list.results[0].archive_sha256).toBe(createHash('sha256').update(zip).digest('hex'));
    const entries = new Map(entriesOf(zip).map(({ name, content }) => [name, content]));
    const pictures = [...entries].filter(([name]) => name.startsWith('files/'));
    expect(pictures.map(([, content]) => content.equals(photograph))).toEqual([true]);
    const [defect] = JSON.parse(String(entries.get('records/defects.json')));
    expect(defect).toMatchObject({
      vehicle: { registration: 'N1 AAA' },
      data: { reference_number: 'DEF-1', state: 'reported' },
      history: [{ by: 'Ann Miles', action: 'reported' }],
      files: [{ entry: pictures[0]?.[0], caption: 'Left rear', role: 'photograph' }],
    });
    expect(JSON.parse(String(entries.get('records/walkaround_checks.json')))).toHaveLength(2);
    const pdf = await download(id, 'pdf');
    expect(entries.get('evidence.pdf')?.equals(pdf)).toBe(true);
    const { pages } = await readPdf({ bytes: new Uint8Array(pdf) });
    expect(pages[0]).toContain('Contents');
    const [, page] = /Defects\s+1\s+(\d+)/.exec(pages[0] ?? '') ?? [];
    const contents = pages.findIndex((one) => one.includes('Page 1'));
    expect(pages[contents + Number(page) - 1]).toContain('N1 AAA: Defects');
    expect(pages.join(' ')).toContain('Left rear');
    const audit = await query(
      `select action, after ->> 'archive_sha256' as hash from audit_entries
       where subject_kind = 'evidence_pack' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(audit.rows.map(({ action }) => action)).toEqual([
      'created',
      'changed',
      'exported',
      'exported',
    ]);
    expect(audit.rows[1].hash).toBe(list.results[0].archive_sha256);
  });

  it('are found unchanged by the verifier, which names each changed, missing and added entry', async () => {
    const zip = await download(await made(), 'archive');
    const { body: key } = await ask('GET', 'key/');
    const whole = await verified(zip, '--fingerprint', key.fingerprint);
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('Unchanged: ') });
    expect(await verified(zip, '--fingerprint', 'ab'.repeat(32))).toMatchObject({
      code: 1,
      out: expect.stringContaining('public-key.pem: is not the expected key'),
    });
    const entries = entriesOf(zip);
    expect(entries.length).toBeGreaterThan(9);
    for (const { name, content, at } of entries) {
      const found = await verified(flipped(zip, at + Math.floor(content.length / 2)));
      expect(found, name).toMatchObject({
        code: 1,
        out: expect.stringContaining(`WRONG  ${name}`),
      });
      const other = entries.find(
        (one) => one.name !== name && found.out.includes(`${one.name}: was`),
      );
      expect(other?.name, `besides ${name}`).toBeUndefined();
    }
    for (const { name } of entries) {
      const rest = entries.filter((one) => one.name !== name);
      expect(await verified(await zipOf(rest)), name).toMatchObject({
        code: 1,
        out: expect.stringContaining(`${name}: is missing`),
      });
    }
    const more = [...entries, { name: 'files/extra.jpg', content: photograph }];
    expect(await verified(await zipOf(more))).toMatchObject({
      code: 1,
      out: expect.stringContaining('files/extra.jpg: was added'),
    });
  });

  it('name the record that was changed, removed or added even if the archive was rebuilt', async () => {
    const entries = entriesOf(await download(await made(), 'archive'));
    const withChecks = (change: (lines: string[]) => string[]) =>
      zipOf(
        entries.map((one) => {
          if (one.name !== 'records/walkaround_checks.json') return one;
          const [first = '', ...lines] = String(one.content).split('\n');
          return { ...one, content: Buffer.from([first, ...change(lines)].join('\n')) };
        }),
      );
    const [one] = JSON.parse(
      String(entries.find(({ name }) => name === 'records/walkaround_checks.json')?.content),
    );
    const name = `records/walkaround_checks.json (record ${one.id})`;
    const changed = await withChecks((lines) => [
      lines[0]?.replace('Ann', 'Bob') ?? '',
      ...lines.slice(1),
    ]);
    expect((await verified(changed)).out).toContain(`${name}: record was changed`);
    const removed = await withChecks((lines) => lines.slice(1));
    expect((await verified(removed)).out).toContain(`${name}: record is missing`);
    const added = await withChecks((lines) => [`${JSON.stringify({ ...one, id: 99 })},`, ...lines]);
    expect((await verified(added)).out).toContain('(record 99): record was added');
    // A forger who also corrects the manifest lacks the key.
    const forged = entries.map((entry) =>
      entry.name === 'manifest.json'
        ? { ...entry, content: Buffer.from(String(entry.content).replace('N1 AAA', 'N1 AAB')) }
        : entry,
    );
    expect((await verified(await zipOf(forged))).out).toContain('manifest.sig: does not fit');
  });

  it('contain each record once, whatever number there is', async () => {
    await query(
      `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, items, defects,
         declaration) select $1, $2, timestamptz '2026-02-01 07:00:00.0004Z' + n * interval '1 hour',
         'Ann Miles', '[]', 0, 'Mine' from generate_series(1, 120) n`,
      [fleet.home.customerId, fleet.vehicles.n2.vehicleId],
    );
    const id = await made({ vehicle: fleet.vehicles.n2.vehicleId });
    const entries = entriesOf(await download(id, 'archive'));
    const checks = entries.find(({ name }) => name === 'records/walkaround_checks.json');
    const ids = JSON.parse(String(checks?.content)).map((one: { id: number }) => one.id);
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  });

  it('contain only the kinds of records that their person may see', async () => {
    const id = await made({}, workshop);
    const { body: list } = await ask('GET', '', undefined, workshop);
    expect(list.results[0]).toMatchObject({ records: 1, kinds: ['inspections', 'brake_tests'] });
    const names = entriesOf(await download(id, 'archive', workshop)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('records/'))).toEqual([
      'records/inspections.json',
    ]);
    await query(`delete from user_modules where user_id = $1`, [workshop]);
    await query(`insert into user_modules (user_id, module) values ($1, 'Vehicle Check')`, [
      workshop,
    ]);
    api.services.bus.publish('users.changed', { ids: [workshop] } as never);
    await expect
      .poll(async () => (await ask('GET', `${id}/pdf/`, undefined, workshop)).status)
      .toBe(403);
  });

  it('are of their person alone, and refuse vehicles and depots of others', async () => {
    const id = await made({ scope: 'fleet' });
    for (const as of [workshop, foreign]) {
      expect((await ask('GET', '', undefined, as)).body.results ?? []).toEqual([]);
      expect((await ask('GET', `${id}/archive/`, undefined, as)).status).toBe(404);
      expect((await ask('DELETE', `${id}/`, undefined, as)).status).toBe(404);
    }
    expect((await ask('POST', '', body(), foreign)).status).toBe(404);
    const depot = body({ scope: 'depot', depot: fleet.north });
    expect((await ask('POST', '', depot, foreign)).status).toBe(404);
    expect((await ask('DELETE', `${id}/`)).status).toBe(204);
    expect((await ask('GET', `${id}/pdf/`)).status).toBe(404);
  });

  it.each([
    [{ vehicle: null }, 'vehicle'],
    [{ scope: 'depot' }, 'depot'],
    [{ ends_on: '2025-12-31' }, 'ends_on'],
    [{ starts_on: '2020-01-01' }, 'ends_on'],
  ])('refuse %j', async (changed, field) => {
    const answer = await ask('POST', '', body(changed));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('are cancelled, and made again once if the process ends', async () => {
    const { body: one } = await ask('POST', '', body());
    expect((await ask('DELETE', `${one.id}/`)).status).toBe(409);
    expect((await ask('GET', `${one.id}/pdf/`)).status).toBe(409);
    expect((await ask('POST', `${one.id}/cancel/`)).body.state).toBe('cancelled');
    const maker = new EvidenceMaker(api.services);
    expect(await maker.step()).toBe(false);
    await ask('POST', '', body());
    const lose = (attempts: number) =>
      query(
        `update evidence_packs set state = 'running', attempts = $1, alive_at = now() - interval '2 min'
         where state = 'waiting'`,
        [attempts],
      );
    const state = async () => (await ask('GET', '')).body.results[0].state;
    await lose(1);
    await maker.recover();
    expect(await state()).toBe('waiting');
    await lose(2);
    await maker.recover();
    expect(await state()).toBe('failed');
    for (let n = 0; n < 5; n += 1) await ask('POST', '', body());
    expect((await ask('POST', '', body())).status).toBe(429);
  });
});

describe('ZipWriter', () => {
  it('writes the ZIP64 form for more than 65,535 entries, which the verifier reads', async () => {
    const path = join(folder, 'many.zip');
    const file = await open(path, 'w');
    const writer = new ZipWriter(file);
    for (let n = 0; n < 66_000; n += 1) await writer.add(`${n}`, []);
    await writer.end();
    await file.close();
    const { verifyPack, blobSource } = await import(VERIFIER);
    const { readFile } = await import('node:fs/promises');
    const { problems } = await verifyPack(blobSource(new Blob([await readFile(path)])));
    expect(problems).toContainEqual({ code: 'entry_missing', entry: 'manifest.json' });
    expect(problems).toHaveLength(3);
  });
});
