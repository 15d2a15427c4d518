import type { BodyOf, contract } from '@roadworthy/contract';
import { VEHICLE_ENERGIES } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { CatalogueKind, Transaction } from '../../../platform/db/index.ts';
import { type FieldErrors, refuseFaults } from '../customers/owner.ts';
import {
  driverIsKnown,
  entryIsKnown,
  knownDepots,
  knownScheduleTypes,
  knownTrackers,
  repairerIsKnown,
} from './references/repository.ts';
import { bearerOfRegistration } from './repository.ts';
import type { Vehicle } from './vehicle-json.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/** What of a vehicle names other records; what is absent stays as it is. */
export type References = {
  readonly [Field in
    | 'vehicle_type'
    | 'manufacturer_model'
    | 'livery_category'
    | 'contract_type'
    | 'lease_company'
    | 'repairer'
    | 'driver'
    | 'vehicle_groups'
    | 'schedule_types'
    | 'trackers']?: Body[Field] | undefined;
};

/** Each id once, in the order given. */
export const once = (ids: readonly number[]): number[] => [...new Set(ids)];

/** Fields that name an entry of a list. */
const ENTRIES = [
  ['manufacturer_model', 'model', 'This model is not known'],
  ['livery_category', 'livery', 'This livery category is not known'],
  ['contract_type', 'contract_type', 'This contract type is not known'],
  ['lease_company', 'lease_company', 'This lease company is not known'],
] as const satisfies readonly (readonly [keyof References, CatalogueKind, string])[];

/** The entry that a vehicle carries already: it stays allowed once it is archived. */
function carried(before: Vehicle | null, field: (typeof ENTRIES)[number][0]): number | null {
  const value = before?.[field] ?? null;
  return typeof value === 'object' && value !== null ? value.id : value;
}

/**
 * What is wrong with the records that a vehicle names: of another customer, out of sight, archived, or
 * not there at all.
 *
 * @param before the vehicle as it is; null for a new one and for many at once
 */
export async function faultsOfReferences(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: References,
  before: Vehicle | null,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const refuse = (field: keyof References, text: string) => {
    errors[field] = [text];
  };
  const { vehicle_type, driver, repairer } = wanted;
  if (vehicle_type !== undefined && !VEHICLE_ENERGIES.some(({ id }) => id === vehicle_type)) {
    refuse('vehicle_type', 'There is no such type');
  }
  for (const [field, kind, text] of ENTRIES) {
    const id = wanted[field] ?? null;
    if (id === null || id === carried(before, field)) continue;
    if (!(await entryIsKnown(trx, customerId, kind, id))) refuse(field, text);
  }
  if (repairer != null && repairer !== before?.repairer) {
    if (!(await repairerIsKnown(trx, customerId, repairer))) {
      refuse('repairer', 'This repairer is not known');
    }
  }
  if (driver != null && driver !== before?.driver) {
    if (!(await driverIsKnown(trx, viewer, customerId, driver))) {
      refuse('driver', 'This driver is not known');
    }
  }
  await faultsOfLists(trx, viewer, customerId, wanted, refuse);
  return errors;
}

async function faultsOfLists(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: References,
  refuse: (field: keyof References, text: string) => void,
): Promise<void> {
  const { vehicle_groups, schedule_types, trackers } = wanted;
  if (vehicle_groups !== undefined) {
    const depots = once(vehicle_groups);
    const known = await knownDepots(trx, viewer, customerId, depots);
    if (known < depots.length) refuse('vehicle_groups', 'A depot is not known');
    else if (depots.length === 0 && viewer.depotScope !== 'all') {
      refuse('vehicle_groups', 'Choose one of your depots');
    }
  }
  if (schedule_types !== undefined) {
    const types = once(schedule_types);
    if ((await knownScheduleTypes(trx, customerId, types)) < types.length) {
      refuse('schedule_types', 'A schedule type is not known');
    }
  }
  if (trackers !== undefined) {
    const devices = once(trackers);
    if ((await knownTrackers(trx, viewer, customerId, devices)) < devices.length) {
      refuse('trackers', 'A tracker is not known');
    }
  }
}

/** Refuses a registration that another vehicle of the customer has. */
export function refuseRegistration(isOfActive: boolean): never {
  const text = isOfActive
    ? 'A vehicle with this registration exists already'
    : 'An archived vehicle has this registration. Restore it instead';
  refuseFaults({ registration: [text] });
  throw new Error(text);
}

/**
 * Refuses a form that is wrong, beside its fields.
 *
 * @param before the vehicle as it is; null for a new one
 * @throws HttpError 400
 */
export async function checkVehicle(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  body: Body,
  before: Vehicle | null,
): Promise<void> {
  const bearer = await bearerOfRegistration(trx, customerId, body.registration);
  if (bearer !== undefined && bearer.id !== before?.id) refuseRegistration(bearer.is_active);
  refuseFaults(await faultsOfReferences(trx, viewer, customerId, body, before));
}
