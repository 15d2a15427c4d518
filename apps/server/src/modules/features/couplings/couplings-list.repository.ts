import type { CouplingSource, CouplingState } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  isOneOfIds,
  type LargeList,
  largePage,
  ofCustomer,
  ofEachCustomer,
  sortedApart,
  type Transaction,
  vehicleIdsOf,
} from '../../../platform/db/index.ts';
import { containsPattern, type ListCount, type Page } from '../../../platform/paging.ts';
import { COUPLING_COLUMNS, type CouplingRow } from './couplings.repository.ts';

/** Days are YYYY-MM-DD in UTC, and both ends are included. */
export interface CouplingFilter {
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

type Condition = RawBuilder<unknown>;
/** Conditions of which a row meets at most one. */
type Cases = readonly Condition[];

const all = (conditions: readonly Condition[]) => sql.join([sql`true`, ...conditions], sql` and `);
const any = (cases: Cases) => sql`(${sql.join([...cases], sql` or `)})`;
const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** The vehicle or the trailer is one of these, in cases that have an index each. */
function eitherEnd(ids: readonly number[]): Cases {
  return [
    sql`c.vehicle_id = any(${idsOf(ids)})`,
    sql`c.trailer_id = any(${idsOf(ids)}) and c.vehicle_id <> all(${idsOf(ids)})`,
  ];
}

/** Few couplings last longer than this; an index contains only these (`coupling_list_of_long`). */
const LONG = sql`interval '7 days'`;

const DAY_MS = 86_400_000;

/** Couplings that last into a day or begin later. */
function lastingTo(from: string): Cases {
  // Computed here: a comparison with another type than that of the column would not use its index.
  const day = sql`${new Date(from)}::timestamptz`;
  return [
    sql`c.coupled_at >= ${day} - ${LONG} and (c.uncoupled_at is null or c.uncoupled_at >= ${day})`,
    sql`c.coupled_at < ${day} - ${LONG} and c.uncoupled_at is null`,
    sql`c.coupled_at < ${day} - ${LONG} and c.uncoupled_at >= ${day}
      and c.uncoupled_at - c.coupled_at > ${LONG}`,
  ];
}

/** More vehicles and drivers than these are found soon in the sequence of the list. */
const MAX_LOOKUPS = 50;

/** Couplings of the vehicles, trailers and drivers that a search finds; these are looked up first. */
async function found(trx: Transaction, search: string): Promise<Cases> {
  const pattern = containsPattern(search);
  const { rows } = await sql<{ vehicles: number[]; drivers: number[] }>`select
    array(select id from vehicles where registration ilike ${pattern}) as vehicles,
    array(select id from drivers where first_name || ' ' || surname ilike ${pattern}) as drivers`.execute(
    trx,
  );
  const { vehicles = [], drivers = [] } = rows[0] ?? {};
  const ofDriver = [
    sql`c.driver_id = any(${idsOf(drivers)})`,
    ...(vehicles.length === 0
      ? []
      : [
          sql`c.vehicle_id <> all(${idsOf(vehicles)})`,
          sql`c.trailer_id <> all(${idsOf(vehicles)})`,
        ]),
  ];
  const cases = [
    ...(vehicles.length === 0 ? [] : eitherEnd(vehicles)),
    ...(drivers.length === 0 ? [] : [sql.join(ofDriver, sql` and `)]),
  ];
  if (cases.length === 0) return [sql`false`];
  return vehicles.length + drivers.length > MAX_LOOKUPS ? [any(cases)] : cases;
}

/** What is selected: conditions of every row, and filters that are met in one of several cases. */
interface Selection {
  readonly conditions: readonly Condition[];
  readonly filters: readonly Cases[];
  readonly period: Cases | null;
}

async function selectionOf(
  trx: Transaction,
  viewer: Viewer,
  filter: CouplingFilter,
  search: string,
): Promise<Selection> {
  const { asset, depot, from, source, state, to, trailer, vehicle } = filter;
  const inScope = await vehicleIdsOf(trx, viewer);
  const inDepot = depot === undefined ? null : await vehicleIdsOf(trx, viewer, depot);
  const searched = search === '' ? null : await found(trx, search);
  return {
    filters: [
      ...(searched === null ? [] : [searched]),
      ...(asset === undefined ? [] : [eitherEnd([asset])]),
      ...(inDepot === null ? [] : [eitherEnd(inDepot)]),
    ],
    period: from === undefined ? null : lastingTo(from),
    conditions: [
      ...isOneOfIds('c.vehicle_id', inScope),
      ...isOneOfIds('c.trailer_id', inScope),
      ...(vehicle === undefined ? [] : [sql`c.vehicle_id = ${vehicle}`]),
      ...(trailer === undefined ? [] : [sql`c.trailer_id = ${trailer}`]),
      ...(state === undefined
        ? []
        : [state === 'open' ? sql`c.uncoupled_at is null` : sql`c.uncoupled_at is not null`]),
      ...(source === undefined ? [] : [sql`c.source = ${source}`]),
      ...(to === undefined
        ? []
        : [sql`c.coupled_at < ${new Date(Date.parse(to) + DAY_MS)}::timestamptz`]),
    ],
  };
}

const COLUMNS: Readonly<Record<string, Condition>> = {
  coupled_at: sql`coupled_at`,
  uncoupled_at: sql`uncoupled_at`,
  vehicle: sql`registration`,
  trailer: sql`registration`,
};

/** Sorted by the registration of an end: the vehicles are read in this sequence, and then their couplings. */
function byRegistration(
  viewer: Viewer,
  end: 'vehicle_id' | 'trailer_id',
  conditions: readonly Condition[],
  to: Condition,
): Pick<LargeList, 'joins' | 'walk'> {
  const of = sql.ref(`c.${end}`);
  return {
    joins: sql`join vehicles v on v.id = ${sql.ref(`h.${end}`)}`,
    // The vehicles are sorted first, so that the couplings of the first ones are enough for a page.
    walk: (
      limit,
    ) => sql`select h.id from (select v.id, v.customer_id, v.registration from vehicles v
        where ${ofCustomer(viewer, 'v.customer_id')} order by v.registration ${to} offset 0) v
      cross join lateral (select c.id from couplings c
        where ${of} = v.id and c.customer_id = v.customer_id and ${all(conditions)} offset 0) h
      order by v.registration ${to}, h.id ${to} ${limit}`,
  };
}

/** A page of visible couplings, newest first unless the page says otherwise. */
export async function couplingPage(
  trx: Transaction,
  viewer: Viewer,
  filter: CouplingFilter,
  page: Page,
): Promise<ListCount & { rows: readonly CouplingRow[] }> {
  const by = page.orderBy ?? 'coupled_at';
  const isNewestFirst = page.orderBy === null || page.descending;
  const to = isNewestFirst ? sql`desc` : sql`asc`;
  const { conditions, filters, period } = await selectionOf(trx, viewer, filter, page.search);
  const part = (of: readonly Condition[], tail: Condition) =>
    ofEachCustomer(
      viewer,
      'c.customer_id',
      (ofCustomer) => sql`select c.id, c.coupled_at, c.uncoupled_at, c.vehicle_id, c.trailer_id
        from couplings c where ${all([ofCustomer, ...of, ...conditions])} ${tail}`,
    );
  // Each case is an index scan: only the most selective filter is read in cases.
  const [cases = [sql`true`], ...others] = [...filters, ...(period === null ? [] : [period])];
  const [during = sql`true`, ...before] = period ?? [];
  const met = filters.map(any);
  const end = by === 'trailer' ? 'trailer_id' : 'vehicle_id';
  const { count, ids, isLimit } = await largePage(trx, page, {
    parts: cases.map((one) => (tail, range) => part([range, one, ...others.map(any)], tail)),
    walked: [
      (tail, range) => part([range, during, ...met], tail),
      ...before.map((one) => sortedApart((tail, range) => part([range, one, ...met], tail))),
    ],
    order: sql`${COLUMNS[by] ?? COLUMNS.coupled_at} ${to}, id ${to}`,
    ...(by === 'coupled_at'
      ? { time: { name: 'coupled_at', type: 'timestamptz', isDescending: isNewestFirst } }
      : {}),
    ...(by === 'vehicle' || by === 'trailer'
      ? byRegistration(viewer, end, [...conditions, ...met, ...(period ? [any(period)] : [])], to)
      : {}),
  });
  const { rows } = await sql<CouplingRow>`select ${COUPLING_COLUMNS}
    from unnest(${idsOf(ids)}) with ordinality h (id, place) join couplings c on c.id = h.id
    join vehicles v on v.id = c.vehicle_id join vehicles w on w.id = c.trailer_id
    left join drivers d on d.id = c.driver_id order by h.place`.execute(trx);
  return { count, isLimit, rows };
}
