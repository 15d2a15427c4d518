import type { AnswerOf, contract } from '@roadworthy/contract';
import { faultTitle, momentOrNull } from '../records/index.ts';
import type { FaultRow } from './faults.repository.ts';

export type Fault = AnswerOf<typeof contract.faults.read>;
export type ListedFault = AnswerOf<typeof contract.faults.list>['results'][number];

/** A fault as lists answer it, in a language. */
export const toListed = (language: string, row: FaultRow): ListedFault => ({
  id: row.id,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
  kind: row.kind,
  key: row.fault_key,
  title: faultTitle(language, row),
  severity: row.severity,
  state: row.ended_at === null ? 'open' : 'ended',
  first_seen: row.first_seen_at.toISOString(),
  last_seen: row.last_seen_at.toISOString(),
  occurrences: row.occurrences,
  ended_at: momentOrNull(row.ended_at),
  end_reason: row.end_reason,
  is_asked: row.is_asked,
  defect:
    row.defect_record_id === null
      ? null
      : { id: row.defect_record_id, reference_number: row.defect_number ?? '' },
});

/** A fault as the audit log stores it. */
export const described = (row: FaultRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'fault' as const,
    id: String(row.id),
    name: `${row.registration}, ${row.fault_key}`,
  },
  facts: {
    vehicle: row.registration,
    kind: row.kind,
    key: row.fault_key,
    severity: row.severity,
    defect: row.defect_number,
    ended_at: row.ended_at?.toISOString() ?? null,
    end_reason: row.end_reason,
    note: row.end_note,
  },
});
