import type { AnswerOf, contract } from '@roadworthy/contract';
import { type OutgoingStreamState, toApiDateTime } from '@roadworthy/domain';
import { failureText } from '../../../platform/deliveries/index.ts';
import type { AuditedRow } from '../../../platform/resource.ts';
import type { LanguageReference } from '../../../platform/texts.ts';
import type { StreamRow } from './outgoing-streams.repository.ts';
import type { Credentials } from './outgoing-streams-credentials.ts';

export type Stream = AnswerOf<typeof contract.outgoingStreams.read>;

/** A destination that is this close behind has everything: idle cursors are stored less often. */
const CURRENT_S = 60;

const momentOrNull = (date: Date | null) => (date === null ? null : toApiDateTime(date.getTime()));

function stateOf({ is_on: isOn, failure }: StreamRow, lagS: number): OutgoingStreamState {
  if (!isOn) return 'paused';
  if (failure !== null) return 'failing';
  return lagS > CURRENT_S ? 'behind' : 'current';
}

/** A stream as its calls answer. */
export function toStream(
  row: StreamRow,
  credentials: Credentials | null,
  language: LanguageReference,
  nowMs = Date.now(),
): Stream {
  const lagS = Math.max(0, Math.round((nowMs - row.read_until.getTime()) / 1000));
  return {
    ...{ id: row.id, name: row.name, kind: row.kind, address: row.address },
    ...row.settings,
    customer: { id: row.customer_id, name: row.customer_name },
    feeds: row.feeds,
    all_vehicles: row.vehicle_ids.length + row.depot_ids.length === 0,
    vehicles: row.vehicles,
    depots: row.depots,
    is_on: row.is_on,
    has_password: credentials !== null && credentials.password !== '',
    state: stateOf(row, lagS),
    lag: lagS,
    rows_sent: row.rows_sent,
    last_delivery: momentOrNull(row.delivered_at),
    failing_since: momentOrNull(row.failing_since),
    last_error: row.failure === null ? null : failureText(language, row.failure),
    next_attempt: row.is_on && row.failure !== null ? momentOrNull(row.next_attempt_at) : null,
    created_at: toApiDateTime(row.created_at.getTime()),
    created_by: row.created_by,
  };
}

/** A stream as the audit log stores it, without credentials. */
export const described = (row: StreamRow): AuditedRow => ({
  customerId: row.customer_id,
  subject: { kind: 'outgoing_stream', id: String(row.id), name: row.name },
  facts: {
    ...{ name: row.name, kind: row.kind, address: row.address },
    ...row.settings,
    ...{ feeds: row.feeds, vehicles: row.vehicle_ids, depots: row.depot_ids, is_on: row.is_on },
  },
});
