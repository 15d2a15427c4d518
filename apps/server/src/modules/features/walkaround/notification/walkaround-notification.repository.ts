import type { CheckItem } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A check with a defect that takes its vehicle off the road. */
export interface SeriousCheck {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly depot: string;
  readonly driver: string;
  readonly checked_at: Date;
  readonly place: string | null;
  readonly reference_number: string;
  readonly items: CheckItem[];
}

/** One check whose depot is not yet notified, locked until the transaction ends. */
export async function lockUnnotified(
  trx: Transaction,
  id: number | null,
): Promise<SeriousCheck | undefined> {
  const which = id === null ? sql`true` : sql`r.id = ${id}`;
  const { rows } = await sql<SeriousCheck>`
    select r.id, r.customer_id, r.vehicle_id, v.registration, r.driver, r.checked_at, r.place,
      r.reference_number, r.items,
      coalesce((select string_agg(g.name, ', ' order by lower(g.name)) from vehicle_depots w
        join depots g on g.id = w.depot_id where w.vehicle_id = v.id), '') as depot
    from driver_check_records r join vehicles v on v.id = r.vehicle_id
    where r.must_tell and r.told_at is null and ${which}
    order by r.id limit 1 for update of r skip locked`.execute(trx);
  return rows[0];
}

export async function markNotified(trx: Transaction, id: number): Promise<void> {
  await sql`update driver_check_records set told_at = now() where id = ${id}`.execute(trx);
}

/** A recipient of the notification. */
export interface Recipient {
  readonly email: string;
  readonly first_name: string;
  readonly language: string;
  readonly time_zone: string | null;
}

/**
 * Managers and administrators responsible for the vehicle: those assigned to its depots or to the
 * regions of these; if there are none, those with access to the whole customer.
 */
export async function managersOf(
  trx: Transaction,
  {
    customer_id: customerId,
    vehicle_id: vehicleId,
  }: Pick<SeriousCheck, 'customer_id' | 'vehicle_id'>,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient & { is_own: boolean }>`
    with places as (select g.id, g.region_id from vehicle_depots w join depots g on g.id = w.depot_id
      where w.vehicle_id = ${vehicleId}),
    people as (select u.*,
        exists (select from user_depots d where d.user_id = u.id) as has_depots,
        exists (select from user_regions x where x.user_id = u.id) as has_regions,
        exists (select from user_depots d where d.user_id = u.id
          and d.depot_id in (select id from places))
        or exists (select from user_regions x where x.user_id = u.id
          and x.region_id in (select region_id from places)) as is_own
      from users u where u.customer_id = ${customerId} and u.is_active and u.email <> ''
        and u.role in ('MANAGER', 'ADMIN')
        and exists (select from user_modules m where m.user_id = u.id
          and m.module in ('Vehicle Check', 'Vehicle File')))
    select email, first_name, language, time_zone, is_own from people
    where is_own or not (has_depots or has_regions) order by id limit 200`.execute(trx);
  const own = rows.filter(({ is_own: isOwn }) => isOwn);
  return own.length > 0 ? own : rows;
}
