import { type BodyOf, contract } from '@roadworthy/contract';
import { kindFits, typesOfKind, type VehicleType } from '@roadworthy/domain';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { KeptChoices, Transaction, UploadFields } from '../../../../../platform/db/index.ts';
import {
  bearersOfRegistrations,
  platedOf,
  type Vehicle,
  type VehicleToSave,
  vehiclesToChange,
} from '../../../../core/vehicles/index.ts';
import { contentOf } from '../../imports-content.ts';
import { namesIn } from '../../reading/imports-reading-values.ts';
import type { RowError } from '../rows/row-form.ts';
import {
  listedNames,
  trackersByNumber,
  visibleDepots,
} from './imports-vehicles-matching.repository.ts';
import { Names } from './imports-vehicles-matching-names.ts';
import { type RowChanges, readRow } from './row-changes.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/** Result of a row: a vehicle to save, an unchanged vehicle, or errors. */
type Matched =
  | { readonly toSave: VehicleToSave }
  | { readonly unchanged: Vehicle }
  | { readonly errors: readonly RowError[] };

/** The form of a vehicle with its current values. */
function bodyOf(vehicle: Vehicle): Body {
  return {
    registration: vehicle.registration,
    type: vehicle.type,
    vehicle_type: vehicle.vehicle_type.id,
    manufacturer_model: vehicle.manufacturer_model?.id ?? null,
    vin: vehicle.vin,
    livery_category: vehicle.livery_category?.id ?? null,
    contract_type: vehicle.contract_type,
    lease_company: vehicle.lease_company,
    repairer: vehicle.repairer,
    tracker: null,
    trackers: vehicle.trackers.map(({ id }) => id),
    driver: vehicle.driver,
    vehicle_groups: vehicle.vehicle_groups,
    schedule_types: vehicle.schedule_types,
    is_active: true,
    ...platedOf(vehicle),
  };
}

/**
 * Values with the type that their kind needs: a file of trailers names no types. A trailer is a goods
 * vehicle, unless its row or the stored vehicle says otherwise.
 */
function withType(changes: RowChanges, stored: VehicleType | null): RowChanges {
  const { kind, type } = changes;
  if (kind == null || type !== undefined) return changes;
  if (stored !== null && kindFits(stored, kind)) return changes;
  const needed = typesOfKind(kind).at(-1);
  return needed === undefined ? changes : { ...changes, type: needed };
}

function changed(vehicle: Vehicle, changes: RowChanges): Matched {
  const before = bodyOf(vehicle);
  // Keep the stored spelling of the registration: case and spaces do not make a different one.
  const after = { ...before, ...withType(changes, vehicle.type) };
  if (contentOf(before) === contentOf(after)) return { unchanged: vehicle };
  return { toSave: { before: vehicle, body: after } };
}

function made(registration: string, read: RowChanges): Matched {
  const changes = withType(read, null);
  if (changes.type === undefined) return { errors: [{ key: 'upload.row.noType' }] };
  const parsed = contract.vehicles.create.body.safeParse({ registration, ...changes });
  return parsed.success
    ? { toSave: { before: null, body: parsed.data } }
    : { errors: [{ key: 'upload.row.form' }] };
}

/** Matches rows to the vehicles of a customer, with the permissions of one person. */
export class Matcher {
  private constructor(
    private readonly viewer: Viewer,
    private readonly customerId: number,
    private readonly choices: KeptChoices,
    private readonly names: Names,
  ) {}

  static async open(
    trx: Transaction,
    viewer: Viewer,
    customerId: number,
    choices: KeptChoices,
  ): Promise<Matcher> {
    const listed = await listedNames(trx, customerId);
    const depots = await visibleDepots(trx, viewer, customerId);
    return new Matcher(viewer, customerId, choices, new Names(listed, depots));
  }

  /** Matches rows, in order. Locks the vehicles for the transaction. */
  async match(trx: Transaction, rows: readonly UploadFields[]): Promise<Matched[]> {
    const numbers = rows.flatMap(({ tracker }) => namesIn(tracker ?? ''));
    const trackers = await trackersByNumber(trx, this.customerId, numbers);
    const bearers = await bearersOfRegistrations(
      trx,
      this.customerId,
      rows.map(({ registration }) => registration ?? ''),
    );
    const ids = [...bearers.values()].map(({ id }) => id);
    const vehicles = new Map(
      (await vehiclesToChange(trx, this.viewer, ids)).map((vehicle) => [vehicle.id, vehicle]),
    );
    return rows.map((fields): Matched => {
      const { registration = '' } = fields;
      const bearer = bearers.get(registration);
      const vehicle = bearer === undefined ? undefined : vehicles.get(bearer.id);
      const refused = this.#refusal(bearer, vehicle);
      if (refused !== null) return { errors: [refused] };
      const { changes, errors } = readRow(fields, this.names, trackers);
      if (vehicle === undefined && this.#lacksDepot(changes) && fields.depot === undefined) {
        errors.push({ key: 'upload.row.ownDepot' });
      }
      if (errors.length > 0) return { errors };
      return vehicle === undefined ? made(registration, changes) : changed(vehicle, changes);
    });
  }

  #refusal(
    bearer: { readonly is_active: boolean } | undefined,
    vehicle: Vehicle | undefined,
  ): RowError | null {
    if (bearer === undefined) return this.choices.create ? null : { key: 'upload.row.notThere' };
    if (!bearer.is_active) return { key: 'upload.row.archived' };
    // For a vehicle that is not visible, disclose only that the registration is taken.
    if (vehicle === undefined || !this.choices.update) return { key: 'upload.row.exists' };
    return null;
  }

  /** People with limited depots can create vehicles in these only. */
  #lacksDepot({ vehicle_groups: depots = [] }: RowChanges): boolean {
    return this.viewer.depotScope !== 'all' && depots.length === 0;
  }
}
