import type { BodyOf, contract } from '@roadworthy/contract';
import { VEHICLE_ENERGIES } from '@roadworthy/domain';
import { actorOf, recordChange, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { customerFor, refuseFaults } from '../customers/owner.ts';
import { checkVehicle, faultsOfReferences, once, type References } from './checks.ts';
import { lockVehicles, vehiclesByIds } from './repository.ts';
import { keptFacts, toVehicle, type Vehicle } from './vehicle-json.ts';
import {
  fitTrackers,
  insertVehicle,
  takeTrackersOff,
  type VehicleColumns,
  writeArchived,
  writeColumns,
  writeDepots,
  writeSchedules,
} from './writing/repository.ts';

type Calls = typeof contract.vehicles;
type Body = BodyOf<Calls['create']>;
type Changes = BodyOf<Calls['changeMany']>['changes'];

/** A vehicle that was written, and how many devices moved with it. */
interface Written {
  readonly vehicle: Vehicle;
  readonly moved: number;
}

/** A form whose devices are a list, whichever way they were given. */
const withTrackers = (body: Body): Body & { trackers: number[] } => ({
  ...body,
  trackers: once(body.trackers ?? (body.tracker === null ? [] : [body.tracker])),
});

/** What stands in the vehicle's own row; what is absent stays as it is. */
function columnsOf(
  wanted: References & { readonly [Field in keyof Body]?: Body[Field] | undefined },
): VehicleColumns {
  const energy = VEHICLE_ENERGIES.find(({ id }) => id === wanted.vehicle_type);
  const columns = {
    registration: wanted.registration,
    type: wanted.type,
    vin: wanted.vin,
    first_registered_on: wanted.first_registered_on,
    driver_id: wanted.driver,
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

/** The depots that a person's change is about: the others of a vehicle stay. */
const depotsWithin = ({ depotScope }: Viewer) => (depotScope === 'all' ? null : depotScope);

async function readAll(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Vehicle[]> {
  return (await vehiclesByIds(trx, viewer, ids)).map(toVehicle);
}

async function readOne(trx: Transaction, viewer: Viewer, id: number): Promise<Vehicle> {
  const [vehicle] = await readAll(trx, viewer, [id]);
  if (vehicle === undefined) throw notFound();
  return vehicle;
}

const subjectOf = ({ id, registration }: Vehicle) =>
  ({ kind: 'vehicle', id: String(id), name: registration }) as const;

async function write(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  customerId: number,
  body: Body & { trackers: number[] },
): Promise<number> {
  await writeColumns(trx, [id], columnsOf(body));
  await writeDepots(trx, customerId, [id], once(body.vehicle_groups), depotsWithin(viewer));
  await writeSchedules(trx, customerId, [id], once(body.schedule_types));
  const off = await takeTrackersOff(trx, [id], body.trackers);
  return off + (await fitTrackers(trx, id, body.trackers));
}

/**
 * Makes a vehicle of a customer.
 *
 * @throws HttpError 400 with the fields that are wrong
 */
export async function createVehicle(
  trx: Transaction,
  viewer: Viewer,
  given: Body,
): Promise<Written> {
  const body = withTrackers(given);
  const customerId = await customerFor(trx, viewer, body.customer);
  await checkVehicle(trx, viewer, customerId, body, null);
  const id = await insertVehicle(trx, customerId, body);
  const moved = await write(trx, viewer, id, customerId, body);
  const vehicle = await readOne(trx, viewer, id);
  await recordChange(trx, {
    customerId,
    actor: await actorOf(trx, viewer),
    subject: subjectOf(vehicle),
    action: 'created',
    before: null,
    after: keptFacts(vehicle),
  });
  return { vehicle, moved };
}

/**
 * Changes a vehicle that is not archived.
 *
 * @throws HttpError 400 with the fields that are wrong, 404 for one out of sight
 */
export async function changeVehicle(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  given: Body,
): Promise<Written> {
  const [known] = await lockVehicles(trx, viewer, [id], true);
  if (known === undefined) throw notFound();
  const body = withTrackers(given);
  const before = await readOne(trx, viewer, id);
  if (body.customer !== undefined && body.customer !== known.customer_id) {
    refuseFaults({ customer: ['A vehicle stays with its customer'] });
  }
  await checkVehicle(trx, viewer, known.customer_id, body, before);
  const moved = await write(trx, viewer, id, known.customer_id, body);
  const vehicle = await readOne(trx, viewer, id);
  await recordChange(trx, {
    customerId: known.customer_id,
    actor: await actorOf(trx, viewer),
    subject: subjectOf(vehicle),
    action: 'changed',
    before: keptFacts(before),
    after: keptFacts(vehicle),
  });
  return { vehicle, moved };
}

/** Vehicles of one customer, locked; all that were asked for. */
async function lockAll(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
  isActive: boolean | null,
) {
  const wanted = once(ids);
  const known = await lockVehicles(trx, viewer, wanted, isActive);
  if (known.length < wanted.length) throw notFound('A vehicle is not known');
  return known;
}

/**
 * Gives vehicles of one customer the same, all of them or none.
 *
 * @throws HttpError 400 with the fields that are wrong, 404 where one is archived or out of sight
 */
export async function changeManyVehicles(
  trx: Transaction,
  viewer: Viewer,
  wanted: readonly number[],
  changes: Changes,
): Promise<void> {
  const known = await lockAll(trx, viewer, wanted, true);
  const [customerId = 0, ...others] = new Set(known.map(({ customer_id }) => customer_id));
  if (others.length > 0) refuseFaults({ ids: ['Choose vehicles of one customer'] });
  refuseFaults(await faultsOfReferences(trx, viewer, customerId, changes, null));
  const ids = known.map(({ id }) => id);
  const before = await readAll(trx, viewer, ids);
  await writeColumns(trx, ids, columnsOf(changes));
  if (changes.vehicle_groups !== undefined) {
    await writeDepots(trx, customerId, ids, once(changes.vehicle_groups), depotsWithin(viewer));
  }
  if (changes.schedule_types !== undefined) {
    await writeSchedules(trx, customerId, ids, once(changes.schedule_types));
  }
  const after = await readAll(trx, viewer, ids);
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
}

/**
 * Archives vehicles or brings them back, all of them or none. An archived vehicle leaves its devices,
 * which can then be fitted to others.
 *
 * @returns how many devices were taken off
 * @throws HttpError 404 where one is out of sight
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
  const before = await readAll(trx, viewer, ids);
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
