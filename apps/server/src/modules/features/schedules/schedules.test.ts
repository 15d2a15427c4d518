import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toApiDate } from '@roadworthy/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import {
  type DocumentFleet,
  PDF,
  sendDocument,
  withDocumentFleet,
} from '../../../../test/vehicle-documents.ts';
import { sendReminders } from './reminders/schedules-reminders.job.ts';

const DAY_MS = 86_400_000;
const dayIn = (days: number) => toApiDate(Date.now() + days * DAY_MS, 'UTC');

let api: TestApi;
let fleet: DocumentFleet;

withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

const ask = (path: string, as = fleet.file.keeper) => api.ask(path, { as });
const write = (method: string, path: string, body: unknown, as = fleet.file.administrator) =>
  api.ask(path, { as, method, body });
const typeId = async (reference: string) =>
  (
    await api.services.db.pool.query('select id from activity_types where reference = $1', [
      reference,
    ])
  ).rows[0].id as number;

/** Inserts a schedule that is due in some days, with a window of the ten days before. */
async function schedule(vehicle: keyof DocumentFleet['vehicles'], typeOf: number, days: number) {
  const customerId = vehicle === 'f1' ? fleet.away.customerId : fleet.home.customerId;
  const { rows } = await api.services.db.pool.query<{ id: number }>(
    `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
       earliest_on, latest_on) values ($1, $2, $3, '1y', $4, $5, $6) returning id`,
    [
      customerId,
      fleet.vehicles[vehicle].vehicleId,
      typeOf,
      `${dayIn(days)}T00:00:00Z`,
      dayIn(days - 10),
      dayIn(days),
    ],
  );
  return rows[0]?.id ?? 0;
}

describe('Activity types', () => {
  const list = async (query: string, as = fleet.file.keeper) =>
    (await ask(`/api/vehicle_activity_types/?${query}`, as)).body;
  const body = {
    name: 'Tail lift',
    reference: 'TAIL_LIFT',
    schedule_type: 3,
    require_user_date_input: true,
    use_activity_statuses_on_ui: true,
    statuses: [{ id: 1, name: 'Good', do_not_create_schedule_activities: false }],
    internal_use: false,
    vehicle_types: ['VAN'],
  };

  it('[R-163] [S-24] are listed by name, 15 a page', async () => {
    const first = await list('page=1&pageSize=15&ordering=name');
    const second = await list('page=2&pageSize=15&ordering=name');
    const all = [...first.results, ...second.results];
    expect([all.length, first.results.length]).toEqual([first.count, 15]);
    const names = all.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
  });

  it('[V-20] [V-21] include all types that the documents name', async () => {
    const all = (await list('page=1&pageSize=100&ordering=name')).results;
    const references = all.map(({ reference }: { reference: string }) => reference);
    for (const known of ['MOT', 'PMI_FORM', 'SAFETY_INSPECTION', 'DEFECT', 'MOVEMENT', 'VTG7']) {
      expect(references).toContain(known);
    }
  });

  it('[V-19] have schedule, flags and statuses', async () => {
    const { results } = await list('page=1&pageSize=100&ordering=name');
    const mot = results.find(({ reference }: { reference: string }) => reference === 'MOT');
    expect(mot).toMatchObject({
      id: expect.any(Number),
      name: 'MOT',
      schedule_type: expect.anything(),
      require_user_date_input: expect.any(Boolean),
      use_activity_statuses_on_ui: expect.any(Boolean),
      statuses: expect.any(Array),
    });
  });

  it('[H-07] [G-64] [OP-004] to choose from match the vehicle and have ids above 5', async () => {
    const offered = await list('remove_internal_use=True&vehicle_type=CAR&pageSize=100');
    expect(offered.results.every(({ id }: { id: number }) => id > 5)).toBe(true);
    const references = offered.results.map(({ reference }: { reference: string }) => reference);
    expect(references).toContain('MOT');
    expect(references).not.toContain('SAFETY_INSPECTION');
    expect(references).not.toContain('DEFECT');
  });

  it('[R-164] [H-11] [H-31] can be read one by one with statuses and flags', async () => {
    const { body: mot } = await ask(`/api/vehicle_activity_types/${await typeId('MOT')}/`);
    expect(mot).toMatchObject({
      reference: 'MOT',
      schedule_type: 1,
      require_user_date_input: true,
      use_activity_statuses_on_ui: false,
      statuses: [],
    });
    expect((await ask('/api/vehicle_activity_types/99999/')).status).toBe(404);
  });

  it('[RP-21] [RP-22] are created and changed by administrators, for their customer', async () => {
    const made = await write('POST', '/api/vehicle_activity_types/', body);
    expect([made.status, made.body]).toEqual([201, { ...body, id: expect.any(Number) }]);
    const path = `/api/vehicle_activity_types/${made.body.id}/`;
    const changed = await write('PUT', path, { ...body, name: 'Tail lifts' });
    expect(changed.body.name).toBe('Tail lifts');
    expect((await ask(path, fleet.file.foreign)).status).toBe(404);
    expect((await write('PUT', path, body, fleet.file.foreign)).status).toBe(404);
    expect((await write('PUT', path, body, fleet.file.keeper)).status).toBe(403);
    const own = await sendDocument(api, fleet.file.keeper, {
      fields: {
        vehicle: fleet.vehicles.n2.vehicleId,
        activity_type: 'TAIL_LIFT',
        status: 'Good',
        description: 'Lift',
        activity_fulfilled_at: `${dayIn(-1)}T00:00:00Z`,
      },
      file: { bytes: PDF, name: 'lift.pdf' },
    });
    expect([own.status, own.body.status]).toEqual([201, 'Good']);
  });

  it('[RP-22] are read-only if built in, and have unique references', async () => {
    const mot = await typeId('MOT');
    const path = `/api/vehicle_activity_types/${mot}/`;
    expect((await write('PUT', path, { ...body, reference: 'MOT' })).status).toBe(403);
    const again = await write('POST', '/api/vehicle_activity_types/', {
      ...body,
      reference: 'MOT',
    });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['reference']]);
    const twice = [body.statuses[0], body.statuses[0]];
    const alike = { ...body, reference: 'NEW', statuses: twice };
    expect((await write('POST', '/api/vehicle_activity_types/', alike)).status).toBe(400);
  });
});

