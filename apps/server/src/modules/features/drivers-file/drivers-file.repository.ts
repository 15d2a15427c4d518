import type {
  DriverFileFilter,
  DriverFileItemKind,
  DriverFileState,
  ExemptibleItem,
} from '@roadworthy/domain';
import { DEFAULT_DRIVERS_FILE_SETTINGS } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { driverIsVisible, visibleDrivers } from '../../core/fleet/index.ts';

/** The file of a driver without its documents. Days are YYYY-MM-DD. */
export interface FileRow {
  readonly driver_id: number;
  readonly customer_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly is_archived: boolean;
  readonly born_on: string | null;
  readonly exempt: ExemptibleItem[];
  readonly exempt_reason: string;
  /** The agency that sends the driver; null for the operator's own drivers. */
  readonly agency: string | null;
  readonly engaged_until: string | null;
  readonly version: number;
}

/** An item of a file with its state on a day. */
export interface ItemRow {
  readonly id: number;
  readonly kind: DriverFileItemKind;
  readonly title: string;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly state: DriverFileState;
  readonly due_on: string | null;
  readonly days_left: number | null;
  readonly document_id: number | null;
}

export interface ItemConditions {
  readonly id?: number | undefined;
  readonly state?: DriverFileFilter | undefined;
  readonly kind?: DriverFileItemKind | undefined;
  readonly depot?: number | undefined;
  readonly driver?: number | undefined;
  readonly days?: number | undefined;
}

/** The file of a visible driver, archived or not; undefined if there is none. */
export const visibleFile = (
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
): Promise<FileRow | undefined> => fileOf(trx, driverId, driverIsVisible(trx, viewer));

/** The file of a driver who meets a condition on `d`; by default of any, which the caller has checked. */
export async function fileOf(
  trx: Transaction,
  driverId: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select d.id as driver_id, d.customer_id, d.first_name, d.surname,
      d.archived_at is not null as is_archived, f.born_on::text, f.exempt, f.exempt_reason,
      a.name as agency, f.engaged_until::text, f.version
    from drivers d join driver_files f on f.driver_id = d.id
    left join agencies a on a.id = f.agency_id
    where d.id = ${driverId} and ${condition}`.execute(trx);
  return rows[0];
}

/** What decides who may drive, without the documents. */
type FactsRow = Pick<FileRow, 'born_on' | 'driver_id' | 'engaged_until' | 'exempt'>;

/** The files of drivers without their documents. */
export async function filesOf(
  trx: Transaction,
  driverIds: readonly number[],
): Promise<readonly FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select f.driver_id, f.born_on::text, f.engaged_until::text, f.exempt from driver_files f
    where f.driver_id = any(${[...driverIds]}::int[]) order by f.driver_id`.execute(trx);
  return rows;
}

/** @returns whether the version was still the current one */
export async function updateFile(
  trx: Transaction,
  { driver_id: driverId, version }: Pick<FileRow, 'driver_id' | 'version'>,
  values: Pick<FileRow, 'born_on' | 'engaged_until' | 'exempt' | 'exempt_reason'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('driver_files')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), is_stale: true }))
    .where('driver_id', '=', driverId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const warningDays = sql`coalesce(s.warning_days,
  ${sql.lit(DEFAULT_DRIVERS_FILE_SETTINGS.warning_days)})`;

/** As `stateOn` of the engine. */
const stateOn = (today: string) => sql<DriverFileState>`case
  when i.standing = 'complete' then 'valid'
  when i.standing <> 'dated' then i.standing
  when i.due_on < ${today}::date then 'expired'
  when i.due_on <= ${today}::date + ${warningDays} then 'expires_soon'
  else 'valid' end`;

function stateCondition(state: DriverFileFilter | undefined, today: string): RawBuilder<boolean> {
  if (state === undefined) return sql<boolean>`i.standing <> 'not_needed'`;
  if (state === 'not_needed') return sql<boolean>`i.standing = 'not_needed'`;
  if (state === 'due')
    return sql<boolean>`(i.standing <> 'not_needed' and i.sort_on <= ${today}::date + ${warningDays})`;
  const states = state === 'lapsed' ? ['expired', 'missing'] : [state];
  return sql<boolean>`(i.standing <> 'not_needed' and ${stateOn(today)} = any(${states}))`;
}

function conditionsOf(
  { id, state, kind, depot, driver, days }: ItemConditions,
  search: string,
  today: string,
): RawBuilder<unknown>[] {
  if (id !== undefined) return [sql`i.id = ${id}`];
  return [
    stateCondition(state, today),
    ...(kind === undefined ? [] : [sql`i.kind = ${kind}`]),
    ...(days === undefined ? [] : [sql`i.due_on <= ${today}::date + ${days}::int`]),
    ...(depot === undefined
      ? []
      : [
          sql`i.driver_id in (select v.driver_id from vehicle_depots p
            join vehicles v on v.id = p.vehicle_id where p.depot_id = ${depot})`,
        ]),
    ...(driver === undefined ? [] : [sql`i.driver_id = ${driver}`]),
    ...(search === ''
      ? []
      : [
          sql`(d.first_name || ' ' || d.surname ilike ${containsPattern(search)}
            or i.title ilike ${containsPattern(search)})`,
        ]),
  ];
}

/**
 * A page of what the files of visible drivers must have, by date; what is missing comes first.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export async function itemPage(
  trx: Transaction,
  viewer: Viewer,
  conditions: ItemConditions,
  page: Page,
  today: string,
): Promise<{ count: number; rows: readonly ItemRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const order =
    page.orderBy === 'driver'
      ? sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, i.sort_on, i.id`
      : sql`i.sort_on ${to}, i.id ${to}`;
  return exactPage<ItemRow>(trx, page, {
    columns: sql`i.id, i.kind, i.title, i.driver_id, d.first_name, d.surname,
      ${stateOn(today)} as state, i.due_on::text, i.due_on - ${today}::date as days_left,
      i.document_id`,
    matching: sql`from driver_file_items i
      join drivers d on d.id = i.driver_id
      left join driver_file_settings s on s.customer_id = i.customer_id
      where d.archived_at is null and ${await visibleDrivers(trx, viewer)}
      and ${sql.join(conditionsOf(conditions, page.search, today), sql` and `)}`,
    order,
  });
}
