import { contract } from '@roadworthy/contract';
import { checkPoints, TRAILER_POINTS, VEHICLE_TYPES, type VehicleType } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { photographs, signaturePng } from '../../../../test/record-forms.ts';
import { type DocumentFleet, documentFleet } from '../../../../test/vehicle-documents.ts';
import { notifySeriousDefects } from './notification/walkaround-notification.job.ts';

const BASE = '/vehicle-check/api';
interface Asked {
  id: number;
  vehicle_type: VehicleType;
  items: { section: string; name: string; area: string; hint: string }[];
}

let api: TestApi;
let fleet: DocumentFleet;
let driver: number;
let signature: string;
let vehicle: { id: number; type: VehicleType };
let template: Asked;
let keys = 0;

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;
const start = async (as = driver) => (await api.ask(`${BASE}/walkaround/`, { as })).body;
const newKey = () => {
  keys += 1;
  return `walkaround-${keys}`;
};

async function sendPhoto(key: string | null, bytes: Uint8Array, as = driver) {
  const form = new FormData();
  form.append('photo', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'photo.bin');
  const answer = await fetch(`${api.url}${BASE}/walkaround/photos/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await api.token(as)}`,
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: form,
  });
  const body = (await answer.json()) as { id: number; errors?: Record<string, string[]> };
  return { status: answer.status, body };
}

const place = (name: string) => template.items.findIndex((one) => one.name === name);
const answers = (changed: Record<string, object> = {}) =>
  template.items.map(({ name }, item) => ({ item, result: 'ok', ...changed[name] }));
const body = (changed: object = {}) => ({
  vehicle: vehicle.id,
  template: template.id,
  started_at: '2026-06-01T06:30:00Z',
  done_at: '2026-06-01T06:35:00Z',
  odometer: 123_456_000,
  lat: 52.25,
  long: -1.16,
  answers: answers(),
  signature,
  signed_name: 'Ann Miles',
  ...changed,
});
const send = (changed: object = {}, key: string | null = newKey(), as = driver) =>
  api.ask(`${BASE}/walkaround/`, {
    as,
    method: 'POST',
    body: body(changed),
    headers: key === null ? {} : { 'idempotency-key': key },
  });

/** Expects one alert of a serious defect for users who can see the vehicle, and none for others. */
async function expectNotified(manager: number, check: number) {
  const [{ defect_record_id: defect }] = (await rowsOf(
    'select defect_record_id from driver_check_records where id = $1',
    [check],
  )) as [{ defect_record_id: number }];
  const bellOf = async (as: number) => (await api.ask('/api/alerts/?unread=true', { as })).body;
  const alert = {
    severity: 'critical',
    rule: null,
    event: null,
    vehicle: { id: vehicle.id },
    defect: { id: defect, finding: 'Free play in the wheel' },
  };
  for (const as of [manager, fleet.file.administrator]) {
    const { unread, results } = await bellOf(as);
    contract.alerts.list.answer.parse(await bellOf(as));
    expect([unread, results]).toMatchObject([1, [alert]]);
  }
  const south = await makeUser(api.services.db, fleet.home.customerId, 'south@phone.test', {}, [
    'Vehicle Check',
  ]);
  await rowsOf('insert into user_depots (user_id, depot_id) values ($1, $2)', [south, fleet.south]);
  for (const as of [south, fleet.file.foreign]) {
    expect(await bellOf(as)).toMatchObject({ count: 0, unread: 0, results: [] });
  }
  const [{ id }] = (await bellOf(manager)).results;
  const read = (as: number) =>
    api.ask('/api/alerts/read/', { as, method: 'POST', body: { ids: [id] } });
  expect([(await read(south)).status, (await read(manager)).status]).toEqual([204, 204]);
  expect((await bellOf(manager)).unread).toBe(0);
  const reads = await rowsOf('select user_id from alert_reads where alert_id = $1', [id]);
  expect(reads).toEqual([{ user_id: manager }]);
}

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  driver = await makeUser(
    api.services.db,
    fleet.home.customerId,
    'walker@phone.test',
    { role: 'DRIVER', first_name: 'Ann', last_name: 'Miles' },
    ['Vehicle Check'],
  );
  await rowsOf('insert into user_depots (user_id, depot_id) values ($1, $2)', [
    driver,
    fleet.north,
  ]);
  signature = `data:image/png;base64,${(await signaturePng()).toString('base64')}`;
  const first = await start();
  const n1 = fleet.vehicles.n1.vehicleId;
  vehicle = first.vehicles.find(({ id }: { id: number }) => id === n1);
  template = first.templates.find((one: Asked) => one.vehicle_type === vehicle.type);
});
afterAll(() => api.close());

