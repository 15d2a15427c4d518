import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ClockFault, Protocol } from '../../../platform/db/index.ts';

export type Tracker = AnswerOf<typeof contract.trackers.read>;

export interface TrackerRow {
  id: number;
  number: string;
  permission: string | null;
  model: string;
  protocol: Protocol;
  sim: string | null;
  vehicle_id: number | null;
  registration: string | null;
  last_seen_at: Date | null;
  clock_fault: ClockFault | null;
  last_address: string | null;
  allowed_networks: string[];
  customer_id: number;
  is_archived: boolean;
}

/** A tracker as returned by the API. */
export function toTracker(row: TrackerRow): Tracker {
  return {
    id: row.id,
    tracker: row.number,
    permission: row.permission,
    model: row.model,
    protocol: row.protocol,
    sim: row.sim,
    vehicle: row.vehicle_id,
    registration: row.registration,
    last_seen: row.last_seen_at?.toISOString() ?? null,
    device_fault: row.clock_fault,
    last_address: row.last_address,
    allowed_networks: row.allowed_networks,
    customer: row.customer_id,
    is_archived: row.is_archived,
  };
}

/** The name of a tracker in the audit log. */
export const subjectOf = ({ id, tracker }: Tracker) =>
  ({ kind: 'tracker', id: String(id), name: tracker }) as const;

/** The fields of a tracker that the audit log stores. */
export const factsOf = (one: Tracker) => ({
  tracker: one.tracker,
  model: one.model,
  protocol: one.protocol,
  sim: one.sim,
  vehicle: one.registration,
  allowed_networks: one.allowed_networks.join(', '),
});
