import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { driverOf } from '../../core/fleet/index.ts';
import type { CouplingRow } from './couplings.repository.ts';

export type Coupling = AnswerOf<typeof contract.couplings.read>;

/** A coupling as returned by the API. */
export const toCoupling = (row: CouplingRow): Coupling => ({
  id: row.id,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  trailer: { id: row.trailer_id, registration: row.trailer },
  position: row.position,
  coupled_at: toApiDateTime(row.coupled_at.getTime()),
  uncoupled_at: row.uncoupled_at === null ? null : toApiDateTime(row.uncoupled_at.getTime()),
  source: row.source,
  silent_since: row.silent_since === null ? null : toApiDateTime(row.silent_since.getTime()),
  driver: driverOf(row),
  note: row.note,
  author: row.author,
  customer: row.customer_id,
  version: row.version,
});

/** A coupling as the audit log stores it. */
export const described = (row: CouplingRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'coupling' as const,
    id: String(row.id),
    name: `${row.trailer}, ${row.registration}`,
  },
  facts: {
    vehicle: row.registration,
    trailer: row.trailer,
    position: row.position,
    coupled_at: row.coupled_at.toISOString(),
    uncoupled_at: row.uncoupled_at?.toISOString() ?? null,
    source: row.source,
    driver: row.surname === null ? null : `${row.first_name ?? ''} ${row.surname}`.trim(),
    note: row.note,
  },
});
