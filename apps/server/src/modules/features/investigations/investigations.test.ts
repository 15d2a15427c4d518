import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { describe, expect, it } from 'vitest';
import {
  answersTo,
  type InvestigationDesk,
  MOT,
  pending,
  withInvestigationDesk,
} from '../../../../test/investigation-desk.ts';
import { makeTemplate } from '../../../../test/investigations.ts';
import { PDF, sendDocument } from '../../../../test/vehicle-documents.ts';
import { loadViewer } from '../../../platform/auth/index.ts';
import { addRecordActivity } from '../vehicle-file/record-activity/vehicle-file-record-activity.service.ts';
import { notifyAssignees } from './notification/investigations-notification.job.ts';

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
let desk: InvestigationDesk;
withInvestigationDesk((opened) => {
  desk = opened;
});

describe('an investigation opened by an activity', () => {
  /** Replaces all schedules by an MOT of N2 that is due on the given day. */
  const dueOn = async (day: string) => {
    await desk.query('delete from scheduled_activities');
    await desk.query(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on) values ($1, $2, 1, '1y', $3::date, $3::date, $3::date)`,
      [desk.fleet.home.customerId, desk.fleet.vehicles.n2.vehicleId, day],
    );
  };
  const mot = (status: string, day: string, as = desk.keeper) =>
    sendDocument(desk.api, as, {
      fields: {
        vehicle: desk.fleet.vehicles.n2.vehicleId,
        activity_type: 'MOT',
        status,
        description: 'A test',
        activity_fulfilled_at: `${day}T00:00:00Z`,
      },
      file: { bytes: PDF, name: 'mot.pdf' },
    });
  const today = new Date().toISOString().slice(0, 10);
  const before = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

  it('[I-P04] [OP-097] [V-25] follows a failing status, and contains open schedules', async () => {
    await desk.template({ assignee: desk.fleet.file.second, due_days: 5 });
    await desk.query('delete from scheduled_activities');
    expect((await mot('Pass', before(30))).body.total_investigations_count).toBe(0);
    const failed = await mot('Fail', today);
    expect(failed.body.total_investigations_count).toBe(1);
    const list = await desk.api.ask(`/api/vehicle_activities/${failed.body.id}/investigations/`, {
      as: desk.keeper,
    });
    contract.investigations.list.answer.parse(list.body);
    expect(list.body).toMatchObject({
      count: 1,
      results: [
        {
          activity_id: failed.body.id,
          status: 'PENDING',
          cause: 'failed',
          template: { title: 'Failed test' },
          vehicle: { registration: 'N2 BBB' },
          depot_name: expect.any(String),
          assignee: { first_name: 'Bea', last_name: 'Cole' },
          opened_by: 'Ada Hill',
          signoff_signature: null,
          scheduled_activities_snapshot: [{ name: 'MOT', was_overdue: false }],
        },
      ],
    });
    const due = Date.parse(list.body.results[0].due_date);
    expect(due % DAY_MS).toBe(0);
    expect(Math.round((due - Date.parse(today)) / DAY_MS)).toBe(5);
    const { body } = await desk.api.ask(
      '/api/vehicle_activities/?has_pending_investigations=true',
      {
        as: desk.keeper,
      },
    );
    expect(body.results.map(({ id }: { id: number }) => id)).toContain(failed.body.id);
  });

  it('[I-P04] [I-P05] [V-26] follows an expired schedule, if the type has a template', async () => {
    await dueOn(before(9));
    expect((await mot('Pass', before(10))).body.total_investigations_count).toBe(0);
    await dueOn(before(9));
    await desk.template();
    const late = await mot('Pass', before(8));
    const { body } = await desk.api.ask(`/api/vehicle_activities/${late.body.id}/investigations/`, {
      as: desk.keeper,
    });
    expect(body.results).toMatchObject([
      {
        cause: 'overdue',
        scheduled_activities_snapshot: [
          { name: 'MOT', was_overdue: true, expires_at: `${before(9)}T00:00:00Z` },
        ],
      },
    ]);
  });
});

describe('an investigation of a record', () => {
  it('[I-P04] is opened once for all steps of a defect with an off-road vehicle', async () => {
    await desk.template({ activity_type: 1, title: 'Dangerous defect' });
    const { db } = desk.api.services;
    const viewer = await loadViewer(db, desk.keeper);
    if (viewer === null) throw new Error('the keeper must exist');
    const step = (status: string) =>
      db.asViewer(viewer, (trx) =>
        addRecordActivity(trx, viewer, {
          vehicleId: desk.fleet.vehicles.n1.vehicleId,
          reference: 'DEFECT',
          recordId: 77,
          referenceNumber: 'D-77',
          description: 'Tyre below the limit',
          status,
          author: { userId: desk.keeper, name: 'Ada Hill' },
          fulfilledAt: null,
          schedules: false,
        }),
      );
    const counts = async (ids: number[]) => {
      const { rows } = await desk.query(
        'select investigations_count from vehicle_activities where id = any($1) order by id',
        [ids],
      );
      return rows.map(({ investigations_count: count }) => count);
    };
    const steps = [
      await step('357913941'),
      await step('357913941_IS_VOR'),
      await step('715827882_IS_VOR'),
    ];
    expect(await counts(steps)).toEqual([0, 1, 0]);
  });
});

describe('an investigation opened manually', () => {
  it('[I-P04] [I-06] [R-171] is assigned with a due date, and reassigned', async () => {
    const { status, body, path, list, activity } = await desk.opened(
      {},
      { assignee: desk.fleet.file.second, due_date: '2026-12-24' },
    );
    expect([status, body.cause, body.due_date]).toEqual([201, 'person', '2026-12-24T00:00:00Z']);
    const options = await desk.api.ask(
      `/api/vehicle_activities/${activity}/investigation_options/`,
      {
        as: desk.keeper,
      },
    );
    expect(options.body.templates).toMatchObject([{ title: 'Failed test', activity_type: MOT }]);
    const people = options.body.assignees.map(({ id }: { id: number }) => id);
    expect(people).toEqual(expect.arrayContaining([desk.keeper, desk.fleet.file.north]));
    for (const stranger of [
      desk.fleet.file.readonly,
      desk.fleet.file.foreign,
      desk.fleet.people.limited,
    ]) {
      expect(people).not.toContain(stranger);
    }
    const given = await desk.send(`${path}assignment/`, 'PUT', {
      assignee: desk.fleet.file.north,
      due_date: null,
    });
    expect(given.body).toMatchObject({ assignee: { id: desk.fleet.file.north }, due_date: null });
    const page = await desk.api.ask(`${list}?pageSize=25&page=2`, { as: desk.keeper });
    expect(page.body).toEqual({ count: 1, results: [] });
    const { body: log } = await desk.api.ask(
      `/api/administration/audit/?kind=investigation&subject=${body.id}`,
      { as: desk.fleet.file.administrator },
    );
    expect(log.results.map(({ action }: { action: string }) => action).sort()).toEqual([
      'changed',
      'created',
    ]);
  });

  it("[U-P03] refuses another customer's and another depot's ids in every field", async () => {
    const made = await desk.template();
    const theirs = await makeTemplate(desk.api, desk.fleet.file.foreign, MOT);
    const activity = await desk.activityOf('s1');
    const path = `/api/vehicle_activities/${activity}/investigations/`;
    for (const [body, field] of [
      [{ template: theirs.id }, 'template'],
      [{ template: 999_999 }, 'template'],
      [{ template: made.id, assignee: desk.fleet.file.foreign }, 'assignee'],
      // A person who can see only the depot North.
      [{ template: made.id, assignee: desk.fleet.file.north }, 'assignee'],
    ] as const) {
      const { status, body: answer } = await desk.send(path, 'POST', body);
      expect([status, Object.keys(answer.errors)], field).toEqual([400, [field]]);
    }
    const open = await desk.send(path, 'POST', { template: made.id });
    for (const as of [desk.fleet.file.north, desk.fleet.file.foreign]) {
      expect((await desk.api.ask(path, { as })).status).toBe(404);
      expect((await desk.send(path, 'POST', { template: made.id }, as)).status).toBe(404);
      const one = `${path}${open.body.id}/`;
      expect((await desk.api.ask(one, { as })).status).toBe(404);
      expect((await desk.send(one, 'PATCH', pending([]), as)).status).toBe(404);
      const body = { assignee: null, due_date: null };
      expect((await desk.send(`${one}assignment/`, 'PUT', body, as)).status).toBe(404);
    }
    // The path of another activity does not work either.
    const other = await desk.activityOf('n1');
    const elsewhere = `/api/vehicle_activities/${other}/investigations/${open.body.id}/`;
    expect((await desk.api.ask(elsewhere, { as: desk.keeper })).status).toBe(404);
    expect(
      (await desk.send(path, 'POST', { template: made.id }, desk.fleet.file.readonly)).status,
    ).toBe(403);
  });
});

describe('assignees of investigations', () => {
  it('[I-P04] get one mail per investigation, and one when due, in their language', async () => {
    const { services } = desk.api;
    await services.jobs.start({ work: true });
    await desk.query(`update users set language = 'pt', email = 'bea@file.test' where id = $1`, [
      desk.fleet.file.second,
    ]);
    const { path, body } = await desk.opened(
      {},
      { assignee: desk.fleet.file.second, due_date: dayIn(9) },
    );
    await desk.opened({ activity_type: 10 }, { assignee: null });
    expect(await notifyAssignees(services, Date.now())).toBe(1);
    expect(await notifyAssignees(services, Date.now())).toBe(0);
    const mails = () =>
      readdirSync(join(services.config.dataDir, 'mail'))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(services.config.dataDir, 'mail', name), 'utf8'))
        .filter((mail) => mail.includes('To: bea@file.test'));
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1);
    const plain = (mails()[0] ?? '').replace(/=\r?\n/g, '');
    expect(plain).toContain('N1 AAA');
    expect(plain).toContain('aguardam as suas respostas');
    expect(plain).toContain(`/investigation/${body.id}`);
    // A week later it is due within a day; a new due date leads to a new mail.
    expect(await notifyAssignees(services, Date.now() + 8.5 * DAY_MS)).toBe(1);
    expect(await notifyAssignees(services, Date.now() + 8.5 * DAY_MS)).toBe(0);
    const other = { assignee: desk.fleet.file.second, due_date: dayIn(8) };
    expect((await desk.send(`${path}assignment/`, 'PUT', other)).status).toBe(200);
    expect(await notifyAssignees(services, Date.now() + 8.5 * DAY_MS)).toBe(1);
    // A new assignee gets a mail; a complete investigation leads to none.
    const given = { assignee: desk.fleet.file.north, due_date: null };
    await desk.send(`${path}assignment/`, 'PUT', given);
    expect(await notifyAssignees(services, Date.now())).toBe(1);
    const questions = body.template.questions.map(({ id }: { id: number }) => id);
    await desk.send(`${path}assignment/`, 'PUT', other);
    expect((await desk.send(path, 'PATCH', desk.complete(answersTo(questions)))).status).toBe(200);
    expect(await notifyAssignees(services, Date.now())).toBe(0);
  });
});
