import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../../test/api.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { afterWeekend } from './imports-vehicles-weekend.ts';
import { registerImportJobs } from './running/imports-vehicles-running.job.ts';
import { BATCH_ROWS } from './running/imports-vehicles-running-batch.ts';
import { runUpload } from './running/imports-vehicles-running-run.ts';

let api: TestApi;
let fleet: TrackedFleet;
const { imports } = contract;

const sql = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  for (const { customerId } of [fleet.home, fleet.away]) {
    await sql(
      `with maker as (insert into catalogue_entries (customer_id, kind, name)
         values ($1, 'manufacturer', 'Ford') returning id)
       insert into catalogue_entries (customer_id, kind, name, manufacturer_id, vehicle_type)
       select $1, 'model', 'Transit', id, 'VAN' from maker
       union all select $1, 'livery', 'White', null, null
       union all select $1, 'lease_company', 'Lease Co', null, null`,
      [customerId],
    );
  }
  await sql(
    `insert into trackers (customer_id, number, protocol)
     values ($1, '350000000000101', 'gt06'), ($1, '350000000000102', 'gt06'),
       ($2, '350000000000103', 'gt06')`,
    [fleet.home.customerId, fleet.away.customerId],
  );
  registerImportJobs(api.services);
  await api.services.jobs.start({ work: true });
});
afterAll(() => api.close());

interface Sent {
  readonly as?: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly choices?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly name?: string;
}

/** Sends a file as the form does. */
async function send(
  content: string | Buffer | null,
  sent: Sent = {},
): Promise<Pick<Answer, 'status' | 'body'>> {
  const { as = fleet.people.admin, fields = {}, choices, headers = {} } = sent;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (choices !== undefined) form.append('uploadChoices', JSON.stringify(choices));
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (bytes !== null)
    form.append('file', new Blob([new Uint8Array(bytes)]), sent.name ?? 'fleet.csv');
  const answer = await fetch(`${api.url}${sent.path ?? imports.vehicles.path}`, {
    method: 'PUT',
    body: form,
    headers: { authorization: `Bearer ${await api.jwt(as)}`, ...headers },
  });
  return { status: answer.status, body: await answer.json() };
}

const check = (content: string, sent: Sent = {}) =>
  send(content, { ...sent, fields: { verifyUpload: 'true', ...sent.fields } });

const ask = async (path: string, as = fleet.people.admin, method = 'GET', body?: unknown) =>
  api.ask(path, {
    method,
    body,
    headers: { authorization: `Bearer ${await api.jwt(as)}` },
  });
const read = async (id: number, as?: number) => (await ask(`/api/upload_vehicles/${id}/`, as)).body;

