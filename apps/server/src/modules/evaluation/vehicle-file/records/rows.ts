import type { VehicleType } from '@roadworthy/domain';
import type { DefectItem, InspectionItem, TyreFigure } from '../../../../platform/db/index.ts';
import { DEFECTS } from '../catalogue.ts';
import type { PlannedActivity } from '../history.ts';
import { CHECKS, DECLARATION, PUT_RIGHT, tyresOf, WORKSHOP_PLACE } from './catalogue.ts';

/** A record as its activities name it. */
export interface KeptRecord {
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

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const atOf = (activity: PlannedActivity | undefined) =>
  activity === undefined ? null : iso(activity.createdMs);

/** The record of a defect as far as its activities have come. */
export function defectRow({ vehicleId, activities }: PlannedRecord, kept: KeptRecord) {
  const [reported, assessed, repaired, signedOff] = activities;
  const text = reported?.description ?? '';
  const isDangerous = DEFECTS.some((one) => one.text === text && one.isDangerous);
  const item: DefectItem = {
    name: 'Walkaround check',
    severity: isDangerous ? 'dangerous' : 'minor',
    finding: text,
    remedy: repaired === undefined ? null : 'Put right in the workshop',
  };
  return {
    id: kept.id,
    vehicle_id: vehicleId,
    reference_number: kept.reference,
    items: [item],
    reported_at: atOf(reported),
    reported_by: reported?.createdBy,
    assessed_at: atOf(assessed),
    assessed_by: assessed?.createdBy ?? null,
    assessment: assessed === undefined ? null : isDangerous ? 'Not to be used' : 'Repair booked',
    repaired_at: atOf(repaired),
    repaired_by: repaired?.createdBy ?? null,
    repair: repaired === undefined ? null : 'Put right and checked',
    signed_off_at: atOf(signedOff),
    signed_off_by: signedOff?.createdBy ?? null,
  };
}

/** Items in order but for one in three inspections, where something was put right at once. */
function itemsOf({ type, activities }: PlannedRecord, id: number): InspectionItem[] {
  const found = id % 3 === 0 ? PUT_RIGHT[id % PUT_RIGHT.length] : undefined;
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

/** The record of a safety inspection with its figures. */
export function inspectionRow(planned: PlannedRecord, { id, reference }: KeptRecord) {
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
    items: itemsOf(planned, id),
    tyres,
    brake_method: 'roller',
    is_brake_test_laden: planned.type === 'STR',
    // Above what the annual test asks of a goods vehicle: 50, 25 and 16 per cent.
    brake_service_pct: 55 + (id % 12),
    brake_secondary_pct: 29 + (id % 8),
    brake_parking_pct: 19 + (id % 6),
    is_roadworthy: true,
    declaration: DECLARATION,
    signed_at: atOf(activity),
  };
}
