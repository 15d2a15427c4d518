/** The vehicle in the page's URL (J-04, J-P01). */
export interface Visit {
  /** The printed code; null if the page was opened by registration. */
  readonly qrid: string | null;
  /** In upper case (J-05); null until the code is resolved. */
  readonly registration: string | null;
  readonly vehicleId: number | null;
}

/**
 * Parses the query of the page.
 *
 * @returns null without code and registration (J-06)
 */
export function visitOf(search: string): Visit | null {
  const query = new URLSearchParams(search);
  const qrid = query.get('qrid')?.trim() || null;
  const registration = query.get('registration')?.trim().toUpperCase() || null;
  const id = query.get('vehicle_id') ?? '';
  const vehicleId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
  return qrid === null && registration === null ? null : { qrid, registration, vehicleId };
}

/** A visit as the query of the calls. */
export const queryOf = ({ qrid, registration, vehicleId }: Visit) =>
  qrid === null ? { registration, vehicle_id: vehicleId } : { qrid };

/**
 * The page of a vehicle in the safety inspection app (J-07, J-P03, OP-069); null if the app is not
 * configured or the vehicle's id is unknown.
 */
export function inspectionAddress(base: string | null, vehicleId: number | null): string | null {
  if (base === null || vehicleId === null) return null;
  // Requirement W-P04: a link without a scheme is opened with https.
  const host = /^https?:\/\//i.test(base) ? base : `https://${base}`;
  return `${host.replace(/\/+$/, '')}/vehicle-history/${vehicleId}`;
}
