import type { BodyOf, contract } from '@roadworthy/contract';
import { defaultKind, kindFits, VEHICLE_ENERGIES } from '@roadworthy/domain';
import { actorOf, type Change } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { FieldErrors } from '../customers/index.ts';
import {
  identifierBearers,
  writeIdentifiers,
} from './identifiers/vehicles-identifiers.repository.ts';
import {
  faultsOfIdentifiers,
  keptIdentifiers,
  keptKind,
} from './identifiers/vehicles-identifiers.ts';
import {
  type Bearer,
  bearersOfRegistrations,
} from './references/vehicles-references.repository.ts';
import type { VehicleHooks } from './vehicle-hooks.ts';
import { keptFacts, toVehicle, type Vehicle } from './vehicle-json.ts';
import { lockVehicles, vehiclesByIds } from './vehicles.repository.ts';
import {
  faultsOfReferences,
  knownReferences,
  once,
  type References,
  takenText,
} from './vehicles-checks.ts';
import {
  fitTrackers,
  insertVehicles,
  type Pairs,
  takeTrackersOff,
  type VehicleColumns,
  type WholeColumns,
  writeDepots,
  writeSchedules,
  writeVehicles,
} from './writing/vehicles-writing.repository.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/** A vehicle as submitted with a complete form. */
export interface VehicleToSave {
  /** The stored vehicle, from {@link vehiclesToChange}; null for a new one. */
  readonly before: Vehicle | null;
  readonly body: Body;
}

/** A saved vehicle, or the validation errors of its form. */
export type SavedVehicle = { readonly vehicle: Vehicle } | { readonly errors: FieldErrors };

/** The depots that a person can change; the vehicle keeps its others. */
export const depotsWithin = ({ depotScope }: Viewer) => (depotScope === 'all' ? null : depotScope);

/** The name of a vehicle in the audit log. */
export const subjectOf = ({ id, registration }: Vehicle) =>
  ({ kind: 'vehicle', id: String(id), name: registration }) as const;

const energyOf = (wanted: number | undefined) => VEHICLE_ENERGIES.find(({ id }) => id === wanted);

