import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { toApiDate } from '@roadworthy/domain';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Answer, TestApi } from '../../../../../test/api.ts';
import {
  type DocumentFleet,
  jpeg,
  PDF,
  type Sending,
  sendDocument,
  withDocumentFleet,
} from '../../../../../test/vehicle-documents.ts';

const DAY_MS = 86_400_000;
const dayAgo = (days: number) => `${toApiDate(Date.now() - days * DAY_MS, 'UTC')}T00:00:00Z`;

let api: TestApi;
let fleet: DocumentFleet;

withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

const rows = async (query: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(query, values)).rows;
const counts = async () =>
  (
    await rows(`select (select count(*) from vehicle_activities)::int as activities,
      (select count(*) from files)::int as files,
      (select count(*) from scheduled_activities)::int as schedules,
      (select count(*) from vehicle_file_changes)::int as changes`)
  )[0];
/** Objects in the file store, and temporary files left behind by uploads. */
function stored(): { objects: number; unfinished: number } {
  const root = join(api.services.config.dataDir, 'files');
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
  const unfinished = all.filter(({ parentPath }) => parentPath.includes('.incoming'));
  return { objects: all.length - unfinished.length, unfinished: unfinished.length };
}

const fieldsOf = (changed: Record<string, string | number> = {}) => ({
  vehicle: fleet.vehicles.n2.vehicleId,
  activity_type: 'MOT',
  status: 'Pass',
  description: 'Annual test',
  activity_fulfilled_at: dayAgo(3),
  ...changed,
});
const pdf = { bytes: PDF, name: 'certificate.pdf' };
const send = (sending: Partial<Sending> = {}, as = fleet.file.keeper) =>
  sendDocument(api, as, { fields: fieldsOf(), file: pdf, ...sending });

/** Sends a request that must be refused and checks that nothing of it is stored. */
async function refused(sending: Partial<Sending>, as = fleet.file.keeper): Promise<Answer> {
  const [before, filesBefore] = [await counts(), stored()];
  const answer = await send(sending, as);
  expect(await counts()).toEqual(before);
  expect(stored()).toEqual(filesBefore);
  expect(filesBefore.unfinished).toBe(0);
  return answer;
}

