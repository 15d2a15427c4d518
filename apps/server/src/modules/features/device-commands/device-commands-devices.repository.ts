import { type DeviceProtocol, STANDSTILL_MAX_AGE_S } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../platform/db/index.ts';

/** A device of a vehicle with what its commands need. */
export interface DeviceRow {
  readonly id: number;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly number: string;
  readonly model: string;
  readonly protocol: DeviceProtocol;
  readonly last_seen_at: Date | null;
  readonly is_connected: boolean;
  readonly password: string | null;
  readonly immobiliser_output: number | null;
  readonly immobiliser_cuts_when_on: boolean | null;
}

/** The devices of vehicles that the caller has checked, those heard last first. */
export async function devicesOf(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`select t.id, t.customer_id, t.vehicle_id, t.number, t.model,
      t.protocol, t.last_seen_at, s.password, s.immobiliser_output, s.immobiliser_cuts_when_on,
      exists (select from tracker_connections n where n.tracker_id = t.id
        and n.disconnected_at is null) as is_connected
    from trackers t left join device_command_settings s on s.tracker_id = t.id
    where t.vehicle_id = any(${[...vehicleIds]}::int[]) and t.archived_at is null
    order by t.last_seen_at desc nulls last, t.id`.execute(trx);
  return rows;
}

/** Whether a vehicle stands still, by its last position outside private use. */
export async function standstillOf(trx: Transaction, vehicleId: number) {
  const { rows } = await sql<{ device_time: Date; is_fresh: boolean; speed_kmh: number | null }>`
    select device_time, speed_kmh,
      device_time > now() - make_interval(secs => ${STANDSTILL_MAX_AGE_S}) as is_fresh
    from vehicle_states where vehicle_id = ${vehicleId} and not is_private`.execute(trx);
  const [row] = rows;
  if (row === undefined) return { state: 'unknown', at: null } as const;
  const isKnown = row.is_fresh && row.speed_kmh !== null;
  const state = !isKnown ? 'unknown' : row.speed_kmh === 0 ? 'still' : 'moving';
  return { state, at: row.device_time.toISOString() } as const;
}

/** A tracker of the viewer's customer, with its settings; undefined otherwise. */
export async function trackerWithSettings(trx: Transaction, viewer: Viewer, trackerId: number) {
  const { rows } = await sql<{
    id: number;
    customer_id: number;
    number: string;
    password: string | null;
    immobiliser_output: number | null;
    immobiliser_cuts_when_on: boolean | null;
  }>`select t.id, t.customer_id, t.number, s.password, s.immobiliser_output,
      s.immobiliser_cuts_when_on
    from trackers t left join device_command_settings s on s.tracker_id = t.id
    where t.id = ${trackerId} and ${ofCustomer(viewer, 't.customer_id')}`.execute(trx);
  return rows[0];
}

export interface SettingsValues {
  readonly password: string | null;
  readonly immobiliserOutput: number | null;
  readonly cutsWhenOn: boolean;
}

/** Stores the settings of a tracker. */
export async function writeSettings(
  trx: Transaction,
  tracker: { readonly id: number; readonly customer_id: number },
  { password, immobiliserOutput, cutsWhenOn }: SettingsValues,
): Promise<void> {
  const values = {
    password,
    immobiliser_output: immobiliserOutput,
    immobiliser_cuts_when_on: cutsWhenOn,
  };
  await trx
    .insertInto('device_command_settings')
    .values({ tracker_id: tracker.id, customer_id: tracker.customer_id, ...values })
    .onConflict((on) => on.column('tracker_id').doUpdateSet(values))
    .execute();
}
