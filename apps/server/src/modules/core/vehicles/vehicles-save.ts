import type { BodyOf, contract } from '@roadworthy/contract';
import { InternalError } from '@roadworthy/domain';
import { actorOf, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../platform/errors.ts';
import { customerFor, throwIfInvalid } from '../customers/index.ts';
import type { VehicleHooks } from './vehicle-hooks.ts';
import { keptFacts, type Vehicle } from './vehicle-json.ts';
import { lockVehicles } from './vehicles.repository.ts';
import { faultsOfReferences, knownReferences, once } from './vehicles-checks.ts';
import {
  columnsOf,
  depotsWithin,
  readVehicles,
  saveVehicles,
  subjectOf,
  type VehicleToSave,
  vehiclesToChange,
} from './vehicles-saving.ts';
import {
  type Pairs,
  takeTrackersOff,
  writeArchived,
  writeColumns,
  writeDepots,
  writeSchedules,
} from './writing/vehicles-writing.repository.ts';

type Calls = typeof contract.vehicles;
type Body = BodyOf<Calls['create']>;
type Changes = BodyOf<Calls['changeMany']>['changes'];

/** A saved vehicle, and how many devices moved with it. */
export interface Written {
  readonly vehicle: Vehicle;
  readonly moved: number;
}

/** Writes one vehicle and its audit entry. */
async function saveOne(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  row: VehicleToSave,
  hooks: VehicleHooks,
): Promise<Written> {
  const { saved, moved, changes } = await saveVehicles(trx, viewer, customerId, [row], hooks);
  const [one] = saved;
  if (one === undefined) throw notFound();
  if ('errors' in one) {
    throwIfInvalid(one.errors);
    throw new InternalError('vehicle.error_missing');
  }
  await recordChanges(trx, changes);
  return { vehicle: one.vehicle, moved };
}

/**
 * Creates a vehicle of a customer.
 *
 * @throws HttpError 400 with the invalid fields
 */
export async function createVehicle(
  trx: Transaction,
  viewer: Viewer,
  body: Body,
  hooks: VehicleHooks,
): Promise<Written> {
  const customerId = await customerFor(trx, viewer, body.customer);
  return saveOne(trx, viewer, customerId, { before: null, body }, hooks);
}

/**
 * Changes a vehicle that is not archived.
 *
 * @throws HttpError 400 with the invalid fields, 404 for one that is not visible
 */
export async function changeVehicle(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  body: Body,
  hooks: VehicleHooks,
): Promise<Written> {
  const before = orNotFound((await vehiclesToChange(trx, viewer, [id]))[0]);
  if (body.customer !== undefined && body.customer !== before.customer) {
    throwIfInvalid({ customer: ['vehicle.customer_fixed'] });
  }
  return saveOne(trx, viewer, before.customer, { before, body }, hooks);
}

/** Locks vehicles of one customer; all of them must be found. */
async function lockAll(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
  isActive: boolean | null,
) {
  const wanted = once(ids);
  const known = await lockVehicles(trx, viewer, wanted, isActive);
  if (known.length < wanted.length) throw notFound('vehicle.one_unknown');
  return known;
}

/** All pairs of a vehicle and a related id. */
const everyPair = (vehicles: readonly number[], others: readonly number[]): Pairs =>
  vehicles.flatMap((vehicle) => once(others).map((other) => [vehicle, other] as const));

/**
 * Sets the same fields on vehicles of one customer; all or none.
 *
 * @returns their customer
 * @throws HttpError 400 with the invalid fields, 404 if one is archived or not visible
 */
export async function changeManyVehicles(
  trx: Transaction,
  viewer: Viewer,
  wanted: readonly number[],
  changes: Changes,
  hooks: VehicleHooks,
): Promise<{ customerId: number }> {
  const known = await lockAll(trx, viewer, wanted, true);
  const [customerId = 0, ...others] = new Set(known.map(({ customer_id }) => customer_id));
  if (others.length > 0) throwIfInvalid({ ids: ['vehicle.one_customer'] });
  const references = await knownReferences(trx, viewer, customerId, [changes]);
  throwIfInvalid(faultsOfReferences(viewer, references, changes, null));
  const ids = known.map(({ id }) => id);
  const before = await readVehicles(trx, viewer, ids);
  await writeColumns(trx, ids, columnsOf(changes));
  if (changes.vehicle_groups !== undefined) {
    const depots = everyPair(ids, changes.vehicle_groups);
    await hooks.recordMovements(trx, viewer, ids, () =>
      writeDepots(trx, customerId, ids, depots, depotsWithin(viewer)),
    );
  }
  if (changes.schedule_types !== undefined) {
    await writeSchedules(trx, customerId, ids, everyPair(ids, changes.schedule_types));
  }
  await hooks.followSchedules(trx, viewer, ids);
  const after = await readVehicles(trx, viewer, ids);
  const actor = await actorOf(trx, viewer);
  await recordChanges(
    trx,
    after.map((vehicle, n) => ({
      customerId,
      actor,
      subject: subjectOf(vehicle),
      action: 'changed',
      before: keptFacts(before[n] ?? vehicle),
      after: keptFacts(vehicle),
    })),
  );
  return { customerId };
}

/**
 * Archives or restores vehicles; all or none. An archived vehicle releases its devices,
 * which can then be fitted to others.
 *
 * @returns how many devices were removed
 * @throws HttpError 404 if one is not visible
 */
export async function archiveVehicles(
  trx: Transaction,
  viewer: Viewer,
  wanted: readonly number[],
  isArchived: boolean,
): Promise<number> {
  const known = await lockAll(trx, viewer, wanted, null);
  const ids = known.filter(({ is_active }) => is_active === isArchived).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const before = await readVehicles(trx, viewer, ids);
  const moved = isArchived ? await takeTrackersOff(trx, ids, null) : 0;
  await writeArchived(trx, ids, isArchived);
  const actor = await actorOf(trx, viewer);
  await recordChanges(
    trx,
    before.map((vehicle) => ({
      customerId: vehicle.customer,
      actor,
      subject: subjectOf(vehicle),
      action: isArchived ? 'archived' : 'restored',
      before: isArchived ? { tracker: vehicle.trackers.map(({ tracker }) => tracker) } : null,
      after: null,
    })),
  );
  return moved;
}
