import { issueRsaChain } from '@roadworthy/protocols';
import { simulatedCard } from '@roadworthy/simulator';
import {
  type CardActivity,
  storeCardActivities,
} from '../apps/server/src/modules/features/drivers-hours/index.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { type BenchRow, row } from './track.ts';

const DRIVERS = 500;
const WEEKS = 52;
const YEAR_LIMIT_S = 60;
const FILES = 20;
const FILE_DAYS = 28;
const FILE_LIMIT_S = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MODULES = ['accessTachoGraf'];

const CHAIN = issueRsaChain(1);
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** The parts of a working day, min. */
interface WorkDay {
  readonly startMin: number;
  readonly parts: readonly (readonly [CardActivity['kind'], number])[];
}

/** Days by turns: most keep the rules, some lack a break, drive or work too long, or begin too early. */
function dayOf(driver: number, day: number): WorkDay | null {
  const weekday = day % 7;
  if (weekday === 6 || (weekday === 5 && (driver + day) % 3 > 0)) return null;
  const n = driver * 31 + day * 17;
  const startMin = 300 + (n % 90) - (n % 41 === 0 ? 240 : 0);
  const first = n % 29 === 0 ? 300 : 200 + (n % 60);
  const second = n % 37 === 0 ? 290 : 180 + (n % 45);
  return {
    startMin,
    parts: [
      ['work', 20 + (n % 15)],
      ['driving', first],
      ['rest', 45],
      ['driving', second],
      ['availability', 15 + (n % 30)],
      ['driving', n % 3 === 0 ? 60 : 30],
      ['work', 30],
    ],
  };
}

function yearOf(driver: number): CardActivity[] {
  const firstMs = midnight - WEEKS * 7 * DAY_MS;
  const flags = { isCrew: false, isFerry: false, isOutOfScope: false };
  return Array.from({ length: WEEKS * 7 }, (_, day) => day).flatMap((day) => {
    const work = dayOf(driver, day);
    if (work === null) return [];
    let atMs = firstMs + day * DAY_MS + work.startMin * MINUTE_MS;
    return work.parts.map(([kind, minutes]) => {
      const startMs = atMs;
      atMs += minutes * MINUTE_MS;
      return { kind, startMs, endMs: atMs, ...flags };
    });
  });
}

const cardOf = (driver: number) => `DB${String(driver).padStart(12, '0')}00`;

async function makeDrivers({ pool }: ApiServer): Promise<number> {
  await pool.query(`insert into customers (name) values ('Bench')`);
  for (let driver = 1; driver <= DRIVERS; driver += 1) {
    await pool.query(
      `insert into drivers (customer_id, first_name, surname, tachograph_card_number)
       values (1, 'Driver', $1, $2)`,
      [String(driver), cardOf(driver)],
    );
  }
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'bench', 'bench@bench.test', 'Bench', 'Manager', 'MANAGER') returning id`,
  );
  const userId = rows[0]?.id ?? 0;
  await pool.query('insert into user_modules select $1, unnest($2::text[])', [userId, MODULES]);
  return userId;
}

/** Stores and analyses a year of each driver, one after another; s. */
async function analyseYears({ db }: ApiServer): Promise<number> {
  const years = Array.from({ length: DRIVERS }, (_, n) => yearOf(n + 1));
  const startedMs = performance.now();
  for (const [n, activities] of years.entries()) {
    const driver = { id: n + 1, customerId: 1 };
    await db.asSystem((trx) => storeCardActivities(trx, driver, activities));
  }
  return (performance.now() - startedMs) / 1000;
}

/** Sends a downloaded card, and reads the driver's infringements; s. */
async function sendCard(server: ApiServer, token: string, driver: number): Promise<number> {
  const bytes = simulatedCard({
    holder: { cardNumber: cardOf(driver), firstNames: 'Driver', surname: String(driver) },
    vehicle: { registration: 'BN24 HRS', vin: 'BENCH000000000001' },
    downloadedMs: midnight,
    days: FILE_DAYS,
    chain: CHAIN,
  });
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)]), `C_${driver}.DDD`);
  const headers = { authorization: `Bearer ${token}` };
  const startedMs = performance.now();
  const sent = await fetch(`${server.url}/api/tachograph/files/`, {
    method: 'POST',
    body: form,
    headers,
  });
  if (!sent.ok) throw new Error(`The file was refused: ${await sent.text()}`);
  const path = `/api/drivers_hours/infringements/?driver=${driver}&pageSize=25`;
  const answer = (await (await fetch(server.url + path, { headers })).json()) as { count: number };
  if (!(answer.count > 0)) throw new Error('The driver has no infringements.');
  return (performance.now() - startedMs) / 1000;
}

/** A year of 500 drivers, and a new card file to its infringements. */
export async function benchDriversHours(): Promise<BenchRow[]> {
  return withApiServer(
    async (server) => {
      const token = await server.issue(await makeDrivers(server));
      const yearS = await analyseYears(server);
      const { rows } = await server.pool.query<{ count: number }>(
        'select count(*)::int as count from hours_infringements',
      );
      if ((rows[0]?.count ?? 0) < DRIVERS) throw new Error('The year has too few infringements.');
      await server.pool.query('analyze');
      const files: number[] = [];
      for (let driver = 1; driver <= FILES; driver += 1) {
        files.push(await sendCard(server, token, driver));
      }
      return [
        row(`a year of ${DRIVERS} drivers, stored and analysed`, yearS, 's', YEAR_LIMIT_S),
        row('a new card file to its infringements, slowest', Math.max(...files), 's', FILE_LIMIT_S),
      ];
    },
    { webRoot: null, pace: {}, isDurable: true },
  );
}
