import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { makeTemplate, QUESTIONS } from '../../../../../test/investigations.ts';
import {
  addActivity,
  type DocumentFleet,
  documentFleet,
} from '../../../../../test/vehicle-documents.ts';

let api: TestApi;
let fleet: DocumentFleet;
let admin: number;

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  admin = fleet.file.administrator;
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.services.db.pool.query(
    'truncate investigation_templates, investigations, investigation_answers cascade',
  );
});

const MOT = 6;
const SERVICE = 10;
const PATH = '/api/investigation_templates/';
const list = (as: number, query = '') => api.ask(`${PATH}?${query}`, { as });
const create = (body: object, as = admin) =>
  api.ask(PATH, {
    as,
    method: 'POST',
    body: { title: 'Failed test', activity_type: MOT, questions: QUESTIONS, ...body },
  });
const change = (id: number, body: object, as = admin) =>
  api.ask(`${PATH}${id}/`, {
    as,
    method: 'PUT',
    body: { title: 'Failed test', activity_type: MOT, questions: QUESTIONS, ...body },
  });
/** Opens an investigation from a template; returns its path. */
async function open(templateId: number): Promise<string> {
  const activity = await addActivity(api, {
    customerId: fleet.home.customerId,
    vehicleId: fleet.vehicles.n1.vehicleId,
  });
  const path = `/api/vehicle_activities/${activity}/investigations/`;
  const body = { template: templateId };
  const opened = await api.ask(path, { as: fleet.file.keeper, method: 'POST', body });
  return `${path}${opened.body.id}/`;
}

