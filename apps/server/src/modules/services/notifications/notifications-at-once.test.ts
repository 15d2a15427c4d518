import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, TestApi } from '../../../../test/api.ts';
import { until } from '../../../../test/device.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

const { query } = withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

describe('an address that two administrators change at once', () => {
  let id: number;
  const remove = () =>
    api.ask(`/api/report_notification_email_delete/${id}/`, {
      as: fleet.people.admin,
      method: 'DELETE',
    });
  const setDepots = (depots: readonly number[]) =>
    api.ask('/api/report_notification_email_depots/', {
      as: fleet.people.admin,
      method: 'PUT',
      body: { id, depots },
    });
  const changes = async () => {
    const { rows } = await query(
      `select action, before->'depots' as before, after->'depots' as after from audit_entries
       where subject_kind = 'notification' and subject_id = $1 order by id`,
      [String(id)],
    );
    return rows;
  };

  /** Answers the second request, which waits for the open transaction of the first administrator. */
  async function atOnce(first: string, values: unknown[], second: () => Promise<Answer>) {
    const client = await api.services.db.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await client.query('select from notification_emails where id = $1 for update', [id]);
      await client.query(first, values);
      const answer = second();
      await until(async () => {
        const { rows: waiting } = await query(
          'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
          [rows[0]?.pid],
        );
        return waiting.length > 0;
      });
      await client.query('commit');
      return await answer;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  beforeEach(async () => {
    await query('delete from notification_emails');
    const created = await api.ask('/api/report_notification_emails/', {
      as: fleet.people.admin,
      method: 'POST',
      body: {
        notification_type: 'defect_notification_emails',
        email: 'shared@mail.test',
        depots: [fleet.north],
      },
    });
    id = created.body.id;
  });

  it.each([
    ['remove', remove],
    ['set all depots', () => setDepots([])],
    ['set a depot', () => setDepots([fleet.south])],
  ])(
    '[R-050] [R-051] is not found to %s after it was removed, and nothing is logged',
    async (_name, second) => {
      const { status } = await atOnce(
        'delete from notification_emails where id = $1',
        [id],
        second,
      );
      expect(status).toBe(404);
      expect(await changes()).toMatchObject([{ action: 'created' }]);
    },
  );

  it('[R-051] has the depots of the second, whose entry names those of the first', async () => {
    const { status, body } = await atOnce(
      'update notification_email_depots set depot_id = $2 where notification_email_id = $1',
      [id, fleet.south],
      () => setDepots([fleet.north]),
    );
    expect([status, body.depots.map((one: { id: number }) => one.id)]).toEqual([
      200,
      [fleet.north],
    ]);
    const { rows: names } = await query('select name from depots where id = $1', [fleet.south]);
    expect((await changes()).at(-1)).toEqual({
      action: 'changed',
      before: [names[0].name],
      after: ['Home depot'],
    });
  });
});
