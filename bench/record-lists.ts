import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 5000;
const RECORDS_EACH = 200;
const P95_LIMIT_MS = 50;
const ROUNDS = 8;

/**
 * A million defects and a million safety inspections over four years: one defect in twenty still open,
 * at one of three hundred repairers, a hundredth of the inspections below a limit. Half of the fleet
 * belongs to the first depot.
 */
async function addRecords(pool: pg.Pool): Promise<void> {
  await pool.query('update vehicle_depots set depot_id = 1 where vehicle_id % 2 = 0');
  for (const table of ['defect_records', 'inspection_records']) {
    await pool.query(`alter table ${table} disable trigger user`);
  }
  const made = `generate_series(0, ${RECORDS_EACH - 1}) n, generate_series(1, ${VEHICLES}) v`;
  const at = `now() - n * interval '7 days' - v * interval '37 seconds'`;
  await withoutIndexes(pool, 'defect_records', () =>
    pool.query(
      `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
         reported_by, due_at, assessed_at, assessed_by, assigned_at, assigned_by, repairer,
         repaired_at, repaired_by, signed_off_at, signed_off_by, labour_cost)
       select 1, v, 'DEF-' || lpad((v * ${RECORDS_EACH} + n)::text, 7, '0'),
         jsonb_build_array(jsonb_build_object('name', 'Lights', 'area', 'lights', 'severity',
           (array['minor', 'minor', 'major', 'advisory', 'dangerous'])[1 + (v + n) % 5],
           'finding', (array['Lamp out', 'Tyre worn', 'Brake pipe chafed'])[1 + (v + n) % 3],
           'remedy', null)),
         at, 'Dan Reed', at + interval '14 days',
         case when step > 0 then at end, case when step > 0 then 'Mia' end,
         case when step > 1 then at end, case when step > 1 then 'Mia' end,
         case when step > 1 then 'Repairer ' || (v + n) % 300 end,
         case when step > 2 then at end, case when step > 2 then 'Rui' end,
         case when step > 3 then at end, case when step > 3 then 'Mia' end, (v + n) % 400
       from (select v, n, ${at} as at, case when n < 10 then n % 4 else 4 end as step from ${made}) d`,
    ),
  );
  await withoutIndexes(pool, 'inspection_records', () =>
    pool.query(
      `insert into inspection_records (customer_id, vehicle_id, reference_number, inspected_at,
         inspector, place, items, tyres, brake_method, brake_service_pct, is_roadworthy, declaration,
         status, limits)
       select 1, v, 'PMI-' || lpad((v * ${RECORDS_EACH} + n)::text, 7, '0'), ${at},
         'Inspector ' || (v + n) % 200, 'Bay ' || n % 9,
         '[{"section": "", "name": "Horn", "result": "ok", "note": null, "repaired_by": null}]',
         jsonb_build_array(jsonb_build_object('position', 'Front', 'tread_mm',
           case when (v + n) % 101 = 0 then 0.8 else 6 end, 'pressure_kpa', null)),
         'roller', case when (v + n) % 97 = 0 then 44 else 60 end, (v + n) % 89 > 0, 'Safe.',
         case when n = 0 then '11' else '12' end,
         '{"brake_service_pct": 50, "brake_secondary_pct": 25, "brake_parking_pct": 16, "tread_mm": 1}'
       from ${made}`,
    ),
  );
  for (const table of ['defect_records', 'inspection_records']) {
    await pool.query(`alter table ${table} enable trigger user`);
  }
  await pool.query('checkpoint');
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (n: number) => `start_date=${day(60 + n)}&end_date=${day(30 + n)}`;

/** Every query of the list of defects; different each time. */
const DEFECTS: readonly ((n: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=severity&page=${n + 1}`,
  (n) => `ordering=-cost&page=${n + 1}`,
  (n) => `ordering=due_at&page=${n + 1}`,
  (n) => `ordering=repairer&page=${n + 1}`,
  (n) => `ordering=registration&page=${n + 1}`,
  (n) => `ordering=state&page=${n + 1}`,
  (n) => `state=open&page=${n + 1}`,
  (n) => `state=signed_off&severity=dangerous&page=${n + 1}`,
  (n) => `state=repaired&ordering=-severity&page=${n + 1}`,
  (n) => `overdue=true&ordering=due_at&page=${n + 1}`,
  (n) => `repairer=Repairer+${n}`,
  (n) => range(n),
  (n) => `${range(n)}&severity=major`,
  (n) => `depot=1&page=${n + 1}`,
  (n) => `depot=2&state=open&page=${n + 1}`,
  (n) => `vehicle=${2 * n + 2}`,
  (n) => `search=DEF-00${1000 + n}`,
  (n) => `search=BN00${n % 10}`,
  () => 'search=brake',
  (n) => `search=no+such+${n}`,
];
const INSPECTIONS: readonly ((n: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=registration&page=${n + 1}`,
  (n) => `ordering=brake_service&page=${n + 1}`,
  (n) => `ordering=inspector&page=${n + 1}`,
  (n) => `ordering=-result&page=${n + 1}`,
  (n) => `status=11&page=${n + 1}`,
  (n) => `result=not_roadworthy&page=${n + 1}`,
  (n) => `brakes=below&page=${n + 1}`,
  (n) => `tyres=below&brakes=below&page=${n + 1}`,
  (n) => range(n),
  (n) => `depot=1&page=${n + 1}`,
  (n) => `depot=2&result=not_roadworthy&page=${n + 1}`,
  (n) => `vehicle=${2 * n + 2}`,
  (n) => `search=PMI-00${1000 + n}`,
  (n) => `search=Inspector+${n}`,
  (n) => `search=no+such+${n}`,
];

async function timings(
  server: ApiServer,
  token: string,
  path: string,
  questions: typeof DEFECTS,
): Promise<number> {
  const { p95Ms: ms, slowest } = await timeQuestions(
    token,
    questions,
    ROUNDS,
    (question) => `${server.url}${path}?pageSize=50&${question}`,
  );
  console.log(slowest.slice(0, 5).map(timedText).join('; '));
  return ms;
}

/** The lists of defects and of safety inspections from a million of each, and their figures. */
export async function benchRecordLists(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    const { rows } = await server.pool.query<{ id: number }>(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'depot', 'depot@bench.test', 'Depot', 'Manager', 'MANAGER') returning id`,
    );
    const depotUser = rows[0]?.id ?? 0;
    for (const user of [userId, depotUser]) {
      await server.pool.query(
        `insert into user_modules values ($1, 'Defect'), ($1, 'SafetyInspection'),
           ($1, 'accessEarnedRecognition')`,
        [user],
      );
    }
    await server.pool.query('insert into user_depots values ($1, 1), ($1, 2)', [depotUser]);
    await addRecords(server.pool);
    const lists: BenchRow[] = [];
    for (const [user, who] of [
      [userId, 'all depots'],
      [depotUser, 'two depots'],
    ] as const) {
      const token = await server.issue(user);
      const asked = (path: string, questions: typeof DEFECTS) =>
        timings(server, token, path, questions);
      const add = async (what: string, path: string, questions: typeof DEFECTS) =>
        lists.push(row(`${what}, ${who}, p95`, await asked(path, questions), 'ms', P95_LIMIT_MS));
      await add('50 defects of 1 M, any question', '/defect/api/defects/', DEFECTS);
      await add(
        '50 inspections of 1 M, any question',
        '/safety-inspection/api/inspections/',
        INSPECTIONS,
      );
      await add('figures of 1 M defects', '/defect/api/defect_figures/', [() => '']);
      await add('figures of 1 M inspections', '/safety-inspection/api/inspection_figures/', [
        () => '',
      ]);
      await add('earned-recognition figures of both', '/earned-recognition/api/figures/', [
        (n) => `period=${day(28 * n)}`,
      ]);
    }
    return lists;
  });
}
