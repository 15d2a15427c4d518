import type { HandedItem, HandoverKind } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../platform/errors.ts';
import { recordRow } from '../../../platform/resource.ts';
import { authorOf } from '../../core/activity-trail/index.ts';
import type { StoredPhotos } from '../records/index.ts';
import { calculateVehicles, compareOdometer } from '../service-plans/index.ts';
import {
  type AssignmentRow,
  type HandoverRow,
  handoversOf,
  insertHandover,
  insertHandoverPhotographs,
} from './driver-assignments.repository.ts';
import { describedHandover } from './driver-assignments-json.ts';

/** A hand-over as it is recorded. */
export interface HandoverSheet {
  readonly kind: HandoverKind;
  readonly fields: {
    readonly odometer?: number | undefined;
    readonly fill?: number | undefined;
    readonly items?: readonly HandedItem[] | undefined;
    readonly damage?: string | undefined;
    readonly remark?: string | undefined;
  };
  readonly signature: {
    /** The name of a driver who signs at once. */
    readonly by: string | null;
    /** Whether the driver records it, without the office. */
    readonly isByDriver: boolean;
  };
}

/**
 * Stores a hand-over and logs it. Its odometer is a reading of the vehicle, from which the next services follow.
 *
 * @throws HttpError 409 if the assignment has a hand-over of this kind
 */
export async function keepHandover(
  trx: Transaction,
  viewer: Viewer,
  { customer_id, driver_id, id: assignmentId, registration, vehicle_id }: AssignmentRow,
  { fields, kind, signature }: HandoverSheet,
  { photos }: StoredPhotos,
  nowMs: number,
): Promise<HandoverRow> {
  const { damage = '', fill, items = [], odometer, remark = '' } = fields;
  const known = await handoversOf(trx, { assignments: [assignmentId] });
  if (known.some((one) => one.kind === kind)) throw conflict('driver_assignments.recorded');
  const author = await authorOf(trx, viewer);
  const compared =
    odometer === undefined
      ? null
      : await compareOdometer(trx, vehicle_id, { atMs: nowMs, value: odometer });
  const at = new Date(nowMs);
  const id = await insertHandover(trx, {
    customer_id,
    assignment_id: assignmentId,
    driver_id,
    vehicle_id,
    kind,
    happened_at: at,
    odometer_m: odometer ?? null,
    odometer_finding: compared?.finding ?? null,
    last_odometer_m: compared?.lastM ?? null,
    fill_pct: fill ?? null,
    items,
    damage,
    remark,
    author_id: author.userId,
    author: author.name,
    is_by_driver: signature.isByDriver,
    signed_by: signature.by,
    signed_at: signature.by === null ? null : at,
  });
  await insertHandoverPhotographs(trx, { id, customer_id }, photos, signature.isByDriver);
  if (odometer !== undefined) await calculateVehicles(trx, [vehicle_id], nowMs);
  const row = orNotFound((await handoversOf(trx, { id }))[0]);
  await recordRow(trx, viewer, describedHandover, null, { row, registration });
  return row;
}
