import type { TyreReadingSource } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** What people set for the tyres of a vehicle. */
export interface SettingsRow {
  readonly twin_axles: readonly number[] | null;
  readonly steered_axles: readonly number[] | null;
  readonly spares: number;
  readonly pressures_kpa: readonly number[] | null;
  readonly low_pressure_pct: number;
  readonly least_tread_mm: number | null;
}

export async function settingsOf(
  trx: Transaction,
  vehicleId: number,
): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`select twin_axles, steered_axles, spares::int as spares,
      pressures_kpa, low_pressure_pct::int as low_pressure_pct, least_tread_mm
    from vehicle_tyres where vehicle_id = ${vehicleId}`.execute(trx);
  return rows[0];
}

export async function keepSettings(
  trx: Transaction,
  of: { readonly vehicleId: number; readonly customerId: number },
  values: SettingsRow,
): Promise<void> {
  await sql`insert into vehicle_tyres (vehicle_id, customer_id, twin_axles, steered_axles, spares,
      pressures_kpa, low_pressure_pct, least_tread_mm)
    values (${of.vehicleId}, ${of.customerId}, ${values.twin_axles}::int[],
      ${values.steered_axles}::int[], ${values.spares}, ${values.pressures_kpa}::int[],
      ${values.low_pressure_pct}, ${values.least_tread_mm})
    on conflict (vehicle_id) do update set twin_axles = excluded.twin_axles,
      steered_axles = excluded.steered_axles, spares = excluded.spares,
      pressures_kpa = excluded.pressures_kpa, low_pressure_pct = excluded.low_pressure_pct,
      least_tread_mm = excluded.least_tread_mm`.execute(trx);
}

/** The last tread depth or pressure of a position. */
export interface LastReading {
  readonly position: string;
  readonly at: Date;
  readonly value: number;
  readonly temperature_c: number | null;
  readonly source: TyreReadingSource;
}

/** Inspections that are searched for the last figures of a vehicle. */
const INSPECTIONS = 6;

async function lastOf(
  trx: Transaction,
  vehicleId: number,
  figure: 'tread_mm' | 'pressure_kpa',
): Promise<readonly LastReading[]> {
  const column = sql.ref(figure);
  const { rows } = await sql<LastReading>`
    select distinct on (r.position) r.position, r.at, r.value, r.temperature_c, r.source from (
      select position, read_at as at, ${column}::float8 as value, temperature_c, source
        from (select distinct on (position) * from tyre_readings
          where vehicle_id = ${vehicleId} and ${column} is not null
          order by position, read_at desc, id desc) o
      union all
      select t ->> 'position', i.inspected_at, (t ->> ${sql.lit(figure)})::float8, null, 'inspection'
      from (select inspected_at, tyres from inspection_records where vehicle_id = ${vehicleId}
        order by inspected_at desc, id desc limit ${INSPECTIONS}) i
      cross join lateral jsonb_array_elements(i.tyres) t
      where t ->> ${sql.lit(figure)} is not null
    ) r order by r.position, r.at desc`.execute(trx);
  return rows;
}

/** The last pressure of each position of a vehicle. */
export const lastPressures = (trx: Transaction, vehicleId: number) =>
  lastOf(trx, vehicleId, 'pressure_kpa');

/** The last tread depth of each position of a vehicle, whichever tyre was there. */
export const lastTreads = (trx: Transaction, vehicleId: number) =>
  lastOf(trx, vehicleId, 'tread_mm');

/** Measurements that a person enters. */
export interface ReadingValues {
  readonly position: string;
  readonly tread_mm: number | null;
  readonly pressure_kpa: number | null;
}

export async function insertReadings(
  trx: Transaction,
  of: {
    readonly vehicleId: number;
    readonly customerId: number;
    readonly author: string;
    readonly at: Date;
  },
  readings: readonly ReadingValues[],
): Promise<void> {
  await trx
    .insertInto('tyre_readings')
    .values(
      readings.map((one) => ({
        ...one,
        customer_id: of.customerId,
        vehicle_id: of.vehicleId,
        read_at: of.at,
        source: 'office' as const,
        author: of.author,
      })),
    )
    .execute();
}