describe('templates of walkaround checks', () => {
  it('[L-P01] every vehicle type starts with the standard check points', async () => {
    const { templates } = await start();
    for (const type of VEHICLE_TYPES) {
      const { items } = templates.find((one: Asked) => one.vehicle_type === type);
      expect(items).toEqual(checkPoints(type).map((point) => ({ ...point, hint: '' })));
    }
  });

  it('[L-P01] saving without a change creates no version and no template of the customer', async () => {
    const admin = fleet.file.administrator;
    const path = `${BASE}/check_templates/`;
    const { results } = (await api.ask(path, { as: admin })).body;
    const shared = results.find((one: Asked) => one.vehicle_type === 'CAR');
    const { version, items } = shared;
    const saved = await api.ask(`${path}${shared.id}/`, {
      as: admin,
      method: 'PUT',
      body: { version, items },
    });
    expect([saved.status, saved.body]).toEqual([200, shared]);
    const stale = { version: version + 1, items };
    const refused = await api.ask(`${path}${shared.id}/`, {
      as: admin,
      method: 'PUT',
      body: stale,
    });
    expect(refused.status).toBe(409);
    const { results: after } = (await api.ask(path, { as: admin })).body;
    expect(after).toEqual(results);
  });

  it('[A-06] [L-P01] are found by their points in the language of the administrator', async () => {
    const admin = fleet.file.administrator;
    const found = async (search: string) =>
      (await api.ask(`${BASE}/check_templates/?search=${search}`, { as: admin })).body.results.map(
        ({ vehicle_type: type }: Asked) => type,
      );
    expect(await found('chain')).toEqual(['BIK']);
    const speak = async (language: 'en' | 'pt') => {
      await rowsOf('update users set language = $2 where id = $1', [admin, language]);
      api.services.bus.publish('users.changed', { userId: admin });
    };
    await speak('pt');
    try {
      expect([await found('corrente'), await found('chain')]).toEqual([['BIK'], []]);
    } finally {
      await speak('en');
    }
  });

  it('[L-P01] an administrator changes them: this creates a version, and earlier checks keep theirs', async () => {
    const admin = fleet.file.administrator;
    const path = `${BASE}/check_templates/`;
    const of = async (as = admin) =>
      (await api.ask(path, { as })).body.results.find((one: Asked) => one.vehicle_type === 'BIK');
    const shared = await of();
    expect(shared).toMatchObject({ version: 1, is_shared: true, checks_count: 0 });
    const items = [{ section: 'Top box', name: 'Lock', area: 'body', hint: 'Try it' }];
    const change = (id: number, changed: object, as = admin) =>
      api.ask(`${path}${id}/`, { as, method: 'PUT', body: { items, ...changed } });
    const own = (await change(shared.id, { version: 1 })).body;
    contract.walkaround.changeTemplate.answer.parse(own);
    expect(own).toMatchObject({ version: 1, is_shared: false, items });
    expect((await of(fleet.file.foreign)).id).toBe(shared.id);
    const next = (await change(own.id, { items: [...items, shared.items[0]] })).body;
    expect([next.version, (await of()).id]).toEqual([2, next.id]);
    expect((await change(own.id, {})).status).toBe(409);
    expect((await change(next.id, { version: 1 })).status).toBe(409);
    const twice = await change(next.id, { items: [...items, ...items] });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([400, ['items.1.name']]);
    expect((await change(next.id, { items: [] })).status).toBe(400);
    expect((await change(own.id, {}, fleet.file.foreign)).status).toBe(404);
    expect((await change(own.id, {}, fleet.file.keeper)).status).toBe(403);

    const bike = (await rowsOf(`update vehicles set type = 'BIK' where id = $1 returning id`, [
      fleet.vehicles.n2.vehicleId,
    ])) as { id: number }[];
    // The phone was offline since the previous version: the version that it used counts.
    const old = { vehicle: bike[0]?.id, template: own.id, answers: [{ item: 0, result: 'ok' }] };
    const made = await send(old);
    expect([made.status, made.body.result]).toEqual([201, 'pass']);
    const dropped = await api.ask(`${path}${next.id}/`, { as: admin, method: 'DELETE' });
    expect([dropped.status, (await of()).id]).toEqual([204, shared.id]);
    expect((await api.ask(`${path}${shared.id}/`, { as: admin, method: 'DELETE' })).status).toBe(
      400,
    );
    const read = await api.ask(`${BASE}/driver_checks/${made.body.id}/`, { as: driver });
    expect(read.body.items).toEqual([
      expect.objectContaining({ section: 'Top box', name: 'Lock', ok: true }),
    ]);
    expect((await api.ask(`${path}${own.id}/`, { as: admin })).body.checks_count).toBe(1);
    const log = `/api/administration/audit/?kind=check_template&subject=BIK`;
    expect((await api.ask(log, { as: admin })).body.count).toBe(3);
  });
});

