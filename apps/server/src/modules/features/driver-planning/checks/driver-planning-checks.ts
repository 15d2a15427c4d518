import { toApiDate } from '@roadworthy/domain';
import {
  checkClashes,
  checkDriver,
  checkHours,
  checkVehicle,
  classOf,
  levelOf,
  type PlanningFinding,
  type TakenTimes,
  worstFirst,
} from '../../../../engines/driver-planning/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { driversFiles, mayDrive } from '../../drivers-file/index.ts';
import { leaveIn, recordsOf, rulesOf } from '../../drivers-hours/index.ts';
import {
  type AbsenceFacts,
  absencesAfter,
  keepLevels,
  plannedVehicles,
  type ShiftFacts,
  shiftsAfter,
  shiftsAtTimeOf,
} from './driver-planning-checks.repository.ts';

/** Past shifts that a card may still confirm: a card must be downloaded within 28 days. */
const PRESUMED_MS = 35 * 86_400_000;
const WEEK_MS = 7 * 86_400_000;

type Findings = ReadonlyMap<number, readonly PlanningFinding[]>;

type Taken = Omit<TakenTimes, 'absences'>;

const NO_TIMES: Taken = { ofDriver: [], ofVehicle: [], ofTrailer: [] };

/** One value of each kind, null left out. */
const distinct = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
];

function grouped<T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/**
 * What is found of some shifts of one customer, on the records of their drivers and all their other shifts. The
 * number of queries does not depend on the number of shifts.
 *
 * @param shifts stored ones, or ones to be saved: these replace the stored ones with their id
 * @param taken other plans at the same time; a stored shift has none, since the database refuses them
 * @returns findings by id, the worst first
 */
export async function findingsOf(
  trx: Transaction,
  shifts: readonly ShiftFacts[],
  nowMs: number,
  taken: (shift: ShiftFacts) => Taken = () => NO_TIMES,
): Promise<Findings> {
  const found = new Map<number, readonly PlanningFinding[]>();
  for (const [customerId, own] of grouped(shifts, (one) => one.customerId)) {
    const rules = await rulesOf(trx, customerId);
    const driverIds = distinct(own.map(({ driverId }) => driverId));
    const firstMs = own.reduce((least, { startMs }) => Math.min(least, startMs), nowMs);
    const hours = await hoursOf(trx, own, driverIds, nowMs, rules);
    const files = await driversFiles(trx, customerId, driverIds);
    const ids = own.flatMap(({ trailerId, vehicleId }) => [vehicleId, trailerId]);
    const vehicles = await plannedVehicles(trx, distinct(ids));
    const absences = grouped(await absencesAfter(trx, driverIds, firstMs), (one) => one.driverId);
    for (const shift of own) {
      const day = toApiDate(shift.startMs, rules.timeZone);
      const vehicle = vehicles.get(shift.vehicleId ?? 0);
      const trailer = vehicles.get(shift.trailerId ?? 0);
      const needed = vehicle === undefined ? null : classOf(vehicle, trailer ?? null);
      const isOver = shift.endMs <= nowMs;
      found.set(
        shift.id,
        worstFirst([
          ...checkClashes(shift, {
            ...taken(shift),
            absences: absences.get(shift.driverId) ?? ([] as AbsenceFacts[]),
          }),
          ...(hours.get(shift.id) ?? []),
          ...(isOver || needed === null
            ? []
            : checkDriver(mayDrive(files, shift.driverId, needed, day))),
          ...(isOver
            ? []
            : [vehicle, trailer].flatMap((one) =>
                one === undefined ? [] : checkVehicle(one, { day, startMs: shift.startMs }),
              )),
        ]),
      );
    }
  }
  return found;
}

async function hoursOf(
  trx: Transaction,
  shifts: readonly ShiftFacts[],
  driverIds: readonly number[],
  nowMs: number,
  rules: Awaited<ReturnType<typeof rulesOf>>,
): Promise<Findings> {
  const records = await recordsOf(trx, driverIds, rules, nowMs);
  const stored = await shiftsAfter(trx, driverIds, nowMs - PRESUMED_MS);
  const given = new Set(shifts.map(({ id }) => id));
  const all = [...stored.filter(({ id }) => !given.has(id)), ...shifts];
  const span = { driverIds, startMs: nowMs - (rules.referenceWeeks + 1) * WEEK_MS };
  const endMs = all.reduce((most, shift) => Math.max(most, shift.endMs), nowMs) + WEEK_MS;
  const leave = grouped(await leaveIn(trx, { ...span, endMs }), (one) => one.driverId);
  const byDriver = grouped(all, (one) => one.driverId);
  const found = new Map<number, readonly PlanningFinding[]>();
  for (const driverId of driverIds) {
    const record = records.get(driverId);
    const own = [...(byDriver.get(driverId) ?? [])].sort((a, b) => a.startMs - b.startMs);
    const plan = {
      record: record?.activities ?? [],
      knownUntilMs: record?.knownUntilMs ?? null,
      shifts: own,
      leave: leave.get(driverId) ?? [],
    };
    for (const [id, findings] of checkHours(plan, rules, nowMs)) found.set(id, findings);
  }
  return found;
}

/** What is found of a shift before it is saved, clashes with other plans included. */
export async function findingsBefore(
  trx: Transaction,
  shift: ShiftFacts,
  nowMs: number,
): Promise<readonly PlanningFinding[]> {
  return (await findingsOfChoice(trx, [shift], nowMs)).get(shift.id) ?? [];
}

/**
 * What is found of shifts of which one may be planned: all at one time, with one vehicle and one trailer. Clashes
 * with other plans are included.
 */
export async function findingsOfChoice(
  trx: Transaction,
  shifts: readonly ShiftFacts[],
  nowMs: number,
): Promise<Findings> {
  const others = await shiftsAtTimeOf(trx, shifts);
  const uses = (id: number | null) =>
    id === null ? [] : others.filter((one) => one.vehicleId === id || one.trailerId === id);
  return findingsOf(trx, shifts, nowMs, (shift) => ({
    ofDriver: others.filter(({ driverId }) => driverId === shift.driverId),
    ofVehicle: uses(shift.vehicleId),
    ofTrailer: uses(shift.trailerId),
  }));
}

/**
 * Checks the coming shifts of drivers again and stores the worst finding of each.
 *
 * @returns how many levels have changed
 */
export async function refreshLevels(
  trx: Transaction,
  driverIds: readonly number[],
  nowMs: number,
): Promise<number> {
  const shifts = await shiftsAfter(trx, driverIds, nowMs);
  const findings = await findingsOf(trx, shifts, nowMs);
  return keepLevels(
    trx,
    shifts.map(({ id }) => ({ id, level: levelOf(findings.get(id) ?? []) })),
  );
}
