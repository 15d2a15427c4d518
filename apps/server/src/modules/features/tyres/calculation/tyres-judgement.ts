import {
  kindOf,
  limitsFor,
  type TyreLayout,
  type TyrePosition,
  type TyreReadingSource,
  toApiDate,
  tyreLayout,
} from '@roadworthy/domain';
import {
  findingsOf,
  forecastWear,
  type RuledPosition,
  type RuledVehicle,
  type TreadPoint,
  type TyreFinding,
  treadLimit,
  wearRate,
} from '../../../../engines/tyres/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type OdometerAt, odometersAt } from '../../service-plans/index.ts';
import {
  type CalculatedTyre,
  fittingsOf,
  type MeasuredTread,
  type TyreFitting,
  treadsOf,
  tyresToCalculate,
  type WheeledVehicle,
  wheeledVehicles,
} from './tyres-calculation.repository.ts';

const DAY_MS = 86_400_000;
/** Days over which the use of a vehicle is averaged for the forecast. */
const USE_DAYS = 91;
/** Codes of spare wheels begin with this. */
const SPARE = 'Spare ';

/** A tread depth with its source. */
export interface SourcedTread extends TreadPoint {
  readonly source: TyreReadingSource;
}

/** What is known of a tyre. */
export interface Judgement {
  readonly tyreId: number;
  /** Oldest first. */
  readonly treads: readonly SourcedTread[];
  /** Metres since it was new or retreaded; null without an odometer. */
  readonly runM: number | null;
  readonly wearMmPerM: number | null;
  /** Where it is fitted, mm; null for a tyre that is not fitted. */
  readonly limitMm: number | null;
  readonly findings: readonly TyreFinding[];
}

/** The wheels of a vehicle. */
export function layoutOf(vehicle: WheeledVehicle): TyreLayout {
  return tyreLayout({ ...vehicle, kind: kindOf(vehicle.type, vehicle.kind) });
}

/** Codes of the wheels of a vehicle from the front, without spare ones. The caller has checked that it is visible. */
export async function tyrePositionsOf(
  trx: Transaction,
  vehicleId: number,
): Promise<readonly string[]> {
  const vehicle = (await wheeledVehicles(trx, [vehicleId])).get(vehicleId);
  const axles = vehicle === undefined ? [] : layoutOf(vehicle).axles;
  return axles.flatMap(({ positions }) => positions.map(({ code }) => code));
}

export const ruledVehicle = (vehicle: WheeledVehicle): RuledVehicle => ({
  type: vehicle.type,
  kind: kindOf(vehicle.type, vehicle.kind),
  grossKg: vehicle.grossKg,
});

/** The operator's tread limit in mm: of the vehicle, otherwise of the customer. */
export function ownLimit(vehicle: WheeledVehicle): number | null {
  if (vehicle.leastTreadMm !== null) return vehicle.leastTreadMm;
  const kept = {
    brake_service_pct: 0,
    brake_secondary_pct: 0,
    brake_parking_pct: 0,
    tread_heavy_mm: vehicle.heavyTreadMm,
    tread_light_mm: vehicle.lightTreadMm,
  };
  return limitsFor(vehicle.type, kept).tread_mm;
}

/** A position as the rules see it. A position that the vehicle no longer has counts as an unsteered one. */
function ruledPosition(layout: TyreLayout, code: string): RuledPosition {
  const has = (positions: readonly TyrePosition[]) => positions.some((one) => one.code === code);
  const axle = layout.axles.find(({ positions }) => has(positions));
  return {
    isSteered: axle?.isSteered ?? false,
    isSingle: axle === undefined ? !/ (outer|inner)$/.test(code) : !axle.isTwin,
    isSpare: has(layout.spares),
  };
}

/** The distances of one fitting, from the odometers of its vehicle. */
class Run {
  readonly #moments: { readonly vehicleId: number; readonly atMs: number }[] = [];
  #values: readonly OdometerAt[] = [];

  /** Asks for the odometer of a vehicle at a time. Returns the place of the answer. */
  ask(vehicleId: number, atMs: number): number {
    this.#moments.push({ vehicleId, atMs });
    return this.#moments.length - 1;
  }

  async read(trx: Transaction): Promise<void> {
    this.#values = await odometersAt(trx, this.#moments);
  }