describe('Schedule types', () => {
  it('[R-166] [V-37] are listed by name or category', async () => {
    const { body } = await ask('/api/schedule_types/?pageSize=50&ordering=category');
    expect(body.count).toBe(body.results.length);
    const categories = body.results.map(({ category }: { category: string }) => category);
    expect(categories).toEqual([...categories].sort());
    expect(body.results.find(({ id }: { id: number }) => id === 2)).toEqual({
      id: 2,
      name: 'Safety Inspection',
      category: 'PMI',
      interval: '8w',
      vehicle_types: ['VAN', 'STR'],
      window: '1w',
      due_date: null,
    });
  });

  it('[R-167] [H-12] can be read with the due date of a vehicle', async () => {
    await schedule('x1', 1, 40);
    const { vehicleId } = fleet.vehicles.x1;
    const { body } = await ask(`/api/schedule_types/1/?vehicle=${vehicleId}`);
    expect(body).toMatchObject({ name: 'MOT', interval: '1y', due_date: `${dayIn(40)}T00:00:00Z` });
    const north = `/api/schedule_types/1/?vehicle=${fleet.vehicles.s1.vehicleId}`;
    expect((await ask(north, fleet.file.north)).status).toBe(404);
    expect((await ask('/api/schedule_types/99999/')).status).toBe(404);
  });

  it('[RP-23] that are built in can have an interval per customer or vehicle', async () => {
    const inspection = {
      name: 'Safety Inspection',
      category: 'PMI',
      interval: '6w',
      vehicle_types: ['STR', 'VAN'],
    };
    const path = '/api/schedule_types/2/';
    expect((await write('PUT', path, inspection)).body.interval).toBe('6w');
    expect((await ask(path)).body).toMatchObject({ interval: '6w', window: '1w' });
    expect((await ask(path, fleet.file.foreign)).body.interval).toBe('8w');
    expect((await write('PUT', path, { ...inspection, name: 'Mine' })).status).toBe(400);
    for (const interval of ['3w', '14w', 'often']) {
      const { status, body } = await write('PUT', path, { ...inspection, interval });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['interval']]);
    }
    const { vehicleId } = fleet.vehicles.s2;
    const own = `${path}vehicles/${vehicleId}/`;
    expect((await write('PUT', own, { interval: '4w' })).body.interval).toBe('4w');
    expect((await ask(`${path}?vehicle=${vehicleId}`)).body.interval).toBe('4w');
    expect((await write('PUT', own, { interval: null })).body.interval).toBe('6w');
    expect((await write('PUT', own, { interval: '4w' }, fleet.file.foreign)).status).toBe(404);
  });

  it('of an old goods vehicle cannot exceed the legal interval', async () => {
    const { vehicleId } = fleet.vehicles.z1;
    await api.services.db.pool.query(
      `update vehicles set type = 'STR', first_registered_on = '2005-03-01' where id = $1`,
      [vehicleId],
    );
    const own = `/api/schedule_types/2/vehicles/${vehicleId}/`;
    expect((await write('PUT', own, { interval: '7w' })).body.errors.interval[0]).toMatch(/4 to 6/);
  });

  it('[RP-23] are created for the customer of the administrator', async () => {
    const body = { name: 'Tail lift', category: 'LOLER', interval: '6m', vehicle_types: [] };
    const wrong = async (changed: object) =>
      Object.keys(
        (await write('POST', '/api/schedule_types/', { ...body, ...changed })).body.errors,
      );
    expect(await wrong({ interval: '9999y' })).toEqual(['interval']);
    expect(await wrong({ window: '2y' })).toEqual(['window']);
    const made = await write('POST', '/api/schedule_types/', { ...body, window: '2w' });
    expect([made.status, made.body]).toEqual([
      201,
      { ...body, id: expect.any(Number), window: '2w', due_date: null },
    ]);
    const path = `/api/schedule_types/${made.body.id}/`;
    expect((await write('PUT', path, { ...body, name: 'Lifts' })).body).toMatchObject({
      name: 'Lifts',
      window: '2w',
    });
    expect((await ask(path, fleet.file.foreign)).status).toBe(404);
  });
});