describe('A new document', () => {
  it('[H-63] [R-169] [G-03] is stored with its file, author and audit trail', async () => {
    const { status, body } = await send({ fields: fieldsOf({ description: 'First test' }) });
    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      vehicle: { id: fleet.vehicles.n2.vehicleId, registration: 'N2 BBB' },
      depot: { name: 'Home depot' },
      activity_type: { name: 'MOT' },
      activity_type_reference: 'MOT',
      description: 'First test',
      status: 'Pass',
      activity_fulfilled_at: dayAgo(3),
      created_by: 'Ada Hill',
      document: `/api/vehicle_activities/${body.id}/document/`,
      document_type: 'application/pdf',
      archived: false,
      total_investigations_count: 0,
      unqualified_to_approve_schedules: false,
    });
    const trail = await api.ask(`/api/vehicle_activities/${body.id}/trail/`, {
      as: fleet.file.keeper,
    });
    expect(trail.body[0]).toMatchObject({ by: 'Ada Hill', action: 'created' });
    expect(trail.body[0].changes).toContainEqual({ field: 'status', before: null, after: 'Pass' });
  });

  it('[G-25] [RP-08] is downloaded from a signed URL, only as an attachment', async () => {
    const { body } = await send({
      fields: fieldsOf({ activity_type: 'OTHER' }),
      file: { bytes: PDF, name: 'letter.pdf' },
    });
    const headers = { authorization: `Bearer ${await api.token(fleet.file.keeper)}` };
    const led = await fetch(`${api.url}${body.document}`, { headers, redirect: 'manual' });
    expect(led.status).toBe(302);
    const file = await fetch(`${api.url}${led.headers.get('location')}`);
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="letterN2BBB/);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    const foreign = await api.ask(body.document, { as: fleet.file.foreign });
    expect(foreign.status).toBe(404);
  });

  it('[H-58] [H-59] keeps the sent file name, without colons', async () => {
    const name = 'scanN2BBBOTHER05-06-2026T10:11:12.pdf';
    const { body } = await send({
      fields: fieldsOf({ activity_type: 'OTHER' }),
      file: { bytes: PDF, name },
    });
    const [file] = await rows(
      'select f.name from files f join vehicle_activities a on a.file_id = f.id where a.id = $1',
      [body.id],
    );
    expect(file.name).toBe('scanN2BBBOTHER05-06-2026T10-11-12.pdf');
  });

  it('[H-44] requires a document if its type has a schedule', async () => {
    const { status, body } = await refused({ file: undefined } as unknown as Partial<Sending>);
    expect([status, body.detail]).toEqual([400, 'An image is required to submit this document.']);
    expect(body.errors.document).toBeDefined();
    const other = await sendDocument(api, fleet.file.keeper, {
      fields: fieldsOf({ activity_type: 'OTHER', activity_fulfilled_at: '' }),
    });
    expect([other.status, other.body.document]).toEqual([201, null]);
    expect(other.body.activity_fulfilled_at).toBe(null);
  });

  it.each([
    ['[H-42] [H-50]', 'vehicle', { vehicle: '' }, 'This field is required'],
    ['[H-41] [H-50]', 'description', { description: '' }, 'This field is required'],
    ['[H-41] [H-52]', 'description', { description: 'x' }, 'Minimum length is 2'],
    ['[H-41] [H-51]', 'description', { description: 'x'.repeat(91) }, 'Maximum length is 90'],
    ['[H-43] [H-50]', 'activity_type', { activity_type: '' }, 'This field is required'],
    ['[H-43] [H-55]', 'activity_type', { activity_type: '{"id":"one"}' }, 'Invalid input'],
    ['', 'status', { status: 'Splendid' }, null],
    ['', 'status', { status: '' }, null],
    ['', 'activity_fulfilled_at', { activity_fulfilled_at: '' }, null],
    ['', 'activity_fulfilled_at', { activity_fulfilled_at: '2026-02-31T00:00:00Z' }, null],
  ])('%s says what is wrong with %s: %j', async (_, field, changed, text) => {
    const { status, body } = await refused({ fields: fieldsOf(changed) });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    if (text !== null) expect(body.errors[field]).toEqual([text]);
  });

  it('[H-41] accepts a description of 90 characters', async () => {
    const fields = fieldsOf({ activity_type: 'OTHER', description: 'x'.repeat(90) });
    expect((await send({ fields })).status).toBe(201);
  });

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London'])(
    '[H-47] [H-48] accepts today and refuses tomorrow in the browser zone %s',
    async (time_zone) => {
      const today = toApiDate(Date.now(), time_zone);
      const tomorrow = toApiDate(Date.parse(`${today}T12:00:00Z`) + DAY_MS, 'UTC');
      const of = (day: string) => ({
        fields: fieldsOf({ activity_type: 'OTHER', activity_fulfilled_at: `${day}T00:00:00Z` }),
        query: { time_zone },
      });
      const taken = await send(of(today));
      expect(taken.body.activity_fulfilled_at).toBe(`${today}T00:00:00Z`);
      const { status, body } = await refused(of(tomorrow));
      expect([status, Object.keys(body.errors)]).toEqual([400, ['activity_fulfilled_at']]);
    },
  );

  it('[OP-037] accepts its type as a reference, id, object or query parameter', async () => {
    const [mot] = await rows(`select id from activity_types where reference = 'MOT'`);
    for (const activity_type of ['MOT', String(mot.id), JSON.stringify({ id: mot.id })]) {
      const { body } = await send({ fields: fieldsOf({ activity_type }) });
      expect(body.activity_type_reference).toBe('MOT');
    }
    const { body } = await send({
      fields: fieldsOf({ activity_type: '' }),
      query: { scheduled_activity_type: String(mot.id) },
    });
    expect(body.activity_type_reference).toBe('MOT');
  });

  it('[OP-036] [H-62] accepts its document as a data URL', async () => {
    const picture = await jpeg();
    const { status, body } = await sendDocument(api, fleet.file.keeper, {
      fields: fieldsOf({
        activity_type: 'OTHER',
        document: `data:image/jpeg;base64,${picture.toString('base64')}`,
      }),
    });
    expect([status, body.document_type]).toEqual([201, 'image/jpeg']);
    const wrong = await refused({
      fields: fieldsOf({ activity_type: 'OTHER', document: 'javascript:alert(1)' }),
      file: undefined,
    } as unknown as Partial<Sending>);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['document']]);
  });
});

