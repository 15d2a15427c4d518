import {
  areaOfPoint,
  type CheckItem,
  checkPoints,
  limitsFor,
  type VehicleType,
} from '@roadworthy/domain';
import type { DefectItem, InspectionItem, TyreFigure } from '../../../../../platform/db/index.ts';
import { FINDINGS } from '../../vehicle-check/demo-vehicle-check-catalogue.ts';
import { DEFECTS, WORKSHOP } from '../demo-vehicle-file-catalogue.ts';
import type { PlannedActivity } from '../demo-vehicle-file-history.ts';
import {
  CHECK_DECLARATION,
  CHECKS,
  DECLARATION,
  REPAIRED_AT_ONCE,
  tyresOf,
  WORKSHOP_PLACE,
} from './demo-vehicle-file-records-catalogue.ts';

/** Limits of the annual test and of the law; the thresholds of a new installation. */
const ANNUAL_TEST = {
  brake_service_pct: 50,
  brake_secondary_pct: 25,
  brake_parking_pct: 16,
  tread_heavy_mm: 1,
  tread_light_mm: 1.6,
};

/** Id and reference number of a record, for its activities. */
export interface StoredRecord {
  readonly id: number;
  readonly reference: string;
}

/** A record with all of its activities, oldest first. */
export interface PlannedRecord {
  readonly key: object;
  readonly vehicleId: number;
  readonly type: VehicleType;
  readonly activities: PlannedActivity[];
}

const DAY_MS = 86_400_000;
const iso = (timeMs: number) => new Date(timeMs).toISOString();
const atOf = (activity: PlannedActivity | undefined) =>
  activity === undefined ? null : iso(activity.createdMs);

/** Days to repair a defect, as in the thresholds of a new installation. */
const DUE_DAYS = { advisory: 56, minor: 14, dangerous: 1 } as const;

/** The check point, area and severity of a finding in a walkaround check or another report. */
function findingOf(text: string) {
  const known = DEFECTS.find((one) => one.text === text);
  if (known !== undefined) {
    const severity = known.isDangerous ? ('dangerous' as const) : ('minor' as const);
    return { name: known.point, area: known.area, severity };
  }
  const found = FINDINGS.find(({ note }) => note === text);
  const name = found?.name ?? 'Walkaround check';
  return { name, area: areaOfPoint(name), severity: found?.severity ?? ('minor' as const) };
}

/** The row of a defect, up to its latest activity. */
export function defectRow({ vehicleId, activities }: PlannedRecord, stored: StoredRecord) {
  const [reported, assessed, assigned, repaired, signedOff] = activities;
  const text = reported?.description ?? '';
  const found = findingOf(text);
  const isDangerous = found.severity === 'dangerous';
  const item: DefectItem = {
    ...found,
    finding: text,
    remedy: repaired === undefined ? null : 'Put right in the workshop',
  };
  return {
    id: stored.id,
    vehicle_id: vehicleId,
    reference_number: stored.reference,
    items: [item],
    reported_at: atOf(reported),
    reported_by: reported?.createdBy,
    assessed_at: atOf(assessed),
    assessed_by: assessed?.createdBy ?? null,
    assessment: assessed === undefined ? null : isDangerous ? 'Not to be used' : 'Repair booked',
    assigned_at: atOf(assigned),
    assigned_by: assigned?.createdBy ?? null,
    repairer: assigned === undefined ? null : WORKSHOP,
    due_at: iso((reported?.createdMs ?? 0) + DUE_DAYS[found.severity] * DAY_MS),
    labour_cost: repaired === undefined ? null : 35 + ((stored.id * 17) % 140),
    parts_cost: repaired === undefined ? null : ((stored.id * 29) % 260) + 0.5,
    repaired_at: atOf(repaired),
    repaired_by: repaired?.createdBy ?? null,
    repair: repaired === undefined ? null : 'Put right and checked',
    signed_off_at: atOf(signedOff),
    signed_off_by: signedOff?.createdBy ?? null,
  };
}

