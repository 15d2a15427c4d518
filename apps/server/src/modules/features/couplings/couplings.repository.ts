import type { AssetKind, CouplingSource, CouplingState, VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  countedPage,
  ofCustomer,
  type Transaction,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import { containsPattern, type ListCount, type Page } from '../../../platform/paging.ts';
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

/** Days are YYYY-MM-DD in UTC, and both ends are included. */
export interface CouplingFilter {
  readonly id?: number | undefined;
  readonly vehicle?: number | undefined;
  readonly trailer?: number | undefined;
  /** Either end. */
  readonly asset?: number | undefined;
  readonly depot?: number | undefined;
  readonly state?: CouplingState | undefined;
  readonly source?: CouplingSource | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const when = (value: unknown, condition: () => RawBuilder<unknown>) =>
  value === undefined ? [] : [condition()];

/** The ids are looked up first, so that an index of couplings finds their rows. */
function found(search: string): RawBuilder<unknown> {
  const pattern = containsPattern(search);
  const vehicles = sql`array(select id from vehicles where registration ilike ${pattern})`;
  return sql`(c.vehicle_id = any(${vehicles}) or c.trailer_id = any(${vehicles})
    or c.driver_id = any(array(select id from drivers
      where first_name || ' ' || surname ilike ${pattern})))`;
}

function conditionsOf(filter: CouplingFilter, search: string): RawBuilder<unknown>[] {
  const { asset, depot, from, id, source, state, to, trailer, vehicle } = filter;
  const inDepot = sql`(select p.vehicle_id from vehicle_depots p where p.depot_id = ${depot})`;
  return [
    sql`true`,
    ...when(id, () => sql`c.id = ${id}`),
    ...when(vehicle, () => sql`c.vehicle_id = ${vehicle}`),
    ...when(trailer, () => sql`c.trailer_id = ${trailer}`),
    ...when(asset, () => sql`(c.vehicle_id = ${asset} or c.trailer_id = ${asset})`),
    ...when(depot, () => sql`(c.vehicle_id in ${inDepot} or c.trailer_id in ${inDepot})`),
    ...when(state, () =>
      state === 'open' ? sql`c.uncoupled_at is null` : sql`c.uncoupled_at is not null`,
    ),
    ...when(source, () => sql`c.source = ${source}`),
    // A coupling that began before the first day and lasts into it belongs to the period.
    ...when(
      from,
      () => sql`(c.uncoupled_at is null or c.uncoupled_at >= ${from}::date at time zone 'UTC')`,
    ),
    ...when(to, () => sql`c.coupled_at < (${to}::date + 1) at time zone 'UTC'`),
    ...(search === '' ? [] : [found(search)]),
  ];
}

/** Couplings `c` whose two ends are in the viewer's scope: vehicle `v`, trailer `w`, driver `d`. */
const matching = (viewer: Viewer, filter: CouplingFilter, search: string) => sql`from couplings c
  join vehicles v on v.id = c.vehicle_id
  join vehicles w on w.id = c.trailer_id
  left join drivers d on d.id = c.driver_id
  where ${ofCustomer(viewer, 'c.customer_id')} and ${vehicleInScope(viewer, 'c.vehicle_id')}
    and ${vehicleInScope(viewer, 'c.trailer_id')}
    and ${sql.join(conditionsOf(filter, search), sql` and `)}`;

const COLUMNS = sql`c.id, c.customer_id, c.vehicle_id, v.registration, c.trailer_id,
  w.registration as trailer, c.position, c.coupled_at, c.uncoupled_at, c.source, c.silent_since, c.driver_id,
  d.first_name, d.surname, c.note, c.author, c.version`;

const ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  coupled_at: sql`c.coupled_at`,
  uncoupled_at: sql`c.uncoupled_at`,
  vehicle: sql`v.registration`,
  trailer: sql`w.registration`,
};

/** A page of visible couplings, newest first unless the page says otherwise. */
export function couplingPage(
  trx: Transaction,
  viewer: Viewer,
  filter: CouplingFilter,
  page: Page,
): Promise<ListCount & { rows: readonly CouplingRow[] }> {
  const isDescending = page.orderBy === null || page.descending;
  const to = isDescending ? sql`desc` : sql`asc`;
  const column = ORDER[page.orderBy ?? 'coupled_at'] ?? ORDER.coupled_at;
  const all = matching(viewer, filter, page.search);
  return countedPage<CouplingRow>(
    trx,
    page,
    sql<CouplingRow>`select ${COLUMNS} ${all} order by ${column} ${to}, c.id ${to}
      limit ${page.limit} offset ${page.offset}`,
    all,
  );
}

/** A coupling that the viewer may see; undefined otherwise. */
export async function visibleCoupling(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CouplingRow | undefined> {
  const { rows } =
    await sql<CouplingRow>`select ${COLUMNS} ${matching(viewer, { id }, '')}`.execute(trx);
  return rows[0];
}

/** The couplings of a vehicle or trailer that have not ended, if both ends are visible. */
export async function openCouplingsOf(
  trx: Transaction,
  viewer: Viewer,
  assetId: number,
): Promise<readonly CouplingRow[]> {
  const filter = { asset: assetId, state: 'open' } as const;
  const { rows } =
    await sql<CouplingRow>`select ${COLUMNS} ${matching(viewer, filter, '')}`.execute(trx);
  return rows;
}

/** Couplings by id, for the audit log; the caller has checked that they may be changed. */
export async function couplingsById(
  trx: Transaction,
  ids: readonly number[],
): Promise<readonly CouplingRow[]> {
  const { rows } = await sql<CouplingRow>`select ${COLUMNS} from couplings c
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