describe('A manual safety inspection', () => {
  const inspection = (changed: Record<string, string> = {}) => ({
    fields: fieldsOf({
      activity_type: '',
      status: 'Completed',
      description: 'Whatever was sent',
      registration: 'N2 BBB',
      activity_fulfilled_at: dayAgo(5),
      ...changed,
    }),
    query: {
      scheduled_activity_type_reference: 'SAFETY_INSPECTION',
      overwrite_task_queue: 'True',
    },
  });

  it('[R-170] [H-14] [G-81] has its own description and status 12', async () => {
    const { status, body } = await send(inspection());
    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      activity_type_reference: 'SAFETY_INSPECTION',
      description: 'Manual Safety Inspection for N2 BBB',
      status: '12',
    });
  });

  it('[H-13] [H-66] schedules the next one if the flag is set', async () => {
    const { body } = await send(inspection({ activity_fulfilled_at: dayAgo(4) }));
    const [schedule] = await rows(
      `select s.due_at from scheduled_activities s where s.created_by_activity_id = $1`,
      [body.id],
    );
    expect(schedule.due_at.getTime()).toBe(Date.parse(dayAgo(4)) + 8 * 7 * DAY_MS);
  });

  it('[H-15] has only the status Completed', async () => {
    const { status, body } = await refused(inspection({ status: 'Fail' }));
    expect([status, Object.keys(body.errors)]).toEqual([400, ['status']]);
  });

  it('[H-16] [H-29] a PMI form is Completed and creates no schedule', async () => {
    const before = await counts();
    const { status, body } = await send({
      fields: fieldsOf({ activity_type: 'PMI_FORM', status: 'Completed' }),
    });
    expect([status, body.status]).toEqual([201, 'Completed']);
    expect((await counts()).schedules).toBe(before.schedules);
  });

  it('[R-163] is not for a motorcycle or a car', async () => {
    const { status, body } = await refused(
      inspection({ vehicle: String(fleet.vehicles.n1.vehicleId) }),
    );
    expect([status, Object.keys(body.errors)]).toEqual([400, ['activity_type']]);
  });
});

