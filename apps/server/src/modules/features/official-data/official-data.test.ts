import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { enquired, tested, withOfficialStub } from '../../../../test/official-stub.ts';
import { addScheduleReminders } from '../../../../test/schedule-reminders.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { checkNext } from './checks/official-data-checks.job.ts';
import { followVehicles } from './checks/official-data-checks.repository.ts';
import { nextNightMs } from './checks/official-data-checks.service.ts';
import { OfficialSources } from './official-data-sources.ts';

const stub = withOfficialStub();
let api: TestApi;
let fleet: TrackedFleet;
let sources: OfficialSources;

const PLATES = { n1: 'AA19AAA', n2: 'BB19BBB', s1: 'CC19CCC' } as const;
const VEHICLES = '/api/official_data/vehicles';

const query = async (text: string, values: readonly unknown[] = []) =>
  (await api.services.db.pool.query(text, [...values])).rows;
const vehicleOf = (name: keyof typeof PLATES) => fleet.vehicles[name].vehicleId;
const check = (name: keyof typeof PLATES, as = fleet.people.admin) =>
  api.ask(`${VEHICLES}/${vehicleOf(name)}/check/`, { as, method: 'POST' });
const read = (name: keyof typeof PLATES, as = fleet.people.admin) =>
  api.ask(`${VEHICLES}/${vehicleOf(name)}/`, { as });
const list = (search = '', as = fleet.people.admin) =>
  api.ask(`/api/official_data/${search}`, { as });
/** Lets the worker check everything that is due. */
const work = async () => {
  await api.services.db.asSystem((trx) => followVehicles(trx, 100));
  while (await checkNext(api.services, sources));
};
const schedules = (name: keyof typeof PLATES) =>
  query(
    `select t.category, to_char(s.due_at at time zone 'UTC', 'YYYY-MM-DD') as due, s.due_source
     from scheduled_activities s join schedule_types t on t.id = s.schedule_type_id
     where s.vehicle_id = $1 and s.fulfilled_at is null order by t.category`,
    [vehicleOf(name)],
  );

beforeAll(async () => {
  api = await testApi(stub.variables());
  fleet = await trackedFleet(api.services.db);
  sources = new OfficialSources(api.services);
  for (const [name, plate] of Object.entries(PLATES)) {
    await query('update vehicles set registration = $2 where id = $1', [
      vehicleOf(name as keyof typeof PLATES),
      plate.replace(/^(....)/, '$1 '),
    ]);
  }
  await addScheduleReminders(api.services.db, fleet.home.customerId);
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const plate of Object.values(PLATES)) {
    stub.dvla.set(plate, enquired(plate));
    stub.dvsa.set(plate, tested(plate));
  }
  for (const table of ['vehicles', 'mot_tests', 'differences', 'checks']) {
    await query(`delete from official_${table}`);
  }
  await query('delete from scheduled_activities');
  await query('delete from service_budgets');
  await query('delete from deliveries');
});

