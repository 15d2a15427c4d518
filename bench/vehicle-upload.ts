import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { registerImportJobs } from '../apps/server/src/modules/services/imports/vehicles/running/imports-vehicles-running.job.ts';
import { makeXlsx } from '../apps/server/src/platform/documents/index.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { type BenchRow, row } from './track.ts';

const ROWS = 10_000;
const LIMIT_S = 10;
const LIMIT_MB = 50;
const SAMPLE_MS = 2;
const LOOK_MS = 100;
const DEPOTS = 40;

const HEADER = [
  'registration',
  'vin',
  'vehicle_type',
  'manufacturer',
  'model',
  'region',
  'depot',
  'livery_category',
  'contract_type',
  'lease_company',
  'tracker',
];

const numberOf = (n: number) => String(350_000_000_000_000 + n);

/** Rows of a fleet, every column filled. */
function rowsOf(prefix: string, firstTracker: number): string[][] {
  return Array.from({ length: ROWS }, (_, n) => [
    `${prefix}${String(n).padStart(5, '0')}`,
    `WVWZZZ1JZXW${String(n).padStart(6, '0')}`,
    'Van',
    'Ford',
    'Transit',
    'Region',
    `Depot ${n % DEPOTS}`,
    'White',
    'Lease',
    'Lease Co',
    numberOf(firstTracker + n),
  ]);
}

const csvOf = (rows: readonly string[][]) =>
  Buffer.from([HEADER, ...rows].map((cells) => cells.join(',')).join('\r\n'));

const xlsxOf = (rows: readonly string[][]): Promise<Buffer> =>
  makeXlsx({
    sheets: [
      {
        sheet: 'Fleet',
        data: [HEADER, ...rows].map((cells) => cells.map((value) => ({ value }))),
        columns: HEADER.map(() => ({ width: 20 })),
      },
    ],
  });

/** A customer with lists, depots and as many devices as two files name; and its administrator. */
async function addCustomer(pool: pg.Pool): Promise<number> {
  await pool.query(`insert into customers (name) values ('Uploader')`);
  await pool.query(`insert into regions (customer_id, name) values (1, 'Region')`);
  await pool.query(
    `insert into depots (customer_id, region_id, name)
     select 1, 1, 'Depot ' || n from generate_series(0, ${DEPOTS - 1}) n`,
  );
  await pool.query(
    `with maker as (insert into catalogue_entries (customer_id, kind, name)
       values (1, 'manufacturer', 'Ford') returning id)
     insert into catalogue_entries (customer_id, kind, name, manufacturer_id, vehicle_type)
     select 1, 'model', 'Transit', id, 'VAN' from maker
     union all select 1, 'livery', 'White', null, null
     union all select 1, 'contract_type', 'Lease', null, null
     union all select 1, 'lease_company', 'Lease Co', null, null`,
  );
  await pool.query(
    `insert into trackers (customer_id, number, protocol)
     select 1, (350000000000000 + n)::text, 'teltonika' from generate_series(0, ${2 * ROWS - 1}) n`,
  );
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'up', 'up@bench.test', 'Up', 'Loader', 'ADMIN') returning id`,
  );
  return rows[0]?.id ?? 0;
}

/** What is asked of an upload. */
interface Job {
  readonly id: number;
  readonly state: string;
  readonly finished_at: string | null;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

interface Measured {
  readonly seconds: number;
  readonly growthMb: number;
}

/** Sends a file and waits until the last row is written; with the most memory of this process meanwhile. */
async function upload(
  { url }: ApiServer,
  token: string,
  file: Buffer,
  choices: object,
): Promise<Measured> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('uploadChoices', JSON.stringify(choices));
  form.append('file', new Blob([new Uint8Array(file)]), 'fleet');
  await sleep(500);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const started = performance.now();
  const answer = await fetch(`${url}/api/upload_vehicles/`, { method: 'PUT', body: form, headers });
  let job = (await answer.json()) as Job;
  while (job.finished_at === null) {
    await sleep(LOOK_MS);
    const looked = await fetch(`${url}/api/upload_vehicles/${job.id}/`, { headers });
    job = (await looked.json()) as Job;
  }
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  if (job.state !== 'done' || job.created + job.updated + job.unchanged !== ROWS) {
    throw new Error(`The upload ended ${job.state}: ${JSON.stringify(job).slice(0, 500)}`);
  }
  return { seconds, growthMb: (peak - before) / 2 ** 20 };
}

/** Ten thousand vehicles from a file, every column filled, from the first byte to the last row. */
export async function benchVehicleUpload(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const userId = await addCustomer(server.pool);
    registerImportJobs(server.services);
    await server.services.jobs.start({ work: true });
    const asked = await fetch(`${server.url}/api/reobtain_jwt/`, {
      headers: { authorization: `Bearer ${await server.issue(userId)}` },
    });
    const { token } = (await asked.json()) as { token: string };
    const [first, second] = [rowsOf('UP', 0), rowsOf('XL', ROWS)];
    const sheet = await xlsxOf(second);
    const made = await upload(server, token, csvOf(first), {});
    const whole = await upload(server, token, sheet, { all_or_nothing: true });
    const moved = first.map((cells) => cells.with(6, 'Depot 7'));
    const changed = await upload(server, token, csvOf(moved), { create: false });
    const growthMb = Math.max(made.growthMb, whole.growthMb, changed.growthMb);
    return [
      row('10,000 vehicles of a CSV file made', made.seconds, 's', LIMIT_S),
      row('10,000 of a spreadsheet made, all or nothing', whole.seconds, 's', LIMIT_S),
      row('10,000 of a CSV file changed', changed.seconds, 's', LIMIT_S),
      row('memory during these uploads', growthMb, 'MB', LIMIT_MB),
    ];
  });
}
