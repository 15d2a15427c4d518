import type { AnswerOf, contract } from '@roadworthy/contract';
import { daysOffRoad, toApiDateTime } from '@roadworthy/domain';
import { momentOrNull } from '../records/index.ts';
import type { VorRow } from './vor.repository.ts';

export type VorRecord = AnswerOf<typeof contract.vor.set>;

/** An off-road entry, with its days and their cost up to now or to its return. */
export function toVorRecord(row: VorRow, nowMs = Date.now()): VorRecord {
  const untilMs = row.returned_at?.getTime() ?? nowMs;
  const days = daysOffRoad(row.since.getTime(), untilMs);
  const costPerDay = row.cost_per_day === null ? null : Number(row.cost_per_day);
  const recordId = row.defect_record_id ?? row.inspection_record_id;
  return {
    id: row.id,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    off_road_at: toApiDateTime(row.since.getTime()),
    days,
    reason: row.reason,
    note: row.note,
    record_id: recordId,
    record_kind: recordId === null ? null : row.defect_record_id === null ? 'inspection' : 'defect',
    reference_number: row.reference_number,
    repairer:
      row.repairer === null || row.repairer_id === null
        ? null
        : { id: row.repairer_id, name: row.repairer },
    cost_per_day: costPerDay,
    cost: costPerDay === null ? null : Math.round(costPerDay * days * 100) / 100,
    expected_back: momentOrNull(row.expected_back_at),
    set_by: row.set_by,
    returned_at: momentOrNull(row.returned_at),
    cleared_by: row.cleared_by,
    state: row.returned_at === null ? 'off_road' : 'returned',
    version: row.version,
  };
}