  /** Metres between two answers; null if nothing tells the odometer. */
  between(from: number, to: number): number | null {
    const [a, b] = [this.#values[from], this.#values[to]];
    if (a === undefined || b === undefined) return null;
    const metres = b.odometerM - a.odometerM;
    return a.source === 'trips' && metres === 0 ? null : Math.max(0, metres);
  }
}

interface AskedFitting {
  readonly fitting: TyreFitting;
  readonly start: number;
  readonly end: number;
  /** Of the vehicle some weeks ago, for its use per day; null for a past fitting. */
  readonly before: { readonly at: number; readonly days: number } | null;
  readonly treads: readonly { readonly tread: MeasuredTread; readonly at: number }[];
}

function ask(
  run: Run,
  fitting: TyreFitting,
  treads: readonly MeasuredTread[],
  nowMs: number,
): AskedFitting {
  const { fittedMs, removedMs, vehicleId } = fitting;
  return {
    fitting,
    start: run.ask(vehicleId, fittedMs),
    end: run.ask(vehicleId, removedMs ?? nowMs),
    before:
      removedMs === null
        ? { at: run.ask(vehicleId, nowMs - USE_DAYS * DAY_MS), days: USE_DAYS }
        : null,
    treads: treads.map((tread) => ({ tread, at: run.ask(vehicleId, tread.atMs) })),
  };
}

/** All tread depths of a tyre with what it had run by then, and what it has run in all. */
function historyOf(tyre: CalculatedTyre, fittings: readonly AskedFitting[], run: Run) {
  const points: SourcedTread[] = [];
  let ranM: number | null = fittings.length === 0 ? null : 0;
  const add = (
    atMs: number,
    treadMm: number | null,
    more: number | null,
    source: TyreReadingSource,
  ) => {
    if (treadMm === null) return;
    points.push({
      atMs,
      treadMm,
      source,
      runM: ranM === null || more === null ? null : ranM + more,
    });
  };
  for (const [index, { end, fitting, start, treads }] of fittings.entries()) {
    // A spare wheel does not run.
    const isSpare = fitting.position.startsWith(SPARE);
    const between = (from: number, to: number) => (isSpare ? 0 : run.between(from, to));
    const isNew = index === 0 && fitting.fittedTreadMm === null;
    add(
      fitting.fittedMs,
      isNew ? tyre.newTreadMm : fitting.fittedTreadMm,
      0,
      isNew ? 'new' : 'fitting',
    );
    for (const { at, tread } of treads) {
      add(tread.atMs, tread.treadMm, between(start, at), tread.source);
    }
    const whole = between(start, end);
    if (fitting.removedMs !== null) {
      add(fitting.removedMs, fitting.removedTreadMm, whole, 'fitting');
    }
    ranM = ranM === null || whole === null ? null : ranM + whole;
  }
  points.sort((a, b) => a.atMs - b.atMs);
  return { points, ranM };
}

/** The tread depths, the wear and what is due of tyres, from all that is stored. */
export async function judgeTyres(
  trx: Transaction,
  tyreIds: readonly number[],
  nowMs: number,
): Promise<readonly Judgement[]> {
  if (tyreIds.length === 0) return [];
  const tyres = await tyresToCalculate(trx, tyreIds);
  const fittings = await fittingsOf(trx, tyreIds);
  const treads = await treadsOf(trx, fittings);
  const vehicles = await wheeledVehicles(trx, [
    ...new Set(fittings.map(({ vehicleId }) => vehicleId)),
  ]);
  const run = new Run();
  const asked = fittings.map((fitting, place) => {
    const own = treads.filter((one) => one.fitting === place);
    return ask(run, fitting, own, nowMs);
  });
  await run.read(trx);
  return tyres.map((tyre) => {
    const own = asked.filter(({ fitting }) => fitting.tyreId === tyre.tyreId);
    return judge(tyre, own, run, vehicles, nowMs);
  });
}

function judge(
  tyre: CalculatedTyre,
  fittings: readonly AskedFitting[],
  run: Run,
  vehicles: ReadonlyMap<number, WheeledVehicle>,
  nowMs: number,
): Judgement {
  const { points, ranM } = historyOf(tyre, fittings, run);
  const rate = wearRate(points);
  const known = {
    tyreId: tyre.tyreId,
    treads: points,
    runM: ranM,
    wearMmPerM: rate?.per === 'm' ? rate.mm : null,
  };
  const open = fittings.find(({ fitting }) => fitting.removedMs === null);
  const vehicle = open && vehicles.get(open.fitting.vehicleId);
  if (!tyre.isFitted || open === undefined || vehicle === undefined) {
    return { ...known, limitMm: null, findings: [] };
  }
  const { before, end, fitting } = open;
  const usedM = before === null ? null : run.between(before.at, end);
  const mPerDay = before === null || usedM === null ? null : usedM / before.days;
  const last = points.at(-1);
  const day = (atMs: number) => toApiDate(atMs, 'UTC');
  const limitOn = (limitMm: number) => {
    if (last === undefined || rate === null) return null;
    const { limitMs } = forecastWear(last, rate, { atMs: nowMs, runM: ranM, mPerDay }, limitMm);
    return limitMs === null ? null : day(limitMs);
  };
  const judged = {
    dotWeek: tyre.dotWeek,
    retreadedOn: tyre.retreadedOn,
    tread: last === undefined ? null : { mm: last.treadMm, on: day(last.atMs) },
    limitOn,
    fittedOn: day(fitting.fittedMs),
  };
  const [rules, ownMm] = [ruledVehicle(vehicle), ownLimit(vehicle)];
  const position = ruledPosition(layoutOf(vehicle), fitting.position);
  return {
    ...known,
    limitMm: position.isSpare ? null : treadLimit(rules, ownMm).limitMm,
    findings: findingsOf(judged, rules, position, ownMm),
  };
}
