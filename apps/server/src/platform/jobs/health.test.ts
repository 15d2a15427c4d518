import { afterEach, expect, it } from 'vitest';
import { until } from '../../../test/device.ts';
import { type TestServices, testServices } from '../../../test/services.ts';

let services: TestServices;
afterEach(() => services.close());

it('[RP-07] the job queue is healthy from its start to its stop', async () => {
  services = await testServices();
  const { jobs } = services;
  expect(jobs.health()).toBe('the job queue is not started');
  await jobs.start({ work: true });
  expect(jobs.health()).toBe(true);
  await jobs.stop();
  expect(jobs.health()).toBe('the job queue is not started');
});

it('[RP-07] reports database problems until they end', async () => {
  services = await testServices();
  const { jobs, db } = services;
  jobs.register('chore', async () => undefined);
  await jobs.start({ work: true });
  const end = () =>
    db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'roadworthy-jobs' and datname = current_database()",
    );
  await until(async () => {
    await end();
    return jobs.health() !== true;
  });
  expect(jobs.health()).toBe('the job queue had trouble a moment ago');
  await until(() => jobs.health() === true);
});

it('listens for new jobs, also of a queue that an earlier release made', async () => {
  services = await testServices();
  const { jobs, db } = services;
  const done: number[] = [];
  jobs.register<{ n: number }>('chore', async ({ n }) => void done.push(n));
  await jobs.start({ work: false });
  await db.pool.query('update pgboss.queue set notify = false');
  await jobs.start({ work: true });
  const { rows } = await db.pool.query(`select notify from pgboss.queue where name = 'chore'`);
  expect(rows).toEqual([{ notify: true }]);
  const listening = `select from pg_stat_activity where application_name = 'roadworthy-jobs'
    and datname = current_database() and query ilike 'listen%'`;
  expect((await db.pool.query(listening)).rowCount).toBe(1);
  await jobs.send('chore', { n: 1 });
  await until(() => done.length === 1);
});
