import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type CheckFleet, checkFleet, sendReport } from '../../../../test/check-fleet.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { MIRROR, photographs, sendRecord, signaturePng } from '../../../../test/record-forms.ts';

let api: TestApi;
let fleet: CheckFleet;

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await checkFleet(api);
});
afterAll(() => api.close());

const send = (changed: object = {}, sent: Parameters<typeof sendReport>[3] = {}) =>
  sendReport(api, fleet, changed, sent);
const base = '/vehicle-check/api';
const get = (path: string, as = fleet.keeper) => api.ask(path, { as });
const bytesOf = async (path: string, as = fleet.keeper) => {
  const answer = await fetch(api.url + path, {
    headers: { authorization: `Bearer ${await api.token(as)}` },
  });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
};
const rows = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;
const SCRIPT = '<script>alert(1)</script>';

describe('A report of a depot', () => {
  it.each([
    ['L-14', 'STD'],
    ['L-15', 'AUD'],
    ['L-16', 'HND'],
    ['L-17', 'DRV'],
    ['L-19', 'GTC'],
  ])(
    '[RP-27] [R-119] [%s] [L-P01] of the type %s is received, listed and read',
    async (_id, type) => {
      const made = await send({ type }, { signature: await signaturePng() });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        type,
        reference_number: `${type}-${String(made.body.id).padStart(6, '0')}`,
        date: '2026-06-01T06:35:00Z',
        vehicle: { registration: 'N1 AAA', type: 'CAR' },
        driver: 'Ann Miles',
        depot: { id: fleet.north, name: 'Home depot' },
        odometer: 123_456_000,
        result: 'pass',
        duration: 300,
        is_short: false,
        takes_off_road: false,
        signed_name: 'Ann Miles',
        damages: [],
      });
      expect(made.body.declaration).not.toBe('');
      expect((await fetch(api.url + made.body.signature)).status).toBe(200);
      const read = await get(`${base}/report_details/${made.body.id}/`);
      expect(read.body).toMatchObject({ id: made.body.id, items: [{ ok: true }] });
      const list = type === 'GTC' ? 'depot_gatecheck' : 'depot_report';
      const listed = await get(`${base}/${list}/${fleet.north}/?type=${type}`);
      expect(listed.body.results.map(({ id }: { id: number }) => id)).toContain(made.body.id);
    },
  );

  it('[R-116] [R-120] of a gate check is listed and read by separate calls, which return no other type', async () => {
    const gate = (await send({ type: 'GTC' })).body.id;
    const standard = (await send()).body.id;
    expect((await get(`${base}/gatecheck_details/${gate}/`)).body).toMatchObject({ type: 'GTC' });
    expect((await get(`${base}/gatecheck_details/${standard}/`)).status).toBe(404);
    const listed = await get(`${base}/depot_gatecheck/${fleet.north}/?type=GTC&result=pass`);
    const ids = listed.body.results.map(({ id }: { id: number }) => id);
    expect([ids.includes(gate), ids.includes(standard)]).toEqual([true, false]);
    expect((await get(`${base}/depot_gatecheck/${fleet.north}/?type=STD`)).status).toBe(400);
    const { bytes } = await bytesOf(`${base}/gatecheck_details/${gate}/?pdf=true`);
    expect((await readPdf({ bytes })).text).toContain('Gate check');
  });

  it('[RP-27] creates the defect record, and takes an unroadworthy vehicle off the road', async () => {
    const [photo] = await photographs(1);
    const brake = {
      name: 'Brakes',
      area: 'brakes',
      result: 'defect',
      severity: 'major',
      note: 'Weak',
    };
    const { body } = await send(
      { items: [MIRROR, brake], vehicle: fleet.vehicles.n2.vehicleId },
      { photos: [photo as Buffer] },
    );
    expect(body).toMatchObject({ result: 'fail', defects: 2, takes_off_road: true });
    expect(body.items[0].photos).toEqual([body.photos[0]]);
    const [found] = await rows(
      `select d.state, (select count(*)::int from record_photographs p
         where p.defect_record_id = d.id) as photographs,
         (select count(*)::int from vor_entries e where e.defect_record_id = d.id) as vor
       from defect_records d where id = $1`,
      [body.defect],
    );
    expect(found).toEqual({ state: 'reported', photographs: 1, vor: 1 });
  });

  it('[RP-27] sent five times is stored once; its key cannot be reused for another', async () => {
    const before = await rows('select count(*)::int as n from vehicle_reports');
    const again = await Promise.all(
      Array.from({ length: 5 }, () =>
        send({ type: 'HND', place: 'Gate 5' }, { key: 'five-times' }),
      ),
    );
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(again.map(({ body }) => body.id)).size).toBe(1);
    const after = await rows('select count(*)::int as n from vehicle_reports');
    expect(after[0].n).toBe(before[0].n + 1);
    expect((await send({ type: 'HND', place: 'Gate 6' }, { key: 'five-times' })).status).toBe(409);
  });

  it('[RP-27] accepts ten photographs and refuses an eleventh', async () => {
    const many = await photographs(11);
    const ten = await send({ type: 'AUD' }, { photos: many.slice(0, 10) });
    expect(ten.status).toBe(201);
    expect(ten.body.photos).toHaveLength(10);
    const eleven = await send({ type: 'AUD' }, { photos: many });
    expect(eleven.status).toBe(400);
    expect(eleven.body.errors.photos).toHaveLength(1);
  });

  it('[R-123] [R-119] is a PDF with its items, damages and photographs, and scripts as text', async () => {
    const [photo] = await photographs(1);
    const damages = [
      { part: 'front_left', description: `Bumper ${SCRIPT}`, severity: 'major', photos: [1] },
    ];
    const { body } = await send(
      { items: [{ ...MIRROR, photos: [] }], damages, place: SCRIPT },
      { photos: [photo as Buffer] },
    );
    for (const path of [`gen_pdf/?report=${body.id}`, `report_details/${body.id}/?pdf=true`]) {
      const { answer, bytes } = await bytesOf(`${base}/${path}`);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain(
        `STD-${String(body.id).padStart(6, '0')}`,
      );
      const { text, pictures } = await readPdf({ bytes });
      expect(text).toContain('Standard vehicle check');
      expect(text).toContain('Nearside mirror cracked');
      expect(text.replace(/\s/g, '')).toContain(`Bumper${SCRIPT}`);
      expect(pictures).toBe(1);
    }
  });

  it.each([
    ['vehicle', () => ({ vehicle: fleet.vehicles.f1.vehicleId })],
    ['driver', () => ({ driver: fleet.foreignDriver })],
    ['done_at', () => ({ done_at: '2199-01-01T00:00:00Z' })],
    ['started_at', () => ({ started_at: '2026-06-02T00:00:00Z' })],
    ['items', () => ({ items: [MIRROR] })],
    ['items', () => ({ items: [] })],
    ['type', () => ({ type: 'DMG' })],
    ['lat', () => ({ long: 1 })],
    ['odometer', () => ({ odometer: -1 })],
    ['damages', () => ({ damages: [{ part: 'wing', description: 'Bent', severity: 'minor' }] })],
    [
      'damages',
      () => ({ damages: [{ part: 'roof', description: 'Dent', severity: 'minor', photos: [2] }] }),
    ],
    ['damages', () => ({ type: 'DRV', damages: [] })],
  ])('[RP-27] is refused beside %s, and nothing is kept', async (field, changed) => {
    const count = () =>
      rows(`select (select count(*) from vehicle_reports)::int as reports,
        (select count(*) from defect_records)::int as defects,
        (select count(*) from vehicle_damages)::int as damages`);
    const before = await count();
    const { status, body } = await send(changed());
    expect(status).toBe(400);
    expect(Object.keys(body.errors).map((name) => name.split('.')[0])).toContain(field);
    expect(await count()).toEqual(before);
  });

  it('[RP-27] is refused if its signature or a photograph is not an image', async () => {
    const script = Buffer.from(SCRIPT);
    expect((await send({}, { signature: script })).body.errors).toHaveProperty('signature');
    expect((await send({}, { photos: [script] })).body.errors).toHaveProperty('photos');
  });

  it('[RP-27] [L-28] requires a visible depot and the write permission', async () => {
    const { keeper, reader, northKeeper, stranger, south, away } = fleet;
    expect((await send({}, { as: keeper, depot: away.depotId })).status).toBe(404);
    expect((await send({}, { as: northKeeper, depot: south })).status).toBe(404);
    expect((await send({}, { as: stranger })).status).toBe(404);
    expect((await send({}, { as: reader })).status).toBe(403);
  });

  it('[L-28] [R-119] is visible to people who can see its depot or its vehicle', async () => {
    const { body } = await send(
      { vehicle: fleet.vehicles.s1.vehicleId, type: 'GTC' },
      { depot: fleet.south },
    );
    const statuses = async (path: string) =>
      Promise.all(
        [fleet.reader, fleet.northKeeper, fleet.stranger].map(
          async (as) => (await get(path, as)).status,
        ),
      );
    for (const path of [
      `report_details/${body.id}/`,
      `gatecheck_details/${body.id}/`,
      `report_damage_history/${body.id}/`,
      `gen_pdf/?report=${body.id}`,
    ]) {
      expect(await statuses(`${base}/${path}`), path).toEqual([200, 404, 404]);
    }
  });
});

