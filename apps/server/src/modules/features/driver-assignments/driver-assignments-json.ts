import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import { momentOrNull } from '../records/index.ts';
import { lastOdometers } from '../service-plans/index.ts';
import {
  type AssignmentRow,
  type HandoverPhotograph,
  type HandoverRow,
  handoverPhotographs,
  handoversOf,
} from './driver-assignments.repository.ts';

type Calls = typeof contract.driverAssignments;
type Assignment = AnswerOf<Calls['read']>;
export type Handover = AnswerOf<Calls['sign']>;

const namesOf = (row: AssignmentRow) => ({
  id: row.id,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
  from: momentOrNull(row.starts_at),
  until: momentOrNull(row.ends_at),
});

/** An assignment as the list returns it. */
export const toAssignmentRow = (
  row: AssignmentRow,
): AnswerOf<Calls['list']>['results'][number] => ({
  ...namesOf(row),
  handovers: row.handovers,
  unsigned: row.unsigned,
  odometer_findings: row.odometer_findings,
  is_returned_by_driver: row.is_returned_by_driver,
});

function toHandover(
  row: HandoverRow,
  photographs: readonly HandoverPhotograph[],
  files: Pick<Files, 'signedAddress'>,
): Handover {
  return {
    id: row.id,
    kind: row.kind,
    happened_at: toApiDateTime(row.happened_at.getTime()),
    odometer: row.odometer_m,
    odometer_finding: row.odometer_finding,
    last_odometer: row.last_odometer_m,
    fill: row.fill_pct,
    items: [...row.items],
    damage: row.damage,
    remark: row.remark,
    author: row.author,
    is_by_driver: row.is_by_driver,
    driver_remark: row.driver_remark,
    signed_by: row.signed_by,
    signed_at: momentOrNull(row.signed_at),
    photographs: photographs
      .filter((one) => one.handover_id === row.id)
      .map(({ caption, file_id, id, is_by_driver }) => ({
        id,
        caption,
        is_by_driver,
        address: files.signedAddress(file_id),
      })),
  };
}

/** Hand-overs with their photographs. */
export async function toHandovers(
  trx: Transaction,
  rows: readonly HandoverRow[],
  files: Pick<Files, 'signedAddress'>,
): Promise<readonly Handover[]> {
  const photographs = await handoverPhotographs(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toHandover(row, photographs, files));
}

/** Assignments with their hand-overs; those that last with the last odometer reading of their vehicle. */
export async function toAssignments(
  trx: Transaction,
  rows: readonly AssignmentRow[],
  files: Pick<Files, 'signedAddress'>,
  nowMs = Date.now(),
): Promise<Assignment[]> {
  const found = await handoversOf(trx, { assignments: rows.map(({ id }) => id) });
  const handovers = await toHandovers(trx, found, files);
  const lasting = rows.flatMap(({ ends_at, vehicle_id }) => (ends_at === null ? [vehicle_id] : []));
  const readings = await lastOdometers(trx, lasting, nowMs);
  return rows.map((row) => {
    const own = new Set(
      found.flatMap(({ assignment_id, id }) => (assignment_id === row.id ? [id] : [])),
    );
    return {
      ...namesOf(row),
      handovers: handovers.filter(({ id }) => own.has(id)),
      last_reading: row.ends_at === null ? (readings.get(row.vehicle_id) ?? null) : null,
    };
  });
}

/** A hand-over as the audit log stores it. */
export const describedHandover = ({
  row,
  registration,
}: {
  readonly row: HandoverRow;
  readonly registration: string;
}) => ({
  customerId: row.customer_id,
  subject: { kind: 'driver_handover' as const, id: String(row.id), name: registration },
  facts: {
    kind: row.kind,
    happened_at: row.happened_at.toISOString(),
    odometer_m: row.odometer_m,
    fill_pct: row.fill_pct,
    damage: row.damage,
    remark: row.remark,
    is_by_driver: row.is_by_driver,
    driver_remark: row.driver_remark,
    signed_at: momentOrNull(row.signed_at),
  },
});
