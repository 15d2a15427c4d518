import { dayText, dueOf } from '../../../../engines/schedules/index.ts';
import {
  type ExpectedUse,
  expectedUse,
  nextService,
  type RemainingUse,
  remainingUse,
  scheduleDays,
  USE_WEEKS,
} from '../../../../engines/service-plans/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { followSchedulesBySystem } from '../../schedules/index.ts';
import {
  assignByModel,
  byVehicle,
  type CalculatedService,
  keepMeters,
  keepServices,
  lockStale,
  moveByForecast,
  type PlannedService,
  type PlannedVehicle,
  plannedServices,
  plannedVehicles,
  restoreLeftSchedules,
  wantSchedules,
} from './service-plans-calculation.repository.ts';
import { type MeterMoment, weeksOfUse } from './service-plans-meters.repository.ts';
import { type MeterValue, metersAt } from './service-plans-meters.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A calculated vehicle is calculated again after this, as it has moved since. */
const STALE_MS = 6 * HOUR_MS;
/** The expected use is calculated once a day. */
const USE_STALE_MS = 20 * HOUR_MS;
/** A vehicle whose use is not known yet is looked at again after this: it may have its first trips. */
const UNKNOWN_MS = HOUR_MS / 6;
/** Vehicles per transaction. */
const BATCH = 100;
/** A forecast that moves by less leaves the schedule where it is. */
const MOVED_BY_MS = 2 * DAY_MS;

interface Use {
  readonly m: ExpectedUse | null;
  readonly engineS: ExpectedUse | null;
  /** Null while the trips say nothing. */
  readonly calculatedMs: number | null;
}

const storedUse = (perDay: number | null, weeks: readonly number[] | null): ExpectedUse | null =>
  perDay === null ? null : { perDay, weeks };

/** The expected use of vehicles; that of less than a day ago is used again. */
async function usesOf(
  trx: Transaction,
  vehicles: readonly PlannedVehicle[],
  nowMs: number,
): Promise<ReadonlyMap<number, Use>> {
  const isFresh = ({ useCalculatedMs }: PlannedVehicle) =>
    useCalculatedMs !== null && nowMs - useCalculatedMs < USE_STALE_MS;
  const stale = vehicles.filter((one) => !isFresh(one)).map(({ vehicleId }) => vehicleId);
  const rows = stale.length === 0 ? [] : await weeksOfUse(trx, stale, nowMs, USE_WEEKS);
  const weeksOf = byVehicle(rows);
  return new Map(
    vehicles.map((one) => {
      const { vehicleId, useCalculatedMs } = one;
      if (isFresh(one)) {
        const m = storedUse(one.useMPerDay, one.useMWeeks);
        const engineS = storedUse(one.useEngineSPerDay, one.useEngineSWeeks);
        return [vehicleId, { m, engineS, calculatedMs: useCalculatedMs ?? nowMs }];
      }
      const weeks = weeksOf.get(vehicleId) ?? [];
      // The first week of use is not whole.
      const oldest = Math.max(0, ...weeks.map(({ week }) => week));
      const whole = oldest >= USE_WEEKS - 1 ? USE_WEEKS : oldest;
      const series = (of: (week: (typeof weeks)[number]) => number) =>
        Array.from({ length: whole }, (_, index) => {
          const found = weeks.find(({ week }) => week === index);
          return found === undefined ? 0 : of(found);
        });
      const m = expectedUse(series(({ distanceM }) => distanceM));
      const engineS = expectedUse(series((week) => week.engineS));
      return [vehicleId, { m, engineS, calculatedMs: m === null ? null : nowMs }];
    }),
  );
}

/** A use of which the trips say nothing is that between the readings. */
function orByReadings(use: Use, read: MeterValue['readUse'] | undefined): Use {
  const hasDriven = (use.m?.perDay ?? 0) > 0;
  if (hasDriven || read === undefined) return use;
  return {
    ...use,
    m: storedUse(read.m, null) ?? use.m,
    engineS: storedUse(read.engineS, null) ?? use.engineS,
  };
}

/** What is left of the intervals of a service. */
function remainingOf(
  { intervalEngineS, intervalM }: PlannedService,
  last: MeterValue,
  now: MeterValue,
  use: Use,
  nowMs: number,
): readonly RemainingUse[] {
  const distance =
    intervalM === null
      ? []
      : [
          {
            cause: 'distance' as const,
            interval: intervalM,
            last: last.odometerM,
            now: now.odometerM,
            use: use.m,
          },
        ];
  const engine =
    intervalEngineS === null || now.engineS === null || last.engineS === null
      ? []
      : [
          {
            cause: 'engine_hours' as const,
            interval: intervalEngineS,
            last: last.engineS,
            now: now.engineS,
            use: use.engineS,
          },
        ];
  return [...distance, ...engine].map((meter) => remainingUse(meter, nowMs));
}

/** Moves the open schedule of a service to its next date. Returns the date that it has then. */
async function moveSchedule(
  trx: Transaction,
  service: PlannedService,
  next: ReturnType<typeof nextService>,
  timeDueMs: number,
  nowMs: number,
): Promise<number> {
  const { dueMs, interval, plannedOn, scheduleId, window } = service;
  if (scheduleId === null || dueMs === null) return next.dueMs;
  if (next.cause === 'time') {
    if (service.timeDueMs !== null) {
      const due = dueOf(timeDueMs, interval, window);
      const stays =
        plannedOn !== null && plannedOn >= due.earliestDay && plannedOn <= due.latestDay;
      await moveByForecast(trx, scheduleId, {
        ...due,
        plannedOn: stays ? plannedOn : null,
        timeDueMs: null,
      });
    }
    return timeDueMs;
  }
  const dayMs = Math.floor(next.dueMs / DAY_MS) * DAY_MS;
  const isKept =
    service.timeDueMs !== null && dayMs > nowMs && Math.abs(dayMs - dueMs) < MOVED_BY_MS;
  if (isKept || (service.timeDueMs !== null && dayMs === dueMs)) return dueMs;
  const earliestMs = Date.parse(dueOf(dayMs, interval, window).earliestDay);
  const days = scheduleDays(dayMs, earliestMs, plannedOn);
  await moveByForecast(trx, scheduleId, {
    dueMs: dayMs,
    earliestDay: days.earliestOn,
    latestDay: days.latestOn,
    plannedOn: days.plannedOn,
    timeDueMs,
  });
  return dayMs;
}