/** Waits until an upload has ended. */
async function ended(id: number) {
  const until = Date.now() + 30_000;
  for (;;) {
    const job = await read(id);
    if (job.finished_at !== null) return job;
    if (Date.now() > until) throw new Error(`The upload is ${job.state} still`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const upload = async (content: string, sent: Sent = {}) => {
  const { status, body } = await send(content, sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return ended(body.id);
};

const vehicle = async (registration: string) =>
  (
    await sql(
      `select v.id, v.type, v.vin, v.fuel_name, v.manufacturer_model, v.is_active,
         v.first_registered_on::text as first,
         array(select g.name from vehicle_depots w join depots g on g.id = w.depot_id
           where w.vehicle_id = v.id order by 1) as depots,
         array(select number from trackers t where t.vehicle_id = v.id order by 1) as trackers
       from vehicles v where v.registration = $1`,
      [registration],
    )
  )[0];
const errors = (job: { errors: { row: number; text: string }[] }) =>
  job.errors.map(({ row, text }) => `${row}: ${text}`);
const vehicles = async () =>
  (await sql('select count(*)::int as count from vehicles where is_active'))[0].count;

describe('a vehicle file that is only checked', () => {
  const FILE = [
    'Registration;Vehicle type;Make;Model;Depot;Tracker;VIN',
    'UP1 AAA;Van;Ford;Transit;South;350000000000101;WVWZZZ1JZXW000001',
    'n1aaa;;;;;;',
    'N2 BBB;Truck;;;;;',
    'up1aaa;Van;;;;;',
    'UP2 AAA;Rocket;Fiat;;Away depot;350000000000103;NOT A VIN',
    'UP3 AAA;;;;Nowhere;;',
    '=1+1;Van;;;;;',
  ].join('\r\n');

  it('[Q-01] [Q-03] [R-147] returns the outcome that each row would have, and writes nothing', async () => {
    const before = await vehicles();
    const { status, body } = await check(FILE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verify: true,
      state: 'done',
      file_name: 'fleet.csv',
      rows: 7,
      done: 7,
      created: 1,
      updated: 1,
      unchanged: 1,
      removed: 0,
      error_count: 4,
      headers: ['Registration', 'Vehicle type', 'Make', 'Model', 'Depot', 'Tracker', 'VIN'],
      columns: { registration: 0, vehicle_type: 1, manufacturer: 2, model: 3, depot: 4, vin: 6 },
    });
    expect(body.sample).toHaveLength(3);
    expect(errors(body)).toEqual([
      '5: The registration up1aaa is already in row 2.',
      '6: “NOT A VIN” is not a valid VIN: enter up to 17 letters and digits, without I, O and Q.',
      '7: You have no depot “Nowhere”.',
      '8: “=1+1” is not a valid registration: enter up to 20 characters, not starting with =, +, - or @.',
    ]);
    expect(await vehicles()).toBe(before);
    expect(await sql("select 1 from audit_entries where subject_kind = 'upload'")).toEqual([]);
  });

  it('[Q-P01] [U-P03] refuses depots, trackers and list entries of others, by row', async () => {
    const { body } = await check(
      'registration,vehicle_type,depot,tracker,livery,make\nA1,Van,Away depot,,,\nA2,Van,,350000000000103,,\nA3,Van,South,,Red,Fiat',
    );
    expect(errors(body)).toEqual([
      '2: You have no depot “Away depot”.',
      '3: There is no tracker “350000000000103”.',
      '4: The vehicle lists have no manufacturer “Fiat”. The vehicle lists have no livery “Red”.',
    ]);
    const sibling = await check(
      'reg,type,depot\nB1,Van,South\nS1 CCC,Car,\nB2,Van,\nB3,Van,Home depot',
      {
        as: fleet.people.northAdmin,
      },
    );
    expect(errors(sibling.body)).toEqual([
      '2: You have no depot “South”.',
      '3: A vehicle with this registration exists already.',
      '4: Give one of your depots.',
    ]);
    expect(sibling.body.created).toBe(1);
  });

  it('[Q-05] applies create, update and remove_missing', async () => {
    const file = 'reg,type\nC1,Van\nN2 BBB,Truck\nF1 GGG,Van';
    const noCreate = await check(file, { choices: { create: false } });
    expect(errors(noCreate.body)[0]).toBe('2: There is no vehicle with this registration.');
    const noUpdate = await check(file, { choices: { update: false } });
    expect(errors(noUpdate.body)).toEqual(['3: A vehicle with this registration exists already.']);
    const removing = await check(file, { choices: { remove_missing: true } });
    // The file of one customer does not refer to another's vehicle, even with the same
    // registration.
    expect(removing.body).toMatchObject({ created: 2, updated: 1, removed: 5, error_count: 0 });
    const north = await check('reg\nN2 BBB', {
      as: fleet.people.northAdmin,
      choices: { remove_missing: true },
    });
    expect(north.body.removed).toBe(2);
  });

  it('[Q-05] uses the chosen columns, and asks for them if the header has no known names', async () => {
    const file = 'one,two\nD1,Van';
    const asked = await check(file);
    expect(asked.body).toMatchObject({ state: 'failed', rows: 0, headers: ['one', 'two'] });
    expect(asked.body.failure).toBe('No column holds the registration. Choose which one does.');
    const chosen = await check(file, {
      choices: { columns: { registration: 0, vehicle_type: 1 } },
    });
    expect(chosen.body).toMatchObject({ state: 'done', created: 1 });
    const refused = await send(file);
    expect([refused.status, refused.body.errors.file]).toEqual([
      400,
      ['No column holds the registration. Choose which one does.'],
    ]);
  });
});

describe('a vehicle file that is processed', () => {
  let job: Awaited<ReturnType<typeof upload>>;

  it('[Q-P01] [O-04] [RP-31] creates and changes vehicles, row by row', async () => {
    job = await upload(
      [
        'registration,vehicle_type,energy,manufacturer,model,region,depot,tracker,vin,first_registered_on',
        'up9 aaa,Van,Electric,ford,TRANSIT,home region,Home depot,350000000000101,wvwzzz1jzxw000009,31/05/2024',
        'N1 AAA,,Petrol,,,,,,,',
        'N2 BBB,Rocket,,Ford,Transit,,,,,',
      ].join('\n'),
      { fields: { email: 'boss@track.test' } },
    );
    expect(job).toMatchObject({
      state: 'done',
      verify: false,
      rows: 3,
      done: 3,
      created: 1,
      updated: 1,
      error_count: 1,
      email: 'boss@track.test',
      created_by: 'Ada Hill',
    });
    expect(await vehicle('UP9 AAA')).toMatchObject({
      type: 'VAN',
      fuel_name: 'Electric',
      vin: 'WVWZZZ1JZXW000009',
      manufacturer_model: 'Ford Transit',
      depots: ['Home depot'],
      trackers: ['350000000000101'],
      first: '2024-05-31',
    });
    // Empty cells change nothing; a row with one invalid cell changes nothing at all.
    expect(await vehicle('N1 AAA')).toMatchObject({ type: 'CAR', fuel_name: 'Petrol' });
    expect((await vehicle('N1 AAA')).trackers).toHaveLength(1);
    expect(await vehicle('N2 BBB')).toMatchObject({ type: 'VAN', manufacturer_model: null });
  });

  it('[Q-04] sends a summary to the address of the form', async () => {
    const folder = api.services.mail.destination;
    const mail = await vi.waitFor(async () => {
      const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
      const mails = await Promise.all(
        names.map((name) => simpleParser(readFileSync(join(folder, name)))),
      );
      const found = mails.find(({ to }) => [to].flat()[0]?.text === 'boss@track.test');
      if (found === undefined) throw new Error('no mail yet');
      return found;
    }, 20_000);
    expect(mail.subject).toBe('Vehicle upload fleet.csv: finished');
    expect(mail.text).toContain('Added: 1\nChanged: 1\n');
    expect(mail.text).toContain('Row 4 (N2 BBB): “Rocket” is no type of vehicle');
  });

  it('[R-146] is listed, newest first', async () => {
    const { body } = await ask('/api/upload_vehicles/?pageSize=1');
    expect(body.results).toEqual([expect.objectContaining({ id: job.id, state: 'done', rows: 3 })]);
  });

  it('[Q-P01] is logged as one upload with its vehicles', async () => {
    const log = await sql(
      "select action, subject_name, after from audit_entries where subject_kind in ('upload', 'vehicle') order by position",
    );
    expect(log.map(({ action, subject_name: name }) => [action, name])).toEqual([
      ['created', 'fleet.csv'],
      ['created', 'UP9 AAA'],
      ['changed', 'N1 AAA'],
    ]);
  });

  it('[Q-05] [Q-P01] writes everything or nothing if that was chosen', async () => {
    const before = await vehicles();
    const choices = { all_or_nothing: true };
    const wrong = await upload('reg,type\nE1,Van\nE2,Rocket\nE3,Van', { choices });
    expect(wrong).toMatchObject({ state: 'failed', created: 0, error_count: 1 });
    expect(wrong.failure).toBe('Nothing was saved because some rows are invalid.');
    expect(await vehicles()).toBe(before);
    const right = await upload('reg,type,tracker\nE1,Van,350000000000102\nE3,Van,', { choices });
    expect(right).toMatchObject({ state: 'done', created: 2, done: 2 });
    expect((await vehicle('E1')).trackers).toEqual(['350000000000102']);
  });

  it('[Q-05] [Q-P01] does nothing twice if its job runs again', async () => {
    const { body } = await send('reg,type\nG1,Van\nG2,Van', {
      choices: { all_or_nothing: true },
      fields: { run_on_weekend: 'true' },
    });
    await ended(body.id);
    // As if the process had ended before: another run does nothing twice.
    await runUpload(api.services, body.id);
    expect(await read(body.id)).toMatchObject({ created: 2, done: 2 });
    expect(await sql("select 1 from vehicles where registration like 'G_'")).toHaveLength(2);
  });

  it('[Q-05] archives vehicles that the file leaves out only if all rows were valid', async () => {
    const choices = { remove_missing: true };
    const as = fleet.people.northAdmin;
    const invalid = await upload('reg,type\nN2 BBB,Rocket', { as, choices });
    expect(invalid).toMatchObject({ removed: 0, error_count: 1 });
    const names = (await sql(
      `select v.registration from vehicles v join vehicle_depots w on w.vehicle_id = v.id
       where w.depot_id = $1 and v.registration <> 'X1 EEE'`,
      [fleet.north],
    )) as { registration: string }[];
    const file = ['reg', ...names.map(({ registration }) => registration)].join('\n');
    const removed = await upload(file, { as, choices });
    expect(removed).toMatchObject({ state: 'done', removed: 1, error_count: 0 });
    expect((await vehicle('X1 EEE')).is_active).toBe(false);
    // A vehicle that is not visible stays, though no row names it.
    expect((await vehicle('S1 CCC')).is_active).toBe(true);
    const again = await check('reg,type\nX1 EEE,Van');
    expect(errors(again.body)).toEqual([
      '2: An archived vehicle has this registration. Restore it first.',
    ]);
  });

  it('[Q-P01] continues where another run ended, and ends when it is cancelled', async () => {
    const { body } = await send('reg,type\nH1,Van', { fields: { run_on_weekend: 'false' } });
    const isWeekend = afterWeekend(Date.now(), 'UTC') !== null;
    expect(body.run_at === null).toBe(!isWeekend);
    const [{ id }] = await sql(
      `insert into vehicle_uploads (customer_id, user_id, user_name, file_name, is_check, choices,
         runs_on_weekend, state, row_count, run_at)
       select customer_id, user_id, user_name, 'later.csv', false, choices, false, 'waiting', 2,
         now() + interval '1 day' from vehicle_uploads where id = $1 returning id`,
      [body.id],
    );
    await sql(
      `insert into vehicle_upload_rows (upload_id, customer_id, position, row_number, registration,
         fields, outcome)
       values ($1, $2, 1, 2, 'H2', '{}', 'created'), ($1, $2, 2, 3, 'H3', '{"vehicle_type":"Van"}', null)`,
      [id, fleet.home.customerId],
    );
    const cancelled = await ask(`/api/upload_vehicles/${id}/cancel/`, undefined, 'POST');
    expect(cancelled.body).toMatchObject({ state: 'cancelled', created: 0 });
    await runUpload(api.services, id);
    expect(await vehicle('H3')).toBeUndefined();
    expect((await ask(`/api/upload_vehicles/${id}/cancel/`, undefined, 'POST')).status).toBe(409);
    await sql(
      "update vehicle_uploads set state = 'running', is_cancelled = false, finished_at = null where id = $1",
      [id],
    );
    await runUpload(api.services, id);
    expect(await read(id)).toMatchObject({ state: 'done', created: 1 });
    expect(await vehicle('H2')).toBeUndefined();
    expect(await vehicle('H3')).toMatchObject({ type: 'VAN' });
  });

  /** Stores an upload of new vans, as the form would, that no job takes. */
  async function storeUpload(
    prefix: string,
    count: number,
    allOrNothing: boolean,
  ): Promise<number> {
    const choices = { create: true, update: true, all_or_nothing: allOrNothing };
    const [{ id }] = await sql(
      `insert into vehicle_uploads (customer_id, user_id, user_name, file_name, is_check, choices,
         runs_on_weekend, state, row_count, run_at)
       values ($1, $2, 'Ada', 'kept.csv', false, $3, false, 'waiting', $4, now() + interval '1 day')
       returning id`,
      [fleet.home.customerId, fleet.people.admin, JSON.stringify(choices), count],
    );
    await sql(
      `insert into vehicle_upload_rows (upload_id, customer_id, position, row_number, registration,
         fields)
       select $1, $2, n, n + 1, $3 || n, '{"vehicle_type":"Van","depot":"Home depot"}'
       from generate_series(1, $4::int) n`,
      [id, fleet.home.customerId, prefix, count],
    );
    return id;
  }

  /** Numbers of vans of a file, of those in a depot, and of audit entries. */
  const written = async (prefix: string) => {
    const [row] = await sql(
      `select count(*)::int as vehicles, count(w.depot_id)::int as "inDepots",
         (select count(*)::int from audit_entries where subject_name like $1) as entries
       from vehicles v left join vehicle_depots w on w.vehicle_id = v.id
       where v.registration like $1`,
      [`${prefix}%`],
    );
    return row;
  };

  /** Makes the insert of one vehicle's depot fail, after its row of `vehicles` was written. */
  async function failingAt(registration: string, work: () => Promise<unknown>): Promise<void> {
    await sql(`create function fail_here() returns trigger language plpgsql as $$ begin
      if exists (select from vehicles where id = new.vehicle_id
        and registration = '${registration}') then raise 'The disk is full'; end if;
      return new; end $$`);
    await sql(`create trigger fail_here before insert on vehicle_depots
      for each row execute function fail_here()`);
    try {
      await expect(work()).rejects.toThrow('The disk is full');
    } finally {
      await sql('drop function fail_here cascade');
    }
  }

  it('[Q-05] [Q-P01] writes nothing of an all-or-nothing upload that fails halfway, and then restarts it', async () => {
    const id = await storeUpload('WA', BATCH_ROWS + 40, true);
    await failingAt(`WA${BATCH_ROWS + 20}`, () => runUpload(api.services, id));
    expect(await written('WA')).toEqual({ vehicles: 0, inDepots: 0, entries: 0 });
    expect(await read(id)).toMatchObject({ created: 0, error_count: 0, finished_at: null });
    await runUpload(api.services, id);
    const all = BATCH_ROWS + 40;
    expect(await written('WA')).toEqual({ vehicles: all, inDepots: all, entries: all });
    expect(await read(id)).toMatchObject({ state: 'done', created: all, done: all });
  });

  it('[Q-05] [Q-P01] writes only complete rows of one that fails halfway, and continues after them', async () => {
    const id = await storeUpload('WB', BATCH_ROWS + 40, false);
    await failingAt(`WB${BATCH_ROWS + 20}`, () => runUpload(api.services, id));
    const some = { vehicles: BATCH_ROWS, inDepots: BATCH_ROWS, entries: BATCH_ROWS };
    expect(await written('WB')).toEqual(some);
    expect(await read(id)).toMatchObject({ created: BATCH_ROWS, finished_at: null });
    await runUpload(api.services, id);
    const all = BATCH_ROWS + 40;
    expect(await written('WB')).toEqual({ vehicles: all, inDepots: all, entries: all });
    expect(await read(id)).toMatchObject({ state: 'done', created: all, done: all });
  });

  it('[Q-P01] does nothing if its sender is no longer permitted', async () => {
    const [{ id }] = await sql(
      `insert into vehicle_uploads (customer_id, user_id, user_name, file_name, is_check, choices,
         runs_on_weekend, state)
       values ($1, $2, 'Gone', 'gone.csv', false, '{"create":true,"update":true}', true, 'waiting')
       returning id`,
      [fleet.home.customerId, fleet.people.manager],
    );
    await runUpload(api.services, id);
    expect(await read(id)).toMatchObject({ state: 'failed', created: 0 });
  });

  it('[Q-P01] has a result file whose cells no spreadsheet calculates', async () => {
    const { body } = await check('reg,type\n"=HYPERLINK(""x"")",Van\nJ1,Van');
    const csv = await ask(`/api/upload_vehicles/${body.id}/result/?format=csv`);
    expect(csv.status).toBe(200);
    expect(csv.headers.get('content-disposition')).toContain('.csv');
    expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv.body).toContain('J1,Would be added');
    const wrong = await ask(`/api/upload_vehicles/${body.id}/result/?format=csv&errors=true`);
    expect(wrong.body).not.toContain('J1');
    const xlsx = await ask(`/api/upload_vehicles/${body.id}/result/?format=xlsx`);
    expect(xlsx.status).toBe(200);
  });
});

describe('the form of an upload', () => {
  it('[Q-02] [U-P03] accepts the viewer’s own customer, or any for a global administrator', async () => {
    const fields = { customer_id: String(fleet.away.customerId) };
    const refused = await check('reg,type\nK1,Van', { fields });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { customer_id: ['This customer is not known'] },
    ]);
    const { global } = fleet.people;
    const withoutCustomer = await check('reg,type\nK1,Van', { as: global });
    expect(withoutCustomer.body.errors).toEqual({ customer_id: ['Choose a customer'] });
    const other = await check('reg,type,depot\nK1,Van,Away depot', { as: global, fields });
    expect(other.body).toMatchObject({ created: 1, customer: { id: fleet.away.customerId } });
    expect((await ask(`/api/upload_vehicles/${other.body.id}/`)).status).toBe(404);
    expect((await ask(`/api/upload_vehicles/${other.body.id}/result/`)).status).toBe(404);
    const own = await check('reg,type\nK1,Van');
    const { northAdmin } = fleet.people;
    expect((await ask(`/api/upload_vehicles/${own.body.id}/`, northAdmin)).status).toBe(404);
  });

  it('[Q-06] [Q-11] accepts run_on_weekend as a text, and treats an empty field as missing', async () => {
    const { body, status } = await check('reg,type\nL1,Van', {
      fields: { run_on_weekend: 'false', email: '', customer_id: '', uploadChoices: '' },
    });
    expect([status, body.email, body.choices]).toEqual([
      200,
      null,
      { create: true, update: true, remove_missing: false, all_or_nothing: false },
    ]);
    for (const [field, value] of [
      ['run_on_weekend', 'perhaps'],
      ['email', 'nobody'],
      ['uploadChoices', '{'],
    ] as const) {
      const refused = await check('reg\nL1', { fields: { [field]: value } });
      expect([field, refused.status]).toEqual([field, 400]);
    }
    expect((await send(null)).body.errors).toEqual({ file: ['This field is required'] });
  });

  it('[Q-08] [R-014] is sent as multipart PUT with the token of R-020 only', async () => {
    expect([imports.vehicles.method, imports.vehicles.credential]).toEqual(['PUT', 'jwt']);
    const form = new FormData();
    form.append('file', new Blob(['reg\nL1']), 'a.csv');
    const init = { method: 'PUT', body: form };
    const authorization = `Bearer ${await api.token(fleet.people.admin)}`;
    const bearer = await fetch(`${api.url}/api/upload_vehicles/`, {
      ...init,
      headers: { authorization },
    });
    expect(bearer.status).toBe(401);
    const json = await ask('/api/upload_vehicles/', undefined, 'PUT', {});
    expect(json.status).toBe(400);
  });

  it('[Q-P03] is limited to less than 9,000,000 bytes, to the byte', async () => {
    const row = 'reg,type\nM1,Van\n';
    const most = Buffer.alloc(8_999_999, '\n');
    most.write(row);
    const taken = await send(most, { fields: { verifyUpload: 'true' } });
    expect([taken.status, taken.body.created]).toEqual([200, 1]);
    const refused = await send(Buffer.concat([most, Buffer.from('\n')]));
    expect([refused.status, refused.body.errors.file]).toEqual([
      413,
      ['Image is too large to upload (Upload a doc less than 9mb)'],
    ]);
  });

  it('[Q-01] reports a file that cannot be read on its field, in the language of its sender', async () => {
    await sql("update users set language = 'pt' where id = $1", [fleet.people.foreign]);
    const long = `reg\n${'A\n'.repeat(100_000)}`;
    const refused = await check(long);
    expect(refused.body.errors.file).toEqual([
      'A file may have 20000 rows at most. Send it in parts.',
    ]);
    const portuguese = await check('reg\n', { as: fleet.people.foreign });
    expect(portuguese.body.errors.file).toEqual(['O ficheiro não tem linhas abaixo do cabeçalho.']);
    expect(await sql("select 1 from vehicle_uploads where state = 'checking'")).toEqual([]);
  });

  it('[Q-P01] creates one upload for a repeated request', async () => {
    const headers = { 'idempotency-key': 'upload-one-and-only' };
    const one = await send('reg,type\nP1,Van', { headers });
    const two = await send('reg,type\nP1,Van', { headers });
    expect(two.body.id).toBe(one.body.id);
    await ended(one.body.id);
  });
});

