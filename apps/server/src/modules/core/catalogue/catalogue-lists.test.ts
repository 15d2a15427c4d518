import { contract } from '@roadworthy/contract';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

const send = (path: string, body: unknown, as = fleet.people.admin, method = 'POST') =>
  api.ask(path, { as, method, body });
const list = async (kind: string, ask = '', as = fleet.people.admin) =>
  (await api.ask(`/api/administration/lists/${kind}/${ask}`, { as })).body;
const names = (answer: { results: { name: string }[] }) => answer.results.map(({ name }) => name);
const archive = (kind: string, ids: number[], archived = true, as = fleet.people.admin) =>
  send(`/api/administration/lists/${kind}/archive/`, { ids, archived }, as);
const remove = (kind: string, ids: number[], as = fleet.people.admin) =>
  send(`/api/administration/lists/${kind}/remove/`, { ids }, as);
const historyOf = async (kind: string, id: number) =>
  (
    await query(
      `select action, after from audit_entries where subject_kind = $1 and subject_id = $2
       order by position`,
      [kind, String(id)],
    )
  ).rows;

const SCHEDULE = { name: 'Tail lift', category: 'Lifting', interval: '1y 6m', vehicle_types: [] };
const ACTIVITY = {
  name: 'Tail lift test',
  reference: 'TAIL_LIFT',
  schedule_type: null,
  require_user_date_input: true,
  use_activity_statuses_on_ui: false,
  statuses: [],
  internal_use: false,
  vehicle_types: [],
};

const { query } = withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

describe('types of schedules and activities', () => {
  let id = 0;

  it('[O-P01] [RP-23] are created, and listed with the built-in ones', async () => {
    const made = await send('/api/schedule_types/', SCHEDULE);
    expect(made.status).toBe(201);
    id = made.body.id;
    const all = await list('schedule_type', '?ordering=category');
    contract.catalogue.list.answer.parse(all);
    expect(names(all)).toContain('MOT');
    expect(names(await list('schedule_type', '?search=LIFT'))).toEqual(['Tail lift']);
  });

  it('[H-33] refuse an interval that is not made of numbers with a unit', async () => {
    for (const interval of ['soon', '0d', 'often', '99y']) {
      const { status, body } = await send('/api/schedule_types/', { ...SCHEDULE, interval });
      expect([status, Object.keys(body.errors)], interval).toEqual([400, ['interval']]);
    }
  });

  it('[O-P01] are changed, and both changes are logged', async () => {
    const changed = { ...SCHEDULE, interval: '2y' };
    await send(`/api/schedule_types/${id}/`, changed, fleet.people.admin, 'PUT');
    const { body: one } = await api.ask(`/api/administration/lists/schedule_type/${id}/`, {
      as: fleet.people.admin,
    });
    expect(contract.catalogue.read.answer.parse(one)).toMatchObject({
      name: 'Tail lift',
      interval: '2y',
      customer: fleet.home.customerId,
      in_use: false,
    });
    expect(await historyOf('schedule_type', id)).toMatchObject([
      { action: 'created', after: { interval: '1y 6m' } },
      { action: 'changed', after: { interval: '2y' } },
    ]);
  });

  it('[RP-21] of an activity are created with the schedule that it completes', async () => {
    const activity = await send('/api/vehicle_activity_types/', { ...ACTIVITY, schedule_type: id });
    expect(activity.status).toBe(201);
    expect(await historyOf('activity_type', activity.body.id)).toMatchObject([
      { action: 'created', after: { reference: 'TAIL_LIFT' } },
    ]);
    expect(await list('activity_type', '?search=TAIL_L')).toMatchObject({
      count: 1,
      results: [{ name: 'Tail lift test', schedule_type_name: 'Tail lift', category: 'Lifting' }],
    });
  });

  it('[O-P01] in use are archived, not deleted; archived ones cannot be chosen', async () => {
    const [schedule] = (await list('schedule_type', '?search=Tail')).results;
    const [activity] = (await list('activity_type', '?search=TAIL_L')).results;
    const { home, vehicles, people } = fleet;
    await query(
      `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, created_by)
       values ($1, $2, $3, 'Tested', 'Ann')`,
      [home.customerId, vehicles.n1.vehicleId, activity.id],
    );
    const refused = [
      await remove('schedule_type', [schedule.id]),
      await remove('activity_type', [activity.id]),
    ];
    expect(refused.map(({ status, body }) => [status, body.detail])).toEqual([
      [409, 'Tail lift is in use. It can only be archived.'],
      [409, 'Tail lift test is in use. It can only be archived.'],
    ]);
    expect((await archive('schedule_type', [schedule.id])).body).toEqual({ changed: 1 });
    expect((await archive('activity_type', [activity.id])).body).toEqual({ changed: 1 });
    const chosen = async (path: string) => names((await api.ask(path, { as: people.admin })).body);
    expect(await chosen('/api/schedule_types/')).not.toContain('Tail lift');
    expect(await chosen('/api/vehicle_activity_types/')).not.toContain('Tail lift test');
    expect(names(await list('activity_type', '?archived=true'))).toEqual(['Tail lift test']);
    const kept = await api.ask(`/api/schedule_types/${schedule.id}/`, { as: people.admin });
    expect(kept.status).toBe(200);
    expect((await archive('activity_type', [activity.id], false)).body).toEqual({ changed: 1 });
    expect(await chosen('/api/vehicle_activity_types/')).toContain('Tail lift test');
  });

  it('[O-P01] that are unused are deleted, all or none; built-in ones stay', async () => {
    const made = await send('/api/schedule_types/', { ...SCHEDULE, name: 'Spare' });
    const { id } = made.body;
    expect((await remove('schedule_type', [id, 1])).status).toBe(403);
    expect((await archive('schedule_type', [1])).status).toBe(403);
    expect((await remove('schedule_type', [id, 2_000_000_000])).status).toBe(404);
    expect(names(await list('schedule_type', '?search=Spare'))).toEqual(['Spare']);
    expect((await remove('schedule_type', [id])).status).toBe(204);
    expect((await list('schedule_type', '?search=Spare')).count).toBe(0);
    expect((await historyOf('schedule_type', id)).at(-1)).toMatchObject({ action: 'removed' });
    const taken = api.services.db.asViewer(
      { customerId: fleet.home.customerId, isGlobalAdmin: false },
      (trx) => trx.deleteFrom('schedule_types').where('id', '=', 1).executeTakeFirst(),
    );
    expect((await taken).numDeletedRows).toBe(0n);
  });
});

