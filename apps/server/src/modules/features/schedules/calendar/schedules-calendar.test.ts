import { toApiDate } from '@roadworthy/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { type DocumentFleet, withDocumentFleet } from '../../../../../test/vehicle-documents.ts';

const dayIn = (days: number) => toApiDate(Date.now() + days * 86_400_000, 'UTC');

let api: TestApi;
let fleet: DocumentFleet;

withDocumentFleet((opened) => {
  ({ api, fleet } = opened);
});

const ask = (path: string, more: object = {}) => api.ask(path, { as: fleet.file.keeper, ...more });
const create = async (body: object, as = fleet.file.keeper) => {
  const { status, body: feed } = await ask('/api/calendar_feeds/', { as, method: 'POST', body });
  expect(status).toBe(201);
  return feed as { id: number; address: string };
};
/** The calendar, with its folded lines joined (RFC 5545, section 3.1). */
const read = async (address: string) => {
  const answer = await fetch(`${api.url}${new URL(address).pathname}`);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: (await answer.text()).replaceAll('\r\n ', ''),
  };
};
const schedule = async (vehicle: keyof DocumentFleet['vehicles'], type: string, days: number) => {
  const owner = vehicle === 'f1' ? fleet.away.customerId : fleet.home.customerId;
  const { rows } = await api.services.db.pool.query(
    `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
       earliest_on, latest_on)
     select $1, $2, id, '1y', $4, $5, $6 from schedule_types where name = $3 and customer_id is null
     returning id`,
    [
      owner,
      fleet.vehicles[vehicle].vehicleId,
      type,
      `${dayIn(days)}T00:00:00Z`,
      dayIn(days - 10),
      dayIn(days),
    ],
  );
  return rows[0].id as number;
};

describe('Calendar feeds', () => {
  let mot: number;

  beforeAll(async () => {
    mot = await schedule('n1', 'MOT', 20);
    await schedule('n1', 'Vehicle Tax', -3);
    await schedule('f1', 'MOT', 20);
  });

  it('contains the open schedules of the visible vehicles as all-day events', async () => {
    const feed = await create({ name: 'Due' });
    const { status, type, text } = await read(feed.address);
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toContain('X-WR-CALNAME:Due');
    expect(text).toMatch(new RegExp(`UID:schedule-${mot}@`));
    expect(text).toContain(`DTSTART;VALUE=DATE:${dayIn(20).replaceAll('-', '')}`);
    expect(text).toMatch(/SUMMARY:Overdue: .*: /);
  });

  it('moves an event to the planned day and keeps its id', async () => {
    const feed = await create({ name: 'MOT', category: 'MOT' });
    await ask(`/api/schedule_activity/${mot}/`, {
      method: 'PATCH',
      body: { planned_date: dayIn(15) },
    });
    const { text } = await read(feed.address);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(text).toContain(`UID:schedule-${mot}@`);
    expect(text).toContain(`DTSTART;VALUE=DATE:${dayIn(15).replaceAll('-', '')}`);
  });

  it('is listed for its person alone, with the time of the last reading, and stores no token', async () => {
    const feed = await create({ name: 'Listed', depot: fleet.north });
    await read(feed.address);
    const { body } = await ask('/api/calendar_feeds/');
    const own = (body as { results: { id: number }[] }).results.find(({ id }) => id === feed.id);
    expect(own).toMatchObject({
      depot: { id: fleet.north },
      last_read_at: expect.stringMatching(/^20/),
    });
    const others = await ask('/api/calendar_feeds/', { as: fleet.file.administrator });
    expect(others.body).toEqual({ results: [] });
    const token = feed.address.split('/').at(-2) ?? '';
    const { rows } = await api.services.db.pool.query(
      'select row_to_json(f)::text as text from calendar_feeds f where id = $1',
      [feed.id],
    );
    expect(rows[0].text).not.toContain(token);
    const entries = await api.services.db.pool.query(
      "select action from audit_entries where subject_kind = 'calendar_feed' and subject_id = $1",
      [String(feed.id)],
    );
    expect(entries.rows).toEqual([{ action: 'created' }]);
  });

  it('ends with its deletion, a new password and the right to see schedules', async () => {
    const other = await ask('/api/calendar_feeds/1000000/', { method: 'DELETE' });
    expect(other.status).toBe(404);
    const deleted = await create({ name: 'Deleted' });
    const address = `/api/calendar_feeds/${deleted.id}/`;
    const stranger = await ask(address, { method: 'DELETE', as: fleet.file.administrator });
    expect(stranger.status).toBe(404);
    expect((await ask(address, { method: 'DELETE' })).status).toBe(204);
    expect((await read(deleted.address)).status).toBe(404);
    const kept = await create({ name: 'Kept' });
    const { pool } = api.services.db;
    const person = 'id = (select user_id from calendar_feeds where id = $1)';
    const set = (what: string) => pool.query(`update users set ${what} where ${person}`, [kept.id]);
    await set("role = 'GUEST'");
    expect((await read(kept.address)).status).toBe(404);
    await set("role = 'MANAGER'");
    expect((await read(kept.address)).status).toBe(200);
    await set('sessions_valid_from = now()');
    expect((await read(kept.address)).status).toBe(404);
    expect((await read('https://fleet.test/api/calendar/unknown/')).status).toBe(404);
  });
});
