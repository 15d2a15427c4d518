import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { dataUrl, makeTemplate, signature } from '../../../../test/investigations.ts';
import {
  addActivity,
  type DocumentFleet,
  documentFleet,
  jpeg,
  PDF,
  sendDocument,
} from '../../../../test/vehicle-documents.ts';
import { loadViewer } from '../../../platform/auth/index.ts';
import { addRecordActivity } from '../vehicle-file/record-activity/vehicle-file-record-activity.service.ts';
import { notifyAssignees } from './notification/investigations-notification.job.ts';

const DAY_MS = 86_400_000;
const MOT = 6;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
let api: TestApi;
let fleet: DocumentFleet;
let keeper: number;
let signed: string;

beforeAll(async () => {
  api = await testApi();
  fleet = await documentFleet(api);
  keeper = fleet.file.keeper;
  signed = await signature();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.services.db.pool.query(
    'truncate investigation_templates, investigations, investigation_answers cascade',
  );
});

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
const activityOf = (vehicle: keyof DocumentFleet['vehicles'], customerId = fleet.home.customerId) =>
  addActivity(api, { customerId, vehicleId: fleet.vehicles[vehicle].vehicleId });
const template = (changes: object = {}) =>
  makeTemplate(api, fleet.file.administrator, MOT, changes);
const send = (path: string, method: string, body: unknown, as = keeper) =>
  api.ask(path, { as, method, body });

/** Opens an investigation manually; returns the response, its path and the ids of its questions. */
async function opened(
  changes: object = {},
  body: object = {},
  given: { id: number } | null = null,
) {
  const made = given ?? (await template(changes));
  const activity = await activityOf('n1');
  const path = `/api/vehicle_activities/${activity}/investigations/`;
  const answer = await send(path, 'POST', { template: made.id, ...body });
  const questions: number[] = answer.body.template?.questions.map(({ id }: { id: number }) => id);
  return { activity, list: path, path: `${path}${answer.body.id}/`, questions, ...answer };
}

/** Valid answers to all questions but the file. */
const answersTo = ([text, choice, day, part]: readonly number[]) => [
  { question_id: text, answer: 'The brakes' },
  { question_id: choice, answer: 'No' },
  { question_id: day, answer: '2026-11-20T00:00:00Z' },
  { question_id: part, answer: 'Brakes|rear left' },
];
const complete = (answers: unknown[], changes: object = {}) => ({
  answers,
  signoff_signature: signed,
  status: 'COMPLETE',
  ...changes,
});
const pending = (answers: unknown[], changes: object = {}) => ({
  answers,
  signoff_signature: '',
  status: 'PENDING',
  ...changes,
});
const filesKept = async () =>
  Number(
    (
      await query(
        `select count(*) from files where purpose = 'investigation' and kept_until is null`,
      )
    ).rows[0].count,
  );

