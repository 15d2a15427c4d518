import pg from 'pg';
import { expect, it } from 'vitest';
import { endPool } from '../../../bench/end-pool.ts';
import { testDatabase } from './harness.ts';

it('a benchmark waits until its connections are closed, before its database goes', async () => {
  const { db, url, drop } = await testDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 20, application_name: 'ended' });
  await Promise.all(Array.from({ length: 20 }, () => pool.query('select pg_sleep(0.05)')));
  expect(pool.totalCount).toBe(20);
  await endPool(pool);
  const { rows } = await db.pool.query(
    `select count(*)::int as open from pg_stat_activity where application_name = 'ended'`,
  );
  expect(rows).toEqual([{ open: 0 }]);
  await drop();
});