describe('a check', () => {
  it('stores what both services say, with odometers, defects and its author', async () => {
    const { body, status } = await check('n1');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(stub.asked).toEqual(['dvla AA19AAA', 'token', 'dvsa AA19AAA']);
    expect(body.data).toMatchObject({
      flags: [],
      tax_status: 'taxed',
      tax_due_on: '2027-03-01',
      mot_status: 'valid',
      mot_due_on: '2027-05-20',
      mot_source: 'dvsa',
      last_mot_on: '2026-05-18',
      last_mot_result: 'passed',
      facts: { make: 'DAF', model: 'CF', fuel: 'DIESEL', euro_status: 'EURO 6', engine_cc: 10837 },
    });
    expect(body.tests).toMatchObject([
      { number: '123456789012', result: 'passed', odometer_m: 402336000, expires_on: '2027-05-20' },
      {
        result: 'failed',
        odometer_m: 402000000,
        defects: [{ type: 'DANGEROUS', dangerous: true }],
      },
    ]);
    expect(body.runs).toMatchObject([{ cause: 'manual', dvla: 'found', dvsa: 'found' }]);
    expect(body.runs[0].user).not.toBe('');
    expect(body.sources).toMatchObject([
      { source: 'dvla', is_configured: true, used_today: 1, last_failure: null },
      { source: 'dvsa', is_configured: true },
    ]);
  });

  it('uses answers of the last minutes and the token again', async () => {
    await check('n1');
    await check('n1');
    await check('n2');
    expect(stub.asked).toEqual(['dvla AA19AAA', 'dvsa AA19AAA', 'dvla BB19BBB', 'dvsa BB19BBB']);
  });

  it('gets another token when the service no longer knows it', async () => {
    await check('n1');
    stub.asked.length = 0;
    stub.revokeTokens();
    const { body } = await check('n2');
    expect(stub.asked).toEqual(['dvla BB19BBB', 'dvsa BB19BBB', 'token', 'dvsa BB19BBB']);
    expect(body.runs).toMatchObject([{ dvsa: 'found' }]);
  });

  it('is refused for another depot, a viewer without the right, and a trailer', async () => {
    expect((await check('s1', fleet.people.north)).status).toBe(404);
    await query(`update vehicles set kind = 'semi_trailer' where id = $1`, [vehicleOf('n2')]);
    expect(await check('n2')).toMatchObject({
      status: 409,
      body: { code: 'official_data.no_registration' },
    });
    await query('update vehicles set kind = null where id = $1', [vehicleOf('n2')]);
    expect(stub.asked).toEqual([]);
  });
});

describe('a failure', () => {
  const outcomes = async () => (await check('n1')).body.runs[0];

  it.each([
    ['404', { status: 404, body: { errors: [] } }, 'not_found'],
    ['400', { status: 400, body: { errors: [] } }, 'refused'],
    ['500', { status: 500 }, 'unavailable'],
    ['503', { status: 503 }, 'unavailable'],
    ['broken JSON', 'malformed', 'malformed'],
    ['JSON of another shape', { status: 200, body: { hello: 1 } }, 'malformed'],
    ['the answer of another vehicle', { status: 200, body: enquired('ZZ1ZZZ') }, 'malformed'],
    ['no answer in time', 'slow', 'no_answer'],
  ] as const)(
    '%s has a code, and does not hold up the other service',
    async (_name, answer, code) => {
      stub.instead.set('dvla', answer);
      expect(await outcomes()).toMatchObject({ dvla: code, dvsa: 'found' });
      const [row] = await query(
        `select attempts, next_check_at - now() < '10 seconds' as is_soon
      from official_vehicles where vehicle_id = $1`,
        [vehicleOf('n1')],
      );
      const isRetried = ['unavailable', 'malformed', 'no_answer'].includes(code);
      expect(row).toEqual({ attempts: isRetried ? 1 : 0, is_soon: isRetried });
    },
  );

  it('keeps the last values with their age', async () => {
    await check('n1');
    await query(`update official_vehicles set checked_at = now() - interval '1 hour'`);
    stub.instead.set('dvla', { status: 500 });
    const { data } = (await check('n1')).body;
    expect(data).toMatchObject({ tax_status: 'taxed', flags: ['failed'] });
    expect(data.answers[0]).toMatchObject({ state: 'failed', failure: 'unavailable' });
    expect(data.answers[0].fetched_at).not.toBe(null);
  });

  it('429 pauses the service for all vehicles as long as it asks', async () => {
    stub.instead.set('dvla', { status: 429, headers: { 'retry-after': '120' } });
    expect(await outcomes()).toMatchObject({ dvla: 'rate_limited', dvsa: 'found' });
    expect((await check('n2')).body.runs).toMatchObject([{ dvla: 'rate_limited', dvsa: 'found' }]);
    expect(stub.asked.filter((one) => one.startsWith('dvla'))).toEqual(['dvla AA19AAA']);
    const [row] =
      await query(`select blocked_until - now() between interval '100 s' and interval '120 s'
      as is_paused from service_budgets where name = 'dvla_vehicle'`);
    expect(row).toEqual({ is_paused: true });
    const [due] = await query(
      `select attempts, next_check_at - now() > interval '90 s' as is_later
      from official_vehicles where vehicle_id = $1`,
      [vehicleOf('n2')],
    );
    expect(due).toEqual({ attempts: 0, is_later: true });
  });

  it('a wrong key pauses the service and is named', async () => {
    stub.keys = { ...stub.keys, dvla: 'another' };
    expect(await outcomes()).toMatchObject({ dvla: 'key_refused', dvsa: 'found' });
    await check('n2');
    stub.keys = { ...stub.keys, dvla: 'dvla-key' };
    expect(stub.asked.filter((one) => one.startsWith('dvla'))).toEqual(['dvla AA19AAA']);
    const { body } = await api.ask('/api/official_data/sources/', { as: fleet.people.admin });
    expect(body[0]).toMatchObject({ last_failure: 'key_refused', last_success_at: null });
    expect(body[0].blocked_until).not.toBe(null);
  });

  it('refused client credentials count as a wrong key', async () => {
    stub.instead.set('token', { status: 400, body: { error: 'invalid_client' } });
    stub.revokeTokens();
    expect(await outcomes()).toMatchObject({ dvla: 'found', dvsa: 'key_refused' });
  });

  it('the limit of the day sends nothing more', async () => {
    await query(`insert into service_budgets (name, tokens, refilled_at, day, used_today)
      values ('dvla_vehicle', 5, now(), (now() at time zone 'UTC')::date, 10000)`);
    expect(await outcomes()).toMatchObject({ dvla: 'rate_limited', dvsa: 'found' });
    expect(stub.asked).not.toContain('dvla AA19AAA');
  });
});

