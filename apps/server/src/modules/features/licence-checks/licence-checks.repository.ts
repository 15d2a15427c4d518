import type {
  LicenceChange,
  LicenceCheckCause,
  OfficialFailure,
  OfficialState,
} from '@roadworthy/domain';
import { type Insertable, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Tables, Transaction } from '../../../platform/db/index.ts';
import { driverIsVisible } from '../../core/fleet/index.ts';

/** What decides whether the licence of a driver may be asked for. Days are YYYY-MM-DD. */
export interface LicenceDriver {
  readonly driver_id: number;
  readonly customer_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly is_archived: boolean;
  readonly licence_number: string | null;
  /** Of the newest mandate; null without one. */
  readonly given_on: string | null;
  readonly until: string | null;
  readonly has_proof: boolean;
}

/** The last answer about a licence. */
export interface LicenceState {
  readonly number: string;
  readonly attempts: number;
  readonly next_check_at: Date | null;
  readonly state: OfficialState | null;
  readonly failure: OfficialFailure | null;
  readonly asked_at: Date | null;
  readonly fetched_at: Date | null;
  readonly holder: string;
}

const MANDATE = sql`left join lateral (select issued_on, expires_on, file_id is not null as has_proof
  from driver_documents where driver_id = d.id and kind = 'mandate' order by id desc limit 1) m on true`;
const DRIVER = sql`d.id as driver_id, d.customer_id, d.first_name, d.surname,
  d.archived_at is not null as is_archived, d.licence_number, m.issued_on::text as given_on,
  m.expires_on::text as until, coalesce(m.has_proof, false) as has_proof`;

/** A visible driver with the newest mandate. */
export async function visibleLicenceDriver(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
): Promise<LicenceDriver | undefined> {
  const { rows } = await sql<LicenceDriver>`select ${DRIVER} from drivers d ${MANDATE}
    where d.id = ${driverId} and ${driverIsVisible(trx, viewer)}`.execute(trx);
  return rows[0];
}

export async function licenceState(
  trx: Transaction,
  driverId: number,
): Promise<LicenceState | undefined> {
  return trx
    .selectFrom('licence_checks')
    .select(['number', 'attempts', 'next_check_at', 'state', 'failure'])
    .select(['asked_at', 'fetched_at', 'holder'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst();
}

/** Whether a driver may be asked about on a day, as `obstacleOf` says. */
const mayBeAsked = (today: string) => sql`d.archived_at is null and m.has_proof
  and ${today}::date between m.issued_on and m.expires_on
  and upper(regexp_replace(d.licence_number, '[\\s-]', '', 'g')) ~ '^[A-Z0-9]{16}$'`;

/** Whether the entitlement check of the file is missing, or falls due within the days of lead. */
const isDue = (today: string, leadDays: number) => sql`exists (select from driver_file_items i
  where i.driver_id = d.id and i.kind = 'entitlement_check' and (i.standing = 'missing'
    or (i.standing = 'dated' and i.due_on <= ${today}::date + ${leadDays}::int)))`;

export interface Due {
  /** YYYY-MM-DD */
  readonly today: string;
  /** Days before the check falls due. */
  readonly leadDays: number;
}

/** Plans the check of drivers that have become due, or whose licence number has changed since. */
export async function planDue(trx: Transaction, { leadDays, today }: Due): Promise<void> {
  await sql`insert into licence_checks as c (driver_id, customer_id, number, next_check_at)
    select d.id, d.customer_id, d.licence_number, now() from drivers d ${MANDATE}
    left join licence_checks k on k.driver_id = d.id
    where ${mayBeAsked(today)} and ${isDue(today, leadDays)}
      and (k.driver_id is null or k.next_check_at is null or k.number <> d.licence_number)
    on conflict (driver_id) do update set next_check_at = now(), attempts = 0,
      number = excluded.number`.execute(trx);
}

/**
 * The next driver whose check is planned and still due. The check is planned again in ten minutes, in case
 * this process ends before it has stored the answer.
 */
export async function takeDue(
  trx: Transaction,
  { leadDays, today }: Due,
): Promise<LicenceDriver | undefined> {
  const { rows } = await sql<LicenceDriver>`
    with taken as (
      update licence_checks set next_check_at = now() + interval '10 minutes' where driver_id = (
        select c.driver_id from licence_checks c join drivers d on d.id = c.driver_id ${MANDATE}
        where c.next_check_at <= now() and ${mayBeAsked(today)} and ${isDue(today, leadDays)}
        order by c.next_check_at, c.driver_id limit 1 for update of c skip locked)
      returning driver_id)
    select ${DRIVER} from drivers d ${MANDATE} join taken t on t.driver_id = d.id`.execute(trx);
  return rows[0];
}

/** The state of a driver, locked until the answer is stored. */
export async function lockedState(
  trx: Transaction,
  { customer_id: customerId, driver_id: driverId, licence_number: number }: LicenceDriver,
): Promise<LicenceState> {
  await sql`insert into licence_checks (driver_id, customer_id, number)
    values (${driverId}, ${customerId}, ${number}) on conflict do nothing`.execute(trx);
  return trx
    .selectFrom('licence_checks')
    .selectAll()
    .where('driver_id', '=', driverId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function keepState(
  trx: Transaction,
  driverId: number,
  values: Partial<Insertable<Tables['licence_checks']>>,
): Promise<void> {
  await trx.updateTable('licence_checks').set(values).where('driver_id', '=', driverId).execute();
}

export async function insertRun(
  trx: Transaction,
  run: Insertable<Tables['licence_check_runs']>,
): Promise<void> {
  await trx.insertInto('licence_check_runs').values(run).execute();
}

export interface RunRow {
  readonly asked_at: Date;
  readonly cause: LicenceCheckCause;
  readonly user_name: string | null;
  readonly outcome: OfficialFailure | 'found' | 'not_found';
  readonly changes: LicenceChange[];
}

/** The last requests about a driver, newest first. */
export async function runsOf(
  trx: Transaction,
  driverId: number,
  limit: number,
): Promise<readonly RunRow[]> {
  return trx
    .selectFrom('licence_check_runs')
    .select(['asked_at', 'cause', 'user_name', 'outcome', 'changes'])
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes the list of requests before a time; the audit log keeps them. */
export async function deleteRuns(trx: Transaction, beforeMs: number): Promise<void> {
  await trx.deleteFrom('licence_check_runs').where('asked_at', '<', new Date(beforeMs)).execute();
}