describe('Schedules', () => {
  const list = async (query: string, as = fleet.file.keeper) => {
    const { status, body } = await ask(`/api/schedule_activity/?${query}`, as);
    return { status, count: body.count, results: body.results ?? [] };
  };
  let mot: number;

  beforeAll(async () => {
    mot = await schedule('n1', 1, 5);
    await schedule('n1', 4, 20);
    await schedule('n2', 5, 90);
    await schedule('s1', 1, -3);
    await schedule('f1', 1, 5);
  });

  it('[R-165] [V-23] [H-32] are listed by planned or due day', async () => {
    const { results } = await list(`vehicle=${fleet.vehicles.n1.vehicleId}&pageSize=50`);
    expect(results).toHaveLength(2);
    expect(results[0]).toEqual({
      id: mot,
      name: 'MOT',
      category: 'MOT',
      interval: '1y',
      due_date: `${dayIn(5)}T00:00:00Z`,
      time_until: expect.stringMatching(/^4d/),
      vehicle: fleet.vehicles.n1.vehicleId,
      registration: 'N1 AAA',
      depot: { id: fleet.north, name: 'Home depot' },
      schedule_type: 1,
      state: 'due',
      planned_date: null,
      earliest_date: dayIn(-5),
      latest_date: dayIn(5),
      due_source: null,
      fulfilled_by: null,
      fulfilled_at: null,
    });
  });

  it.each(['overdue', 'due', 'expiring', 'planned'])(
    '[H-32] are filtered by the state %s',
    async (state) => {
      const { results } = await list(`state=${state}`);
      expect(results.length).toBeGreaterThan(0);
      expect(new Set(results.map((one: { state: string }) => one.state))).toEqual(new Set([state]));
    },
  );

  it('[R-165] are filtered by depot, category and day, for visible vehicles only', async () => {
    expect((await list(`depot=${fleet.south}`)).results[0].registration).toBe('S1 CCC');
    expect((await list(`category=Tax&from=${dayIn(19)}&to=${dayIn(21)}`)).count).toBe(1);
    const north = (await list('pageSize=400', fleet.file.north)).results;
    expect(north.map((one: { registration: string }) => one.registration)).not.toContain('S1 CCC');
    expect((await list(`depot=${fleet.south}`, fleet.file.north)).status).toBe(404);
    const all = (await list('pageSize=400&ordering=registration')).results;
    expect(all.map((one: { registration: string }) => one.registration)).not.toContain('F1 GGG');
  });

  it('[R-165] are planned for a day within their window, with an audit trail', async () => {
    const path = `/api/schedule_activity/${mot}/`;
    const plan = (planned_date: string | null, as = fleet.file.keeper) =>
      write('PATCH', path, { planned_date }, as);
    expect((await plan(dayIn(2))).body.planned_date).toBe(dayIn(2));
    for (const day of [dayIn(6), dayIn(-6)]) {
      const { status, body } = await plan(day);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['planned_date']]);
    }
    expect((await list(`from=${dayIn(2)}&to=${dayIn(2)}`)).results[0].id).toBe(mot);
    expect((await plan(null)).body.planned_date).toBe(null);
    const { rows } = await api.services.db.pool.query(
      `select action, changes, user_name from vehicle_file_changes where scheduled_activity_id = $1
       order by id`,
      [mot],
    );
    expect(rows).toEqual([
      {
        action: 'planned',
        changes: [{ field: 'planned_date', before: null, after: dayIn(2) }],
        user_name: 'Ada Hill',
      },
      expect.objectContaining({
        changes: [{ field: 'planned_date', before: dayIn(2), after: null }],
      }),
    ]);
    expect((await plan(dayIn(2), fleet.file.readonly)).status).toBe(403);
    expect((await plan(dayIn(2), fleet.file.foreign)).status).toBe(404);
    await api.services.db.pool.query(
      'update scheduled_activities set fulfilled_at = now() where id = $1',
      [mot],
    );
    expect((await plan(dayIn(2))).status).toBe(409);
    expect((await list('state=fulfilled')).results[0].id).toBe(mot);
    expect((await list(`vehicle=${fleet.vehicles.n1.vehicleId}&with_fulfilled=true`)).count).toBe(
      2,
    );
  });
});