describe('the worker', () => {
  it('checks each vehicle with a registration once, then at its time of the night', async () => {
    await work();
    const asked = stub.asked.filter((one) => one.startsWith('dvla')).sort();
    expect(asked).toEqual(
      expect.arrayContaining(Object.values(PLATES).map((one) => `dvla ${one}`)),
    );
    expect(new Set(asked).size).toBe(asked.length);
    stub.asked.length = 0;
    await work();
    expect(stub.asked).toEqual([]);
    const [row] = await query('select next_check_at from official_vehicles where vehicle_id = $1', [
      vehicleOf('n1'),
    ]);
    const hour = row.next_check_at.getUTCHours() + row.next_check_at.getUTCMinutes() / 60;
    expect(hour).toBeGreaterThanOrEqual(0.5);
    expect(hour).toBeLessThan(5.5);
  });

  it('spreads a fleet over the night', () => {
    const hours = Array.from({ length: 1000 }, (_, id) =>
      new Date(nextNightMs(id, 0)).getUTCHours(),
    );
    for (const hour of [1, 2, 3, 4]) {
      expect(hours.filter((one) => one === hour).length).toBeGreaterThan(150);
    }
  });

  it('forgets the answers about a plate that has changed, and asks about the new one', async () => {
    await work();
    stub.asked.length = 0;
    stub.dvla.set('DD20DDD', enquired('DD20DDD', { taxStatus: 'SORN', taxDueDate: undefined }));
    await query(`update vehicles set registration = 'DD20 DDD' where id = $1`, [vehicleOf('n1')]);
    await work();
    await query(`update vehicles set registration = 'AA19 AAA' where id = $1`, [vehicleOf('n1')]);
    expect(stub.asked).toEqual(['dvla DD20DDD', 'dvsa DD20DDD']);
    const { data, runs, tests } = (await read('n1')).body;
    expect(data.flags).toEqual(['sorn', 'not_found']);
    expect(data.tax_due_on).toBe(null);
    expect(runs[0]).toMatchObject({ cause: 'registration', user: null });
    expect(tests).toEqual([]);
  });
});

