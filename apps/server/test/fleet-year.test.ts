import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { periodOf } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvidenceMaker } from '../src/modules/services/evidence/index.ts';
import { type Answer, type TestApi, testApi } from './api.ts';
import { ok } from './ok.ts';
import { limitToDepot, makeUser } from './people.ts';
import { sendRecord, signaturePng } from './record-forms.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';
import { PDF } from './vehicle-documents.ts';

/** Schedule type of safety inspections. */
const INSPECTION = 2;
/** Schedule type of annual tests. */
const MOT = 1;
const DAY_MS = 86_400_000;
const WEEKS_APART = 8;
const VERIFIER = resolve(fileURLToPath(import.meta.url), '../../../web/public/verify-evidence.mjs');
const MODULES = [
  'Track',
  'Vehicle File',
  'Vehicle Check',
  'Defect',
  'VOR',
  'Safety Inspection',
  'Costs',
  'accessEarnedRecognition',
];

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let driver: number;
let lorry: number;
let trailer: number;
let defectId = 0;
let orderTotal = 0;
const folder = mkdtempSync(join(tmpdir(), 'fleet-year-'));

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const dayAgo = (days: number) => ago(days).slice(0, 10);
const call = (method: string, path: string, body?: unknown, as = manager): Promise<Answer> =>
  api.ask(path, { as, method, ...(body === undefined ? {} : { body }) });