describe('an investigation opened by an activity', () => {
  /** Replaces all schedules by an MOT of N2 that is due on the given day. */
  const dueOn = async (day: string) => {
    await query('delete from scheduled_activities');
    await query(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on) values ($1, $2, 1, '1y', $3::date, $3::date, $3::date)`,
      [fleet.home.customerId, fleet.vehicles.n2.vehicleId, day],
    );
  };
  const mot = (status: string, day: string, as = keeper) =>
    sendDocument(api, as, {
      fields: {
        vehicle: fleet.vehicles.n2.vehicleId,
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
    await template({ assignee: fleet.file.second, due_days: 5 });
    await query('delete from scheduled_activities');
    expect((await mot('Pass', before(30))).body.total_investigations_count).toBe(0);
    const failed = await mot('Fail', today);
    expect(failed.body.total_investigations_count).toBe(1);
    const list = await api.ask(`/api/vehicle_activities/${failed.body.id}/investigations/`, {
      as: keeper,
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
    const { body } = await api.ask('/api/vehicle_activities/?has_pending_investigations=true', {
      as: keeper,
    });
    expect(body.results.map(({ id }: { id: number }) => id)).toContain(failed.body.id);
  });

  it('[I-P04] [I-P05] [V-26] follows an expired schedule, if the type has a template', async () => {
    await dueOn(before(9));
    expect((await mot('Pass', before(10))).body.total_investigations_count).toBe(0);
    await dueOn(before(9));
    await template();
    const late = await mot('Pass', before(8));
    const { body } = await api.ask(`/api/vehicle_activities/${late.body.id}/investigations/`, {
      as: keeper,
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
    await template({ activity_type: 1, title: 'Dangerous defect' });
    const { db } = api.services;
    const viewer = await loadViewer(db, keeper);
    if (viewer === null) throw new Error('the keeper must exist');
    const step = (status: string) =>
      db.asViewer(viewer, (trx) =>
        addRecordActivity(trx, viewer, {
          vehicleId: fleet.vehicles.n1.vehicleId,
          reference: 'DEFECT',
          recordId: 77,
          referenceNumber: 'D-77',
          description: 'Tyre below the limit',
          status,
          author: { userId: keeper, name: 'Ada Hill' },
          fulfilledAt: null,
          schedules: false,
        }),
      );
    const counts = async (ids: number[]) => {
      const { rows } = await query(
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
    const { status, body, path, list, activity } = await opened(
      {},
      { assignee: fleet.file.second, due_date: '2026-12-24' },
    );
    expect([status, body.cause, body.due_date]).toEqual([201, 'person', '2026-12-24T00:00:00Z']);
    const options = await api.ask(`/api/vehicle_activities/${activity}/investigation_options/`, {
      as: keeper,
    });
    expect(options.body.templates).toMatchObject([{ title: 'Failed test', activity_type: MOT }]);
    const people = options.body.assignees.map(({ id }: { id: number }) => id);
    expect(people).toEqual(expect.arrayContaining([keeper, fleet.file.north]));
    for (const stranger of [fleet.file.readonly, fleet.file.foreign, fleet.people.limited]) {
      expect(people).not.toContain(stranger);
    }
    const given = await send(`${path}assignment/`, 'PUT', {
      assignee: fleet.file.north,
      due_date: null,
    });
    expect(given.body).toMatchObject({ assignee: { id: fleet.file.north }, due_date: null });
    const page = await api.ask(`${list}?pageSize=25&page=2`, { as: keeper });
    expect(page.body).toEqual({ count: 1, results: [] });
    const { body: log } = await api.ask(
      `/api/administration/audit/?kind=investigation&subject=${body.id}`,
      { as: fleet.file.administrator },
    );
    expect(log.results.map(({ action }: { action: string }) => action).sort()).toEqual([
      'changed',
      'created',
    ]);
  });

  it("[U-P03] refuses another customer's and another depot's ids in every field", async () => {
    const made = await template();
    const theirs = await makeTemplate(api, fleet.file.foreign, MOT);
    const activity = await activityOf('s1');
    const path = `/api/vehicle_activities/${activity}/investigations/`;
    for (const [body, field] of [
      [{ template: theirs.id }, 'template'],
      [{ template: 999_999 }, 'template'],
      [{ template: made.id, assignee: fleet.file.foreign }, 'assignee'],
      // A person who can see only the depot North.
      [{ template: made.id, assignee: fleet.file.north }, 'assignee'],
    ] as const) {
      const { status, body: answer } = await send(path, 'POST', body);
      expect([status, Object.keys(answer.errors)], field).toEqual([400, [field]]);
    }
    const open = await send(path, 'POST', { template: made.id });
    for (const as of [fleet.file.north, fleet.file.foreign]) {
      expect((await api.ask(path, { as })).status).toBe(404);
      expect((await send(path, 'POST', { template: made.id }, as)).status).toBe(404);
      const one = `${path}${open.body.id}/`;
      expect((await api.ask(one, { as })).status).toBe(404);
      expect((await send(one, 'PATCH', pending([]), as)).status).toBe(404);
      const body = { assignee: null, due_date: null };
      expect((await send(`${one}assignment/`, 'PUT', body, as)).status).toBe(404);
    }
    // The path of another activity does not work either.
    const other = await activityOf('n1');
    const elsewhere = `/api/vehicle_activities/${other}/investigations/${open.body.id}/`;
    expect((await api.ask(elsewhere, { as: keeper })).status).toBe(404);
    expect((await send(path, 'POST', { template: made.id }, fleet.file.readonly)).status).toBe(403);
  });
});

describe('assignees of investigations', () => {
  it('[I-P04] get one mail per investigation, and one when due, in their language', async () => {
    const { services } = api;
    await services.jobs.start({ work: true });
    await query(`update users set language = 'pt', email = 'bea@file.test' where id = $1`, [
      fleet.file.second,
    ]);
    const { path, body } = await opened({}, { assignee: fleet.file.second, due_date: dayIn(9) });
    await opened({ activity_type: 10 }, { assignee: null });
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
    const other = { assignee: fleet.file.second, due_date: dayIn(8) };
    expect((await send(`${path}assignment/`, 'PUT', other)).status).toBe(200);
    expect(await notifyAssignees(services, Date.now() + 8.5 * DAY_MS)).toBe(1);
    // A new assignee gets a mail; a complete investigation leads to none.
    const given = { assignee: fleet.file.north, due_date: null };
    await send(`${path}assignment/`, 'PUT', given);
    expect(await notifyAssignees(services, Date.now())).toBe(1);
    const questions = body.template.questions.map(({ id }: { id: number }) => id);
    await send(`${path}assignment/`, 'PUT', other);
    expect((await send(path, 'PATCH', complete(answersTo(questions)))).status).toBe(200);
    expect(await notifyAssignees(services, Date.now())).toBe(0);
  });
});

describe('answers', () => {
  /** Opens an investigation and saves two answers, one with a photograph. */
  const begun = async () => {
    const found = await opened();
    const [text, , , , file] = found.questions;
    const first = await send(
      found.path,
      'PATCH',
      pending([
        { question_id: text, answer: 'Nothing' },
        { question_id: file, answer: 'tyre.jpeg', attachment: dataUrl(await jpeg(), 'image/jpeg') },
      ]),
    );
    return { ...found, first };
  };
  /** The same investigation, completely answered and signed. */
  const completed = async () => {
    const found = await begun();
    const [saved, photo] = found.first.body.answers;
    // Existing answers are sent with their ids, and saved attachments are not sent again.
    const done = await send(
      found.path,
      'PATCH',
      complete([
        { id: saved.id, answer: 'The brakes' },
        { id: photo.id, answer: 'tyre.jpeg' },
        ...answersTo(found.questions).slice(1),
      ]),
    );
    return { ...found, done };
  };

  it('[R-173] [I-30] [V-28] are saved unsigned as PENDING, with their attachment', async () => {
    const { first, questions } = await begun();
    const [text] = questions;
    expect([first.status, first.body.status, first.body.signoff_signature]).toEqual([
      200,
      'PENDING',
      null,
    ]);
    const [saved, photo] = first.body.answers;
    expect(saved).toMatchObject({
      id: expect.any(Number),
      question: { id: text },
      answer: 'Nothing',
      attachment: null,
    });
    expect(photo).toMatchObject({ attachment_name: 'tyre.jpg', attachment_type: 'image/jpeg' });
    expect((await fetch(api.url + photo.attachment)).headers.get('content-type')).toBe(
      'image/jpeg',
    );
  });

  it('[R-172] [V-27] are read with their questions', async () => {
    const { path, questions } = await begun();
    const { status, body } = await api.ask(path, { as: fleet.file.readonly });
    expect(status).toBe(200);
    const read = contract.investigations.read.answer.parse(body);
    expect(read.template.questions.map(({ id, answer_type: type }) => [id, type])).toEqual([
      [questions[0], 'TEXT'],
      [questions[1], 'CHOICE'],
      [questions[2], 'DATE'],
      [questions[3], 'DROPDOWN_AND_TEXT'],
      [questions[4], 'FILE'],
    ]);
    expect(read.template.questions[1]).toMatchObject({
      question: expect.stringMatching(/\w/),
      answer_choices: expect.arrayContaining(['No']),
    });
  });

  it('[I-48] [I-29] are changed by their ids, and completed by a signature', async () => {
    const { done } = await completed();
    expect([done.status, done.body.status, done.body.completed_by]).toEqual([
      200,
      'COMPLETE',
      'Ada Hill',
    ]);
    expect(done.body.answers).toHaveLength(5);
    expect(done.body.answers[1].attachment).not.toBeNull();
    expect(done.body.answers[0]).toMatchObject({ answer: 'The brakes' });
  });

  it('[I-P06] are signed with an image that is stored as a file', async () => {
    const { done } = await completed();
    const image = await fetch(api.url + done.body.signoff_signature);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(500);
  });

  it('[G-06] leave nothing pending once they are signed off', async () => {
    const { path, activity } = await completed();
    const read = await api.ask(path, { as: fleet.file.readonly });
    expect(read.body).toMatchObject({ status: 'COMPLETE', revision: 3 });
    const { body: row } = await api.ask(`/api/vehicle_activities/${activity}/`, { as: keeper });
    expect(row.total_investigations_count).toBe(1);
    const { rows } = await query(
      'select pending_investigations_count from vehicle_activities where id = $1',
      [activity],
    );
    expect(rows[0].pending_investigations_count).toBe(0);
  });

  it('[I-48] replace or remove an attachment, and expire its file', async () => {
    const { path, questions } = await opened();
    const question_id = questions[4];
    const kept = await filesKept();
    const first = await send(
      path,
      'PATCH',
      pending([{ question_id, answer: '', attachment: dataUrl(PDF, 'application/pdf') }]),
    );
    const [{ id, attachment_type }] = first.body.answers;
    expect([attachment_type, await filesKept()]).toEqual(['application/pdf', kept + 1]);
    const attachment = dataUrl(await jpeg(), 'image/jpeg');
    const other = await send(path, 'PATCH', pending([{ id, answer: 'b.jpg', attachment }]));
    expect(other.body.answers).toMatchObject([{ attachment_name: 'b.jpg' }]);
    expect(await filesKept()).toBe(kept + 1);
    const gone = await send(path, 'PATCH', pending([{ id, answer: '', remove: true }]));
    expect(gone.body.answers).toMatchObject([{ attachment: null, answer: '' }]);
    expect(await filesKept()).toBe(kept);
  });

  it('[I-29] [I-43] [I-49] [OP-005] need to be complete and signed for COMPLETE', async () => {
    const { path, questions } = await opened();
    const answers = answersTo(questions);
    const without = await send(path, 'PATCH', complete(answers.slice(0, 2)));
    expect([without.status, without.body.detail]).toEqual([
      400,
      'Please fill in all required fields',
    ]);
    expect(Object.keys(without.body.errors)).toEqual([
      `questions.${questions[2]}`,
      `questions.${questions[3]}`,
    ]);
    const half = { question_id: questions[3], answer: 'Brakes' };
    const halved = await send(path, 'PATCH', complete([...answers.slice(0, 3), half]));
    expect(Object.keys(halved.body.errors)).toEqual([`questions.${questions[3]}`]);
    const unsigned = await send(path, 'PATCH', complete(answers, { signoff_signature: '' }));
    expect(unsigned.body.errors).toEqual({ signoff_signature: ['A signature is required.'] });
    const early = await send(path, 'PATCH', pending(answers, { signoff_signature: signed }));
    expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ['signoff_signature']]);
    // Nothing was written partially.
    expect((await api.ask(path, { as: keeper })).body).toMatchObject({
      status: 'PENDING',
      answers: [],
      revision: 1,
    });
    expect((await send(path, 'PATCH', pending([half]))).status).toBe(200);
  });

  /** Sends an invalid answer after a valid one, and expects that neither is saved. */
  const refused = async (
    entriesOf: (questions: readonly number[]) => readonly (readonly [object, string])[],
  ) => {
    const { path, questions } = await opened();
    const kept = await filesKept();
    const attachment = dataUrl(await jpeg(), 'image/jpeg');
    const first = { question_id: questions[4], answer: 'a.jpg', attachment };
    for (const [entry, field] of entriesOf(questions)) {
      const { status, body } = await send(path, 'PATCH', pending([first, entry]));
      expect([status, Object.keys(body.errors)], JSON.stringify(entry)).toEqual([400, [field]]);
    }
    const { body } = await api.ask(path, { as: keeper });
    expect([body.answers, body.revision, await filesKept()]).toEqual([[], 1, kept]);
  };

  it('[I-44] [T-P01] of more than 255 or invalid characters are refused on their field', () =>
    refused(([text]) => [
      [{ question_id: text, answer: 'x'.repeat(256) }, 'answers.1.answer'],
      [{ question_id: text, answer: 'x'.repeat(601) }, 'answers.1.answer'],
      [{ question_id: text, answer: 'null \0' }, 'answers.1.answer'],
      [{ question_id: text, answer: 'half \ud800' }, 'answers.1.answer'],
    ]));

  it('[I-45] without a question id, or with an unknown id, are refused', () =>
    refused(([text]) => [
      [{ answer: 'No id' }, 'answers.1'],
      [{ id: 1, question_id: text, answer: 'Both' }, 'answers.1'],
      [{ id: 999_999, answer: 'Unknown' }, 'answers.1.id'],
      [{ question_id: 999_999, answer: 'Unknown' }, 'answers.1.question_id'],
    ]));

  it('[I-46] [I-47] with a day that is not a timestamp at midnight UTC are refused', () =>
    refused(([, , day]) => [
      [{ question_id: day, answer: '2026-11-20' }, 'answers.1.answer'],
      [{ question_id: day, answer: '2026-02-31T00:00:00Z' }, 'answers.1.answer'],
    ]));

  it('[I-42] with an unknown choice or too long a text are refused', () =>
    refused(([, choice, , part]) => [
      [{ question_id: choice, answer: 'Maybe' }, 'answers.1.answer'],
      [{ question_id: part, answer: 'Wings|left' }, 'answers.1.answer'],
      [{ question_id: part, answer: `Brakes|${'x'.repeat(256)}` }, 'answers.1.answer'],
    ]));

  it('[T-P01] with a file to other questions, or twice to one question, are refused', async () => {
    const attachment = dataUrl(await jpeg(), 'image/jpeg');
    await refused(([text, , , , file]) => [
      [{ question_id: text, answer: 'a', attachment }, 'answers.1.attachment'],
      [{ question_id: file, answer: 'Twice' }, 'answers.1'],
    ]);
  });

  it('[T-P01] with a file of another type than declared are refused', async () => {
    const { path, questions } = await opened();
    const file = questions[4];
    const kept = await filesKept();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const attached: [string, number][] = [
      [dataUrl(svg, 'image/svg+xml'), 400],
      [dataUrl(Buffer.from('MZ program'), 'application/pdf'), 400],
      [dataUrl(Buffer.concat([PDF, Buffer.from('PK\u0005\u0006 a zip')]), 'application/pdf'), 400],
      ['data:image/png;base64,', 400],
      [dataUrl(Buffer.alloc(9_000_000), 'image/png'), 413],
    ];
    for (const [attachment, expected] of attached) {
      const entry = { question_id: file, answer: 'file', attachment };
      const { status, body } = await send(path, 'PATCH', pending([entry]));
      expect([status, Object.keys(body.errors)], attachment.slice(0, 60)).toEqual([
        expected,
        ['answers.0.attachment'],
      ]);
    }
    const { body } = await api.ask(path, { as: keeper });
    expect([body.answers, body.revision, await filesKept()]).toEqual([[], 1, kept]);
  });

  it('[I-P06] [P-134] need a signature that is a PNG and not blank', async () => {
    const { path, questions } = await opened();
    const answers = answersTo(questions);
    const blank = await sharp({
      create: { width: 500, height: 250, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer();
    for (const signoff_signature of [
      'https://files.test/signature.png',
      '/api/files/1/',
      'Ada Hill',
      dataUrl(PDF, 'application/pdf'),
      dataUrl(PDF, 'image/png'),
      dataUrl(await jpeg(), 'image/png'),
      dataUrl(Buffer.from('not an image'), 'image/png'),
      dataUrl(blank, 'image/png'),
      dataUrl(Buffer.alloc(1_000_001), 'image/png'),
    ]) {
      const { status, body } = await send(path, 'PATCH', complete(answers, { signoff_signature }));
      expect([status, Object.keys(body.errors)], signoff_signature.slice(0, 40)).toEqual([
        400,
        ['signoff_signature'],
      ]);
    }
    expect((await api.ask(path, { as: keeper })).body.status).toBe('PENDING');
  });

  it('[I-31] [I-32] are completed by one of two people; the error names that person', async () => {
    const { path, questions } = await opened();
    const answers = (word: string) => [
      { question_id: questions[0], answer: word },
      ...answersTo(questions).slice(1),
    ];
    const sent = [keeper, fleet.file.second].map((as, n) =>
      send(path, 'PATCH', complete(answers(`person ${n}`)), as),
    );
    const both = await Promise.all(sent);
    const winner = both.findIndex(({ status }) => status === 200);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = both[1 - winner];
    const name = winner === 0 ? 'Ada Hill' : 'Bea Cole';
    expect(loser?.body.code).toBe('investigation.completed_by');
    expect(loser?.body.detail).toContain(name);
    // The signature of the refused request is not in the store.
    let objects = 0;
    for await (const _ of api.services.files.blobs.list()) objects += 1;
    const { rows } = await query('select count(*)::int as rows from files');
    expect(objects).toBe(rows[0].rows);
    const { body } = await api.ask(path, { as: keeper });
    expect([body.completed_by, body.answers[0].answer]).toEqual([name, `person ${winner}`]);
    // A signed investigation is read-only.
    expect((await send(path, 'PATCH', pending([]))).status).toBe(409);
    const assignment = { assignee: null, due_date: null };
    expect((await send(`${path}assignment/`, 'PUT', assignment)).status).toBe(409);
  });

  it('[I-48] do not overwrite the changes of another person', async () => {
    const { path, questions } = await opened();
    const entry = (answer: string) => [{ question_id: questions[0], answer }];
    expect((await send(path, 'PATCH', pending(entry('mine'), { revision: 1 }))).status).toBe(200);
    const late = await send(path, 'PATCH', pending(entry('yours'), { revision: 1 }));
    expect([late.status, late.body.detail]).toEqual([
      409,
      'Somebody else has changed this investigation in the meantime. Load the saved version, then save again.',
    ]);
    const blind = await send(path, 'PATCH', pending(entry('yours')));
    expect(blind.body.detail).toBe(
      'Somebody else has answered in the meantime. Please load it again.',
    );
    expect((await api.ask(path, { as: keeper })).body.answers).toMatchObject([{ answer: 'mine' }]);
  });

  it('[U-P03] have files that only people who can see the vehicle can read', async () => {
    const made = await template();
    const { path, questions } = await opened({}, {}, made);
    const attachment = dataUrl(PDF, 'application/pdf');
    const { body } = await send(
      path,
      'PATCH',
      pending([{ question_id: questions[4], answer: '', attachment }]),
    );
    const address = new URL(body.answers[0].attachment, api.url).pathname;
    for (const [as, status] of [
      [fleet.file.north, 200],
      [fleet.file.readonly, 200],
      [fleet.file.foreign, 404],
      [fleet.people.plain, 404],
    ] as const) {
      expect((await api.ask(address, { as })).status).toBe(status);
    }
  });
});