const lastOf = ({ enteredMs, fulfilledMs }: PlannedService): number | null =>
  enteredMs === null && fulfilledMs === null ? null : Math.max(enteredMs ?? 0, fulfilledMs ?? 0);

/** One service of a vehicle with the values of its meters at the last service. */
interface Calculation {
  readonly vehicle: PlannedVehicle;
  readonly service: PlannedService;
  readonly last: MeterValue;
  readonly now: MeterValue;
  readonly use: Use;
}

async function calculate(
  trx: Transaction,
  { last, now, service, use, vehicle }: Calculation,
  nowMs: number,
): Promise<CalculatedService> {
  const timeDueMs = service.timeDueMs ?? service.dueMs ?? Number.POSITIVE_INFINITY;
  const remaining = remainingOf(service, last, now, use, nowMs);
  const next = nextService(timeDueMs, remaining, lastOf(service) ?? vehicle.assignedMs);
  const nextMs = await moveSchedule(trx, service, next, timeDueMs, nowMs);
  const dueOfCause = (cause: RemainingUse['cause']) =>
    remaining.find((one) => one.cause === cause)?.due ?? null;
  return {
    vehicleId: vehicle.vehicleId,
    customerId: vehicle.customerId,
    typeId: service.typeId,
    lastMs: lastOf(service),
    lastOdometerM: last.odometerM,
    lastEngineS: last.engineS,
    dueOdometerM: dueOfCause('distance'),
    dueEngineS: dueOfCause('engine_hours'),
    timeDueOn: Number.isFinite(timeDueMs) ? dayText(timeDueMs) : null,
    nextOn: Number.isFinite(nextMs) ? dayText(nextMs) : null,
    cause: Number.isFinite(nextMs) ? next.cause : null,
  };
}

/**
 * Calculates meters, use and next services of vehicles that have a plan, and moves their schedules.
 *
 * @param vehicleIds vehicles without a plan are left out
 * @param nowMs ms since 1970 UTC
 */
export async function calculateVehicles(
  trx: Transaction,
  vehicleIds: readonly number[],
  nowMs: number,
): Promise<void> {
  if (vehicleIds.length === 0) return;
  await restoreLeftSchedules(trx, vehicleIds);
  await wantSchedules(trx, vehicleIds);
  await followSchedulesBySystem(trx, vehicleIds);
  const list = await plannedVehicles(trx, vehicleIds);
  const vehicles = new Map(list.map((one) => [one.vehicleId, one]));
  const services = await plannedServices(trx, vehicleIds);
  const uses = await usesOf(trx, list, nowMs);
  const moments: MeterMoment[] = [
    ...list.map(({ vehicleId }) => ({ vehicleId, atMs: nowMs })),
    ...services.map((service) => ({
      vehicleId: service.vehicleId,
      atMs: lastOf(service) ?? vehicles.get(service.vehicleId)?.assignedMs ?? nowMs,
    })),
  ];
  const values = moments.length === 0 ? [] : await metersAt(trx, vehicles, moments);
  const nowOf = new Map(list.map(({ vehicleId }, index) => [vehicleId, values[index]]));
  const useOf = (vehicleId: number) => {
    const byTrips = uses.get(vehicleId);
    return byTrips && orByReadings(byTrips, nowOf.get(vehicleId)?.readUse);
  };
  const calculated: CalculatedService[] = [];
  for (const [index, service] of services.entries()) {
    const vehicle = vehicles.get(service.vehicleId);
    const use = useOf(service.vehicleId);
    const [last, now] = [values[list.length + index], nowOf.get(service.vehicleId)];
    if (vehicle === undefined || use === undefined || last === undefined || now === undefined) {
      continue;
    }
    calculated.push(await calculate(trx, { last, now, service, use, vehicle }, nowMs));
  }
  await keepServices(trx, vehicleIds, calculated);
  for (const { vehicleId } of list) {
    const [now, use] = [nowOf.get(vehicleId), useOf(vehicleId)];
    if (now === undefined || use === undefined) continue;
    const { odometerM, odometerSource, engineS } = now;
    await keepMeters(
      trx,
      {
        vehicleId,
        odometerM,
        odometerSource,
        engineS,
        useM: use.m,
        useEngineS: use.engineS,
        useCalculatedMs: use.calculatedMs,
      },
      nowMs,
    );
  }
}

/**
 * Assigns plans by model and calculates the vehicles that have changed or were calculated hours ago.
 *
 * @returns number of calculated vehicles
 */
export async function calculateStale(db: Database, nowMs: number): Promise<number> {
  await db.asSystem((trx) => assignByModel(trx));
  let all = 0;
  for (;;) {
    const done = await db.asSystem(async (trx) => {
      const ids = await lockStale(trx, nowMs - STALE_MS, nowMs - UNKNOWN_MS, BATCH);
      await calculateVehicles(trx, ids, nowMs);
      return ids.length;
    });
    all += done;
    if (done < BATCH) return all;
  }
}
