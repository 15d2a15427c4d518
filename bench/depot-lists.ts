import { STANDARD_CHECKS, VEHICLES } from './report-rows.ts';

/** Path of a list of a depot; different each round. */
type Question = (depot: number, round: number) => string;

const REPORT_ORDERS = ['date', 'registration', 'driver', 'odometer', 'result', 'defects'];
const reports = (depot: number) => `depot_report/${depot}/?type=STD`;
const gateChecks = (depot: number) => `depot_gatecheck/${depot}/?type=GTC`;
const damages = (depot: number) => `depot_damages/${depot}/?type=DMG`;
const damaged = (depot: number) => `depot_damaged_vehicles/${depot}/?type=VEH`;
const letters = (depot: number) => `depot_notice_letters/${depot}/?type=NOT`;
const LISTS = [reports, gateChecks, damages, damaged, letters];

/** Each sorting of a list, ascending and descending. */
const orders = (list: (depot: number) => string, names: readonly string[]): Question[] =>
  names.flatMap((name) =>
    ['', '-'].map(
      (to): Question =>
        (depot, n) =>
          `${list(depot)}&ordering=${to}${name}&page=${1 + n}`,
    ),
  );

const searches = (list: (depot: number) => string, words: readonly ((n: number) => string)[]) =>
  words.map(
    (word): Question =>
      (depot, n) =>
        `${list(depot)}&search=${word(n)}`,
  );

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const days = (count: number) => `start_date=${day(count - 1)}&end_date=${day(0)}`;

/** The queries of depot lists, by list. */
export const DEPOT_QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  'in its own order': LISTS.map(
    (list): Question =>
      (depot, n) =>
        `${list(depot)}&page=${1 + n}`,
  ),
  'in any order': [
    ...orders(reports, REPORT_ORDERS),
    ...orders(gateChecks, REPORT_ORDERS),
    ...orders(damages, ['reported_at', 'registration', 'part', 'severity', 'fixed_at']),
    ...orders(damaged, ['oldest', 'registration', 'open_damages']),
    ...orders(letters, ['date', 'registration', 'driver', 'subject']),
  ],
  searched: [
    ...searches(reports, [
      (n) => `Driver+${n}`,
      (n) => `driver+${101 + n}`,
      () => 'driver',
      (n) => `no+such+${n}`,
      (n) => `STD-000${100 + n}`,
      (n) => `BN${1 + ((n * 37) % VEHICLES)}`,
    ]),
    ...searches(damages, [(n) => `scratch+${n}`, () => 'scratch', (n) => `no+such+${n}`]),
    ...searches(damaged, [(n) => `BN${n}`]),
    ...searches(letters, [(n) => `checks+${n}`, (n) => `no+such+${n}`]),
    (depot, n) => `${reports(depot)}&search=driver+${n}&ordering=driver&result=fail`,
  ],
  filtered: [
    (depot, n) => `${reports(depot)}&result=fail&page=${1 + n}`,
    (depot, n) => `${reports(depot)}&result=pass&page=${1 + n}`,
    (depot, n) => `${reports(depot)}&result=fail&ordering=-driver&page=${1 + n}`,
    (depot, n) => `${reports(depot)}&vehicle=${1 + ((n * 20 + depot + 18) % VEHICLES)}`,
    ...[28, 92].flatMap((count): Question[] => [
      (depot, n) => `${reports(depot)}&${days(count)}&page=${1 + n}`,
      (depot, n) => `${reports(depot)}&${days(count)}&ordering=registration&page=${1 + n}`,
      (depot, n) => `${damages(depot)}&${days(count)}&page=${1 + n}`,
      (depot, n) => `${letters(depot)}&${days(count)}&page=${1 + n}`,
    ]),
    (depot, n) => `${damages(depot)}&state=open&page=${1 + n}`,
    (depot, n) => `${damages(depot)}&state=fixed&page=${1 + n}`,
  ],
  'on its last page': ['', ...REPORT_ORDERS.map((name) => `&ordering=${name}`)].map(
    (order): Question =>
      (depot, n) =>
        `${reports(depot)}${order}&page=${STANDARD_CHECKS / 50 - n}`,
  ),
};
