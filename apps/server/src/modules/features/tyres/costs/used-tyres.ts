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

/** A fitting with the places of its odometers in one question for all of them. */
interface AskedFitting {
  readonly fitting: ReportedFitting;
  readonly place: TyrePlaceKind;
  readonly vehicle: WheeledVehicle | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly treads: readonly { readonly atMs: number; readonly treadMm: number }[];
}

/** The tread depths of a fitting, with those at its ends. */
function treadsWithEnds(
  { fittedMs, fittedTreadMm, removedMs, removedTreadMm }: ReportedFitting,
  newTreadMm: number | null,
  measured: readonly { readonly atMs: number; readonly treadMm: number }[],
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
  const ids = tyres.map(({ id }) => id);
  const fittings = await allFittingsOf(trx, ids);
  const events = await lifeEventsOf(trx, ids);
  const measured = await treadsOf(trx, fittings);
  const vehicles = await wheeledVehicles(trx, [
    ...new Set(fittings.map(({ vehicleId }) => vehicleId)),
  ]);
  const [startMs, endMs] = [range.from.getTime(), Math.min(range.to.getTime(), nowMs)];
  const returnsOf = new Map<number, ReportedEvent[]>();
  for (const event of events) {
    if (event.kind !== 'returned') continue;
    returnsOf.set(event.tyreId, [...(returnsOf.get(event.tyreId) ?? []), event]);
  }
  const measuredOf = new Map<number, (typeof measured)[number][]>();
  for (const one of measured) {
    measuredOf.set(one.fitting, [...(measuredOf.get(one.fitting) ?? []), one]);
  }
  const byId = new Map(tyres.map((tyre) => [tyre.id, tyre]));
  const firstOfLife = new Set<string>();
  const asked = fittings.map(
    (fitting, place): AskedFitting & { readonly life: ReturnType<typeof lifeOf> } => {
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
        place:
          vehicle === undefined
            ? 'drive'
            : tyrePlaceKind(
                kindOf(vehicle.type, vehicle.kind),
                layoutOf(vehicle),
                fitting.position,
              ),
        fromMs: Math.max(fitting.fittedMs, startMs),
        toMs: Math.min(fitting.removedMs ?? endMs, endMs),
        treads: treadsWithEnds(
          fitting,
          isFirst ? life.newTreadMm : null,
          measuredOf.get(place) ?? [],
        ),
      };
    },
  );
  const counts = asked.filter(
    ({ fitting, fromMs, place, toMs }) =>
      fromMs < toMs &&
      (filter.place === undefined || place === filter.place) &&
      (filter.depot === undefined || fitting.depots.includes(filter.depot)),
  );
  const moments = counts.flatMap(({ fitting: { vehicleId }, fromMs, toMs, treads }) =>
    [fromMs, toMs, ...treads.map(({ atMs }) => atMs)].map((atMs) => ({ vehicleId, atMs })),
  );
  const odometers = await odometersAt(trx, moments);
  let next = 0;
  const usedOf = new Map<number, UsedFitting[]>();
  for (const { fitting, fromMs, life, place, toMs, treads, vehicle } of counts) {
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
  const inPeriod = new Set(
    asked.filter(({ fromMs, toMs }) => fromMs < toMs).map(({ fitting }) => fitting.tyreId),
  );
  const isOf = (tyre: ReportedTyre) => {
    if (usedOf.has(tyre.id)) return true;
    if (inPeriod.has(tyre.id) || filter.place !== undefined) return false;
    return filter.depot === undefined || tyre.depot_id === filter.depot;
  };
  const isWithin = ({ atMs }: ReportedEvent) => atMs >= startMs && atMs < range.to.getTime();
  const scrapped = new Set(
    events.filter((one) => one.kind === 'scrapped' && isWithin(one)).map(({ tyreId }) => tyreId),
  );
  return {
    byDepotToday: counts.filter(({ fitting }) => !fitting.hasDepot).length,
    used: tyres.filter(isOf).map((tyre): UsedTyre => {
      const returns = returnsOf.get(tyre.id) ?? [];
      return {
        id: tyre.id,
        make: tyre.make,
        model: tyre.model,
        isFittedNow: tyre.vehicle_id !== null,
        isBought:
          tyre.bought_on === null
            ? null
            : tyre.bought_on >= range.firstDay && tyre.bought_on <= range.lastDay,
        cost: tyre.cost,
        retreadCosts: returns.map(({ cost }) => cost),
        retreads: returns.filter(isWithin).length,
        scrapped: scrapped.has(tyre.id) ? tyre.scrap_reason : null,
        fittings: usedOf.get(tyre.id) ?? [],
      };
    }),
  };
}
