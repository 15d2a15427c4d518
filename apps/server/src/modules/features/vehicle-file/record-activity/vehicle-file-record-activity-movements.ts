import { InternalError } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { authorOf, keepChanges } from '../../../core/activity-trail/index.ts';
import { activityType } from '../types/vehicle-file-types.repository.ts';
import { depotsOfVehicles, insertMovements } from './vehicle-file-record-activity.repository.ts';

const REFERENCE = 'MOVEMENT';
const STATUS = 'Completed';
/** Longest description that fits a cell of the list (requirement H-52). */
const DESCRIPTION_LENGTH = 90;

/** Names only, so that it reads the same in every language. */
const described = (from: readonly string[], to: readonly string[]) =>
  `${from.join(', ')} → ${to.length === 0 ? '–' : to.join(', ')}`.slice(0, DESCRIPTION_LENGTH);

/**
 * Runs a change of the depots of vehicles and adds a movement to the vehicle file of each vehicle
 * that had a depot before and has others after it, in the same transaction (requirement G-01). The
 * caller publishes `activities.changed` afterwards.
 *
 * @param vehicleIds vehicles that the change may move
 */
export async function recordMovements(
  trx: Transaction,
  viewer: Viewer,
  vehicleIds: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  const before = await depotsOfVehicles(trx, vehicleIds);
  await change();
  const after = await depotsOfVehicles(trx, vehicleIds);
  const moved = [...before].flatMap(([vehicleId, from]) => {
    const to = after.get(vehicleId) ?? { customerId: from.customerId, names: [] };
    const description = described(from.names, to.names);
    const isSame = from.names.join('\n') === to.names.join('\n');
    return isSame ? [] : [{ vehicleId, customerId: from.customerId, description }];
  });
  if (moved.length === 0) return;
  const type = await activityType(trx, viewer, { reference: REFERENCE });
  if (type === undefined)
    throw new InternalError('activity_type.missing', { reference: REFERENCE });
  const author = await authorOf(trx, viewer);
  const made = await insertMovements(trx, { typeId: type.id, status: STATUS, author }, moved);
  await keepChanges(
    trx,
    author,
    moved.map(({ vehicleId, customerId, description }) => ({
      customerId,
      vehicleId,
      activityId: made.get(vehicleId) ?? null,
      scheduledActivityId: null,
      action: 'created',
      changes: [
        { field: 'activity_type', before: null, after: type.name },
        { field: 'description', before: null, after: description },
        { field: 'status', before: null, after: STATUS },
      ],
    })),
  );
}