describe('Reminders', () => {
  const mails = () => {
    const folder = join(api.services.config.dataDir, 'mail');
    // Mails that are still being written have another file extension.
    const written = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    return written.map((name) => readFileSync(join(folder, name), 'utf8'));
  };

  it('[H-32] are sent once per due date and number of days', async () => {
    const { services } = api;
    await services.jobs.start({ work: true });
    expect(await sendReminders(services, Date.now())).toBe(0);
    const settings = { is_active: true, days_before: [7, 28, 7], emails: ['fleet@file.test'] };
    const { body } = await write('PUT', '/api/schedule_reminders/', settings);
    expect(body).toEqual({ ...settings, days_before: [28, 7] });
    expect(await sendReminders(services, Date.now())).toBe(1);
    expect(await sendReminders(services, Date.now())).toBe(0);
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1);
    const [mail = ''] = mails();
    expect(mail).toContain('To: fleet@file.test');
    expect(mail).toContain('N1 AAA: Vehicle Tax');
    expect(mail).not.toContain('N2 BBB');
    expect(mail).not.toContain('F1 GGG');
    // Two weeks later there is another reminder of the same tax, as 7 days are left.
    expect(await sendReminders(services, Date.now() + 14 * DAY_MS)).toBe(1);
    expect(await sendReminders(services, Date.now() + 14 * DAY_MS)).toBe(0);
  });

  it('[H-32] are sent for every due date of a large fleet', async () => {
    const { services } = api;
    const { pool } = services.db;
    const emails = ['fleet@file.test'];
    await write('PUT', '/api/schedule_reminders/', { is_active: true, days_before: [3], emails });
    // More than a batch that was reminded of before, and one more due date after them.
    const add = (count: number, due: string) =>
      pool.query(
        `insert into vehicles (customer_id, registration, type)
         select $1, $2 || n, 'VAN' from generate_series(1, $3::int) n`,
        [fleet.home.customerId, due.replace(/\W/g, '').toUpperCase(), count],
      );
    const plan = (due: string) =>
      pool.query(
        `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
           earliest_on, latest_on)
         select $1, id, 5, '1y', now() + $2::interval, now(), now() from vehicles
         where customer_id = $1 and registration ~ ('^' || $3 || '[0-9]+$')`,
        [fleet.home.customerId, due, due.replace(/\W/g, '').toUpperCase()],
      );
    await add(501, '30 hours');
    await plan('30 hours');
    expect(await sendReminders(services, Date.now())).toBe(2);
    await add(1, '60 hours');
    await plan('60 hours');
    expect(await sendReminders(services, Date.now())).toBe(1);
    await expect.poll(() => mails().at(-1), { timeout: 20_000 }).toContain('60HOURS1');
    const added = `select id from vehicles where registration ~ '^[36]0HOURS'`;
    await pool.query(`delete from scheduled_activities where vehicle_id in (${added})`);
    await pool.query(`delete from vehicles where id in (${added})`);
  });

  it('[A-06] are in the language of the recipient', async () => {
    const { services } = api;
    const { pool } = services.db;
    await pool.query(`update users set language = 'pt', email = 'Rita@file.test' where id = $1`, [
      fleet.file.second,
    ]);
    const emails = ['fleet@file.test', 'rita@file.test'];
    await write('PUT', '/api/schedule_reminders/', { is_active: true, days_before: [3], emails });
    await pool.query(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on) values ($1, $2, 5, '1y', now() + interval '2 days', now(), now())`,
      [fleet.home.customerId, fleet.vehicles.x1.vehicleId],
    );
    expect(await sendReminders(services, Date.now())).toBe(2);
    /** The mail on this vehicle to an address, with its Base64 parts decoded. */
    const to = (address: string) =>
      mails()
        .filter((mail) => mail.includes(`To: ${address}`))
        .map((mail) => {
          const encoded =
            mail.match(/(?:[A-Za-z0-9+/]{40,}={0,2}\r?\n)+[A-Za-z0-9+/]*={0,2}/g) ?? [];
          const parts = encoded.map((part) => Buffer.from(part, 'base64').toString());
          return [mail.replace(/=\r?\n/g, ''), ...parts].join('\n');
        })
        .find((mail) => mail.includes('X1 EEE'));
    for (const address of emails) {
      await expect.poll(() => to(address), { timeout: 20_000 }).toBeDefined();
    }
    expect(to('fleet@file.test')).toContain('Due soon at');
    expect(to('rita@file.test')).toContain('vence a');
    expect(to('rita@file.test')).not.toContain('Due soon at');
  });

  it('pause for the safety inspection of a vehicle that is off the road', async () => {
    const { services } = api;
    const { pool } = services.db;
    const of = [fleet.home.customerId, fleet.vehicles.x1.vehicleId];
    await pool.query(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on) values ($1, $2, 2, '8w', now() + interval '1 day', now(), now())`,
      of,
    );
    const states = async () => {
      const { body } = await ask(`/api/schedule_activity/?vehicle=${of[1]}&category=PMI`);
      return body.results.map(({ state }: { state: string }) => state);
    };
    expect(await states()).toEqual(['due']);
    await pool.query(
      `insert into vor_entries (customer_id, vehicle_id, reason, since, set_by)
       values ($1, $2, 'accident', now(), 'Ada Hill')`,
      of,
    );
    expect(await states()).toEqual(['paused']);
    expect((await ask('/api/schedule_activity/?state=paused')).body.count).toBe(1);
    expect((await ask('/api/schedule_activity/?state=due&category=PMI')).body.count).toBe(0);
    const emails = ['fleet@file.test'];
    await write('PUT', '/api/schedule_reminders/', { is_active: true, days_before: [1], emails });
    expect(await sendReminders(services, Date.now())).toBe(0);
    await pool.query(
      `update vor_entries set returned_at = now(), cleared_by = 'Ada Hill' where vehicle_id = $1`,
      [of[1]],
    );
    expect(await states()).toEqual(['due']);
    expect(await sendReminders(services, Date.now())).toBe(1);
  });

  it('[U-P03] are set by administrators, for their customer', async () => {
    expect((await ask('/api/schedule_reminders/', fleet.file.foreign)).body.emails).toEqual([]);
    expect((await ask('/api/schedule_reminders/')).status).toBe(403);
  });
});