const read = (path: string) => ok(call('GET', path));
const send = (path: string, fields: Record<string, unknown>, document?: Buffer) =>
  sendRecord(api, manager, { path, fields, ...(document === undefined ? {} : { document }) });

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  manager = await makeUser(db, customerId, 'year@fleet.test', { role: 'ADMIN' }, MODULES);
  driver = await makeUser(db, customerId, 'walker@fleet.test', { role: 'DRIVER' }, [
    'Vehicle Check',
  ]);
  await limitToDepot(db, driver, fleet.north);
  const made = async (registration: string, kind: string, more: object) =>
    (
      await ok(
        call('POST', '/api/vehicles/', {
          registration,
          type: 'STR',
          kind,
          vehicle_groups: [fleet.north],
          schedule_types: [INSPECTION],
          ...more,
        }),
        201,
      )
    ).id;
  lorry = await made('YR 100', 'tractor', { axles: 2, train_weight_kg: 44_000 });
  trailer = await made('YT 200', 'semi_trailer', {
    axles: 3,
    axle_weights_kg: [8000, 8000, 8000],
    gross_weight_kg: 39_000,
    identifiers: ['AC:23:3F:00:11:22'],
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

const inspect = async (vehicle: number, days: number) =>
  ok(
    send('/safety-inspection/api/inspections/', {
      vehicle,
      inspected_at: ago(days),
      inspector: 'Ines Mott',
      place: 'Bay 1',
      ...(vehicle === lorry ? { odometer: 100_000_000 + (365 - days) * 300_000 } : {}),
      items: [{ section: 'Brakes', name: 'Service brake', result: 'ok' }],
      tyres: [{ position: 'Axle 1 nearside', tread_mm: 6 }],
      brake_test: {
        method: 'laden_roller',
        load: 80,
        service: 62,
        ...(vehicle === lorry ? { secondary: 31 } : {}),
        parking: 22,
        tester: 'R. Kaur',
      },
      is_roadworthy: true,
      declaration: 'Safe and roadworthy.',
    }),
    201,
  );

describe('a year of a mixed fleet with trailers', () => {
  it('inspects lorry and trailer every eight weeks, each with a laden roller test', async () => {
    for (let days = 364; days > 0; days -= WEEKS_APART * 7) {
      await inspect(lorry, days);
      await inspect(trailer, days);
    }
    const list = await read(`/safety-inspection/api/inspections/?vehicle=${trailer}&pageSize=50`);
    expect(list.count).toBe(7);
    expect(list.results[0]).toMatchObject({ is_roadworthy: true, is_next_overdue: false });
    const brakes = await read(`/api/brake_tests/vehicles/${trailer}/`);
    expect(brakes.tests).toHaveLength(7);
    expect(brakes.tests.every(({ result }: { result: string }) => result === 'met')).toBe(true);
    const { results } = await read(
      `/api/schedule_activity/?vehicle=${trailer}&schedule_type=${INSPECTION}`,
    );
    expect(results).toHaveLength(1);
  });

  it('keeps the plated weights of the trailer, and its annual test in schedules and figures', async () => {
    const stored = await read(`/api/vehicle/${trailer}/`);
    expect(stored).toMatchObject({
      kind: 'semi_trailer',
      axles: 3,
      axle_weights_kg: [8000, 8000, 8000],
      gross_weight_kg: 39_000,
    });
    const testedOn = dayAgo(5);
    const done = await send(
      '/api/vehicle_activities/?scheduled_activity_type=6&overwrite_task_queue=True&fulfill_scheduled_activity=True',
      {
        vehicle: trailer,
        status: 'Pass',
        description: 'Annual test',
        activity_fulfilled_at: `${testedOn}T00:00:00Z`,
      },
      PDF,
    );
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    const { results } = await read(
      `/api/schedule_activity/?vehicle=${trailer}&schedule_type=${MOT}`,
    );
    expect(results).toHaveLength(1);
    const dueInDays = (Date.parse(results[0].due_date) - Date.parse(testedOn)) / DAY_MS;
    expect(dueInDays).toBeGreaterThan(360);
    expect(dueInDays).toBeLessThan(368);
    const { last } = periodOf(testedOn, 0);
    const tests = await read(
      `/earned-recognition/api/records/?period=${last}&depot=${fleet.north}&measure=M5&passed=true`,
    );
    expect(tests.results).toMatchObject([{ vehicle: { id: trailer } }]);
    // A trailer that is not tested in time is overdue like a vehicle, and off the road like one.
    const entry = await ok(
      call('POST', '/api/vor_list/', { vehicle: trailer, off_road_at: ago(5), reason: 'other' }),
      201,
    );
    const off = await read(`/api/vor_list/?state=off_road&vehicle=${trailer}`);
    expect(off.results).toMatchObject([{ vehicle: { id: trailer } }]);
    await ok(call('PUT', `/api/vor/${entry.id}/`, { returned_at: ago(4) }));
  });

  it('couples the trailer by a walkaround check, whose defect takes only the trailer off the road', async () => {
    const base = '/vehicle-check/api/walkaround/';
    await ok(call('GET', `${base}?vehicle=${lorry}`, undefined, driver));
    const asked = await ok(call('GET', `${base}?vehicle=${lorry}`, undefined, driver));
    const answersOf = (items: readonly { name: string }[], wrong?: string) =>
      items.map(({ name }, item) =>
        name === wrong
          ? { item, result: 'defect', severity: 'major', note: 'Strap torn' }
          : { item, result: 'ok' },
      );
    const template = asked.templates.find(
      ({ vehicle_type }: { vehicle_type: string }) => vehicle_type === 'STR',
    );
    const sent = await api.ask(base, {
      as: driver,
      method: 'POST',
      headers: { 'idempotency-key': 'year-check' },
      body: {
        vehicle: lorry,
        template: template.id,
        started_at: `${dayAgo(3)}T06:30:00Z`,
        done_at: `${dayAgo(3)}T06:35:00Z`,
        odometer: 209_000_000,
        lat: 52.25,
        long: -1.16,
        answers: answersOf(template.items),
        signature: `data:image/png;base64,${(await signaturePng()).toString('base64')}`,
        signed_name: 'Dan Reed',
        trailers: [
          {
            vehicle: trailer,
            template: asked.trailer_template.id,
            answers: answersOf(asked.trailer_template.items, 'Security of load'),
          },
        ],
      },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    const couplings = await read(`/api/couplings/?trailer=${trailer}`);
    expect(couplings.results).toMatchObject([
      { vehicle: { id: lorry }, source: 'driver', uncoupled_at: null },
    ]);
    const defects = await read(`/defect/api/defects/?vehicle=${trailer}&state=open`);
    expect(defects.results).toMatchObject([{ severity: 'major' }]);
    defectId = defects.results[0].id;
    await ok(
      call('POST', '/api/vor_list/', {
        vehicle: trailer,
        off_road_at: ago(2),
        reason: 'defect',
        defect: defectId,
        cost_per_day: 120,
      }),
      201,
    );
    expect((await read(`/api/vor_of_vehicle/?vehicle=${trailer}`)).is_off_road).toBe(true);
    expect((await read(`/api/vor_of_vehicle/?vehicle=${lorry}`)).is_off_road).toBe(false);
  });

  it('opens as many records behind each number of the home page as it says', async () => {
    const home = await read('/api/home_overview/');
    const open = await read('/defect/api/defects/?state=open');
    const overdue = await read('/defect/api/defects/?state=open&overdue=true');
    const off = await read('/api/vor_list/?state=off_road');
    const figures = await read('/defect/api/defect_figures/');
    expect(home.defects).toMatchObject({ open: open.count, overdue: overdue.count });
    expect([home.defects.open, figures.open, figures.off_road]).toEqual([1, 1, 1]);
    expect(home.vor).toMatchObject({ off_road: off.count, cost: off.totals.cost });
    expect(off.results).toMatchObject([{ vehicle: { id: trailer }, cost: off.totals.cost }]);
    const late = await read('/api/schedule_activity/?state=overdue');
    expect(home.schedules.overdue).toBe(late.count);
  });

  it('repairs it by a work order with a stocked part and an invoice, and returns it to the road', async () => {
    for (const [step, more] of [
      ['verify', { note: 'Seen' }],
      ['assign', { repairer: 'Tom' }],
    ] as const) {
      const { version } = await read(`/defect/api/defects/${defectId}/`);
      await ok(send(`/defect/api/defects/${defectId}/steps/`, { step, version, ...more }));
    }
    const part = await ok(call('POST', '/api/parts/', { number: 'ST-1', name: 'Strap' }), 201);
    const store = await ok(
      call('POST', '/api/part_stores/', { name: 'Main store', depot: fleet.north }),
      201,
    );
    const receipt = { part: part.id, store: store.id, kind: 'receipt', quantity: 5, unit_cost: 20 };
    await ok(call('POST', '/api/part_movements/', receipt), 201);
    let order = await ok(
      call('POST', '/api/work_orders/', {
        vehicle: trailer,
        title: 'Replace strap',
        defects: [defectId],
      }),
      201,
    );
    const path = `/api/work_orders/${order.id}/`;
    const line = async (fields: object, document?: Buffer) => {
      order = await ok(
        send(`${path}lines/`, { version: order.version, ...fields } as never, document),
      );
    };
    const step = async (name: string, more: object = {}) => {
      order = await ok(send(`${path}steps/`, { step: name, version: order.version, ...more }));
    };
    await line({
      kind: 'part',
      description: 'Strap',
      part: part.id,
      store: store.id,
      quantity: 2,
      unit_price: 0,
    });
    await line(
      {
        kind: 'external',
        description: 'Load test',
        quantity: 1,
        unit_price: 90,
        vat: 18,
        invoice_number: 'A-17',
      },
      PDF,
    );
    await step('submit');
    if (order.state === 'submitted') await step('approve');
    await step('start');
    order = await ok(
      call('POST', `${path}lines/${order.lines[0].id}/issue/`, { version: order.version }),
    );
    await step('complete', { note: 'Strap replaced' });
    if (order.needs_approval) await step('approve');
    await step('invoice');
    expect(order).toMatchObject({ state: 'invoiced', parts_cost: 40 });
    orderTotal = order.total;
    const moved = await read(`/api/part_movements/?work_order=${order.id}`);
    expect(moved.results).toMatchObject([{ kind: 'issue', quantity: -2 }]);
    let defect = await read(`/defect/api/defects/${defectId}/`);
    for (const name of ['repair', 'sign_off']) {
      if (!defect.next_steps.includes(name)) continue;
      defect = await ok(
        send(`/defect/api/defects/${defectId}/steps/`, {
          step: name,
          version: defect.version,
          note: 'Fixed',
        }),
      );
    }
    expect(defect.state).toBe('signed_off');
    const { results } = await read(`/api/vor_of_vehicle/?vehicle=${trailer}`);
    for (const entry of results) {
      if (entry.state === 'off_road') {
        await ok(call('PUT', `/api/vor/${entry.id}/`, { returned_at: ago(0) }));
      }
    }
    expect((await read(`/api/vor_of_vehicle/?vehicle=${trailer}`)).is_off_road).toBe(false);
    const home = await read('/api/home_overview/');
    expect([home.defects.open, home.vor.off_road]).toEqual([0, 0]);
  });

  it('resets the service of the trailer by the work done', async () => {
    const plan = await ok(
      call('POST', '/api/service_plans/', {
        name: 'Trailers',
        note: '',
        model: null,
        services: [{ schedule_type: 1, interval_m: 100_000_000, interval_engine_s: null }],
      }),
      201,
    );
    await ok(call('POST', `/api/service_plans/${plan.id}/vehicles/`, { vehicles: [trailer] }));
    const done = await ok(
      call('POST', `/api/vehicle_services/${trailer}/done/`, {
        schedule_type: 1,
        done_on: dayAgo(1),
        odometer_m: 80_000_000,
      }),
    );
    expect(done.services[0]).toMatchObject({ schedule_type: { id: 1 } });
    expect(done.services[0].due_at ?? done.services[0].due_on).not.toBeNull();
  });

  it('adds the costs of the year up to the records behind each figure', async () => {
    for (const [category, amount, days] of [
      ['lease', 400, 300],
      ['insurance', 250, 200],
      ['other', 33.33, 20],
    ] as const) {
      await ok(
        call('POST', '/api/costs/', {
          vehicle: trailer,
          category,
          starts_on: dayAgo(days),
          amount,
        }),
        201,
      );
    }
    const year = `from=${dayAgo(365).slice(0, 7)}&to=${dayAgo(0).slice(0, 7)}`;
    const figures = await read(`/api/costs/figures/?${year}&by=vehicle&vehicle=${trailer}`);
    const behind = await read(`/api/costs/records/?${year}&vehicle=${trailer}&pageSize=50`);
    const [ofTrailer] = figures.results;
    const sum = behind.results.reduce(
      (all: number, { amount }: { amount: number }) => all + amount,
      0,
    );
    expect(ofTrailer.total).toBeCloseTo(sum, 2);
    expect(behind.total).toBeCloseTo(sum, 2);
    // The order counts once: not again as the cost of its defect.
    const repairs = behind.results.filter(({ kind }: { kind: string }) => kind === 'repair');
    expect(repairs.map(({ amount }: { amount: number }) => amount)).toEqual([orderTotal]);
    expect(orderTotal).toBe(130);
    for (const [kind, amount] of Object.entries(ofTrailer.amounts)) {
      const one = await read(`/api/costs/records/?${year}&vehicle=${trailer}&kind=${kind}`);
      expect(one.total, kind).toBeCloseTo(Number(amount), 2);
    }
    const months = await read(`/api/costs/figures/?${year}&by=month&vehicle=${trailer}`);
    expect(months.totals.total).toBeCloseTo(ofTrailer.total, 2);
  });

  it('counts the trailer in the figures of earned recognition, each with its records', async () => {
    const today = dayAgo(0);
    let trailers = 0;
    for (const back of [0, -1, -2]) {
      const { last } = periodOf(today, back);
      const query = `period=${last}&depot=${fleet.north}`;
      const { total } = await read(`/earned-recognition/api/figures/?${query}`);
      for (const { measure, of, passed } of total) {
        const path = `/earned-recognition/api/records/?${query}&measure=${measure}&pageSize=50`;
        const all = await read(path);
        expect([measure, all.count]).toEqual([measure, of]);
        expect((await read(`${path}&passed=true`)).count).toBe(passed);
        trailers += all.results.filter(
          (one: { vehicle: { id: number } | null }) => one.vehicle?.id === trailer,
        ).length;
      }
    }
    expect(trailers).toBeGreaterThan(2);
  });

  it('hands an auditor a pack of the trailer that the verifier finds unchanged', async () => {
    await ok(
      call('POST', '/api/evidence_packs/', {
        scope: 'vehicle',
        vehicle: trailer,
        starts_on: dayAgo(365),
        ends_on: dayAgo(0),
      }),
      202,
    );
    expect(await new EvidenceMaker(api.services).step()).toBe(true);
    const { results } = await read('/api/evidence_packs/');
    expect(results[0].state).toBe('ready');
    const zip = await fetch(`${api.url}/api/evidence_packs/${results[0].id}/archive/`, {
      headers: { authorization: `Bearer ${await api.token(manager)}` },
    });
    const path = join(folder, 'pack.zip');
    writeFileSync(path, Buffer.from(await zip.arrayBuffer()));
    const key = await read('/api/evidence_packs/key/');
    const verify = (fingerprint: string) =>
      new Promise<number>((done) => {
        execFile(process.execPath, [VERIFIER, path, '--fingerprint', fingerprint], (error) =>
          done(Number(error?.code ?? 0)),
        );
      });
    expect(await verify(key.fingerprint)).toBe(0);
    expect(await verify('ab'.repeat(32))).not.toBe(0);
  });
});