/** The depot where a demo vehicle is checked, with its position. */
export interface CheckPlace {
  readonly depot_id: number | null;
  readonly depot: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Duration of a check in seconds: some minutes; one check in forty takes less than one. */
const durationOf = (id: number) => (id % 40 === 7 ? 38 + (id % 20) : 260 + ((id * 37) % 600));

/** The points of a vehicle's check, including the defect if there is one. */
function checkItems(type: VehicleType, defect: (typeof DEFECTS)[number] | undefined): CheckItem[] {
  const points = checkPoints(type);
  if (defect !== undefined && !points.some(({ name }) => name === defect.point)) {
    points.push({ section: 'Outside', name: defect.point, area: defect.area });
  }
  return points.map((one): CheckItem => {
    if (one.name !== defect?.point) return { ...one, result: 'ok', severity: null, note: null };
    const severity = defect.isDangerous ? 'dangerous' : 'minor';
    return { ...one, result: 'defect', severity, note: defect.text };
  });
}

/** The row of a driver check, with its findings. */
export function checkRow(
  { vehicleId, type, activities }: PlannedRecord,
  id: number,
  place: CheckPlace | undefined,
  defectId: number | null,
) {
  const [activity] = activities;
  const defect = DEFECTS.find(({ text }) => text === activity?.found?.text);
  const items = checkItems(type, defect);
  return {
    id,
    vehicle_id: vehicleId,
    depot_id: place?.depot_id ?? null,
    checked_at: atOf(activity),
    duration_s: durationOf(id),
    driver: activity?.createdBy,
    place: place?.depot ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    items,
    defects: items.filter(({ result }) => result === 'defect').length,
    declaration: CHECK_DECLARATION,
    signed_by: activity?.createdBy,
    defect_record_id: defectId,
    created_at: atOf(activity),
  };
}

/** Items without defects, except in one of three inspections, where one was repaired at once. */
function itemsOf({ type, activities }: PlannedRecord, id: number): InspectionItem[] {
  const found = id % 3 === 0 ? REPAIRED_AT_ONCE[id % REPAIRED_AT_ONCE.length] : undefined;
  const by = activities[0]?.createdBy ?? '';
  return CHECKS.filter(({ lorriesOnly }) => lorriesOnly !== true || type === 'STR').flatMap(
    ({ section, names }) =>
      names.map((name) =>
        name === found?.name
          ? { section, name, result: 'repaired' as const, note: found.note, repaired_by: by }
          : { section, name, result: 'ok' as const, note: null, repaired_by: null },
      ),
  );
}

/** The row of a safety inspection with its figures. */
export function inspectionRow(planned: PlannedRecord, { id, reference }: StoredRecord) {
  const [activity] = planned.activities;
  const { positions, pressureKpa } = tyresOf(planned.type);
  const tyres: TyreFigure[] = positions.map((position, n) => ({
    position,
    tread_mm: 4 + ((id * 7 + n * 3) % 45) / 10,
    pressure_kpa: pressureKpa + ((id + n) % 3) * 10,
  }));
  return {
    id,
    vehicle_id: planned.vehicleId,
    reference_number: reference,
    inspected_at: atOf(activity),
    inspector: activity?.createdBy,
    place: WORKSHOP_PLACE,
    // One in forty has no reading.
    odometer_m: id % 40 === 11 ? null : 90_000_000 + ((id * 7_919) % 200_000) * 1000,
    limits: limitsFor(planned.type, ANNUAL_TEST),
    items: itemsOf(planned, id),
    tyres,
    brake_method: 'roller',
    is_brake_test_laden: planned.type === 'STR',
    // Above the annual test's limit for goods vehicles, except for one in sixty.
    brake_service_pct: id % 60 === 7 ? 47 : 55 + (id % 12),
    brake_secondary_pct: 29 + (id % 8),
    brake_parking_pct: 19 + (id % 6),
    is_roadworthy: true,
    declaration: DECLARATION,
    signed_at: atOf(activity),
    status: activity?.status ?? '12',
  };
}
