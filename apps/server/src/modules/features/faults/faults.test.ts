import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { sendRecord, signaturePng } from '../../../../test/record-forms.ts';
import { setState } from '../../../../test/tracked-fleet.ts';
import { type DocumentFleet, documentFleet } from '../../../../test/vehicle-documents.ts';
import { detectFaults } from './index.ts';

const CHECK = '/vehicle-check/api/walkaround/';
let api: TestApi;
let fleet: DocumentFleet;
let driver: number;
let manager: number;

const query = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;
const ask = (path: string, as = manager) => api.ask(path, { as });
const write = (method: string, path: string, body: unknown, as = manager) =>
  api.ask(path, { as, method, body });
const vehicle = (key: 'n1' | 'n2') => fleet.vehicles[key].vehicleId;
const faultsOf = async (params: string, as = manager) =>
  (await ask(`/api/faults/?${params}`, as)).body.results;

/** A device's record, and the state of its vehicle. */
async function report(key: 'n1' | 'n2', minutesAgo: number, attributes: object) {
  const { trackerId, vehicleId } = fleet.vehicles[key];
  await query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid,
       attributes)
     values ($1, $2, now() - make_interval(mins => $3), $3, $4, false, $5)`,
    [fleet.home.customerId, vehicleId, minutesAgo, trackerId, JSON.stringify(attributes)],
  );
  await query(
    `update vehicle_states set received_at = now(),
       device_time = greatest(device_time, now() - make_interval(mins => $2)) where vehicle_id = $1`,
    [vehicleId, minutesAgo],
  );
}
const detect = () => detectFaults(api.services.db, Date.now());

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  const { db } = api.services;
  const { customerId } = fleet.home;
  manager = await makeUser(db, customerId, 'fault.manager@faults.test', { role: 'ADMIN' }, [
    'Vehicle File',
    'Defect',
    'SafetyInspection',
    'accessEarnedRecognition',
  ]);
  driver = await makeUser(db, customerId, 'fault.driver@faults.test', { role: 'DRIVER' }, [
    'Vehicle Check',
    'Defect',
  ]);
  await query('insert into user_depots (user_id, depot_id) values ($1, $2)', [driver, fleet.north]);
  for (const key of ['n1', 'n2'] as const) {
    await setState(db, customerId, fleet.vehicles[key], { ageS: 7200 });
    await query(`update vehicles set type = 'STR', kind = 'rigid', axles = 2 where id = $1`, [
      vehicle(key),
    ]);
  }
});
afterAll(() => api.close());

describe('A fault', () => {
  let id: number;
  let defect: number;
  const read = async () => {
    const { body } = await ask(`/api/faults/${id}/`);
    contract.faults.read.answer.parse(body);
    return body;
  };
  const stepsOf = async () =>
    (await read()).steps.map(({ step }: { step: string }) => step) as string[];

  it('[W-01] begins with what a device reports, in the words of the reader', async () => {
    for (const minutes of [100, 99, 5]) await report('n1', minutes, { faultCodes: 'P0301' });
    expect(await detect()).toBe(1);
    expect(await detect()).toBe(0);
    const [found] = await faultsOf(`vehicle=${vehicle('n1')}`);
    expect(found).toMatchObject({
      kind: 'troubleCode',
      key: 'P0301',
      title: 'P0301: Misfire in cylinder 1',
      severity: 'major',
      state: 'open',
      occurrences: 2,
      is_asked: true,
      defect: null,
    });
    id = found.id;
    expect(await stepsOf()).toEqual(['seen', 'seen_again']);
    const alert = await query('select severity from alerts where fault_id = $1', [id]);
    expect(alert).toEqual([{ severity: 'critical' }]);
    const bell = (await ask('/api/alerts/?unread=true')).body;
    contract.alerts.list.answer.parse(bell);
    expect(bell.results).toMatchObject([
      { event: null, defect: null, fault: { id, kind: 'troubleCode', key: 'P0301' } },
    ]);
    for (const as of [fleet.file.foreign, driver]) {
      expect((await ask('/api/alerts/?unread=true', as)).body.results).toEqual([]);
    }
  });

  it('is for those who see its vehicle and its module, not for drivers', async () => {
    const path = `/api/faults/${id}/`;
    const statuses = [];
    for (const as of [fleet.file.north, fleet.file.foreign, driver]) {
      statuses.push((await ask(path, as)).status);
    }
    expect(statuses).toEqual([200, 404, 403]);
    const note = { note: 'Look at the coil' };
    expect((await write('POST', `${path}notes/`, note, fleet.file.readonly)).status).toBe(403);
    expect(await faultsOf('state=open', fleet.file.foreign)).toEqual([]);
    expect((await faultsOf(`search=p03&kind=troubleCode&depot=${fleet.north}`)).length).toBe(1);
    expect(await faultsOf('state=ended')).toEqual([]);
    const file = await ask('/api/faults/export/?format=csv&state=open');
    expect(String(file.body)).toContain('P0301: Misfire in cylinder 1');
  });

  it('[RP-27] is asked in the next check, whose answer becomes the defect', async () => {
    const start = (await ask(CHECK, driver)).body;
    contract.walkaround.start.answer.parse(start);
    const checked = start.vehicles.find((one: { id: number }) => one.id === vehicle('n1'));
    expect(checked.questions).toMatchObject([
      { fault: id, name: 'P0301: Misfire in cylinder 1', area: 'engine' },
    ]);
    const template = start.templates.find(
      (one: { vehicle_type: string }) => one.vehicle_type === 'STR',
    );
    const count = template.items.length;
    const send = async (key: string, minutesAgo: number, last: object | null, changed = {}) => {
      const doneMs = Date.now() - minutesAgo * 60_000;
      const answers = template.items.map((_: unknown, item: number) => ({ item, result: 'ok' }));
      return api.ask(CHECK, {
        as: driver,
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: {
          vehicle: vehicle('n1'),
          template: template.id,
          started_at: new Date(doneMs - 300_000).toISOString(),
          done_at: new Date(doneMs).toISOString(),
          odometer: 1000,
          lat: null,
          long: null,
          answers: last === null ? answers : [...answers, { item: count, ...last }],
          signature: `data:image/png;base64,${(await signaturePng()).toString('base64')}`,
          signed_name: 'Ann Miles',
          ...changed,
        },
      });
    };
    // An app that does not know the questions.
    expect((await send('fault-check-1', 4, null)).status).toBe(201);
    expect((await read()).is_asked).toBe(true);
    const other = await send('fault-check-2', 4, { result: 'ok' }, { questions: [id + 999] });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([400, ['questions']]);
    // In order: not asked again until it is reported again.
    expect((await send('fault-check-3', 3, { result: 'ok' }, { questions: [id] })).status).toBe(
      201,
    );
    expect(await read()).toMatchObject({ is_asked: false, defect: null });
    await report('n1', 2, { faultCodes: 'P0301' });
    await detect();
    expect((await read()).is_asked).toBe(true);
    const said = { result: 'defect', severity: 'major', note: 'Runs rough, lamp is lit' };
    const made = await send('fault-check-4', 1, said, { questions: [id] });
    expect([made.status, made.body.defects]).toEqual([201, 1]);
    const now = await read();
    expect(now).toMatchObject({ is_asked: false, next: ['off_road', 'order', 'note', 'close'] });
    defect = now.defect.id;
    const { body } = await ask(`/defect/api/defects/${defect}/`);
    expect(body.items).toMatchObject([
      { name: 'P0301: Misfire in cylinder 1', finding: 'Runs rough, lamp is lit' },
    ]);
    expect(await stepsOf()).toEqual(
      expect.arrayContaining(['answered_ok', 'answered_defect', 'defect_reported', 'figure']),
    );
  });

  it('goes on to the road ban, the work order, the inspection and the figure', async () => {
    const off = await write('POST', '/api/vor_list/', {
      vehicle: vehicle('n1'),
      off_road_at: new Date().toISOString(),
      reason: 'defect',
      defect,
    });
    expect(off.status).toBe(201);
    const order = { vehicle: vehicle('n1'), title: 'Misfire', fault: id, defects: [defect] };
    const foreign = await write('POST', '/api/work_orders/', {
      ...order,
      vehicle: vehicle('n2'),
      defects: [],
    });
    expect(Object.keys(foreign.body.errors)).toEqual(['fault']);
    const made = await write('POST', '/api/work_orders/', order);
    expect([made.status, made.body.source]).toEqual([201, 'fault']);
    expect((await read()).next).toEqual(['note', 'close']);
    for (const note of ['Look at the coil', 'Look at the plugs']) {
      expect((await write('POST', `/api/faults/${id}/notes/`, { note })).status).toBe(201);
    }
    const waiting = async () =>
      (await ask(`/api/fault_notes/?vehicle=${vehicle('n1')}`)).body.results;
    const notes = await waiting();
    expect(notes).toMatchObject([
      { title: 'P0301: Misfire in cylinder 1', note: 'Look at the coil', answer: '' },
      { note: 'Look at the plugs' },
    ]);
    const inspect = (key: string, noteId: number) =>
      sendRecord(api, manager, {
        path: '/safety-inspection/api/inspections/',
        key,
        fields: {
          vehicle: vehicle('n1'),
          inspected_at: new Date().toISOString(),
          inspector: 'Ida',
          items: [{ name: 'Engine mountings', result: 'ok' }],
          fault_notes: [{ id: noteId, answer: 'Coil is cracked' }],
          is_roadworthy: true,
          declaration: 'Roadworthy',
        },
      });
    const unknown = await inspect('fault-inspection-0', 999_999);
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['fault_notes']]);
    const inspection = await inspect('fault-inspection', notes[0].id);
    expect(inspection.status).toBe(201);
    contract.inspections.read.answer.parse(inspection.body);
    expect(inspection.body.fault_notes).toMatchObject([
      { note: 'Look at the coil', answer: 'Coil is cracked' },
    ]);
    // Another inspection does not answer it again, and the other note waits.
    const again = await inspect('fault-inspection-2', notes[0].id);
    expect([again.status, again.body.fault_notes]).toEqual([201, []]);
    expect(await waiting()).toMatchObject([{ note: 'Look at the plugs' }]);
    const pdf = await fetch(`${api.url}/safety-inspection/api/report_pdf/${inspection.body.id}/`, {
      headers: { cookie: `access-token=${await api.token(manager)}` },
    });
    const { text } = await readPdf({ bytes: new Uint8Array(await pdf.arrayBuffer()) });
    for (const said of [
      'Notes about faults',
      'P0301: Misfire in cylinder 1',
      'Look at the coil',
      'Coil is cracked',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('Look at the plugs');
    // The workshop completes the order; its defect is repaired with it.
    const stepOf = async (path: string, fields: object) => {
      const { version } = (await ask(path)).body;
      const answer = await sendRecord(api, manager, {
        path: `${path}steps/`,
        fields: { version, ...fields },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const [orderPath, defectPath] = [
      `/api/work_orders/${made.body.id}/`,
      `/defect/api/defects/${defect}/`,
    ];
    await stepOf(defectPath, { step: 'verify', note: 'Coil' });
    await stepOf(orderPath, { step: 'submit' });
    await stepOf(orderPath, { step: 'start' });
    await detect();
    expect((await read()).state).toBe('open');
    await stepOf(orderPath, { step: 'complete', note: 'Coil replaced' });
    await detect();
    expect(await read()).toMatchObject({ state: 'ended', end_reason: 'repaired' });
    const ended = async () =>
      (await query('select ended_at from vehicle_faults where id = $1', [id]))[0]?.ended_at;
    const firstEnd = await ended();
    // The order is opened again: so is the fault, while the defect stays repaired and the vehicle off the road.
    await stepOf(orderPath, { step: 'reopen', note: 'Second coil too' });
    await detect();
    const reopened = await read();
    expect(reopened).toMatchObject({ state: 'open', end_reason: null, next: ['note', 'close'] });
    const told = reopened.steps.map(({ step }: { step: string }) => step);
    expect(told).toEqual(expect.arrayContaining(['off_road', 'order_started', 'defect_repaired']));
    for (const absent of ['order_completed', 'ended', 'back_on_road']) {
      expect(told).not.toContain(absent);
    }
    expect(reopened.steps).toContainEqual(
      expect.objectContaining({
        step: 'order_reopened',
        note: 'Second coil too',
        record: expect.objectContaining({ kind: 'work_order', id: made.body.id }),
      }),
    );
    expect((await ask(defectPath)).body).toMatchObject({ state: 'repaired' });
    const entries = await query('select returned_at from vor_entries where defect_record_id = $1', [
      defect,
    ]);
    expect(entries).toEqual([{ returned_at: null }]);
    await stepOf(orderPath, { step: 'complete', note: 'Both coils replaced' });
    await detect();
    expect(await read()).toMatchObject({ state: 'ended', end_reason: 'repaired' });
    expect((await ended()) > firstEnd).toBe(true);
    // A manager returns the repair: the fault is open again.
    await stepOf(defectPath, { step: 'return', note: 'Still rough' });
    await detect();
    expect(await read()).toMatchObject({ state: 'open', end_reason: null });
    await stepOf(defectPath, { step: 'repair', note: 'Plug replaced too', job_number: 'J1' });
    await stepOf(defectPath, { step: 'sign_off' });
    await detect();
    const { end_reason, figures, next, state } = await read().then((one) => ({
      ...one,
      figures: one.steps
        .filter(({ step }: { step: string }) => step === 'figure')
        .map(({ figure, record }: { figure: object; record: { kind: string } }) => ({
          ...figure,
          kind: record.kind,
        })),
    }));
    expect([state, end_reason, next]).toEqual(['ended', 'repaired', []]);
    expect(figures).toEqual([
      { measure: 'M1', is_passed: false, kind: 'inspection' },
      { measure: 'M2', is_passed: false, kind: 'inspection' },
      { measure: 'M4', is_passed: true, kind: 'defect' },
    ]);
    expect(await stepsOf()).toEqual(
      expect.arrayContaining([
        'off_road',
        'order_created',
        'order_started',
        'order_completed',
        'defect_repaired',
        'defect_signed_off',
        'note_added',
        'inspected',
        'ended',
      ]),
    );
    // Those without the module do not see the figures.
    const plain = (await ask(`/api/faults/${id}/`, fleet.file.keeper)).body.steps;
    expect(plain.some(({ step }: { step: string }) => step === 'figure')).toBe(false);
  });

  it('that is reported again after its end is a new one', async () => {
    await report('n1', -1, { faultCodes: 'P0301 SPN 100 FMI 1' });
    expect(await detect()).toBe(2);
    const open = await faultsOf(`state=open&vehicle=${vehicle('n1')}`);
    const ended = id;
    id = open.find(({ key }: { key: string }) => key === 'P0301').id;
    expect((await read()).steps[0]).toMatchObject({
      step: 'earlier',
      note: 'repaired',
      record: { kind: 'fault', id: ended },
    });
    const next = { kind: 'fault', id };
    id = ended;
    expect((await read()).steps).toContainEqual(
      expect.objectContaining({ step: 'came_back', record: expect.objectContaining(next) }),
    );
    expect(open.map(({ key }: { key: string }) => key).sort()).toEqual(['P0301', 'SPN100-FMI1']);
    const [one] = open;
    const path = `/api/faults/${one.id}/`;
    const body = { note: 'Sensor was unplugged', version: 1 };
    expect((await write('POST', `${path}close/`, { ...body, version: 9 })).status).toBe(409);
    const closed = await write('POST', `${path}close/`, body);
    expect(closed.body).toMatchObject({ state: 'ended', end_reason: 'closed' });
    expect((await write('POST', `${path}notes/`, { note: 'Late' })).status).toBe(409);
  });
});

describe('The rules of a customer', () => {
  const rule = (kind: string, severity: string, action: string) =>
    write('PUT', '/api/fault_settings/', { rules: [{ kind, severity, action }] });

  it('are changed by administrators, for severities that the kind has', async () => {
    const reader = await ask('/api/fault_settings/', fleet.file.keeper);
    expect(reader.body).toMatchObject({ may_change: false });
    expect(new Set(reader.body.rules.map(({ action }: { action: string }) => action))).toEqual(
      new Set(['ask']),
    );
    const refused = await rule('camera', 'major', 'list');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['rules']]);
    const asKeeper = await write('PUT', '/api/fault_settings/', { rules: [] }, fleet.file.keeper);
    expect(asKeeper.status).toBe(403);
  });

  it('report a defect at once, or only list a fault', async () => {
    expect((await rule('tyrePressure', 'minor', 'defect')).status).toBe(200);
    expect((await rule('camera', 'advisory', 'list')).status).toBe(200);
    await write('PUT', `/api/vehicle_tyres/${vehicle('n2')}/settings/`, {
      pressures_kpa: [800, 800],
      low_pressure_pct: 20,
    });
    await query(
      `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source)
       values ($1, $2, 101, now() - interval '10 minutes', 'device')`,
      [fleet.home.customerId, vehicle('n2')],
    );
    await report('n2', 3, { tyre1PressureKpa: 790, tyre2PressureKpa: 600 });
    expect(await detect()).toBe(2);
    const [camera, tyre] = (await faultsOf(`vehicle=${vehicle('n2')}`)).sort(
      (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind),
    );
    expect(camera).toMatchObject({ key: 'camera', is_asked: false, defect: null });
    expect(tyre).toMatchObject({
      title: 'Low tyre pressure: Axle 1 offside',
      severity: 'minor',
      defect: { reference_number: expect.stringMatching(/^DEF-/) },
    });
    expect((await ask(`/api/faults/${tyre.id}/`)).body.pressure).toEqual({
      kpa: 600,
      recommended_kpa: 800,
    });
    // Inflated for more than an hour.
    await report('n2', -120, { tyre1PressureKpa: 790, tyre2PressureKpa: 810 });
    await detect();
    expect((await ask(`/api/faults/${tyre.id}/`)).body).toMatchObject({ end_reason: 'gone' });
  });
});
