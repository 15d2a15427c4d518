import { kindOf, type TyrePlaceKind, tyrePlaceKind } from '@roadworthy/domain';
import {
  treadLimit,
  type UsedFitting,
  type UsedTyre,
  type UseTread,
} from '../../../../engines/tyres/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type OdometerAt, odometersAt } from '../../service-plans/index.ts';
import {
  treadsOf,
  type WheeledVehicle,
  wheeledVehicles,
} from '../calculation/tyres-calculation.repository.ts';
import { layoutOf, ownLimit, ruledVehicle } from '../calculation/tyres-judgement.ts';
import {
  allFittingsOf,
  lifeEventsOf,
  type ReportedEvent,
  type ReportedFitting,
  type ReportedTyre,
  type ReportRange,
} from './tyres-costs.repository.ts';

/** What a person asks for besides the days. */
export interface UseFilter {
  readonly depot?: number | undefined;
  readonly place?: TyrePlaceKind | undefined;
}

interface Tread {
  readonly atMs: number;
  readonly treadMm: number;
}

/** A fitting as far as it is within the period. */
interface PeriodFitting {
  readonly fitting: ReportedFitting;
  readonly place: TyrePlaceKind;
  readonly vehicle: WheeledVehicle | undefined;
  readonly life: ReturnType<typeof lifeOf>;
  /** The end is not after the start if the fitting is outside the period. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly treads: readonly Tread[];
}

/** What is known of the tyres, fetched at once. */
interface TyreRecords {
  readonly fittings: readonly ReportedFitting[];
  readonly vehicles: ReadonlyMap<number, WheeledVehicle>;
  /** By the index of the fitting. */
  readonly treadsOf: ReadonlyMap<number, readonly Tread[]>;
  /** Returns from retreading, by tyre. */
  readonly returnsOf: ReadonlyMap<number, readonly ReportedEvent[]>;
  readonly scrappings: readonly ReportedEvent[];
}

interface Period {
  readonly startMs: number;
  /** The end of the range or now. */
  readonly endMs: number;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

async function recordsOf(trx: Transaction, tyreIds: readonly number[]): Promise<TyreRecords> {
  const fittings = await allFittingsOf(trx, tyreIds);
  const events = await lifeEventsOf(trx, tyreIds);
  const measured = await treadsOf(trx, fittings);
  const vehicleIds = new Set(fittings.map(({ vehicleId }) => vehicleId));
  return {
    fittings,
    vehicles: await wheeledVehicles(trx, [...vehicleIds]),
    treadsOf: grouped(measured, ({ fitting }) => fitting),
    returnsOf: grouped(
      events.filter(({ kind }) => kind === 'returned'),
      ({ tyreId }) => tyreId,
    ),
    scrappings: events.filter(({ kind }) => kind === 'scrapped'),
  };
}

/** The tread depths of a fitting, with those at its ends. */
function treadsWithEnds(
  { fittedMs, fittedTreadMm, removedMs, removedTreadMm }: ReportedFitting,
  newTreadMm: number | null,
  measured: readonly Tread[],
) {
  const first = fittedTreadMm ?? newTreadMm;
  return [
    ...(first === null ? [] : [{ atMs: fittedMs, treadMm: first }]),
    ...measured.map(({ atMs, treadMm }) => ({ atMs, treadMm })),
    ...(removedMs === null || removedTreadMm === null
      ? []
      : [{ atMs: removedMs, treadMm: removedTreadMm }]),
  ];
}

/** The life of a tyre in which a fitting began: its cost, and its tread when it was new, if it is the present one. */
function lifeOf(tyre: ReportedTyre, returns: readonly ReportedEvent[], fittedMs: number) {
  const begun = returns.findLast(({ atMs }) => atMs <= fittedMs);
  const isPresent = !returns.some(({ atMs }) => atMs > fittedMs);
  return {
    cost: begun === undefined ? tyre.cost : begun.cost,
    sinceMs: begun?.atMs ?? Number.NEGATIVE_INFINITY,
    // The register keeps the tread of the present life only.
    newTreadMm: isPresent ? tyre.new_tread_mm : null,
  };
}

/** Odometers of a fitting; those that only trips tell are unknown if there was no trip. */
function known(values: readonly OdometerAt[]): readonly (number | null)[] {
  const isStill = values.every(({ odometerM }) => odometerM === values[0]?.odometerM);
  const isUnknown = values.some(({ source }) => source === 'trips') && isStill;
  return values.map(({ odometerM }) => (isUnknown ? null : odometerM));
}

/** The kind of place of a fitting; `drive` if its vehicle is unknown. */
const placeOf = (vehicle: WheeledVehicle | undefined, { position }: ReportedFitting) =>
  vehicle === undefined
    ? 'drive'
    : tyrePlaceKind(kindOf(vehicle.type, vehicle.kind), layoutOf(vehicle), position);

/** All fittings of the tyres, cut at the ends of the period. */
function periodFittings(
  { fittings, vehicles, treadsOf, returnsOf }: TyreRecords,
  tyres: readonly ReportedTyre[],
  { startMs, endMs }: Period,
): PeriodFitting[] {
  const byId = new Map(tyres.map((tyre) => [tyre.id, tyre]));
  const firstOfLife = new Set<string>();
  return fittings.map((fitting, index): PeriodFitting => {
    const tyre = byId.get(fitting.tyreId) as ReportedTyre;
    const life = lifeOf(tyre, returnsOf.get(fitting.tyreId) ?? [], fitting.fittedMs);
    const key = `${fitting.tyreId} ${life.sinceMs}`;
    const isFirst = !firstOfLife.has(key);
    firstOfLife.add(key);
    const vehicle = vehicles.get(fitting.vehicleId);
    return {
      fitting,
      vehicle,
      life,
      place: placeOf(vehicle, fitting),
      fromMs: Math.max(fitting.fittedMs, startMs),
      toMs: Math.min(fitting.removedMs ?? endMs, endMs),
      treads: treadsWithEnds(fitting, isFirst ? life.newTreadMm : null, treadsOf.get(index) ?? []),
    };
  });
}

/** The fittings with their odometers, by tyre; one query reads all odometers. */
async function withOdometers(
  trx: Transaction,
  fittings: readonly PeriodFitting[],
): Promise<Map<number, UsedFitting[]>> {
  const moments = fittings.flatMap(({ fitting: { vehicleId }, fromMs, toMs, treads }) =>
    [fromMs, toMs, ...treads.map(({ atMs }) => atMs)].map((atMs) => ({ vehicleId, atMs })),
  );
  const odometers = await odometersAt(trx, moments);
  let next = 0;
  const usedOf = new Map<number, UsedFitting[]>();
  for (const { fitting, fromMs, life, place, toMs, treads, vehicle } of fittings) {
    const own = known(odometers.slice(next, next + 2 + treads.length));
    next += 2 + treads.length;
    const used: UsedFitting = {
      place,
      from: { atMs: fromMs, odometerM: own[0] ?? null },
      to: { atMs: toMs, odometerM: own[1] ?? null },
      treads: treads.map(
        (tread, index): UseTread => ({ ...tread, odometerM: own[index + 2] ?? null }),
      ),
      newTreadMm: life.newTreadMm,
      lifeCost: life.cost,
      limitMm:
        vehicle === undefined ? 0 : treadLimit(ruledVehicle(vehicle), ownLimit(vehicle)).limitMm,
    };
    usedOf.set(fitting.tyreId, [...(usedOf.get(fitting.tyreId) ?? []), used]);
  }
  return usedOf;
}

/** Whether a tyre was bought in the days of the range; null if its day is unknown. */
const isBought = ({ bought_on: day }: ReportedTyre, { firstDay, lastDay }: ReportRange) =>
  day === null ? null : day >= firstDay && day <= lastDay;

/**
 * What tyres did in a period, for the figures. A fitting counts for a depot if its vehicle was there when the tyre
 * was fitted. A tyre that was not fitted in the period counts for the depot where it is, or was last, in stock.
 *
 * @returns the tyres of the filter, and how many of their fittings count by the depots of today
 */
export async function usedTyres(
  trx: Transaction,
  tyres: readonly ReportedTyre[],
  range: ReportRange,
  filter: UseFilter,
  nowMs: number,
): Promise<{ readonly used: readonly UsedTyre[]; readonly byDepotToday: number }> {
  const records = await recordsOf(
    trx,
    tyres.map(({ id }) => id),
  );
  const [startMs, endMs] = [range.from.getTime(), range.to.getTime()];
  const period = { startMs, endMs: Math.min(endMs, nowMs) };
  const fitted = periodFittings(records, tyres, period).filter(({ fromMs, toMs }) => fromMs < toMs);
  const counts = fitted.filter(
    ({ fitting, place }) =>
      (filter.place === undefined || place === filter.place) &&
      (filter.depot === undefined || fitting.depots.includes(filter.depot)),
  );
  const usedOf = await withOdometers(trx, counts);
  const inPeriod = new Set(fitted.map(({ fitting }) => fitting.tyreId));
  const isOf = (tyre: ReportedTyre) => {
    if (usedOf.has(tyre.id)) return true;
    if (inPeriod.has(tyre.id) || filter.place !== undefined) return false;
    return filter.depot === undefined || tyre.depot_id === filter.depot;
  };
  const isWithin = ({ atMs }: ReportedEvent) => atMs >= startMs && atMs < endMs;
  const scrapped = new Set(records.scrappings.filter(isWithin).map(({ tyreId }) => tyreId));
  return {
    byDepotToday: counts.filter(({ fitting }) => !fitting.hasDepot).length,
    used: tyres.filter(isOf).map((tyre): UsedTyre => {
      const returns = records.returnsOf.get(tyre.id) ?? [];
      return {
        id: tyre.id,
        make: tyre.make,
        model: tyre.model,
        isFittedNow: tyre.vehicle_id !== null,
        isBought: isBought(tyre, range),
        cost: tyre.cost,
        retreadCosts: returns.map(({ cost }) => cost),
        retreads: returns.filter(isWithin).length,
        scrapped: scrapped.has(tyre.id) ? tyre.scrap_reason : null,
        fittings: usedOf.get(tyre.id) ?? [],
      };
    }),
  };
}
