import type { RetentionKind } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { deleteDriverDocuments, deleteLicenceChecks } from '../privacy-documents.repository.ts';
import { expiredHandovers } from '../privacy-handovers.repository.ts';
import { deleteOnboardings, expiredOnboardings } from '../privacy-onboardings.repository.ts';

/** Kinds deleted here; video has a separate job. */
export type RemovedKind = Exclude<RetentionKind, 'video'>;

/** The customer's own settings, by kind. */
export async function ownSettings(
  trx: Transaction,
  customerId: number,
): Promise<Map<RemovedKind, number | null>> {
  const { rows } = await sql<{ kind: RemovedKind; days: number | null }>`
    select kind, days from retention_settings where customer_id = ${customerId}`.execute(trx);
  return new Map(rows.map(({ kind, days }) => [kind, days]));
}

/** Sets the retention period of a kind. */
export async function writeSetting(
  trx: Transaction,
  customerId: number,
  kind: RemovedKind,
  days: number | null,
): Promise<void> {
  await sql`insert into retention_settings (customer_id, kind, days)
    values (${customerId}, ${kind}, ${days})
    on conflict (customer_id, kind) do update set days = excluded.days, changed_at = now()`.execute(
    trx,
  );
}

/** All customers, including archived ones, whose data must be deleted too. */
export async function customers(trx: Transaction): Promise<{ id: number; name: string }[]> {
  return trx.selectFrom('customers').select(['id', 'name']).orderBy('id').execute();
}

/**
 * Data of a customer past its retention period, as the rest of a statement `select <columns> from
 * …`.
 */
const EXPIRED: Readonly<
  Record<RetentionKind, (customerId: number, before: Date) => readonly RawBuilder<unknown>[]>
> = {
  positions: (customerId, before) => [
    sql`from vehicles v cross join lateral (select from positions p where p.vehicle_id = v.id
      and p.customer_id = ${customerId} and p.device_time < ${before}) p where v.customer_id = ${customerId}`,
  ],
  journeys: (customerId, before) => [
    sql`from trips where customer_id = ${customerId} and started_at < ${before} and ended_at < ${before}`,
    sql`from fleet_events where customer_id = ${customerId} and occurred_at < ${before}
      and coalesce(ended_at, occurred_at) < ${before}`,
    sql`from geofence_visits where customer_id = ${customerId} and entered_at < ${before}
      and left_at < ${before}`,
    // Only once its event is deleted.
    sql`from event_reviews r where r.customer_id = ${customerId} and r.occurred_at < ${before}
      and not exists (select from fleet_events e where e.vehicle_id = r.vehicle_id
        and e.occurred_at = r.occurred_at and e.event_code = r.event_code
        and e.geofence_key = r.geofence_key)`,
  ],
  video: (customerId, before) => [
    sql`from video_requests where customer_id = ${customerId} and not keep
      and state in ('ready', 'failed') and coalesce(ready_at, created_at) < ${before}`,
  ],
  accidents: (customerId, before) => [
    sql`from accident_reports where customer_id = ${customerId} and happened_at < ${before}
      and created_at < ${before} and told_at is not null`,
  ],
  tachograph: (customerId, before) => [
    sql`from tachograph_files where customer_id = ${customerId} and received_at < ${before}
      and coalesce(last_day, received_at::date) < ${before}::date`,
    sql`from tachograph_unit_days where customer_id = ${customerId} and day < ${before}::date`,
    sql`from tachograph_card_uses where customer_id = ${customerId} and ended_at < ${before}`,
    sql`from unaccounted_driving where customer_id = ${customerId} and started_at < ${before}
      and ended_at < ${before}`,
  ],
  driver_documents: (customerId, before) => [
    sql`from driver_documents t join drivers d on d.id = t.driver_id
      where t.customer_id = ${customerId} and d.archived_at < ${before}`,
  ],
  onboardings: (customerId, before) => [expiredOnboardings(customerId, before)],
  driver_messages: (customerId, before) => [
    sql`from driver_messages m where m.customer_id = ${customerId} and m.created_at < ${before}
      and not exists (select from driver_message_replies r
        where r.message_id = m.id and r.created_at >= ${before})`,
  ],
  driver_handovers: (customerId, before) => [expiredHandovers(customerId, before)],
};

