import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type FigureLimits,
  INSPECTION_CODES,
  type InspectionCode,
  meetsLimit,
  toApiDateTime,
} from '@roadworthy/domain';
import type { Files } from '../../../platform/files/index.ts';
import { type BrakeTestRow, toBrakeTest } from '../brake-tests/index.ts';
import type { InspectionRecord, Photograph, trailOf } from '../records/index.ts';
import { toPhotographs, toTrail } from '../records/index.ts';
import type { VorRow } from '../vor/index.ts';
import { toVorRecord } from '../vor/index.ts';

type Inspection = AnswerOf<typeof contract.inspections.read>;
type Row = InspectionRecord['record'];

/** Data returned with the record. */
export interface InspectionAround {
  readonly photographs: readonly Photograph[];
  readonly next: InspectionCode[];
  readonly entries: readonly VorRow[];
  readonly trail: Awaited<ReturnType<typeof trailOf>>;
  readonly brakeTest: BrakeTestRow | undefined;
  readonly faultNotes: Inspection['fault_notes'];
}

function brakesOf(row: Row, limits: FigureLimits): Inspection['brakes'] {
  const { brake_method: method } = row;
  if (method === null) return null;
  const brake = (efficiency: number | null, least: number | null) => ({
    efficiency,
    least,
    is_met: meetsLimit(efficiency, least),
  });
  return {
    method,
    is_laden: row.is_brake_test_laden,
    service: brake(row.brake_service_pct, limits.brake_service_pct),
    secondary: brake(row.brake_secondary_pct, limits.brake_secondary_pct),
    parking: brake(row.brake_parking_pct, limits.brake_parking_pct),
  };
}

/** An inspection as returned by the API, with its measurements compared with the thresholds. */
export function toInspection(
  { record: row, vehicle, limits }: InspectionRecord,
  files: Files,
  around: InspectionAround,
): Inspection {
  return {
    id: row.id,
    reference_number: row.reference_number,
    vehicle: { id: row.vehicle_id, registration: vehicle.registration },
    status: INSPECTION_CODES.find((code) => code === row.status) ?? '12',
    version: row.version,
    inspected_at: toApiDateTime(row.inspected_at.getTime()),
    inspector: row.inspector,
    place: row.place,
    odometer: row.odometer_m === null ? null : Number(row.odometer_m),
    items: row.items,
    tyres: row.tyres.map((tyre) => ({
      ...tyre,
      is_met: meetsLimit(tyre.tread_mm, limits.tread_mm),
    })),
    brakes: brakesOf(row, limits),
    brake_test: around.brakeTest === undefined ? null : toBrakeTest(around.brakeTest, files),
    fault_notes: around.faultNotes,
    is_roadworthy: row.is_roadworthy,
    declaration: row.declaration,
    signature: row.signature_file_id === null ? null : files.signedAddress(row.signature_file_id),
    photographs: toPhotographs(around.photographs, files),
    next_statuses: around.next,
    off_road: around.entries
      .filter(({ returned_at: returnedAt }) => returnedAt === null)
      .map((entry) => toVorRecord(entry)),
    trail: toTrail(around.trail),
  };
}