describe('due dates', () => {
  const document = async (name: keyof typeof PLATES, due: string) => {
    const [type] = await query(`select id from activity_types where reference = 'MOT' limit 1`);
    const [activity] = await query(
      `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, fulfilled_at, description,
         created_by)
       values ($1, $2, $3, now(), 'Annual test', 'Office') returning id`,
      [fleet.home.customerId, vehicleOf(name), type.id],
    );
    await query(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on, created_by_activity_id)
       values ($1, $2, 1, '1y', $3::date, $3::date - 30, $3::date, $4)`,
      [fleet.home.customerId, vehicleOf(name), due, activity.id],
    );
  };

  it('become schedules with their source, and move only when the date differs', async () => {
    await check('n1');
    expect(await schedules('n1')).toEqual([
      { category: 'MOT', due: '2027-05-20', due_source: 'dvsa' },
      { category: 'Tax', due: '2027-03-01', due_source: 'dvla' },
    ]);
    const before = await query('select count(*)::int as n from vehicle_file_changes');
    await query(`update official_vehicles set checked_at = now() - interval '1 hour'`);
    await check('n1');
    expect(await query('select count(*)::int as n from vehicle_file_changes')).toEqual(before);
    stub.dvla.set('AA19AAA', enquired('AA19AAA', { taxDueDate: '2028-03-01' }));
    await query(`update official_vehicles set checked_at = now() - interval '1 hour'`);
    await check('n1');
    expect(await schedules('n1')).toMatchObject([{}, { due: '2028-03-01' }]);
    const [change] = await query(
      'select user_id, action, changes from vehicle_file_changes order by id desc limit 1',
    );
    expect(change).toEqual({
      user_id: null,
      action: 'scheduled',
      changes: [
        { field: 'due_date', before: '2027-03-01', after: '2028-03-01' },
        { field: 'due_source', before: null, after: 'dvla' },
      ],
    });
  });

  it('of a document stay, and the difference is resolved by a person', async () => {
    await document('n1', '2026-12-24');
    const { body } = await check('n1');
    expect(body.data.flags).toEqual(['difference']);
    expect(body.differences).toMatchObject([
      { date: 'mot', ours_on: '2026-12-24', official_on: '2027-05-20', source: 'dvsa' },
    ]);
    expect(await schedules('n1')).toMatchObject([{ due: '2026-12-24', due_source: null }, {}]);
    const address = `/api/official_data/differences/${body.differences[0].id}/`;
    const use = (value: string, as = fleet.people.admin) =>
      api.ask(address, { as, method: 'POST', body: { use: value } });
    expect((await use('official', fleet.people.foreign)).status).toBe(404);
    expect((await use('official')).body).toMatchObject({ differences: [], data: { flags: [] } });
    expect(await schedules('n1')).toMatchObject([{ due: '2027-05-20', due_source: 'dvsa' }, {}]);
    expect((await use('official')).status).toBe(404);
    // From now on the official date is followed.
    stub.dvsa.set('AA19AAA', tested('AA19AAA', { motTests: [], motTestDueDate: '2028-05-20' }));
    await query(`update official_vehicles set checked_at = now() - interval '1 hour'`);
    await check('n1');
    expect(await schedules('n1')).toMatchObject([{ due: '2028-05-20' }, {}]);
  });

  it('that a person keeps do not come again, until the official date changes', async () => {
    await document('n1', '2026-12-24');
    const { id } = (await check('n1')).body.differences[0];
    const again = async () => {
      await query(`update official_vehicles set checked_at = now() - interval '1 hour'`);
      return (await check('n1')).body.differences;
    };
    expect((await again())[0].id).toBe(id);
    await api.ask(`/api/official_data/differences/${id}/`, {
      as: fleet.people.admin,
      method: 'POST',
      body: { use: 'ours' },
    });
    expect(await again()).toEqual([]);
    stub.dvsa.set('AA19AAA', tested('AA19AAA', { motTests: [], motTestDueDate: '2028-05-20' }));
    expect(await again()).toMatchObject([{ official_on: '2028-05-20' }]);
    expect(await schedules('n1')).toMatchObject([{ due: '2026-12-24' }, {}]);
  });
});

describe('a change for the worse', () => {
  const mails = async () =>
    (await query('select content from deliveries order by id')).map(
      ({ content }) => content.subject,
    );
  const again = async () => {
    await query(`update official_vehicles set checked_at = now() - interval '1 hour'`);
    await check('n1');
  };

  it('is mailed once: no tax, and a failed MOT', async () => {
    await check('n1');
    expect(await mails()).toEqual([]);
    stub.dvla.set('AA19AAA', enquired('AA19AAA', { taxStatus: 'Untaxed' }));
    const failed = { ...tested('').motTests[1], completedDate: '2026-06-18T08:10:00.000Z' };
    stub.dvsa.set('AA19AAA', tested('AA19AAA', { motTests: [failed] }));
    await again();
    const both = ['AA19 AAA is not taxed', 'AA19 AAA has failed its MOT'];
    expect(await mails()).toEqual(both);
    await again();
    expect(await mails()).toEqual(both);
  });

  it('is a figure of home, and a reading of the odometer', async () => {
    stub.dvla.set('AA19AAA', enquired('AA19AAA', { taxStatus: 'Untaxed' }));
    await check('n1');
    const as = fleet.people.admin;
    const home = await api.ask('/api/home_overview/', { as });
    expect(home.body.official_data).toEqual({ untaxed: 1, mot_overdue: 0, differences: 0 });
    const services = await api.ask(`/api/vehicle_services/${vehicleOf('n1')}/`, { as });
    expect(services.body.readings).toMatchObject([
      { source: 'mot', odometer_m: 402336000, note: '123456789012' },
      { source: 'mot', odometer_m: 402000000 },
    ]);
  });
});

describe('the list', () => {
  it('filters by what a vehicle has, and exports it', async () => {
    stub.dvla.set('AA19AAA', enquired('AA19AAA', { taxStatus: 'Untaxed', motStatus: 'Not valid' }));
    stub.dvsa.set('BB19BBB', tested('BB19BBB', { motTests: [], motTestDueDate: '2020-01-01' }));
    stub.dvsa.delete('CC19CCC');
    await work();
    const of = async (flag: string) =>
      (await list(`?flag=${flag}`)).body.results.map(
        (one: { vehicle: { id: number } }) => one.vehicle.id,
      );
    expect(await of('untaxed')).toEqual([vehicleOf('n1')]);
    expect(await of('mot_overdue')).toEqual([vehicleOf('n2')]);
    expect(await of('not_found')).toContain(vehicleOf('s1'));
    expect(
      (await list('', fleet.people.foreign)).body.results.map(
        (one: { vehicle: { id: number } }) => one.vehicle.id,
      ),
    ).not.toContain(vehicleOf('n1'));
    const file = await list('export/?format=csv&flag=untaxed');
    expect(file.body).toContain('AA19 AAA');
    expect(file.body).toContain('Untaxed');
  });
});

describe('a lookup', () => {
  it('offers what a new vehicle is, and stores nothing', async () => {
    stub.dvla.set('EE21EEE', enquired('EE21EEE', { make: 'FORD', fuelType: 'ELECTRICITY' }));
    const ask = (registration: string, as = fleet.people.admin) =>
      api.ask('/api/official_data/lookup/', { as, method: 'POST', body: { registration } });
    expect((await ask('ee21 eee')).body).toMatchObject({
      make: 'FORD',
      colour: 'WHITE',
      fuel: 'ELECTRICITY',
      year_of_manufacture: 2019,
    });
    expect(await ask('FF21FFF')).toMatchObject({
      status: 404,
      body: { code: 'official_data.not_found' },
    });
    expect(await ask('not a plate at all')).toMatchObject({
      status: 503,
      body: { code: 'official_data.refused' },
    });
    expect((await list()).body.count).toBe(0);
  });
});

describe('without configuration', () => {
  it('nothing is sent, and the calls say so', async () => {
    const before = stub.asked.length;
    const none = await testApi({
      DVLA_VEHICLE_URL: `${stub.url}/dvla`,
      DVSA_MOT_URL: `${stub.url}/dvsa`,
    });
    const other = await trackedFleet(none.services.db);
    const as = other.people.admin;
    const address = `${VEHICLES}/${other.vehicles.n1.vehicleId}/`;
    const asked = await none.ask(`${address}check/`, { as, method: 'POST' });
    const read = await none.ask(address, { as });
    const hasMore = await checkNext(none.services, new OfficialSources(none.services));
    await none.close();
    expect(asked).toMatchObject({ status: 409, body: { code: 'official_data.not_configured' } });
    expect(read.body).toMatchObject({
      data: null,
      sources: [{ is_configured: false }, { is_configured: false }],
    });
    expect(hasMore).toBe(false);
    expect(stub.asked.length).toBe(before);
  });
});
