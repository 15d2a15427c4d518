import type { BodyOf, contract } from '@roadworthy/contract';
import { InternalError, VEHICLE_ENERGIES } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { CatalogueKind, Transaction } from '../../../platform/db/index.ts';
import type { ErrorMessage } from '../../../platform/errors.ts';
import { type FieldErrors, throwIfInvalid } from '../customers/index.ts';
import {
  knownDepots,
  knownDrivers,
  knownEntries,
  knownRepairers,
  knownScheduleTypes,
  knownTrackers,
} from './references/vehicles-references.repository.ts';
import type { Vehicle } from './vehicle-json.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/** The fields of a vehicle that refer to other records; absent fields stay unchanged. */
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

/** Fields that refer to an entry of a list. */
const ENTRIES = [
  ['manufacturer_model', 'model', 'vehicle.model_unknown'],
  ['livery_category', 'livery', 'vehicle.livery_unknown'],
  ['contract_type', 'contract_type', 'vehicle.contract_unknown'],
  ['lease_company', 'lease_company', 'vehicle.lease_company_unknown'],
] as const satisfies readonly (readonly [keyof References, CatalogueKind, string])[];

/** An entry that the vehicle already has stays allowed after it is archived. */
function carried(before: Vehicle | null, field: (typeof ENTRIES)[number][0]): number | null {
  const value = before?.[field] ?? null;
  return typeof value === 'object' && value !== null ? value.id : value;
}

/** The records, out of those that some vehicles refer to, that they may refer to. */
interface KnownReferences {
  readonly entries: ReadonlyMap<CatalogueKind, ReadonlySet<number>>;
  readonly repairers: ReadonlySet<number>;
  readonly drivers: ReadonlySet<number>;
  readonly depots: ReadonlySet<number>;
  readonly scheduleTypes: ReadonlySet<number>;
  readonly trackers: ReadonlySet<number>;
}

/**
 * Looks up the records that some vehicles refer to: of the customer, visible and not archived. One
 * query per kind, regardless of the number of vehicles.
 */
export async function knownReferences(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly References[],
): Promise<KnownReferences> {
  const all = (idsOf: (one: References) => readonly (number | null | undefined)[] | undefined) =>
    once(wanted.flatMap((one) => (idsOf(one) ?? []).filter((id) => id != null)));
  const entries = new Map<CatalogueKind, ReadonlySet<number>>();
  for (const [field, kind] of ENTRIES) {
    const ids = all((one) => [one[field]]);
    entries.set(kind, await knownEntries(trx, customerId, kind, ids));
  }
  const [repairers, drivers] = [all((one) => [one.repairer]), all((one) => [one.driver])];
  const depots = all((one) => one.vehicle_groups);
  const types = all((one) => one.schedule_types);
  const trackers = all((one) => one.trackers);
  return {
    entries,
    repairers: await knownRepairers(trx, customerId, repairers),
    drivers: await knownDrivers(trx, viewer, customerId, drivers),
    depots: await knownDepots(trx, viewer, customerId, depots),
    scheduleTypes: await knownScheduleTypes(trx, customerId, types),
    trackers: await knownTrackers(trx, viewer, customerId, trackers),
  };
}

/**
 * Validation errors for the records that a vehicle refers to: of another customer, not visible,
 * archived, or unknown.
 *
 * @param known result of {@link knownReferences}
 * @param before the stored vehicle; null for a new one and for several at once
 */
export function faultsOfReferences(
  { depotScope }: Pick<Viewer, 'depotScope'>,
  known: KnownReferences,
  wanted: References,
  before: Vehicle | null,
): FieldErrors {
  const errors: FieldErrors = {};
  const refuse = (field: keyof References, text: ErrorMessage) => {
    errors[field] = [text];
  };
  const { vehicle_type, driver, repairer, vehicle_groups, schedule_types, trackers } = wanted;
  if (vehicle_type !== undefined && !VEHICLE_ENERGIES.some(({ id }) => id === vehicle_type)) {
    refuse('vehicle_type', 'vehicle.type_missing');
  }
  for (const [field, kind, text] of ENTRIES) {
    const id = wanted[field] ?? null;
    if (id === null || id === carried(before, field)) continue;
    if (known.entries.get(kind)?.has(id) !== true) refuse(field, text);
  }
  if (repairer != null && repairer !== before?.repairer && !known.repairers.has(repairer)) {
    refuse('repairer', 'vehicle.repairer_unknown');
  }
  if (driver != null && driver !== before?.driver && !known.drivers.has(driver)) {
    refuse('driver', 'driver.unknown');
  }
  if (vehicle_groups?.some((id) => !known.depots.has(id))) {
    refuse('vehicle_groups', 'depot.unknown');
  } else if (vehicle_groups?.length === 0 && depotScope !== 'all') {
    refuse('vehicle_groups', 'depot.of_yours_required');
  }
  if (schedule_types?.some((id) => !known.scheduleTypes.has(id))) {
    refuse('schedule_types', 'vehicle.schedule_type_unknown');
  }
  if (trackers?.some((id) => !known.trackers.has(id)))
    refuse('trackers', 'vehicle.tracker_unknown');
  return errors;
}

/** The error text for a registration that another vehicle of the customer has. */
export const takenText = (isOfActive: boolean) =>
  isOfActive ? 'vehicle.registration_taken' : 'vehicle.registration_archived';

/** Refuses a registration that another vehicle of the customer has. */
export function refuseRegistration(isOfActive: boolean): never {
  const text = takenText(isOfActive);
  throwIfInvalid({ registration: [text] });
  throw new InternalError(text);
}