/** Counts the rows of a kind that are older than a time, up to a limit. */
export async function countExpired(
  trx: Transaction,
  kind: RetentionKind,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  let count = 0;
  for (const expired of EXPIRED[kind](customerId, before)) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from (select 1 ${expired} limit ${limit - count}) counted`.execute(trx);
    count += rows[0]?.count ?? 0;
  }
  return count;
}

async function removed(trx: Transaction, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Vehicles of a customer, including archived ones. */
export async function vehiclesOf(trx: Transaction, customerId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('vehicles')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes positions of a vehicle that are older than a time, up to a limit. Returns their number.
 */
export function removePositions(
  trx: Transaction,
  vehicleId: number,
  before: Date,
  limit: number,
): Promise<number> {
  return removed(
    trx,
    sql`delete from positions p using (
        select vehicle_id, device_time, record_digest, customer_id from positions
        where vehicle_id = ${vehicleId} and device_time < ${before} limit ${limit}
      ) old
      where p.vehicle_id = old.vehicle_id and p.device_time = old.device_time
        and p.record_digest = old.record_digest and p.customer_id = old.customer_id`,
  );
}

const JOURNEYS = ['trips', 'fleet_events', 'geofence_visits', 'event_reviews'] as const;

/**
 * Deletes trips, events and visits of a customer, each up to a limit. Returns their total number.
 */
export async function removeJourneys(
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  let count = 0;
  for (const [at, expired] of EXPIRED.journeys(customerId, before).entries()) {
    const table = sql.table(JOURNEYS[at] ?? 'trips');
    count += await removed(
      trx,
      sql`delete from ${table} where id in (select id ${expired} limit ${limit})`,
    );
  }
  count += await removed(
    trx,
    sql`delete from tyre_pressures where ctid = any(array(select ctid from tyre_pressures
      where customer_id = ${customerId} and read_at < ${before} limit ${limit}))`,
  );
  return count;
}

/** Deletes accident reports of a customer, up to a limit; the next clean-up deletes their files. */
export async function removeAccidents(
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const [expired] = EXPIRED.accidents(customerId, before);
  const { rows } = await sql<{ id: number; files: string[] }>`
    select id, array_remove(array[signature_file_id, sketch_file_id]
      || array(select p.file_id from accident_photographs p where p.report_id = old.id), null) as files
    from (select * ${expired ?? sql``} order by id limit ${limit} for update) old`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from accident_reports where id = any(${ids}::int[])`.execute(trx);
  await sql`update files set kept_until = now()
    where id = any(${rows.flatMap(({ files }) => files)}::uuid[])`.execute(trx);
  return ids.length;
}

/** Deletes downloaded tachograph files up to a limit; the job of the file store deletes the bytes. */
export async function removeTachographFiles(
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const [expired, unitDays, cardUses, gaps] = EXPIRED.tachograph(customerId, before);
  const { rows } = await sql<{ id: number; file_id: string }>`select id, file_id
    ${expired ?? sql``} order by id limit ${limit} for update`.execute(trx);
  await sql`delete from tachograph_files where id = any(${rows.map(({ id }) => id)}::int[])`.execute(
    trx,
  );
  await sql`update files set kept_until = now()
    where id = any(${rows.map(({ file_id }) => file_id)}::uuid[])`.execute(trx);
  let count = rows.length;
  const derived = {
    tachograph_unit_days: unitDays,
    tachograph_card_uses: cardUses,
    unaccounted_driving: gaps,
  };
  for (const [table, some] of Object.entries(derived)) {
    count += await removed(
      trx,
      sql`delete from ${sql.table(table)} where ctid = any(array(select ctid
        ${some ?? sql``} limit ${limit}))`,
    );
  }
  return count;
}

/**
 * Deletes documents of drivers who have left up to a limit, with what the driver's own fields repeat of them;
 * the job of the file store deletes the proofs.
 */
export async function removeDriverDocuments(
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const [expired] = EXPIRED.driver_documents(customerId, before);
  const { rows } = await sql<{ id: number; driver_id: number }>`select t.id, t.driver_id
    ${expired ?? sql``} order by t.id limit ${limit} for update of t`.execute(trx);
  const drivers = rows.map(({ driver_id: id }) => id);
  await deleteOnboardings(trx, sql`driver_id = any(${drivers}::int[])`);
  await deleteDriverDocuments(trx, sql`id = any(${rows.map(({ id }) => id)}::int[])`);
  await deleteLicenceChecks(trx, drivers);
  await sql`update drivers set licence_number = null, licence_categories = '{}',
      licence_expires_on = null, cpc_card_number = null, cpc_expires_on = null,
      tachograph_card_expires_on = null where id = any(${drivers}::int[])`.execute(trx);
  await sql`update driver_files set born_on = null, is_stale = true
    where driver_id = any(${drivers}::int[])`.execute(trx);
  return rows.length;
}

/** Deletes messages to drivers with their receipts and answers, up to a limit. @returns the number of messages */
export function removeDriverMessages(
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const [expired] = EXPIRED.driver_messages(customerId, before);
  return removed(
    trx,
    sql`delete from driver_messages where id in (select m.id ${expired ?? sql``} limit ${limit})`,
  );
}
