import { type ApiServer, withApiServer } from './api-server.ts';
import { addManager } from './manager.ts';
import { storePhotograph } from './photograph.ts';
import { residentMb } from './resident-memory.ts';
import { type BenchRow, row } from './track.ts';

const REPORTS = 500;
/** Of each report, as small as intake keeps them for reports. */
const PHOTOGRAPHS = 2;
const GROWTH_LIMIT_MB = 100;
const SAMPLE_MS = 50;
const MONTH = '2026-06';

/** Five hundred gate checks of a depot in a month, each with items and photographs. */
async function addReports({ pool, services }: ApiServer): Promise<number> {
  await pool.query(`insert into customers (name) values ('Month')`);
  await pool.query(`insert into depots (customer_id, name) values (1, 'Depot')`);
  await pool.query(
    `insert into vehicles (customer_id, registration, type) values (1, 'BN1', 'VAN')`,
  );
  const photograph = await storePhotograph(services, 800);
  const items = ['In the cab', 'Outside'].flatMap((section) =>
    Array.from({ length: 12 }, (_, n) => ({
      section,
      name: `Point ${n} of the check`,
      area: 'other',
      result: 'ok',
      severity: null,
      note: null,
    })),
  );
  await pool.query(
    `with made as (insert into vehicle_reports (customer_id, vehicle_id, depot_id, kind, done_at,
         duration_s, author, items, defects, declaration, signed_by)
       select 1, 1, 1, 'GTC', timestamptz '${MONTH}-01 06:00Z' + make_interval(mins => n * 80), 300,
         'Driver', $1::jsonb, 0, 'I have checked this vehicle.', 'Driver'
       from generate_series(1, ${REPORTS}) n returning id)
     insert into record_photographs (customer_id, vehicle_report_id, position, caption, file_id,
       report_file_id)
     select 1, m.id, p, 'The vehicle', $2, $2 from made m cross join generate_series(1, ${PHOTOGRAPHS}) p`,
    [JSON.stringify(items), photograph],
  );
  return addManager(pool);
}

async function fetched({ url }: ApiServer, token: string, path: string) {
  const startedMs = performance.now();
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200 || answer.body === null) throw new Error(`Answered ${answer.status}.`);
  let bytes = 0;
  let firstMs = 0;
  // What has come is let go at once: memory that grows is the server's.
  for await (const piece of answer.body) {
    if (bytes === 0) firstMs = performance.now() - startedMs;
    bytes += (piece as Uint8Array).length;
  }
  return { bytes, firstMs, wholeS: (performance.now() - startedMs) / 1000 };
}

/** A month of 500 reports as one PDF: how far memory grows while it is made and sent. */
export async function benchMonthlyPdf(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const token = await server.issue(await addReports(server));
    const { rows } = await server.pool.query<{ id: number }>(
      'select min(id) as id from vehicle_reports',
    );
    // The maker of documents is started, with its fonts, by the first document of all.
    for (let n = 0; n < 10; n += 1) {
      await fetched(server, token, `/vehicle-check/api/gen_pdf/?report=${rows[0]?.id}`);
    }
    const before = residentMb();
    let most = before;
    const sampler = setInterval(() => {
      most = Math.max(most, residentMb());
    }, SAMPLE_MS);
    const path = `/vehicle-check/api/depot_report_pdf/1/?month=${MONTH}&type=GTC`;
    const { bytes, firstMs, wholeS } = await fetched(server, token, path);
    clearInterval(sampler);
    console.log(
      `${(bytes / 1e6).toFixed(1)} MB in ${wholeS.toFixed(1)} s, the first after ${firstMs.toFixed(0)} ms`,
    );
    const what = `a month of ${REPORTS} reports as a PDF: growth of memory`;
    return [row(what, most - before, 'MB', GROWTH_LIMIT_MB)];
  });
}
