import { type RawBuilder, sql } from 'kysely';

/** Days before the end of a range in which the use of a vehicle is measured. */
export const USE_DAYS = 90;
/** Metres that make a measurement. */
const LEAST_M = 100_000;

/** The energy of a vehicle for its CO2, as `FuelUse` has it. @param vehicle alias of `vehicles` */
export const energyOf = (vehicle: string): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${vehicle}.${column}`);
  return sql<string>`case when ${of('fuel_reference')} = 'ELECTRIC' then 'electric'
    when ${of('fuel_reference')} not in ('FUEL', 'HYBRID') then 'other'
    when ${of('fuel_name')} ilike '%petrol%' then 'petrol' else 'diesel' end`;
};

/** Sums of a vehicle's trips and bought energy of 90 days. */
interface Measured {
  /** Litres and metres of trips with an engine's counter. */
  readonly used: RawBuilder<unknown>;
  readonly counted: RawBuilder<unknown>;
  /** Metres of all trips. */
  readonly distance: RawBuilder<unknown>;
  /** Bought, without AdBlue. */
  readonly litres: RawBuilder<unknown>;
  readonly kwh: RawBuilder<unknown>;
}

/**
 * Litres, or kWh of an electric vehicle, for each metre: by the engine's counter, otherwise by the bought energy over
 * the distance of all trips. Null without a measurement of 100 km.
 *
 * @param vehicle alias of `vehicles`
 */
export function usePerM(
  vehicle: string,
  { used, counted, distance, litres, kwh }: Measured,
): RawBuilder<number | null> {
  const isElectric = sql`${sql.ref(`${vehicle}.fuel_reference`)} = 'ELECTRIC'`;
  return sql<number | null>`coalesce(
    case when ${counted} >= ${LEAST_M} and not ${isElectric} then ${used} / ${counted} end,
    case when ${distance} >= ${LEAST_M}
      then (case when ${isElectric} then ${kwh} else ${litres} end) / ${distance} end)`;
}