/** The columns of vehicles; absent ones stay unchanged. */
export function columnsOf(
  wanted: References & { readonly [Field in keyof Body]?: Body[Field] | undefined },
): VehicleColumns {
  const energy = energyOf(wanted.vehicle_type);
  const columns = {
    type: wanted.type,
    manufacturer_model_id: wanted.manufacturer_model,
    livery_category_id: wanted.livery_category,
    contract_type_id: wanted.contract_type,
    lease_company_id: wanted.lease_company,
    repairer_id: wanted.repairer,
    fuel_reference: energy?.reference,
    fuel_name: energy?.name,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The row of a vehicle. */
function wholeColumns(body: Body): WholeColumns {
  const energy = energyOf(body.vehicle_type) ?? VEHICLE_ENERGIES[0];
  return {
    registration: body.registration,
    type: body.type,
    vin: body.vin,
    first_registered_on: body.first_registered_on,
    driver_id: body.driver,
    manufacturer_model_id: body.manufacturer_model,
    livery_category_id: body.livery_category,
    contract_type_id: body.contract_type,
    lease_company_id: body.lease_company,
    repairer_id: body.repairer,
    fuel_reference: energy.reference,
    fuel_name: energy.name,
    kind: body.kind === defaultKind(body.type) ? null : body.kind,
    axles: body.axles,
    axle_weights_kg: body.axle_weights_kg,
    gross_weight_kg: body.gross_weight_kg,
    train_weight_kg: body.train_weight_kg,
    trailer_number: body.trailer_number,
    owner: body.owner,
    is_international_haulage: body.is_international_haulage,
  };
}

/** Vehicles with all details, sorted by id. */
export async function readVehicles(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Vehicle[]> {
  return (await vehiclesByIds(trx, viewer, ids)).map(toVehicle);
}

/** Visible vehicles that are not archived, locked until the transaction ends. */
export async function vehiclesToChange(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Vehicle[]> {
  const held = await lockVehicles(trx, viewer, once(ids), true);
  return readVehicles(
    trx,
    viewer,
    held.map(({ id }) => id),
  );
}

/** A form with its devices as a list, in whichever field they were submitted. */
const withTrackers = ({ before, body }: VehicleToSave): Row['body'] => ({
  ...body,
  kind: keptKind(before, body),
  identifiers: keptIdentifiers(before, body),
  trackers: once(body.trackers ?? (body.tracker === null ? [] : [body.tracker])),
});

type Row = VehicleToSave & { readonly body: Body & { readonly trackers: number[] } };

/** The validation errors of the kind and the plated values. */
function faultsOfPlate(body: Body): FieldErrors {
  const { type, kind, axles, axle_weights_kg: weights } = body;
  const knownKg = body.gross_weight_kg ?? body.train_weight_kg;
  return {
    ...(kind !== null && !kindFits(type, kind) ? { kind: ['vehicle.kind_type'] } : {}),
    ...(weights !== null && axles !== null && weights.length !== axles
      ? { axle_weights_kg: ['vehicle.axle_weights_count'] }
      : {}),
    // The mass decides whether the vehicle needs a tachograph.
    ...(body.is_international_haulage && knownKg === null
      ? { gross_weight_kg: ['vehicle.haulage_mass'] }
      : {}),
  };
}

/** The validation errors of each row; an empty object if there are none. */
async function faultsOf(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  rows: readonly Row[],
): Promise<FieldErrors[]> {
  const bodies = rows.map(({ body }) => body);
  const bearers = await bearersOfRegistrations(
    trx,
    customerId,
    bodies.map(({ registration }) => registration),
  );
  const known = await knownReferences(trx, viewer, customerId, bodies);
  const holders = await identifierBearers(
    trx,
    customerId,
    bodies.flatMap(({ identifiers }) => identifiers ?? []),
  );
  const given = new Set<string>();
  return rows.map(({ before, body }) => {
    const plain = body.registration.replace(/\s/g, '').toUpperCase();
    const bearer: Bearer | undefined = given.has(plain)
      ? { id: 0, is_active: true }
      : bearers.get(body.registration);
    given.add(plain);
    const faults = faultsOfReferences(viewer, known, body, before);
    Object.assign(faults, faultsOfPlate(body), faultsOfIdentifiers(body, before, holders));
    return bearer === undefined || bearer.id === before?.id
      ? faults
      : { registration: [takenText(bearer.is_active)], ...faults };
  });
}

/**
 * The validation errors that {@link saveVehicles} would return; nothing is written.
 *
 * @returns the errors of each form, in the same order; an empty object if it is valid
 */
export function errorsOfVehicles(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly VehicleToSave[],
): Promise<FieldErrors[]> {
  const rows = wanted.map((one): Row => ({ before: one.before, body: withTrackers(one) }));
  return faultsOf(trx, viewer, customerId, rows);
}

/** Writes valid forms. Returns the ids in the same order, and how many devices moved. */
async function write(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  rows: readonly Row[],
  hooks: VehicleHooks,
): Promise<{ ids: number[]; moved: number }> {
  const fresh = rows.filter(({ before }) => before === null);
  const made = await insertVehicles(
    trx,
    customerId,
    fresh.map(({ body }) => wholeColumns(body)),
  );
  const ids = rows.map(({ before, body }) => before?.id ?? made.get(body.registration) ?? 0);
  await writeVehicles(
    trx,
    rows.flatMap(({ before, body }) =>
      before === null ? [] : [{ id: before.id, ...wholeColumns(body) }],
    ),
  );
  const pairs = (othersOf: (body: Row['body']) => readonly number[]): Pairs =>
    rows.flatMap(({ body }, n) =>
      once(othersOf(body)).map((other) => [ids[n] ?? 0, other] as const),
    );
  const depots = pairs((body) => body.vehicle_groups);
  const known = rows.flatMap(({ before }) => (before === null ? [] : [before.id]));
  await hooks.recordMovements(trx, viewer, known, () =>
    writeDepots(trx, customerId, ids, depots, depotsWithin(viewer)),
  );
  const schedules = pairs((body) => body.schedule_types);
  await writeSchedules(trx, customerId, ids, schedules);
  await hooks.followSchedules(trx, viewer, ids);
  await writeIdentifiers(
    trx,
    customerId,
    rows.flatMap(({ body: { identifiers } }, n) =>
      identifiers === undefined ? [] : [{ id: ids[n] ?? 0, identifiers }],
    ),
  );
  const trackers = pairs((body) => body.trackers);
  const off = await takeTrackersOff(trx, ids, trackers);
  return { ids, moved: off + (await fitTrackers(trx, trackers)) };
}

/**
 * Creates and changes vehicles of one customer. Valid rows are saved as a whole; invalid rows change
 * nothing. All writes of vehicles use this function, for one vehicle or a thousand.
 *
 * @returns the result of each row, in the same order; how many devices moved; and the audit entries,
 *   which the caller writes last (`recordChanges`)
 */
export async function saveVehicles(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  wanted: readonly VehicleToSave[],
  hooks: VehicleHooks,
): Promise<{ saved: SavedVehicle[]; moved: number; changes: Change[] }> {
  const rows = wanted.map((one): Row => ({ before: one.before, body: withTrackers(one) }));
  const faults = await faultsOf(trx, viewer, customerId, rows);
  const right = rows.filter((_, n) => Object.keys(faults[n] ?? {}).length === 0);
  if (right.length === 0) {
    return { saved: faults.map((errors) => ({ errors })), moved: 0, changes: [] };
  }
  const { ids, moved } = await write(trx, viewer, customerId, right, hooks);
  const vehicles = await readVehicles(trx, viewer, ids);
  const actor = await actorOf(trx, viewer);
  const changes = right.map(({ before }, n): Change => {
    const vehicle = vehicles[n] as Vehicle;
    return {
      customerId,
      actor,
      subject: subjectOf(vehicle),
      action: before === null ? 'created' : 'changed',
      before: before === null ? null : keptFacts(before),
      after: keptFacts(vehicle),
    };
  });
  const places = new Map(right.map((row, n) => [row, vehicles[n] as Vehicle]));
  const saved = rows.map((row, n): SavedVehicle => {
    const vehicle = places.get(row);
    return vehicle === undefined ? { errors: faults[n] ?? {} } : { vehicle };
  });
  return { saved, moved, changes };
}