describe('A schedule', () => {
  const { values } = Object;
  const schedulesOf = (vehicle: number) =>
    rows(
      `select s.*, t.name from scheduled_activities s join schedule_types t on t.id = s.schedule_type_id
       where vehicle_id = $1 order by s.id`,
      [vehicle],
    );
  const service = (day: string, changed: Record<string, string | number> = {}) => ({
    fields: fieldsOf({
      vehicle: fleet.vehicles.s1.vehicleId,
      activity_type: 'SERVICE',
      activity_fulfilled_at: day,
      ...changed,
    }),
  });

  it('[G-07] [H-P04] [H-40] is created by an activity and fulfilled by the next', async () => {
    const first = await send(service('2026-01-31T00:00:00Z'));
    expect(first.body.unqualified_to_approve_schedules).toBe(false);
    const [one] = await schedulesOf(fleet.vehicles.s1.vehicleId);
    expect([one.name, one.due_at.toISOString(), one.fulfilled_at]).toEqual([
      'Service',
      '2027-01-31T00:00:00.000Z',
      null,
    ]);
    const second = await send(service('2026-02-28T00:00:00Z'));
    const [done, next] = await schedulesOf(fleet.vehicles.s1.vehicleId);
    expect(done.fulfilled_by_activity_id).toBe(second.body.id);
    expect(next.due_at.toISOString()).toBe('2027-02-28T00:00:00.000Z');
    const trail = await api.ask(`/api/vehicle_activities/${second.body.id}/trail/`, {
      as: fleet.file.keeper,
    });
    expect(trail.body.map(({ action }: { action: string }) => action)).toEqual([
      'created',
      'fulfilled',
      'scheduled',
    ]);
  });

  it('[H-P05] [H-65] [T-19] stays if a later one is already set', async () => {
    const before = await schedulesOf(fleet.vehicles.s1.vehicleId);
    const { status, body } = await send(service('2025-06-01T00:00:00Z'));
    expect([status, body.unqualified_to_approve_schedules]).toEqual([201, true]);
    expect(await schedulesOf(fleet.vehicles.s1.vehicleId)).toEqual(before);
  });

  it.each([
    ['[H-23] [H-27] a failed one', { status: 'Fail' }, {}],
    [
      '[OP-060] [R-018] one that is not to create',
      {},
      { overwrite_task_queue: 'False', fulfill_scheduled_activity: 'False' },
    ],
  ])('%s changes no schedule', async (_what, changed, query) => {
    const before = await schedulesOf(fleet.vehicles.s1.vehicleId);
    const sending = service('2026-03-03T00:00:00Z', changed as Record<string, string>);
    const { status, body } = await send({ ...sending, query: query as Record<string, string> });
    expect([status, body.unqualified_to_approve_schedules]).toEqual([201, false]);
    expect(await schedulesOf(fleet.vehicles.s1.vehicleId)).toEqual(before);
  });

  it('[H-28] PRS is offered only for an MOT and changes no schedule', async () => {
    const prs = service('2026-03-03T00:00:00Z', { activity_type: 'MOT', status: 'PRS' });
    const before = await counts();
    expect((await send(prs)).status).toBe(201);
    expect((await counts()).schedules).toBe(before.schedules);
    const other = await refused(service('2026-03-03T00:00:00Z', { status: 'PRS' }));
    expect(values(other.body.errors)).toEqual([['Choose one of the statuses.']]);
  });

  it('[H-P04] leaves one schedule open after two concurrent documents', async () => {
    const vehicle = fleet.vehicles.s2.vehicleId;
    const answers = await Promise.all(
      ['2026-04-01', '2026-04-02', '2026-04-03'].map((day) =>
        send(service(`${day}T00:00:00Z`, { vehicle })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const open = (await schedulesOf(vehicle)).filter(({ fulfilled_at }) => fulfilled_at === null);
    expect(open.map(({ due_at }) => due_at.toISOString())).toEqual(['2027-04-03T00:00:00.000Z']);
  });
});

describe('A repeated request', () => {
  it('creates one document and returns the same reply', async () => {
    const key = randomUUID();
    const first = await send({ key });
    const [before, filesBefore] = [await counts(), stored()];
    const second = await send({ key });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await counts()).toEqual(before);
    expect(stored()).toEqual(filesBefore);
  });

  it('creates one document even when sent several times concurrently', async () => {
    const key = randomUUID();
    const before = await counts();
    const answers = await Promise.all([send({ key }), send({ key }), send({ key })]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const after = await counts();
    expect([after.activities, after.files]).toEqual([before.activities + 1, before.files + 1]);
    expect(stored().unfinished).toBe(0);
  });

  it('[H-57] leaves nothing behind if the connection drops during the upload', async () => {
    const [before, filesBefore] = [await counts(), stored()];
    const { port } = new URL(api.url);
    const sending = request({
      port,
      method: 'POST',
      path: '/api/vehicle_activities/',
      headers: {
        authorization: `Bearer ${await api.token(fleet.file.keeper)}`,
        'content-type': 'multipart/form-data; boundary=cut',
        'content-length': 1_000_000,
      },
    });
    sending.on('error', () => undefined);
    const head = 'Content-Disposition: form-data; name="document"; filename="a.pdf"';
    sending.write(`--cut\r\n${head}\r\nContent-Type: application/pdf\r\n\r\n`);
    sending.write(Buffer.alloc(300_000, 32));
    await expect.poll(() => stored().unfinished, { timeout: 20_000 }).toBe(1);
    sending.destroy();
    await expect.poll(() => stored().unfinished, { timeout: 20_000 }).toBe(0);
    expect([await counts(), stored()]).toEqual([before, filesBefore]);
  });

  it('is refused if its content differs', async () => {
    const key = randomUUID();
    await send({ key });
    const other = await refused({ key, fields: fieldsOf({ description: 'Another' }) });
    expect(other.status).toBe(409);
    expect((await refused({ key: 'short' })).status).toBe(400);
    // Keys are separate per person.
    expect((await send({ key }, fleet.file.second)).status).toBe(201);
  });
});

describe('A file', () => {
  const other = (bytes: Uint8Array, name: string, type?: string) => ({
    fields: fieldsOf({ activity_type: 'OTHER' }),
    file: { bytes, name, ...(type === undefined ? {} : { type }) },
  });
  const largePdf = (size: number) =>
    Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(size - PDF.length, 32), PDF.subarray(-6)]);

  it('[H-57] is refused at exactly 9,000,000 bytes and above', async () => {
    const { status, body } = await refused(other(largePdf(9_000_000), 'a.pdf'));
    expect([status, body.detail]).toEqual([
      413,
      'Image is too large to upload (Upload a doc less than 9mb)',
    ]);
    expect((await send(other(largePdf(8_999_999), 'a.pdf'))).status).toBe(201);
  });

  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200), Buffer.from('PE\0\0')]);
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  it.each([
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'a.svg',
      'image/svg+xml',
    ],
    ['an EXE named .pdf', exe, 'invoice.pdf', 'application/pdf'],
    [
      'a page named .png',
      Buffer.from('<html><script>alert(1)</script></html>'),
      'a.png',
      'image/png',
    ],
    ['a PDF that is a ZIP too', Buffer.concat([PDF, zip]), 'a.pdf', 'application/pdf'],
    [
      'a PDF that is a page too',
      Buffer.concat([Buffer.from('%PDF-1.4\n<script>alert(1)</script>'), PDF]),
      'a.pdf',
      'application/pdf',
    ],
    ['a PDF without an end', Buffer.from('%PDF-1.4\nnothing'), 'a.pdf', 'application/pdf'],
    ['a text', Buffer.from('hello'), 'a.txt', 'text/plain'],
    ['nothing', Buffer.alloc(0), 'a.pdf', 'application/pdf'],
  ])('[H-56] %s is refused', async (_what, bytes, name, type) => {
    const { status, body } = await refused(other(bytes, name, type));
    expect([status, Object.keys(body.errors)]).toEqual([400, ['document']]);
  });

  it('[H-56] is refused if it is a corrupt image or one of 50,000 pixels', async () => {
    const whole = await jpeg(600, 600);
    const broken = await refused(other(whole.subarray(0, whole.length / 3), 'a.jpg'));
    expect([broken.status, broken.body.detail]).toEqual([400, 'The picture cannot be read.']);
    const long = await sharp({
      create: { width: 50_000, height: 4, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const { status, body } = await refused(other(long, 'long.png'));
    expect([status, body.detail]).toEqual([
      400,
      'The picture has too many pixels. Take it in a lower resolution.',
    ]);
  });

  it('[H-56] is re-encoded if it is an image, without location and trailing data', async () => {
    const placed = await sharp(await jpeg(300, 200))
      .withExif({
        IFD0: { Make: 'Secretphone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    const picture = await sharp(placed).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(picture.includes('Secretphone')).toBe(true);
    const hidden = Buffer.concat([picture, Buffer.from('<script>alert("hidden")</script>'), zip]);
    const { status, body } = await send(other(hidden, 'photo.jpeg', 'image/jpeg'));
    expect([status, body.document_type]).toEqual([201, 'image/jpeg']);
    const headers = { authorization: `Bearer ${await api.token(fleet.file.keeper)}` };
    const kept = await fetch(`${api.url}${body.document}`, { headers });
    const bytes = Buffer.from(await kept.arrayBuffer());
    expect(bytes.includes('hidden')).toBe(false);
    expect(bytes.includes('Secretphone')).toBe(false);
    const facts = await sharp(bytes).metadata();
    expect([facts.width, facts.height, facts.orientation]).toEqual([300, 200, 6]);
  });

  it('[H-06] must be the only file of a form, in its own field', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fieldsOf())) form.append(name, String(value));
    form.append('other', new Blob([new Uint8Array(PDF)]), 'a.pdf');
    const headers = { authorization: `Bearer ${await api.token(fleet.file.keeper)}` };
    const url = `${api.url}/api/vehicle_activities/`;
    const wrong = await fetch(url, { method: 'POST', headers, body: form });
    expect([
      wrong.status,
      Object.keys(((await wrong.json()) as { errors: object }).errors),
    ]).toEqual([400, ['document']]);
    const json = await api.ask('/api/vehicle_activities/', {
      as: fleet.file.keeper,
      method: 'POST',
      body: fieldsOf(),
    });
    expect(json.status).toBe(400);
    expect(stored().unfinished).toBe(0);
  });
});

describe('Permission to create a document', () => {
  it('[U-P03] [U-15] [H-69] requires the write permission and a visible vehicle', async () => {
    const reader = await refused({}, fleet.file.readonly);
    expect([reader.status, reader.body.detail]).toEqual([
      403,
      'You do not have permission to do this.',
    ]);
    expect((await refused({}, fleet.people.plain)).status).toBe(403);
    expect((await refused({}, fleet.file.foreign)).status).toBe(404);
    const south = { fields: fieldsOf({ vehicle: fleet.vehicles.s1.vehicleId }) };
    expect((await refused(south, fleet.file.north)).status).toBe(404);
    expect((await send({}, fleet.file.north)).status).toBe(201);
  });

  it('[H-69] [T-15] returns the message for a type that only the system creates', async () => {
    const { status, body } = await refused({ fields: fieldsOf({ activity_type: 'DEFECT' }) });
    expect([status, body.detail]).toEqual([403, 'Defect Report is made by the system.']);
  });

  it('[U-P03] refuses a type of another customer', async () => {
    await rows(
      `insert into activity_types (id, customer_id, name, reference, statuses)
       values (70001, $1, 'Theirs', 'THEIRS', '[]')`,
      [fleet.away.customerId],
    );
    for (const activity_type of ['70001', 'THEIRS', '{"id":70001}']) {
      expect((await refused({ fields: fieldsOf({ activity_type }) })).status).toBe(404);
    }
  });
});
