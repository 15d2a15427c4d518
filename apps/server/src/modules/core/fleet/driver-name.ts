import type { DriverName } from './fleet.repository.ts';

/** The driver of a row that left-joins `drivers`; null if there is none. */
export function driverOf(row: {
  readonly driver_id: number | null;
  readonly first_name: string | null;
  readonly surname: string | null;
}): DriverName | null {
  if (row.driver_id === null) return null;
  return { id: row.driver_id, first_name: row.first_name ?? '', surname: row.surname ?? '' };
}