describe('a file of QR codes', () => {
  const path = '/api/upload_qr_codes/';
  const codes = (content: string, as?: number) =>
    send(content, { path, ...(as === undefined ? {} : { as }) });
  const living = async (registration: string) =>
    (
      await sql(
        `select c.code from vehicle_codes c join vehicles v on v.id = c.vehicle_id
         where v.registration = $1 and c.revoked_at is null`,
        [registration],
      )
    )[0]?.code;

  it('[Q-07] [Q-P02] [R-148] assigns each vehicle its code, and returns their addresses', async () => {
    const existing = await living('N1 AAA');
    await sql(`update vehicle_codes set revoked_at = now() where vehicle_id = $1`, [
      fleet.vehicles.s1.vehicleId,
    ]);
    const { status, body } = await codes('registration;qrid\nn1aaa;\nN2 BBB;printed-0001\nS1 CCC;');
    expect([status, body.count]).toEqual([200, 3]);
    expect(body.results[0]).toEqual({
      vehicle: fleet.vehicles.n1.vehicleId,
      registration: 'N1 AAA',
      qrid: existing,
      url: `http://localhost:8080/qr?qrid=${existing}`,
    });
    expect(body.results[1].qrid).toBe('printed-0001');
    expect(await living('N2 BBB')).toBe('printed-0001');
    expect(body.results[2].qrid).toBe(await living('S1 CCC'));
  });

  it('[O-05] has codes that open their vehicles', async () => {
    const opened = await api.ask('/api/document_latest/?qrid=printed-0001');
    expect(opened.body.vehicle.registration).toBe('N2 BBB');
  });

  it('[Q-10] [Q-P02] [U-P03] assigns no code if one row is invalid', async () => {
    const before = await living('N1 AAA');
    const { status, body } = await codes(
      'registration,qrid\nN1 AAA,printed-0009\nF1 GGG,\nN1AAA,\nS1 CCC,short\nS2 50%,printed-0009',
    );
    expect([status, body.detail]).toEqual([400, 'Error when uploading the new QR codes']);
    expect(body.errors.file).toEqual([
      'Row 4: the registration N1AAA is already in row 2.',
      'Row 5: “short” is not a valid code: enter 8 to 64 letters, digits, hyphens and underscores.',
      'Row 6: the code printed-0009 is already in row 2.',
    ]);
    const foreign = await codes('registration\nN1 AAA\nF1 GGG');
    expect(foreign.body.errors.file).toEqual(['Row 3: you have no vehicle F1 GGG.']);
    const taken = await codes('registration,qrid\nN1 AAA,printed-0001');
    expect(taken.body.errors.file).toEqual(['Row 2: the code printed-0001 was already assigned.']);
    const sibling = await codes('registration\nS1 CCC', fleet.people.northAdmin);
    expect(sibling.status, JSON.stringify(sibling.body)).toBe(400);
    expect(await living('N1 AAA')).toBe(before);
  });

  it('[O-05] [J-P01] prints labels of the vehicles of the file', async () => {
    const labels = async (ids: number[], as = fleet.people.admin) =>
      fetch(`${api.url}/api/upload_qr_codes/labels/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await api.jwt(as)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ vehicles: ids, page: 'documents' }),
      });
    const { n1, n2, f1 } = fleet.vehicles;
    const answer = await labels([n1.vehicleId, n2.vehicleId]);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = await readPdf({ bytes: new Uint8Array(await answer.arrayBuffer()) });
    expect(text.text).toContain('N1 AAA');
    expect((await labels([n1.vehicleId, f1.vehicleId])).status).toBe(404);
  });
});

describe('the use of a van in a file', () => {
  it('is stored with its weight, which it needs', async () => {
    const job = await upload(
      [
        'registration,type,Gross weight (kg),Train weight (kg),International haulage',
        'HAUL 1,van,3500,,yes',
        'HAUL 2,van,,3000,Sim',
        'HAUL 3,van,2000,,não',
        'HAUL 4,van,,,yes',
        'HAUL 5,van,3.5 t,,perhaps',
      ].join('\n'),
    );
    expect(job).toMatchObject({ created: 3, error_count: 2 });
    expect(job.errors.map(({ text }: { text: string }) => text)).toEqual([
      'A vehicle in international haulage needs its gross or train weight.',
      '“3.5 t” is not a weight: enter whole kilograms, for example 3500. “perhaps” is neither yes nor no.',
    ]);
    const stored = () =>
      sql(`select registration, gross_weight_kg as gross, train_weight_kg as train,
        is_international_haulage as haulage from vehicles where registration like 'HAUL %' order by 1`);
    expect(await stored()).toEqual([
      { registration: 'HAUL 1', gross: 3500, train: null, haulage: true },
      { registration: 'HAUL 2', gross: null, train: 3000, haulage: true },
      { registration: 'HAUL 3', gross: 2000, train: null, haulage: false },
    ]);
    // Empty cells, and columns that are not in the file, leave the data.
    await upload('registration,vin,haulage\nHAUL 1,WF0HAUL0001,');
    expect((await stored())[0]).toMatchObject({ gross: 3500, haulage: true });
  });
});

describe('the kind of an asset in a file', () => {
  it('is named in either language and decides the type of a new trailer', async () => {
    const file = [
      'registration,vehicle_type,asset kind',
      'TRL 1,,semi-trailer',
      'TRL 2,reboque,',
      'TRL 3,,boat',
      'TRL 4,car,trator',
    ].join('\n');
    const { body } = await send(file, { fields: { run_on_weekend: 'true' } });
    await ended(body.id);
    expect(await read(body.id)).toMatchObject({ created: 2, error_count: 2 });
    expect(
      await sql(`select registration, type, kind from vehicles where registration like 'TRL %'
        order by registration`),
    ).toEqual([
      { registration: 'TRL 1', type: 'STR', kind: 'semi_trailer' },
      { registration: 'TRL 2', type: 'STR', kind: 'drawbar_trailer' },
    ]);
  });
});