describe('Damages', () => {
  let report = 0;
  let scratch: { id: number };
  const openDamages = async () =>
    (await get(`${base}/unfixed_damages_report/?vehicle=${fleet.vehicles.x1.vehicleId}`)).body;
  const fix = (fixed_at: string | null, as = fleet.keeper) =>
    api.ask(`${base}/damages/${scratch.id}/`, { as, method: 'PATCH', body: { fixed_at } });

  it('[R-124] are created with a report and stay open', async () => {
    const [photo] = await photographs(1);
    const vehicle = fleet.vehicles.x1.vehicleId;
    const damages = [
      { part: 'rear', description: 'Door scratched', severity: 'minor', photos: [1] },
      { part: 'roof', description: 'Dented', severity: 'major' },
    ];
    const { body } = await send({ vehicle, type: 'HND', damages }, { photos: [photo as Buffer] });
    expect(body.damages).toHaveLength(2);
    expect(body.damages[0]).toMatchObject({ part: 'rear', report: body.id, fixed_at: null });
    expect(body.damages[0].photos).toHaveLength(1);
    expect(await openDamages()).toMatchObject({ count: 2 });
    report = body.id;
    scratch = body.damages[0];
  });

  it('[RP-28] are fixed with the write permission, not before they were reported, and logged', async () => {
    expect((await fix('2026-05-01T00:00:00Z')).body.errors).toHaveProperty('fixed_at');
    expect((await fix('2199-05-01T00:00:00Z')).body.errors).toHaveProperty('fixed_at');
    expect((await fix(null, fleet.reader)).status).toBe(403);
    expect((await fix('2026-06-02T08:00:00Z', fleet.stranger)).status).toBe(404);
    const fixed = await fix('2026-06-02T08:00:00Z');
    expect(fixed.body).toMatchObject({ fixed_at: '2026-06-02T08:00:00Z', fixed_by: 'Ada Hill' });
    expect((await openDamages()).results).toEqual([expect.objectContaining({ part: 'roof' })]);
    const [entry] = await rows(
      `select action, after from audit_entries where subject_kind = 'vehicle_damage'
       and subject_id = $1 order by position desc limit 1`,
      [String(scratch.id)],
    );
    expect(entry).toMatchObject({ action: 'changed', after: { fixed_by: 'Ada Hill' } });
  });

  it('[R-122] are the history of their report, fixed or not', async () => {
    const history = await get(`${base}/report_damage_history/${report}/`);
    expect(history.body).toMatchObject({
      count: 2,
      results: expect.arrayContaining([expect.objectContaining({ id: scratch.id })]),
    });
  });

  it('[L-18] [R-115] are listed by depot and state, and can be reopened', async () => {
    const list = (query: string) => get(`${base}/depot_damages/${fleet.north}/?${query}`);
    expect((await list('state=fixed')).body.results).toEqual([
      expect.objectContaining({ id: scratch.id }),
    ]);
    expect((await list('search=dented&type=DMG')).body.count).toBe(1);
    expect((await fix(null)).body).toMatchObject({ fixed_at: null, fixed_by: null });
  });

  it('[L-20] [R-117] are grouped by vehicle, the longest damaged first', async () => {
    const { body } = await get(`${base}/depot_damaged_vehicles/${fleet.south}/`);
    expect(body.results).toEqual([
      expect.objectContaining({
        vehicle: expect.objectContaining({ registration: 'X1 EEE' }),
        open_damages: 2,
        major_damages: 1,
        off_road: false,
      }),
    ]);
    const path = `${base}/depot_damaged_vehicles/${fleet.south}/`;
    expect((await get(path, fleet.northKeeper)).status).toBe(404);
  });
});

