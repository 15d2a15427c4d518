import type { AssignmentFilter } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  isOneOfIds,
  type LargeList,
  largePage,
  ofCustomer,
  ofEachCustomer,
  type Part,
  type Transaction,
  vehicleIdsOf,
} from '../../../platform/db/index.ts';
import { containsPattern, type ListCount, type Page } from '../../../platform/paging.ts';
import { visibleDrivers } from '../../core/fleet/index.ts';
import { ASSIGNMENT_ROW, type AssignmentRow, UNSIGNED } from './driver-assignments.repository.ts';

export interface AssignmentQuery {
  readonly vehicle?: number | undefined;
  readonly driver?: number | undefined;
  readonly state?: AssignmentFilter | undefined;
  /** It lasted after, and began before. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

type Condition = RawBuilder<unknown>;

const all = (conditions: readonly Condition[]) => sql.join([sql`true`, ...conditions], sql` and `);
/** Whose rows are asked for. */
type CustomerScope = Pick<Viewer, 'customerId' | 'isGlobalAdmin'>;

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

const STATES: Readonly<Record<AssignmentFilter, Condition>> = {
  current: sql`a.assigned_until is null`,
  ended: sql`a.assigned_until is not null`,
  unsigned: UNSIGNED,
};

/** More vehicles and drivers than these are found soon in the sequence of the list. */
const MAX_LOOKUPS = 50;

/** Conditions of which a row meets at most one, each with an index of its own if they are narrow. */
interface Cases {
  readonly cases: readonly Condition[];
  readonly isNarrow: boolean;
}

/** The assignments of the vehicles and drivers that a search finds; these are looked up first. */
async function found(trx: Transaction, search: string): Promise<Cases> {
  if (search === '') return { cases: [sql`true`], isNarrow: false };
  const pattern = containsPattern(search);
  const { rows } = await sql<{ vehicles: number[]; drivers: number[] }>`select
    array(select id from vehicles where registration ilike ${pattern}) as vehicles,
    array(select id from drivers where first_name || ' ' || surname ilike ${pattern}) as drivers`.execute(
    trx,
  );
  const { vehicles = [], drivers = [] } = rows[0] ?? {};
  const ofVehicles = sql`a.vehicle_id = any(${idsOf(vehicles)})`;
  const ofDrivers = sql`a.driver_id = any(${idsOf(drivers)})`;
  if (vehicles.length + drivers.length > MAX_LOOKUPS) {
    return { cases: [sql`(${ofVehicles} or ${ofDrivers})`], isNarrow: false };
  }
  const cases = [
    ...(vehicles.length === 0 ? [] : [ofVehicles]),
    ...(drivers.length === 0 ? [] : [sql`${ofDrivers} and not ${ofVehicles}`]),
  ];
  return { cases: cases.length === 0 ? [sql`false`] : cases, isNarrow: true };
}

/** The vehicles and drivers whom the viewer may see; they are looked up first. */
async function scopeOf(trx: Transaction, viewer: Viewer): Promise<readonly Condition[]> {
  const vehicles = await vehicleIdsOf(trx, viewer);
  if (vehicles === null) return [];
  const { rows } = await sql<{ ids: number[] }>`select array(select d.id from drivers d
    where ${await visibleDrivers(trx, viewer)}) as ids`.execute(trx);
  return [
    ...isOneOfIds('a.vehicle_id', vehicles),
    sql`a.driver_id = any(${idsOf(rows[0]?.ids ?? [])})`,
  ];
}

const conditionsOf = ({ driver, state, until, vehicle }: AssignmentQuery): Condition[] => [
  sql`a.driver_id is not null`,
  ...(driver === undefined ? [] : [sql`a.driver_id = ${driver}`]),
  ...(vehicle === undefined ? [] : [sql`a.vehicle_id = ${vehicle}`]),
  ...(state === undefined ? [] : [STATES[state]]),
  ...(until === undefined ? [] : [sql`a.assigned_from < ${until}`]),
];

const lasting = (from: Date) => sql`(a.assigned_until is null or a.assigned_until > ${from})`;

/** Sorted by the name of one end: its rows are read in this sequence, and then their assignments. */
function byName(
  viewer: Viewer,
  end: 'vehicle' | 'driver',
  conditions: readonly Condition[],
  to: Condition,
): Pick<LargeList, 'joins' | 'walk'> {
  const [table, of, name] =
    end === 'vehicle'
      ? [sql`vehicles`, sql`vehicle_id`, sql`lower(e.registration)`]
      : [sql`drivers`, sql`driver_id`, sql`lower(e.surname || e.first_name)`];
  return {
    joins: sql`join (select e.id as end_id, ${name} as name from ${table} e) e on e.end_id = h.${of}`,
    // The ends are sorted first, so that the assignments of the first ones are enough for a page.
    walk: (
      limit,
    ) => sql`select h.id from (select e.id, e.customer_id, ${name} as name from ${table} e
        where ${ofCustomer(viewer, 'e.customer_id')} order by name ${to} offset 0) e
      cross join lateral (select a.id from driver_assignments a
        where a.${of} = e.id and a.customer_id = e.customer_id and ${all(conditions)} offset 0) h
      order by e.name ${to}, h.id ${to} ${limit}`,
  };
}

/** A query for the rows that meet conditions. */
const rowsOf =
  (viewer: CustomerScope, conditions: readonly Condition[]): Part =>
  (tail) =>
    ofEachCustomer(
      viewer,
      'a.customer_id',
      (ofOne) => sql`select a.id, a.assigned_from, a.vehicle_id, a.driver_id
        from driver_assignments a where ${all([ofOne, ...conditions])} ${tail}`,
    );

/**
 * A query as {@link rowsOf}, which looks the customer up, also for a viewer of one: with the customer as a constant, the
 * planner reads the index by time and then the table, which takes five times as long for a period.
 */
function rowsOfEach(viewer: CustomerScope, conditions: readonly Condition[]): Part {
  // The sum keeps the planner from taking the constant for the customer that is looked up.
  const own = viewer.isGlobalAdmin ? [] : [sql`a.customer_id + 0 = ${viewer.customerId ?? 0}`];
  return rowsOf({ customerId: null, isGlobalAdmin: true }, [...own, ...conditions]);
}

const DAY_MS = 86_400_000;
/** Upper limits of the lengths by which `driver_assignment_list_by_span` finds those that last into a day. */
const SPANS_DAYS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;

/** Conditions of which a row meets one if it lasted after a time. */
const casesFrom = (from: Date): readonly Condition[] => [
  sql`a.assigned_from >= ${from}`,
  ...SPANS_DAYS.map(
    (days) => sql`a.span_days = ${days} and a.assigned_until > ${from} and a.assigned_from < ${from}
      and a.assigned_from >= ${new Date(from.getTime() - days * DAY_MS)}`,
  ),
  sql`a.span_days is null and ${lasting(from)} and a.assigned_from < ${from}`,
];

/** A page of assignments of visible drivers and vehicles, newest first unless the page says otherwise. */
export async function assignmentPage(
  trx: Transaction,
  viewer: Viewer,
  query: AssignmentQuery,
  page: Page,
): Promise<ListCount & { rows: readonly AssignmentRow[] }> {
  const to = page.orderBy === null || page.descending ? sql`desc` : sql`asc`;
  const { cases, isNarrow } = await found(trx, page.search);
  const { driver, from, state, vehicle } = query;
  // What lasts now also lasts after the period began.
  const start = state === 'current' ? undefined : from;
  const during = start === undefined ? [] : [lasting(start)];
  const conditions = [...conditionsOf(query), ...(await scopeOf(trx, viewer))];
  const isFew = isNarrow || driver !== undefined || vehicle !== undefined;
  const partsOf = (one: Condition): readonly Part[] =>
    start === undefined || isFew
      ? [rowsOf(viewer, [one, ...conditions, ...during])]
      : casesFrom(start).map((begun) => rowsOfEach(viewer, [one, ...conditions, begun]));
  const met = sql`(${sql.join([...cases], sql` or `)})`;
  const { count, ids, isLimit } = await largePage(trx, page, {
    parts: cases.flatMap(partsOf),
    walked: partsOf(met),
    ...(page.orderBy === 'vehicle' || page.orderBy === 'driver'
      ? {
          order: sql`name ${to}, id ${to}`,
          ...byName(viewer, page.orderBy, [met, ...conditions, ...during], to),
        }
      : { order: sql`assigned_from ${to}, id ${to}` }),
  });
  const { rows: shown } = await sql<AssignmentRow>`select ${ASSIGNMENT_ROW}
    from unnest(${idsOf(ids)}) with ordinality h (id, place) join driver_assignments a on a.id = h.id
    join vehicles v on v.id = a.vehicle_id join drivers d on d.id = a.driver_id
    order by h.place`.execute(trx);
  return { count, isLimit, rows: shown };
}
