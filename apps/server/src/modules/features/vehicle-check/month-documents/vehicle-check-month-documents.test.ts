import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { type CheckFleet, checkFleet, sendReport } from '../../../../../test/check-fleet.ts';
import { makeUser } from '../../../../../test/people.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import { startMonthDocuments } from '../index.ts';

const PATH = '/vehicle-check/api/month_documents/';
const REPORTS = 14;

let api: TestApi;
let fleet: CheckFleet;
let colleague: number;

beforeAll(async () => {
  api = await testApi({ TRUST_PROXY: 'true' });
  fleet = await checkFleet(api);
  colleague = await makeUser(
    api.services.db,
    fleet.home.customerId,
    'colleague@months.test',
    { role: 'MANAGER' },
    ['Vehicle Check'],
  );
  for (let n = 0; n < REPORTS; n += 1) {
    const sent = await sendReport(api, fleet, { type: 'DRV' });
    expect(sent.status).toBe(201);
  }
});
afterAll(() => api.close());
beforeEach(() => query('delete from month_documents'));

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
const make = (month = '2026-06', as = fleet.keeper) =>
  api.ask(PATH, { as, method: 'POST', body: { depot: fleet.north, month, type: 'DRV' } });
const list = async (as = fleet.keeper) =>
  (await api.ask(PATH, { as })).body.results as {
    id: number;
    state: string;
    done: number;
    total: number;
    failure: string | null;
  }[];
const states = async (as?: number) => (await list(as)).map(({ state }) => state);
const until = async (isReached: () => Promise<boolean>) => {
  while (!(await isReached())) await new Promise((done) => setTimeout(done, 20));
};
const start = () => startMonthDocuments(api.services, { pollMs: 20 });

describe('A month as PDF', () => {
  it('[L-10] is queued, created with progress updates, and downloaded when ready', async () => {
    const asked = await make();
    expect([asked.status, asked.body.state, asked.body.total]).toEqual([202, 'waiting', REPORTS]);
    const { id } = asked.body;
    const file = () => api.ask(`${PATH}${id}/file/`, { as: fleet.keeper });
    expect(await file()).toMatchObject({ status: 409, body: { code: 'month_document.not_ready' } });
    const stop = start();
    const seen = new Set<number>();
    await until(async () => {
      const [one] = await list();
      if (one?.state === 'running') seen.add(one.done);
      return one?.state === 'ready';
    });
    await stop();
    expect(await list()).toMatchObject([{ id, done: REPORTS, total: REPORTS, failure: null }]);
    expect([...seen].some((done) => done > 0 && done < REPORTS)).toBe(true);
    const answer = await fetch(`${api.url}${PATH}${id}/file/`, {
      headers: { authorization: `Bearer ${await api.token(fleet.keeper)}` },
    });
    expect(answer.headers.get('content-disposition')).toContain('_2026-06.pdf');
    const { pages } = await readPdf({ bytes: new Uint8Array(await answer.arrayBuffer()) });
    expect(pages.length).toBeGreaterThan(REPORTS);
    for (const as of [colleague, fleet.stranger]) {
      expect((await api.ask(`${PATH}${id}/file/`, { as })).status).toBe(404);
      expect(await list(as)).toEqual([]);
    }
  });

  it('[L-10] is created one at a time per person, with that of a colleague in between', async () => {
    for (let n = 1; n <= 10; n += 1) await make(`2026-${String(n).padStart(2, '0')}`);
    const stop = start();
    await until(async () => (await states()).includes('running'));
    await make('2026-06', colleague);
    const most = { running: 0 };
    await until(async () => {
      const own = await states();
      most.running = Math.max(most.running, own.filter((one) => one === 'running').length);
      const theirs = (await states(colleague))[0];
      if (theirs === 'ready') expect(own).toContain('waiting');
      return theirs === 'ready' || own.every((one) => one === 'ready');
    });
    expect(await states(colleague)).toEqual(['ready']);
    expect(most.running).toBe(1);
    await stop();
  });

  it('[L-10] can be cancelled while queued and in progress, and leaves no file', async () => {
    const files = async () =>
      (await query(`select count(*)::int as n from files where purpose = 'month-document'`)).rows[0]
        .n;
    const before = await files();
    const first = (await make()).body.id;
    const second = (await make('2026-05')).body.id;
    const cancel = (id: number, as = fleet.keeper) =>
      api.ask(`${PATH}${id}/cancel/`, { as, method: 'POST' });
    expect((await cancel(second, colleague)).status).toBe(404);
    expect((await cancel(second)).body.state).toBe('cancelled');
    const stop = start();
    await until(async () => (await list()).some(({ id, done }) => id === first && done > 0));
    expect((await cancel(first)).body.state).toBe('cancelled');
    await make('2026-04');
    await until(async () => (await states()).includes('ready'));
    await stop();
    expect((await states()).sort()).toEqual(['cancelled', 'cancelled', 'ready']);
    expect(await files()).toBe(before + 1);
  });

  it('[L-10] is requeued if the server stops and restarted if it is killed', async () => {
    const { id } = (await make()).body;
    const stop = start();
    await until(async () => (await list()).some(({ done }) => done > 0));
    await stop();
    expect(await list()).toMatchObject([{ id, state: 'waiting', done: 0 }]);
    const lose = (attempts: number) =>
      query(
        `update month_documents set state = 'running', attempts = $1,
           alive_at = now() - interval '2 minutes'`,
        [attempts],
      );
    await lose(1);
    let stopAgain = start();
    await until(async () => (await states())[0] === 'ready');
    await stopAgain();
    await lose(2);
    stopAgain = start();
    await until(async () => (await states())[0] === 'failed');
    await stopAgain();
    expect((await list())[0]?.failure).toContain('Request it again');
  });

  it('[L-10] is checked for lost processes at the start and at an interval, not on each poll of the queue', async () => {
    const { id } = (await make()).body;
    const others = async () => (await list(colleague)).map(({ state }) => state);
    const stop = startMonthDocuments(api.services, { pollMs: 20, recoverMs: 600_000 });
    await until(async () => (await states())[0] === 'ready');
    await query(
      `update month_documents set state = 'running', attempts = 1,
         alive_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    await make('2026-06', colleague);
    await until(async () => (await others())[0] === 'ready');
    expect(await states()).toEqual(['running']);
    await stop();
    const stopAgain = startMonthDocuments(api.services, { pollMs: 20, recoverMs: 20 });
    await until(async () => (await states())[0] === 'ready');
    await query(
      `update month_documents set state = 'running', attempts = 1,
         alive_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    await until(async () => (await states())[0] === 'ready');
    await stopAgain();
  });

  it('[L-10] [U-P03] fails if the depot is no longer visible to the person, and at most twenty are queued', async () => {
    await make();
    await query('update users set is_active = false where id = $1', [fleet.keeper]);
    const stop = start();
    await until(async () => {
      const { rows } = await query('select state from month_documents');
      return rows[0]?.state === 'failed';
    });
    await stop();
    await query('update users set is_active = true where id = $1', [fleet.keeper]);
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push((await make('2026-06', colleague)).status);
    expect(answers).toEqual([...Array(20).fill(202), 429]);
    expect((await make('2026-06', fleet.stranger)).status).toBe(404);
  });
});