describe('the walkaround check of a phone', () => {
  it('[RP-27] starts with the data that a phone needs offline, of visible vehicles only', async () => {
    const first = await start();
    contract.walkaround.start.answer.parse(first);
    expect(first).toMatchObject({ person: { id: driver, name: 'Ann Miles' }, short_check: 60 });
    const ids = first.vehicles.map(({ id }: { id: number }) => id);
    expect(ids).toContain(vehicle.id);
    expect(ids).not.toContain(fleet.vehicles.s1.vehicleId);
    const all = (await start(fleet.file.keeper)).vehicles.map(({ id }: { id: number }) => id);
    expect(all).toContain(fleet.vehicles.s1.vehicleId);
    expect(all).not.toContain(fleet.vehicles.f1.vehicleId);
    const [{ code }] = await rowsOf('select code from vehicle_codes where vehicle_id = $1', [
      vehicle.id,
    ]);
    expect(JSON.stringify(first)).not.toContain(code);
    const find = async (query: string, as = driver) =>
      (await api.ask(`${BASE}/walkaround/vehicles/?${query}`, { as })).body.results.map(
        ({ id }: { id: number }) => id,
      );
    expect(await find(`qrid=${code}`)).toEqual([vehicle.id]);
    expect(await find(`qrid=${code}`, fleet.file.foreign)).toEqual([]);
    expect(await find('search=n1a')).toEqual([vehicle.id]);
    expect(await find('search=%25%25')).toEqual([]);
  });

  it('[R-030] includes the custom texts of the customer, in both languages', async () => {
    await rowsOf(
      `insert into customer_texts (customer_id, place, language, key, text, changed_by)
       values ($1, 'interface', 'en', 'walk.title', 'First look', 'Ada'),
         ($1, 'interface', 'pt', 'walk.title', 'Primeira volta', 'Ada'),
         ($1, 'interface', 'en', 'qr.help', 'Not of this page', 'Ada')`,
      [fleet.home.customerId],
    );
    expect((await start()).own_texts).toEqual({
      en: { 'walk.title': 'First look' },
      pt: { 'walk.title': 'Primeira volta' },
    });
  });

  it('[RP-27] [OP-098] is a driver check with place, duration, odometer, signature and the template', async () => {
    const { status, body: made } = await send({ person: driver });
    expect(status).toBe(201);
    expect(made).toMatchObject({ result: 'pass', defects: 0, duration: 300, is_short: false });
    const { body: read } = await api.ask(`${BASE}/driver_checks/${made.id}/`, { as: driver });
    expect(read).toMatchObject({
      driver: 'Ann Miles',
      depot: { id: fleet.north },
      odometer: 123_456_000,
      signed_name: 'Ann Miles',
      place: expect.stringMatching(/Daventry/),
    });
    expect(read.signature).not.toBeNull();
    const [row] = await rowsOf(
      'select template_id, latitude, must_tell from driver_check_records where id = $1',
      [made.id],
    );
    expect(row).toEqual({ template_id: template.id, latitude: 52.25, must_tell: false });
    const quick = await send({ started_at: '2026-06-01T06:34:15Z' });
    expect(quick.body).toMatchObject({ duration: 45, is_short: true });
    // The vehicles that the person checked most recently come first.
    expect((await start()).vehicles[0].id).toBe(vehicle.id);
  });

  it('[RP-27] photographs are uploaded before it, each once; a defect shows its own', async () => {
    const key = newKey();
    const [one, two] = (await photographs(2)) as [Buffer, Buffer];
    const ids = await Promise.all([
      sendPhoto(`${key}.a`, one),
      sendPhoto(`${key}.a`, one),
      sendPhoto(`${key}.b`, two),
    ]);
    const [a, again, b] = ids.map(({ body: { id } }) => id);
    expect(again).toBe(a);
    const found = answers({
      'Mirrors and glass': { result: 'defect', severity: 'minor', note: 'Cracked', photos: [b, a] },
    });
    const [first, second] = await Promise.all([
      send({ answers: found }, key),
      send({ answers: found }, key),
    ]);
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect((await send({ answers: found }, key)).body.id).toBe(first.body.id);
    expect((await send({}, key)).status).toBe(409);
    const read = await api.ask(`${BASE}/driver_checks/${first.body.id}/`, { as: driver });
    expect(read.body.photos).toHaveLength(2);
    expect(read.body.items[place('Mirrors and glass')].photos).toEqual(read.body.photos);
    const files = await rowsOf(
      `select f.kept_until, p.report_file_id is not null as small from record_photographs p
       join files f on f.id = p.file_id where p.driver_check_record_id = $1`,
      [first.body.id],
    );
    expect(files).toEqual([
      { kept_until: null, small: true },
      { kept_until: null, small: true },
    ]);
  });

  it('[RP-27] invalid photographs and those of other people are refused; unused ones expire', async () => {
    const [bytes] = (await photographs(1)) as [Buffer];
    const key = newKey();
    const script = Buffer.from('<svg onload="alert(1)"></svg>');
    const refused = await sendPhoto(`${key}.x`, script);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['photo']]);
    expect((await sendPhoto(null, bytes)).status).toBe(400);
    expect((await sendPhoto('no-dot-in-it', bytes)).status).toBe(400);
    expect((await sendPhoto(`${key}.y`, bytes, fleet.file.readonly)).status).toBe(403);
    const theirs = (await sendPhoto(`${key}.y`, bytes, fleet.file.second)).body.id;
    const elsewhere = (await sendPhoto(`${newKey()}.y`, bytes)).body.id;
    for (const id of [theirs, elsewhere, 999_999]) {
      const found = answers({ Horn: { photos: [id] } });
      const answer = await send({ answers: found }, key);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['photos']]);
    }
    const [{ days }] = await rowsOf(
      `select extract(day from kept_until - now())::int as days from files f
       join check_photographs p on p.file_id = f.id where p.id = $1`,
      [theirs],
    );
    expect(days).toBe(29);
  });

  it('[RP-27] [T-P01] invalid values are refused on their field, and nothing is stored', async () => {
    const before = await rowsOf('select count(*) from driver_check_records');
    const defect = { result: 'defect', severity: 'minor', note: 'Found' };
    const [, ...allButOne] = answers();
    const wrong: [object, string][] = [
      [{ vehicle: fleet.vehicles.f1.vehicleId }, 'vehicle'],
      [{ template: 999_999 }, 'template'],
      [{ vehicle: fleet.vehicles.n2.vehicleId }, 'template'],
      [{ answers: allButOne }, 'answers'],
      [
        { answers: [...answers(), { item: 0, result: 'ok' }] },
        `answers.${template.items.length}.item`,
      ],
      [
        { answers: [...answers(), { item: 119, result: 'ok' }] },
        `answers.${template.items.length}.item`,
      ],
      [{ answers: answers({ Horn: { ...defect, note: ' ' } }) }, `answers.${place('Horn')}.note`],
      [
        { answers: answers({ Horn: { ...defect, severity: undefined } }) },
        `answers.${place('Horn')}.severity`,
      ],
      [{ done_at: '2099-01-01T00:00:00Z' }, 'done_at'],
      [{ started_at: '2026-06-01T07:00:00Z' }, 'started_at'],
      [{ long: null }, 'long'],
      [{ signature: 'data:image/png;base64,AAAA' }, 'signature'],
      [{ signature: 'https://elsewhere.test/a.png' }, 'signature'],
      [{ signed_name: 'A' }, 'signed_name'],
    ];
    for (const [changed, field] of wrong) {
      const { status, body: answer } = await send(changed);
      expect([status, Object.keys(answer.errors ?? {})], field).toEqual([400, [field]]);
    }
    expect((await send({}, null)).status).toBe(400);
    // Another person signed in meanwhile: the check is not sent in their name.
    expect((await send({ person: fleet.file.keeper })).status).toBe(403);
    expect((await send({}, newKey(), fleet.file.readonly)).status).toBe(403);
    expect(await rowsOf('select count(*) from driver_check_records')).toEqual(before);
  });

  it('[RP-27] [U-P03] users of a depot see and check only its vehicles', async () => {
    const south = { vehicle: fleet.vehicles.s1.vehicleId };
    const { status, body: answer } = await send(south, newKey(), fleet.file.north);
    expect([status, Object.keys(answer.errors)]).toEqual([400, ['vehicle']]);
    expect((await send({}, newKey(), fleet.file.north)).status).toBe(201);
  });

  it('[RP-27] a serious defect takes the vehicle off the road, and the depot is notified once', async () => {
    const manager = await makeUser(
      api.services.db,
      fleet.home.customerId,
      'north.manager@phone.test',
      { role: 'MANAGER', first_name: 'Nora' },
      ['Vehicle Check'],
    );
    await rowsOf('insert into user_depots (user_id, depot_id) values ($1, $2)', [
      manager,
      fleet.north,
    ]);
    const found = answers({
      'Mirrors and glass': { result: 'defect', severity: 'major', note: 'Loose' },
      Steering: { result: 'defect', severity: 'major', note: 'Free play in the wheel' },
    });
    const key = newKey();
    const { body: made } = await send({ answers: found }, key);
    expect(made).toMatchObject({ result: 'fail', defects: 2, takes_off_road: true });
    await send({ answers: found }, key);
    await expectNotified(manager, made.id);
    const off = await rowsOf(
      `select e.reason from vor_entries e join driver_check_records r
         on r.defect_record_id = e.defect_record_id where r.id = $1 and e.returned_at is null`,
      [made.id],
    );
    expect(off).toEqual([{ reason: 'defect' }]);
    expect(await notifySeriousDefects(api.services, made.id)).toBe(1);
    expect(await notifySeriousDefects(api.services)).toBe(0);
    const waiting = (await rowsOf(
      `select target as recipient, content->>'text' as text from deliveries
       where content::text like '%Free play in the wheel%'`,
    )) as { recipient: string; text: string }[];
    const people = waiting.map(({ recipient }) => recipient);
    expect(people).toContain('north.manager@phone.test');
    // Only managers of the depot, each once; nobody who is responsible for the whole customer.
    expect(new Set(people).size).toBe(people.length);
    expect(people).not.toContain('administrator@file.test');
    expect(waiting[0]?.text).toMatch(/Steering: Major, Free play/);
    expect(waiting[0]?.text).not.toContain('Loose');
  });
});

