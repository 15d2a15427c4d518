import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { type ErrorMessage, fieldConflict } from '../../../platform/errors.ts';
import { type FieldErrors, throwIfInvalid } from '../customers/index.ts';
import {
  knownGroups,
  knownScheduleTypes,
  knownVehicles,
  nameIsTaken,
} from './depots-known.repository.ts';
import type { GroupBody } from './group-json.ts';

/** The customer of a form, and the previous values; null for a new record. */
interface Checked {
  readonly customerId: number;
  readonly id: number | null;
  readonly regionId: number | null;
}

/** Each id once, in the order given. */
export const once = (ids: readonly number[]): number[] => [...new Set(ids)];

/**
 * Refuses a form that refers to records that are of another customer or not visible.
 *
 * @throws HttpError 400 with the fields, 409 for a name that is taken
 */
export async function checkGroup(
  trx: Transaction,
  viewer: Viewer,
  body: GroupBody,
  { customerId, id, regionId }: Checked,
): Promise<void> {
  const errors: FieldErrors = {};
  const refuse = (field: string, text: ErrorMessage) => {
    errors[field] = [text];
  };
  if (body.is_region) {
    const wanted = once(body.vehicle_groups);
    const known = await knownGroups(trx, viewer, false, customerId, wanted);
    if (known < wanted.length) refuse('vehicle_groups', 'depot.unknown');
  } else {
    if (body.region !== null && body.region !== regionId) {
      const known = await knownGroups(trx, viewer, true, customerId, [body.region]);
      if (known === 0) refuse('region', 'region.unknown');
    }
    const vehicles = once(body.vehicles);
    const known = await knownVehicles(trx, viewer, customerId, vehicles);
    if (known < vehicles.length) refuse('vehicles', 'vehicle.one_unknown');
    const types = once(body.schedule_types);
    if ((await knownScheduleTypes(trx, customerId, types)) < types.length) {
      refuse('schedule_types', 'vehicle.schedule_type_unknown');
    }
  }
  if (viewer.depotScope !== 'all' && !body.is_region && body.region !== regionId) {
    refuse('region', 'depot.move_needs_all_depots');
  }
  throwIfInvalid(errors);
  if (await nameIsTaken(trx, body.is_region, customerId, body.name, id)) refuseName(body.is_region);
}

/** @throws HttpError 409 on the name */
export function refuseName(isRegion: boolean): never {
  const text = isRegion ? 'region.name_taken' : 'depot.name_taken';
  throw fieldConflict('name', text);
}