describe('Notice letters', () => {
  const write = async (changed: object = {}, as = fleet.keeper) =>
    sendRecord(api, as, {
      path: `${base}/depot_notice_letters/${fleet.north}/`,
      fields: {
        vehicle: fleet.vehicles.n1.vehicleId,
        driver: fleet.ann,
        date: '2026-06-03T09:00:00Z',
        subject: 'Missing checks',
        text: `Dear Ann,\nplease check your vehicle. ${SCRIPT}`,
        ...changed,
      },
      signature: await signaturePng(),
    });

  it('[L-21] [R-118] [R-121] are created, listed, read and exported as PDF', async () => {
    const { status, body } = await write();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      driver: 'Ann Miles',
      subject: 'Missing checks',
      signed_name: 'Ada Hill',
      depot: { id: fleet.north },
    });
    const list = await get(`${base}/depot_notice_letters/${fleet.north}/?search=missing`);
    expect(list.body).toMatchObject({ count: 1, results: [{ id: body.id, driver: 'Ann Miles' }] });
    expect((await get(`${base}/notice_letter/${body.id}/`)).body).toEqual(
      expect.objectContaining({ text: expect.stringContaining(SCRIPT) }),
    );
    const { bytes } = await bytesOf(`${base}/notice_letter/${body.id}/?pdf=true`);
    const { text, pictures } = await readPdf({ bytes });
    expect(text).toContain('Ann Miles');
    expect(text).toContain('Ada Hill');
    expect(pictures).toBe(1);
    expect(text).toContain('Missing checks');
    expect(text).toContain('please check your vehicle');
    expect((await get(`${base}/notice_letter/${body.id}/`, fleet.stranger)).status).toBe(404);
  });

  it('[R-118] are addressed to visible drivers; choosing one requires the write permission', async () => {
    const choose = (text: string, as = fleet.keeper) =>
      get(`${base}/notice_letter_drivers/?${text}`, as);
    const ann = { id: fleet.ann, first_name: 'Ann', surname: 'Miles' };
    expect((await choose('search=ann')).body).toEqual({
      count: 1,
      count_is_limit: false,
      results: [ann],
    });
    expect((await choose('search=zed')).body.count).toBe(0);
    expect((await choose('', fleet.stranger)).body.results).toMatchObject([{ first_name: 'Zed' }]);
    expect((await choose('', fleet.reader)).status).toBe(403);
  });

  it('[R-118] are refused with data of another customer', async () => {
    expect((await write({ vehicle: fleet.vehicles.f1.vehicleId })).body.errors).toHaveProperty(
      'vehicle',
    );
    expect((await write({ driver: fleet.foreignDriver })).body.errors).toHaveProperty('driver');
    expect((await write({}, fleet.reader)).status).toBe(403);
  });
});
