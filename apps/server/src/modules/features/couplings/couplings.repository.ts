import type { AssetKind, CouplingSource, VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction, vehicleInScope } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

/** A stored coupling with the names of its two ends and of its driver. */
export interface CouplingRow {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly trailer_id: number;
  readonly trailer: string;
  readonly position: number;
  readonly coupled_at: Date;
  /** Null while it is coupled. */
  readonly uncoupled_at: Date | null;
  readonly source: CouplingSource;
  readonly silent_since: Date | null;
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
  readonly note: string;
  readonly author: string;
  readonly version: number;
}

/** Couplings `c` whose two ends are in the viewer's scope: vehicle `v`, trailer `w`, driver `d`. */
const visible = (viewer: Viewer, condition: RawBuilder<unknown>) => sql`from couplings c
  join vehicles v on v.id = c.vehicle_id
  join vehicles w on w.id = c.trailer_id
  left join drivers d on d.id = c.driver_id
  where ${ofCustomer(viewer, 'c.customer_id')} and ${vehicleInScope(viewer, 'c.vehicle_id')}
    and ${vehicleInScope(viewer, 'c.trailer_id')}
    and ${condition}`;

/** Columns of a coupling `c` of the vehicle `v`, the trailer `w` and the driver `d`. */
export const COUPLING_COLUMNS = sql`c.id, c.customer_id, c.vehicle_id, v.registration, c.trailer_id,
  w.registration as trailer, c.position, c.coupled_at, c.uncoupled_at, c.source, c.silent_since, c.driver_id,
  d.first_name, d.surname, c.note, c.author, c.version`;

/** A coupling that the viewer may see; undefined otherwise. */
export async function visibleCoupling(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CouplingRow | undefined> {
  const { rows } =
    await sql<CouplingRow>`select ${COUPLING_COLUMNS} ${visible(viewer, sql`c.id = ${id}`)}`.execute(
      trx,
    );
  return rows[0];
}

/** The couplings of a vehicle or trailer that have not ended, if both ends are visible. */
export async function openCouplingsOf(
  trx: Transaction,
  viewer: Viewer,
  assetId: number,
): Promise<readonly CouplingRow[]> {
  const isOpen = sql`(c.vehicle_id = ${assetId} or c.trailer_id = ${assetId}) and c.uncoupled_at is null`;
  const { rows } =
    await sql<CouplingRow>`select ${COUPLING_COLUMNS} ${visible(viewer, isOpen)}`.execute(trx);
  return rows;
}

/** Couplings by id, for the audit log; the caller has checked that they may be changed. */
export async function couplingsById(
  trx: Transaction,
  ids: readonly number[],
): Promise<readonly CouplingRow[]> {
  const { rows } = await sql<CouplingRow>`select ${COUPLING_COLUMNS} from couplings c
    join vehicles v on v.id = c.vehicle_id join vehicles w on w.id = c.trailer_id
    left join drivers d on d.id = c.driver_id
    where c.id = any(${[...ids]}::int[]) order by c.id`.execute(trx);
  return rows;
}

/** A vehicle or trailer that takes part in a coupling. */
export interface CoupledAsset {
  readonly id: number;
  readonly registration: string;
  readonly customer_id: number;
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
}

/** The visible vehicles among those given. */
export async function visibleAssets(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly CoupledAsset[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CoupledAsset>`
    select a.id, a.registration, a.customer_id, a.type, a.kind from vehicles a
    where a.id in (select id from (${visibleVehicles(trx, viewer).where('v.id', 'in', ids)}) seen)`.execute(
    trx,
  );
  return rows;
}

/** What is stored of a coupling. */
export interface CouplingValues {
  readonly vehicleId: number;
  readonly trailerId: number;
  readonly position: number;
  readonly coupledAt: Date;
  readonly uncoupledAt: Date | null;
  readonly driverId: number | null;
  readonly note: string;
}

/** Stores a coupling. Returns its id. */
export async function insertCoupling(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly source: CouplingSource;
    readonly authorId: number | null;
    readonly author: string;
  },
  values: CouplingValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('couplings')
    .values({
      customer_id: of.customerId,
      source: of.source,
      author_id: of.authorId,
      author: of.author,
      ...columnsOf(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const columnsOf = (values: CouplingValues) => ({
  vehicle_id: values.vehicleId,
  trailer_id: values.trailerId,
  position: values.position,
  coupled_at: values.coupledAt,
  uncoupled_at: values.uncoupledAt,
  driver_id: values.driverId,
  note: values.note,
});

/** A coupling that was found is a person's from then on, so that no finding changes it. */
const BY_PERSON = {
  source: sql<CouplingSource>`case when source in ('device', 'place') then 'hand' else source end`,
  silent_since: null,
  is_end_found: false,
};

/** Corrects a coupling. Returns false if it has changed since it was read. */
export async function updateCoupling(
  trx: Transaction,
  id: number,
  version: number,
  values: CouplingValues,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('couplings')
    .set({ ...columnsOf(values), ...BY_PERSON, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends couplings at a time. */
export async function endCouplings(
  trx: Transaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('couplings')
    .set({ uncoupled_at: at, ...BY_PERSON, version: sql`version + 1` })
    .where('id', 'in', ids)
    .execute();
}

export async function deleteCouplings(trx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('couplings').where('id', 'in', ids).execute();
}

/** The driver of an account; null without one. */
export async function driverOfUser(trx: Transaction, userId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('users')
    .select('driver_id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.driver_id ?? null;
}

/** The couplings of the vehicle and the trailers that last beyond a time, in their order. */
export async function couplingsAfter(
  trx: Transaction,
  vehicleId: number,
  trailerIds: readonly number[],
  at: Date,
): Promise<readonly CouplingRow[]> {
  // Two observations of the same vehicle or trailer follow each other.
  await sql`select from vehicles where id = any(${[vehicleId, ...trailerIds]}::int[])
    order by id for no key update`.execute(trx);
  const { rows } = await sql<{ id: number }>`select id from couplings
    where (vehicle_id = ${vehicleId} or trailer_id = any(${[...trailerIds]}::int[]))
      and (uncoupled_at is null or uncoupled_at > ${at})`.execute(trx);
  const found = await couplingsById(
    trx,
    rows.map(({ id }) => id),
  );
  return [...found].sort((a, b) => a.coupled_at.getTime() - b.coupled_at.getTime());
}
