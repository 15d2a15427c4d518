import type { TyreEventKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { amountText } from './amount-text.ts';

/** A step in the life of a tyre. */
export interface TyreEvent {
  readonly tyreId: number;
  readonly kind: TyreEventKind;
  readonly at: Date;
  readonly vehicleId?: number | null;
  readonly position?: string | null;
  readonly depotId?: number | null;
  readonly odometerM?: number | null;
  readonly treadMm?: number | null;
  readonly cost?: number | null;
  readonly note?: string;
}

export async function insertEvents(
  trx: Transaction,
  customerId: number,
  author: string,
  events: readonly TyreEvent[],
  /** Of all moves that are saved at once; null for a step that cannot be undone. */
  step: string | null = null,
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('tyre_events')
    .values(
      events.map((one) => ({
        customer_id: customerId,
        tyre_id: one.tyreId,
        kind: one.kind,
        happened_at: one.at,
        vehicle_id: one.vehicleId ?? null,
        position: one.position ?? null,
        depot_id: one.depotId ?? null,
        odometer_m: one.odometerM ?? null,
        tread_mm: one.treadMm ?? null,
        cost: amountText(one.cost ?? null),
        note: one.note ?? '',
        author,
        step,
      })),
    )
    .execute();
}

export interface TyreEventRow {
  readonly id: number;
  readonly kind: TyreEventKind;
  readonly happened_at: Date;
  readonly vehicle_id: number | null;
  readonly registration: string | null;
  readonly position: string | null;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
  readonly odometer_m: number | null;
  readonly tread_mm: number | null;
  readonly cost: number | null;
  readonly note: string;
  readonly author: string;
  readonly undone_at: Date | null;
  readonly undone_by: string | null;
  readonly undone_reason: string | null;
}

/** The history of a tyre, newest first. */
export async function eventsOf(trx: Transaction, tyreId: number): Promise<readonly TyreEventRow[]> {
  const { rows } = await sql<TyreEventRow>`select e.id::float8 as id, e.kind, e.happened_at,
      e.vehicle_id, v.registration, e.position, e.depot_id, d.name as depot_name, e.odometer_m,
      e.tread_mm, e.cost::float8 as cost, e.note, e.author, e.undone_at, e.undone_by, e.undone_reason
    from tyre_events e left join vehicles v on v.id = e.vehicle_id
    left join depots d on d.id = e.depot_id
    where e.tyre_id = ${tyreId}
    order by e.kind = 'added', e.happened_at desc, e.id desc limit 400`.execute(trx);
  return rows;
}

/** The time of the last step of each tyre, ms since 1970 UTC. */
export async function lastStepsOf(
  trx: Transaction,
  ids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ last_ms: number }>`
    select (extract(epoch from max(happened_at)) * 1000)::float8 as last_ms from tyre_events
    where tyre_id = any(${[...ids]}::int[]) and kind <> 'added' and undone_at is null
    group by tyre_id`.execute(trx);
  return rows.map(({ last_ms }) => last_ms);
}