describe('repairers and categories of geofences', () => {
  let fixer = 0;
  const create = (body: object, as = fleet.people.admin) =>
    send('/api/administration/repairers/', body, as);

  it('[V-36] [R-100] are created, and offered by id and name in choosers', async () => {
    const { away, people, home } = fleet;
    const { status, body } = await create({ name: 'Quick Fix', email: 'q@fix.test', phone: '1' });
    expect(status).toBe(201);
    fixer = body.id;
    expect(contract.catalogue.createRepairer.answer.parse(body)).toMatchObject({
      name: 'Quick Fix',
      email: 'q@fix.test',
      in_use: false,
    });
    expect((await create({ name: 'quick fix' })).body.errors).toHaveProperty('name');
    expect((await create({ name: 'Theirs', customer: away.customerId })).body.errors).toEqual({
      customer: ['This customer is not known'],
    });
    expect((await create({ name: 'x', email: 'nobody' })).body.errors).toHaveProperty('email');
    const path = `/api/customer_repairers/${home.customerId}/`;
    const offered = await api.ask(path, { as: people.admin });
    expect(offered.body).toEqual([expect.objectContaining({ id: fixer, name: 'Quick Fix' })]);
    expect((await api.ask(path, { as: people.foreign })).status).toBe(404);
  });

  it('[O-P02] [S-29] are sorted in both directions', async () => {
    const { body } = await create({ name: 'Ample Fix' });
    const sorted = async (ask: string) => names(await list('repairer', ask));
    expect(await sorted('?ordering=-name')).toEqual(['Quick Fix', 'Ample Fix']);
    expect(await sorted('?ordering=name&orderingDirection=desc')).toEqual([
      'Quick Fix',
      'Ample Fix',
    ]);
    expect(await sorted('?ordering=name')).toEqual(['Ample Fix', 'Quick Fix']);
    expect((await remove('repairer', [body.id])).status).toBe(204);
  });

  it('[O-P02] are changed, archived, and refused if they belong to another customer', async () => {
    const { people, vehicles } = fleet;
    const put = (as: number) =>
      send(`/api/administration/repairers/${fixer}/`, { name: 'Slow Fix' }, as, 'PUT');
    expect((await put(people.foreign)).status).toBe(404);
    expect((await put(people.admin)).body).toMatchObject({ name: 'Slow Fix', email: null });
    expect((await archive('repairer', [fixer], true, people.foreign)).status).toBe(404);
    await query('update vehicles set repairer_id = $1 where id = $2', [
      fixer,
      vehicles.n1.vehicleId,
    ]);
    expect((await remove('repairer', [fixer])).status).toBe(409);
    await archive('repairer', [fixer]);
    expect((await create({ name: 'Slow Fix' })).status).toBe(201);
    const back = await archive('repairer', [fixer], false);
    expect([back.status, Object.keys(back.body.errors)]).toEqual([409, ['name']]);
    const file = await api.ask('/api/administration/lists/repairer/export/?format=csv', {
      as: people.admin,
    });
    expect(file.body).toContain('Slow Fix,,');
    for (const who of ['manager', 'driver', 'guest', 'readonly', 'plain'] as const) {
      expect((await create({ name: 'Mine' }, people[who])).status).toBe(403);
    }
  });

  it('[M-22] [R-060] keep their geofences; an archived category is no longer offered', async () => {
    const { people, home } = fleet;
    const make = (body: object) => send('/api/administration/geofence_categories/', body);
    const { body } = await make({ name: 'Yards', colour: '#112233' });
    const change = await send(
      `/api/administration/geofence_categories/${body.id}/`,
      { name: 'Depots', colour: '#445566' },
      people.admin,
      'PUT',
    );
    expect(change.body).toMatchObject({ name: 'Depots', colour: '#445566' });
    expect((await make({ name: 'Red', colour: 'red' })).body.errors).toHaveProperty('colour');
    await query(
      `insert into geofences (customer_id, name, category_id, colour, shape, centre_latitude,
         centre_longitude, radius_m, alert_on_entry, alert_on_exit)
       values ($1, 'Yard', $2, '#112233', 'circle', 52, -1, 100, true, true)`,
      [home.customerId, body.id],
    );
    expect((await remove('geofence_category', [body.id])).status).toBe(409);
    await archive('geofence_category', [body.id]);
    const offered = await api.ask('/api/geofence_categories/', { as: people.admin });
    expect(names(offered.body)).toEqual([]);
    const { rows } = await query('select category_id from geofences');
    expect(rows).toEqual([{ category_id: body.id }]);
  });
});
