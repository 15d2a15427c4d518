import { expectedUse, remainingUse } from '../apps/server/src/engines/service-plans/index.ts';
import { type BenchRow, row } from './track.ts';

/*
 * How exact the forecast of a service by distance is, on simulated years of use: 1,000 vehicles that work
 * five or six days a week, with days that differ, a season, three weeks of holidays that move by up to a week each year, and repairs. The forecast is made when
 * half of the distance is left, with the year before it as history.
 */

const DAY_MS = 86_400_000;
const VEHICLES = 1000;
const DAYS = 1200;

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Metres of each day of a vehicle. */
function use(random: () => number): readonly number[] {
  const perDay = 60 + random() * 340;
  const worksOnSaturday = random() < 0.3;
  const season = random() * 0.15;
  const off = new Set<number>();
  const holidays = Array.from({ length: 3 }, () => Math.floor(random() * 350));
  for (let year = 0; year < DAYS; year += 365) {
    for (const holiday of holidays) {
      const first = year + holiday + Math.floor(random() * 15) - 7;
      for (let day = first; day < first + 7; day += 1) off.add(day);
    }
    const repair = year + Math.floor(random() * 360);
    for (let day = repair; day < repair + 3; day += 1) off.add(day);
  }
  return Array.from({ length: DAYS }, (_, day) => {
    const weekday = day % 7;
    if (weekday === 6 || (weekday === 5 && !worksOnSaturday) || off.has(day)) return 0;
    const bySeason = 1 + season * Math.sin((2 * Math.PI * day) / 365);
    return 1000 * perDay * bySeason * (0.6 + 0.8 * random());
  });
}

/** Error of a forecast as a share of the days that were left, and of those of the whole interval. */
interface ForecastError {
  readonly ofRest: number;
  readonly ofInterval: number;
}

const START = 400;

function forecastDays(days: readonly number[], day: number, interval: number, driven: number) {
  const weeks = Array.from({ length: 52 }, (_, week) =>
    days.slice(day - 7 * (week + 1), day - 7 * week).reduce((sum, metres) => sum + metres, 0),
  );
  const meter = { cause: 'distance', interval, last: 0, now: driven } as const;
  const { dueMs } = remainingUse({ ...meter, use: expectedUse(weeks) }, 0);
  return (dueMs ?? 0) / DAY_MS;
}

function errorOf(days: readonly number[]): ForecastError | null {
  const yearly = days.slice(START - 364, START).reduce((sum, metres) => sum + metres, 0);
  const interval = yearly * 0.8;
  let driven = 0;
  let forecast: { readonly day: number; readonly days: number } | null = null;
  for (let day = START; day < DAYS; day += 1) {
    if (forecast === null && driven >= interval / 2) {
      forecast = { day, days: forecastDays(days, day, interval, driven) };
    }
    driven += days[day] ?? 0;
    if (forecast === null || driven < interval) continue;
    const rest = day - forecast.day;
    const error = Math.abs(forecast.days - rest);
    return { ofRest: error / rest, ofInterval: error / (day - START) };
  }
  return null;
}

/** The share of vehicles whose forecast is more than 5 % off. */
export async function benchServiceForecast(): Promise<readonly BenchRow[]> {
  const errors = Array.from({ length: VEHICLES }, (_, vehicle) =>
    errorOf(use(generator(vehicle + 1))),
  ).filter((error) => error !== null);
  const share = (of: (one: ForecastError) => number) =>
    (100 * errors.filter((one) => of(one) > 0.05).length) / errors.length;
  return [
    row(
      'services more than 5 % off the days of the interval',
      share((one) => one.ofInterval),
      '%',
      10,
    ),
    row(
      'services more than 5 % off the days that were left',
      share((one) => one.ofRest),
      '%',
      10,
    ),
  ];
}
