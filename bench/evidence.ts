import { EvidenceMaker } from '../apps/server/src/modules/services/evidence/index.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { storePhotograph } from './photograph.ts';
import { residentMb } from './resident-memory.ts';
import { type BenchRow, row } from './track.ts';

const CHECKS = 440;
const DEFECTS = 100;
const INSPECTIONS = 30;
const ORDERS = 30;
/** Of each defect. */
const PHOTOGRAPHS = 3;
const TIME_LIMIT_S = 20;
const GROWTH_LIMIT_MB = 60;
const SAMPLE_MS = 20;

/** 15 months of a vehicle: 600 records with 300 photographs. */
async function addRecords({ pool, services }: ApiServer): Promise<number> {
  await pool.query(`insert into customers (name) values ('Evidence')`);
  await pool.query(`insert into vehicles (customer_id, registration, type) values
    (1, 'BN1', 'STR'), (1, 'BN2', 'STR')`);
  const [original, report] = [
    await storePhotograph(services, 1600),
    await storePhotograph(services, 800),
  ];
  const items = (n: number) =>
    JSON.stringify(
      Array.from({ length: n }, (_, point) => ({
        section: point < n / 2 ? 'In the cab' : 'Outside',
        name: `Point ${point} of the check`,
        area: 'other',
        result: 'ok',
        severity: null,
        note: null,
        repaired_by: null,
      })),
    );
  const day = (count: number) =>
    `timestamptz '2025-06-01 06:00Z' + n * interval '1 day' * 450 / ${count}`;
  await pool.query(
    `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, items, defects,
       declaration) select 1, 1, ${day(CHECKS)}, 'Driver', $1::jsonb, 0, 'I have checked this vehicle.'
     from generate_series(1, ${CHECKS}) n`,
    [items(24)],
  );
  await pool.query(
    `with made as (insert into defect_records (customer_id, vehicle_id, reference_number, items,
         reported_at, reported_by)
       select 1, v, 'DEF-' || n, '[{"name": "Tyres", "severity": "major", "finding": "Tread worn",
         "remedy": null}]', ${day(DEFECTS)}, 'Driver'
       from generate_series(1, ${DEFECTS}) n cross join generate_series(1, 2) v
       where v = 1 or n <= 4 returning id, vehicle_id)
     insert into record_photographs (customer_id, defect_record_id, position, caption, file_id,
       report_file_id)
     select 1, m.id, p, 'The defect', $1, $2 from made m cross join generate_series(1, ${PHOTOGRAPHS}) p`,
    [original, report],
  );
  await pool.query(
    `insert into inspection_records (customer_id, vehicle_id, reference_number, inspected_at, inspector,
       items, is_roadworthy, declaration) select 1, 1, 'SI-' || n, ${day(INSPECTIONS)}, 'Inspector',
       $1::jsonb, true, 'Fit for the road' from generate_series(1, ${INSPECTIONS}) n`,
    [items(60)],
  );
  await pool.query(
    `insert into work_orders (customer_id, vehicle_id, reference_number, title, place, created_by,
       created_at) select 1, 1, 'WO-' || n, 'Repair', 'internal', 'Workshop', ${day(ORDERS)}
     from generate_series(1, ${ORDERS}) n`,
  );
  const { rows } = await pool.query<{ id: number }>(
    `with person as (insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'all', 'all@bench.test', 'All', 'Manager', 'MANAGER') returning id)
     insert into user_modules (user_id, module) select id, 'Vehicle File' from person
     returning user_id as id`,
  );
  return rows[0]?.id ?? 0;
}

async function make(server: ApiServer, token: string, vehicle: number): Promise<void> {
  const answer = await fetch(`${server.url}/api/evidence_packs/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      scope: 'vehicle',
      vehicle,
      starts_on: '2025-06-01',
      ends_on: '2026-08-31',
    }),
  });
  if (answer.status !== 202) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  await new EvidenceMaker(server.services).step();
}

/** An evidence pack of one vehicle for 15 months: time, and how far memory grows while it is made. */
export async function benchEvidence(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const token = await server.issue(await addRecords(server));
    // The maker of documents is started, with its fonts, by the first document of all.
    for (let n = 0; n < 3; n += 1) await make(server, token, 2);
    const before = residentMb();
    let most = before;
    const sampler = setInterval(() => {
      most = Math.max(most, residentMb());
    }, SAMPLE_MS);
    const startedMs = performance.now();
    await make(server, token, 1);
    const wholeS = (performance.now() - startedMs) / 1000;
    clearInterval(sampler);
    const { rows } = await server.pool.query(
      `select p.state, p.record_count, p.file_count, a.size_bytes from evidence_packs p
       left join files a on a.id = p.archive_file_id order by p.id desc limit 1`,
    );
    console.log(JSON.stringify(rows[0]));
    const what = 'an evidence pack of 600 records and 300 photographs';
    return [
      row(`${what}: time`, wholeS, 's', TIME_LIMIT_S),
      row(`${what}: growth of memory`, most - before, 'MB', GROWTH_LIMIT_MB),
    ];
  });
}
