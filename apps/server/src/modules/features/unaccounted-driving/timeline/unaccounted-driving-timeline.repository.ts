import type { ActivityKind } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Span } from '../../../../engines/unaccounted-driving/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ms, ofCustomer, type Transaction, vehicleInScope } from '../../../../platform/db/index.ts';

/** Longest trip (requirement M-P08), and longer than a card stays in a slot. */
const LONGEST = sql`interval '7 days'`;

/** Whose day it is. */
export type TimelineSubject = { readonly vehicleId: number } | { readonly driverId: number };

interface Named {
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
}

interface TripRow extends Named {
  readonly vehicle_id: number;
  readonly registration: string;
  readonly segments: readonly (readonly [string, number, number, number])[];
}

const overlaps = (alias: string, { endMs, startMs }: Span): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.started_at`)} > ${new Date(startMs)}::timestamptz - ${LONGEST}
    and ${sql.ref(`${alias}.started_at`)} < ${new Date(endMs)}
    and ${sql.ref(`${alias}.ended_at`)} > ${new Date(startMs)}`;

/** The trips of a vehicle or driver that overlap a day, in vehicles of the viewer's scope. */
export async function tripRowsOf(
  trx: Transaction,
  viewer: Viewer,
  subject: TimelineSubject,
  day: Span,
): Promise<readonly TripRow[]> {
  const whose =
    'vehicleId' in subject
      ? sql`t.vehicle_id = ${subject.vehicleId}`
      : sql`t.driver_id = ${subject.driverId}`;
  const { rows } = await sql<TripRow>`
    select t.vehicle_id, v.registration, t.segments, t.driver_id, d.first_name, d.surname
    from trips t join vehicles v on v.id = t.vehicle_id left join drivers d on d.id = t.driver_id
    where ${whose} and ${overlaps('t', day)} and ${ofCustomer(viewer, 't.customer_id')}
      and ${vehicleInScope(viewer, 't.vehicle_id')}
    order by t.started_at`.execute(trx);
  return rows;
}

interface UnitDrive extends Named, Span {
  readonly vehicle_id: number;
  readonly registration: string;
  readonly card_number: string | null;
}

/** The driving that vehicle units recorded on a day: of a vehicle, or with the card of a driver. */
export async function unitDrives(
  trx: Transaction,
  viewer: Viewer,
  subject: TimelineSubject,
  day: string,
): Promise<readonly UnitDrive[]> {
  const whose =
    'vehicleId' in subject
      ? sql`u.vehicle_id = ${subject.vehicleId}`
      : sql`u.customer_id = (select customer_id from drivers where id = ${subject.driverId})
          and d.id = ${subject.driverId}`;
  const { rows } = await sql<UnitDrive>`
    select u.vehicle_id, v.registration, nullif(part ->> 'card', '') as card_number,
      (part ->> 'startMs')::float8 as "startMs", (part ->> 'endMs')::float8 as "endMs",
      d.id as driver_id, d.first_name, d.surname
    from tachograph_unit_days u join vehicles v on v.id = u.vehicle_id
    cross join lateral jsonb_array_elements(u.content -> 'drives') part
    left join lateral (select o.id, o.first_name, o.surname from drivers o
      where o.customer_id = u.customer_id and part ->> 'card' <> ''
        and card_key(o.tachograph_card_number) = card_key(part ->> 'card')
      order by o.id limit 1) d on true
    where ${whose} and u.day = ${day}::date and ${ofCustomer(viewer, 'u.customer_id')}
      and ${vehicleInScope(viewer, 'u.vehicle_id')}
    order by 4`.execute(trx);
  return rows;
}

/** The part of a day that files of the vehicle unit cover. */
export async function unitCovered(
  trx: Transaction,
  vehicleId: number,
  day: string,
): Promise<readonly Span[]> {
  const { rows } = await sql<Span>`
    select (extract(epoch from day) * 1000)::float8 as "startMs", ${ms('covered_until')} as "endMs"
    from tachograph_unit_days where vehicle_id = ${vehicleId} and day = ${day}::date`.execute(trx);
  return rows;
}

interface ActivityRow extends Span {
  readonly kind: ActivityKind;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
}

/** Activities of a driver, or of all whose card was in a vehicle while it was there. */
export async function activityRows(
  trx: Transaction,
  subject: TimelineSubject,
  day: Span,
): Promise<readonly ActivityRow[]> {
  const columns = sql`a.kind, a.driver_id, d.first_name, d.surname`;
  const { rows } =
    'driverId' in subject
      ? await sql<ActivityRow>`
          select ${columns}, ${ms('a.started_at')} as "startMs", ${ms('a.ended_at')} as "endMs"
          from driver_activities a join drivers d on d.id = a.driver_id
          where a.driver_id = ${subject.driverId} and ${overlaps('a', day)}
          order by a.started_at`.execute(trx)
      : await sql<ActivityRow>`
          select ${columns},
            (extract(epoch from greatest(a.started_at, u.started_at)) * 1000)::float8 as "startMs",
            (extract(epoch from least(a.ended_at, u.ended_at)) * 1000)::float8 as "endMs"
          from tachograph_card_uses u join driver_activities a on a.driver_id = u.driver_id
            and a.started_at < u.ended_at and a.ended_at > u.started_at and ${overlaps('a', day)}
          join drivers d on d.id = a.driver_id
          where u.vehicle_id = ${subject.vehicleId} and ${overlaps('u', day)}
          order by 5`.execute(trx);
  return rows;
}