describe('a walkaround check of a combination', () => {
  let trailers: readonly number[];
  const couplings = () =>
    rowsOf(
      `select vehicle_id, trailer_id, position, coupled_at, uncoupled_at, source from couplings
       order by coupled_at, position`,
    );
  const part = (at: number, asked: Asked, changed: Record<string, object> = {}) => ({
    vehicle: trailers[at] ?? 0,
    template: asked.id,
    answers: asked.items.map(({ name }, n) => ({ item: n, result: 'ok', ...changed[name] })),
  });

  beforeAll(async () => {
    const made = await rowsOf(
      `insert into vehicles (customer_id, registration, type, kind)
       values ($1, 'TR1', 'STR', 'semi_trailer'), ($1, 'TR2', 'STR', 'semi_trailer') returning id`,
      [fleet.home.customerId],
    );
    trailers = made.map(({ id }) => id);
    await rowsOf(
      `insert into vehicle_depots (customer_id, vehicle_id, depot_id)
       select $1, unnest($2::int[]), $3`,
      [fleet.home.customerId, trailers, fleet.north],
    );
  });

  it('gives phones the trailers in reach, and asks of them no items of a cab', async () => {
    const { trailer_template: asked, ...first } = await start();
    expect(asked.items.map(({ name }: { name: string }) => name)).toEqual([...TRAILER_POINTS]);
    expect(first.trailers).toMatchObject([
      { registration: 'TR1', kind: 'semi_trailer' },
      { registration: 'TR2' },
    ]);
    const found = await api.ask(`${BASE}/walkaround/vehicles/?trailers=true&search=TR2`, {
      as: driver,
    });
    expect(found.body.results).toHaveLength(1);
  });

  it('stores a check of each asset, couples them, and gives the trailer its defect', async () => {
    const { trailer_template: asked } = await start();
    const defect = {
      result: 'defect',
      severity: 'minor',
      note: 'Strap worn',
    };
    const key = newKey();
    const changed = {
      trailers: [part(0, asked, { 'Security of load': defect }), part(1, asked)],
    };
    const made = await send(changed, key);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    contract.walkaround.send.answer.parse(made.body);
    expect(made.body).toMatchObject({
      defects: 0,
      combination: [
        { vehicle: { registration: 'TR1' }, defects: 1 },
        { vehicle: { registration: 'TR2' }, defects: 0 },
      ],
    });
    expect((await send(changed, key)).body.id).toBe(made.body.id);
    const [defects] = await rowsOf(
      'select vehicle_id, odometer_m from defect_records where vehicle_id = any($1)',
      [trailers],
    );
    expect(defects).toEqual({ vehicle_id: trailers[0], odometer_m: null });
    const trailerCheck = made.body.combination[0].id;
    const read = await api.ask(`${BASE}/driver_checks/${trailerCheck}/`, { as: driver });
    contract.walkaroundRecords.read.answer.parse(read.body);
    expect(read.body.combination).toMatchObject([
      { vehicle: { id: vehicle.id } },
      { vehicle: { registration: 'TR2' } },
    ]);
    const pdf = await api.ask(`${BASE}/driver_check_pdf/${made.body.id}/`, { as: driver });
    expect(pdf.status).toBe(200);
    expect(await couplings()).toMatchObject([
      { trailer_id: trailers[0], position: 1, uncoupled_at: null, source: 'driver' },
      { trailer_id: trailers[1], position: 2, uncoupled_at: null, vehicle_id: vehicle.id },
    ]);
  });

  it('without trailers uncouples them, and a check that arrives late leaves later couplings', async () => {
    const later = { started_at: '2026-06-02T06:30:00Z', done_at: '2026-06-02T06:35:00Z' };
    expect((await send({ ...later, trailers: [] })).status).toBe(201);
    const { trailer_template: asked } = await start();
    const late = {
      vehicle: vehicle.id,
      started_at: '2026-06-01T18:00:00Z',
      done_at: '2026-06-01T18:05:00Z',
    };
    expect((await send({ ...late, trailers: [part(1, asked)] })).status).toBe(201);
    const lines = (await couplings()).map(
      ({ trailer_id: id, coupled_at: from, uncoupled_at: to }) =>
        [
          trailers.indexOf(id),
          from.toISOString().slice(8, 13),
          to?.toISOString().slice(8, 13),
        ].join(),
    );
    expect(lines).toEqual(['0,01T06,01T18', '1,01T06,02T06']);
    // A phone that does not ask for trailers changes nothing.
    expect((await send()).status).toBe(201);
    expect(await couplings()).toHaveLength(2);
  });

  it('refuses trailers out of reach, twice the same, and templates of vehicles with a cab', async () => {
    const { trailer_template: asked } = await start();
    const fieldOf = async (changed: object) => {
      const { status, body: said } = await send(changed);
      return [status, ...Object.keys(said.errors ?? {})];
    };
    const own = part(0, asked);
    expect(await fieldOf({ trailers: [{ ...own, vehicle: vehicle.id }] })).toEqual([
      400,
      'trailers.0.vehicle',
    ]);
    expect(await fieldOf({ trailers: [own, own] })).toEqual([400, 'trailers.1.vehicle']);
    const { templates } = await start();
    const van = templates.find((one: Asked) => one.vehicle_type === 'VAN');
    expect(await fieldOf({ trailers: [{ ...own, template: van.id }] })).toEqual([
      400,
      'trailers.0.template',
    ]);
  });
});
