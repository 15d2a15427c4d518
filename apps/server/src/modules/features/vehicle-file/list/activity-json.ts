import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { ActivityRow } from './vehicle-file-list.repository.ts';

export type VehicleActivity = AnswerOf<typeof contract.vehicleFile.read>;

/** An activity as returned by the API. The URL of its document checks the caller's permissions. */
export function toActivity(row: ActivityRow): VehicleActivity {
  return {
    id: row.id,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    activity_type: { id: row.activity_type_id, name: row.type_name },
    activity_type_reference: row.type_reference,
    description: row.description,
    status: row.status,
    created_at: toApiDateTime(row.created_at.getTime()),
    activity_fulfilled_at:
      row.fulfilled_at === null ? null : toApiDateTime(row.fulfilled_at.getTime()),
    created_by: row.created_by,
    document: row.file_id === null ? null : `/api/vehicle_activities/${row.id}/document/`,
    document_type: row.media_type,
    record_id: row.record_id,
    reference_number: row.reference_number,
    total_investigations_count: row.investigations_count,
    archived: row.archived,
  };
}
