import { type AnswerOf, contract } from '@roadworthy/contract';
import { allows, toApiDateTime } from '@roadworthy/domain';
import type { PlanningFinding } from '../../../../engines/driver-planning/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { ShiftRow } from './driver-planning-shifts.repository.ts';

type Calls = typeof contract.driverPlanning;
export type Shift = AnswerOf<Calls['list']>['results'][number];
export type CheckedShift = AnswerOf<Calls['read']>;
export type FindingJson = CheckedShift['findings'][number];

const seconds = (ms: number | null) => (ms === null ? null : Math.round(Math.max(0, ms) / 1000));
const vehicleOf = (id: number | null, registration: string | null) =>
  id === null ? null : { id, registration: registration ?? '' };

/** A shift as returned by the API. */
export const toShift = (row: ShiftRow): Shift => ({
  id: row.id,
  driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
  vehicle: vehicleOf(row.vehicle_id, row.registration),
  trailer: vehicleOf(row.trailer_id, row.trailer),
  depot: { id: row.depot_id, name: row.depot },
  start: toApiDateTime(row.starts_at.getTime()),
  end: toApiDateTime(row.ends_at.getTime()),
  driving: row.driving_s,
  note: row.note,
  reason: row.reason,
  level: row.level,
  acknowledged_at:
    row.acknowledged_at === null ? null : toApiDateTime(row.acknowledged_at.getTime()),
  author: row.author,
  customer: row.customer_id,
  version: row.version,
});

/** Findings as the viewer may see them: why a driver may not drive stands in the driver's file. */
export function toFindings(viewer: Viewer, findings: readonly PlanningFinding[]): FindingJson[] {
  const seesFiles = allows(contract.driversFile.driver.access, viewer);
  return findings.map((one) => ({
    check: one.check,
    level: one.level,
    paragraph: one.paragraph,
    actual: seconds(one.actualMs),
    limit: seconds(one.limitMs),
    at: one.atMs === null ? null : toApiDateTime(one.atMs),
    reason: seesFiles ? one.reason : null,
    detail: one.detail,
  }));
}

/** A shift as the audit log stores it. */
export const describedShift = (row: ShiftRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'planned_shift' as const,
    id: String(row.id),
    name: `${row.first_name} ${row.surname}`,
  },
  facts: {
    driver: `${row.first_name} ${row.surname}`,
    vehicle: row.registration,
    trailer: row.trailer,
    depot: row.depot,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    driving_s: row.driving_s,
    note: row.note,
    reason: row.reason,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  },
});
