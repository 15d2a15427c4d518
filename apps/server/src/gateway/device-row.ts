import type pg from 'pg';
import { isWithin } from '../platform/networks.ts';

/** A registered tracker, with the fields that the gateway needs. */
export interface Device {
  readonly trackerId: number;
  readonly customerId: number;
  /** Null until it is fitted to a vehicle; its records are refused before that. */
  readonly vehicleId: number | null;
  readonly clockOffsetMin: number | null;
  readonly hasClockFault: boolean;
  /** Whether it may connect from an address. */
  readonly mayConnectFrom: (address: string) => boolean;
  /** Vehicles that it is or was fitted to, newest first. */
  readonly fittings: readonly Fitting[];
}

/** A period in which a device was on a vehicle, ms since 1970 UTC. */
export interface Fitting {
  readonly vehicleId: number;
  /** Minus infinity for the first period of a device. */
  readonly fromMs: number;
  /** Infinity for the current period. */
  readonly untilMs: number;
}

/** Maximum fittings that are considered; older records belong to the oldest of them. */
const MAX_FITTINGS = 20;

export interface TrackerRow {
  id: number;
  number: string;
  customer_id: number;
  vehicle_id: number | null;
  clock_offset_min: number | null;
  clock_fault: string | null;
  allowed_networks: string[];
  fittings: { vehicle: number; from: number | null; until: number | null }[];
}

/** Columns of {@link TrackerRow}. */
export const TRACKER_COLUMNS = `id, number, customer_id, vehicle_id, clock_offset_min, clock_fault,
  allowed_networks,
  array(select json_build_object('vehicle', f.vehicle_id,
      'from', extract(epoch from nullif(f.fitted_at, '-infinity')) * 1000,
      'until', extract(epoch from f.removed_at) * 1000)
    from tracker_fittings f where f.tracker_id = trackers.id
    order by f.fitted_at desc limit ${MAX_FITTINGS}) as fittings`;

const anywhere = () => true;

/** The device of a row. */
export function toDevice(row: TrackerRow): Device {
  return {
    trackerId: row.id,
    customerId: row.customer_id,
    vehicleId: row.vehicle_id,
    clockOffsetMin: row.clock_offset_min,
    hasClockFault: row.clock_fault !== null,
    mayConnectFrom: row.allowed_networks.length === 0 ? anywhere : isWithin(row.allowed_networks),
    fittings: row.fittings.map(({ vehicle, from, until }) => ({
      vehicleId: vehicle,
      fromMs: from ?? Number.NEGATIVE_INFINITY,
      untilMs: until ?? Number.POSITIVE_INFINITY,
    })),
  };
}

/** The next registered devices after an id, by number. */
export async function readDevices(
  pool: Pick<pg.Pool, 'query'>,
  afterId: number,
  limit: number,
): Promise<{ number: string; device: Device }[]> {
  const { rows } = await pool.query<TrackerRow>({
    name: 'read-trackers',
    text: `select ${TRACKER_COLUMNS} from trackers where id > $1 order by id limit $2`,
    values: [afterId, limit],
  });
  return rows.map((row) => ({ number: row.number, device: toDevice(row) }));
}