describe('templates of investigations', () => {
  it('[I-P07] [RP-24] [RP-25] are created with all five answer types, and listed', async () => {
    const { status, body } = await create({ assignee: fleet.file.second, due_days: 7 });
    expect(status).toBe(201);
    contract.investigations.createTemplate.answer.parse(body);
    expect(body).toMatchObject({
      title: 'Failed test',
      activity_type: MOT,
      activity_type_name: 'MOT',
      due_days: 7,
      assignee: { id: fleet.file.second, first_name: 'Bea', last_name: 'Cole' },
      version: 1,
      is_shared: false,
      archived: false,
      investigations_count: 0,
    });
    expect(body.questions.map(({ id: _, ...question }: { id: number }) => question)).toEqual(
      QUESTIONS,
    );
    await makeTemplate(api, admin, SERVICE, { title: 'Late service' });
    const titles = async (query: string) =>
      (await list(admin, query)).body.results.map(({ title }: { title: string }) => title);
    expect(await titles('')).toEqual(['Failed test', 'Late service']);
    expect(await titles('ordering=-title')).toEqual(['Late service', 'Failed test']);
    expect(await titles('search=late')).toEqual(['Late service']);
    expect(await titles('pageSize=1&page=2')).toEqual(['Late service']);
    const options = await api.ask('/api/investigation_template_options/', { as: admin });
    expect(options.body.activity_types).toContainEqual({ id: MOT, name: 'MOT' });
    expect(options.body.assignees).toContainEqual({
      id: fleet.file.second,
      first_name: 'Bea',
      last_name: 'Cole',
    });
    const { body: log } = await api.ask('/api/administration/audit/', { as: admin });
    expect(JSON.stringify(log)).toContain('Late service');
  });

  it('[RP-26] [I-P07] are immutable while in use: investigations keep their questions', async () => {
    const first = await makeTemplate(api, admin, MOT);
    const unused = await change(first.id, { questions: QUESTIONS.slice(0, 3) });
    expect(unused.body).toMatchObject({ id: first.id, version: 2 });
    const old = await open(first.id);
    const questions = [{ question: 'Why?', answer_type: 'TEXT', answer_choices: [] }];
    const { status, body } = await change(first.id, { questions, title: 'New test', version: 2 });
    expect([status, body.version, body.title]).toEqual([200, 3, 'New test']);
    expect([body.id === first.id, body.origin]).toEqual([false, first.id]);
    const log = `/api/administration/audit/?kind=investigation_template&subject=${first.id}`;
    expect((await api.ask(log, { as: admin })).body.count).toBe(3);
    for (const id of [first.id, body.id]) {
      expect((await api.ask(`${PATH}${id}/`, { as: admin })).body.id).toBe(id);
    }
    const { template } = (await api.ask(old, { as: fleet.file.keeper })).body;
    expect([template.id, template.title, template.questions.length]).toEqual([
      first.id,
      'Failed test',
      3,
    ]);
    expect((await list(admin)).body.results).toMatchObject([{ id: body.id, version: 3 }]);
    // Other changes than of title and questions create no new version.
    await open(body.id);
    const same = await change(body.id, { questions, title: 'New test', due_days: 3 });
    expect(same.body).toMatchObject({ id: body.id, due_days: 3, investigations_count: 1 });
    // Another person still has the first version open.
    for (const stale of [await change(first.id, {}), await change(body.id, { version: 3 })]) {
      expect([stale.status, stale.body.detail]).toEqual([
        409,
        'Somebody else has changed this template in the meantime. Please load it again.',
      ]);
    }
  });

  it('[I-P07] [I-P04] are unique per activity type, apart from archived ones', async () => {
    const first = await makeTemplate(api, admin, MOT);
    const both = await Promise.all([
      create({ activity_type: SERVICE, title: 'One' }),
      create({ activity_type: SERVICE, title: 'Two' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const taken = await create({ title: 'Second' });
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      { activity_type: ['This type of activity has another template.'] },
    ]);
    expect((await change(first.id, { archived: true })).body.archived).toBe(true);
    expect((await create({ title: 'Second' })).status).toBe(201);
    expect((await change(first.id, { archived: false })).status).toBe(409);
    expect((await list(admin, 'archived=true')).body.results).toMatchObject([{ id: first.id }]);
  });

  it('[T-P01] [I-P07] are refused with the invalid fields', async () => {
    const question = (changes: object) => ({ questions: [{ ...QUESTIONS[1], ...changes }] });
    const wrong: [object, string][] = [
      [{ title: ' ' }, 'title'],
      [{ title: 'a\0b' }, 'title'],
      [{ questions: [] }, 'questions'],
      [{ due_days: 0 }, 'due_days'],
      [question({ question: 'x'.repeat(256) }), 'questions.0.question'],
      [question({ answer_type: 'NUMBER' }), 'questions.0.answer_type'],
      [question({ answer_choices: ['Yes'] }), 'questions.0.answer_choices'],
      [question({ answer_choices: ['Yes', 'yes'] }), 'questions.0.answer_choices'],
      [question({ answer_choices: ['Yes', 'No|t'] }), 'questions.0.answer_choices'],
      [{ questions: [QUESTIONS[0], QUESTIONS[0]] }, 'questions.1.question'],
    ];
    expect((await list(admin, 'search=a%00b')).status).toBe(400);
    for (const [body, field] of wrong) {
      const { status, body: answer } = await create(body);
      expect([status, Object.keys(answer.errors ?? {})], field).toEqual([400, [field]]);
    }
    expect((await list(admin)).body.count).toBe(0);
  });

  it("[U-P03] [O-P07] refuse another customer's ids, and are read-only if shared", async () => {
    const { pool } = api.services.db;
    const { rows } = await pool.query<{ id: number }>(
      `insert into activity_types (customer_id, name, reference, statuses)
       values ($1, 'Theirs', 'THEIRS', '[]') returning id`,
      [fleet.away.customerId],
    );
    const theirType = rows[0]?.id ?? 0;
    const refused: [object, string][] = [
      [{ activity_type: theirType }, 'activity_type'],
      [{ assignee: fleet.file.foreign }, 'assignee'],
      // People of the same customer who cannot answer investigations.
      [{ assignee: fleet.file.readonly }, 'assignee'],
      [{ assignee: fleet.people.plain }, 'assignee'],
    ];
    for (const [body, field] of refused) {
      const { status, body: answer } = await create(body);
      expect([status, Object.keys(answer.errors)], field).toEqual([400, [field]]);
    }
    const theirs = await makeTemplate(api, fleet.file.foreign, theirType, { title: 'Theirs' });
    expect((await list(admin)).body.count).toBe(0);
    expect((await change(theirs.id, {})).status).toBe(404);
    expect((await api.ask(`${PATH}${theirs.id}/`, { as: admin })).status).toBe(404);
    const shared = await makeTemplate(api, fleet.people.global, MOT, { title: 'Everybody' });
    expect(shared.is_shared).toBe(true);
    for (const as of [admin, fleet.file.foreign]) {
      expect(JSON.stringify((await list(as)).body)).toContain('Everybody');
    }
    expect((await change(shared.id, {})).status).toBe(403);
    expect((await change(shared.id, { title: 'All' }, fleet.people.global)).status).toBe(200);
    // A customer can have its own template besides the shared one.
    expect((await create({})).status).toBe(201);
    expect((await list(fleet.file.keeper)).status).toBe(403);
  });
});
