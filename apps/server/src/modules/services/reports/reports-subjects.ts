import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Display } from '../../../platform/tables/index.ts';
import { driverCell, type Reader, readerOf } from '../../../platform/tables/index.ts';
import { textOf } from '../../../platform/texts.ts';
import { checkVisibleDepot, visibleDriver, visibleVehicle } from '../../core/fleet/index.ts';
import { depotName, vehiclesOf } from './reports.repository.ts';
import type { ReportKind, ReportQuery } from './reports-query.ts';
import { eventName } from './reports-tables.ts';

/** Maximum number of vehicles that are queried one by one. */
const MAX_VEHICLES = 300;

/** The subjects of a report by name. */
export interface ReportSubjects {
  readonly reader: Reader;
  readonly vehicle: string | null;
  readonly driver: string | null;
  readonly depot: string | null;
  /** The vehicles of a report that queries them one by one; otherwise empty. */
  readonly vehicles: readonly { readonly id: number; readonly registration: string }[];
}

/** Whether a report is built vehicle by vehicle, because its service accepts only one or all. */
function isByVehicle(kind: ReportKind, depotId: number | undefined): boolean {
  if (kind === 'geofence_visits') return depotId !== undefined;
  return kind === 'trips' || kind === 'timesheet_vehicle';
}

/**
 * Looks up the subjects of a report.
 *
 * @throws HttpError 404 for a subject that is not visible, 400 for too many vehicles
 */
export async function subjectsOf(
  db: Database,
  viewer: Viewer,
  kind: ReportKind,
  {
    vehicle: vehicleId,
    vehicles: vehicleIds,
    driver: driverId,
    vehicle_group: depotId,
  }: ReportQuery,
): Promise<ReportSubjects> {
  return db.asViewer(viewer, async (trx) => {
    const vehicle = vehicleId === undefined ? null : await visibleVehicle(trx, viewer, vehicleId);
    const driver = driverId === undefined ? null : await visibleDriver(trx, viewer, driverId);
    if (depotId !== undefined) await checkVisibleDepot(trx, viewer, depotId);
    const vehicles = isByVehicle(kind, depotId)
      ? await vehiclesOf(trx, viewer, { vehicleId, vehicleIds, depotId }, MAX_VEHICLES + 1)
      : [];
    // Refuse the list if any of its vehicles is not visible, as for a single vehicle.
    if (vehicleIds !== undefined && vehicles.length < vehicleIds.length) throw notFound();
    if (vehicles.length > MAX_VEHICLES) {
      throw badRequest({ code: 'report.too_many_vehicles', params: { most: MAX_VEHICLES } });
    }
    return {
      reader: await readerOf(trx, viewer),
      vehicle: vehicle?.registration ?? null,
      driver: driverCell(driver),
      depot: depotId === undefined ? null : await depotName(trx, depotId),
      vehicles,
    };
  });
}

/** The registrations of a list of vehicles; null if the query has no list. */
function namesOf({ vehicles }: ReportSubjects, { vehicles: ids }: ReportQuery): string | null {
  return ids === undefined ? null : vehicles.map(({ registration }) => registration).join(', ');
}

/** The filters as printed on a report: label and value. */
export function factsOf(
  subjects: ReportSubjects,
  query: ReportQuery,
  geofence: string | null,
  { language }: Display,
): [string, string][] {
  const events = query.event.map((code) => eventName(language, code, String(code)));
  const facts = [
    ['report.fact.vehicle', subjects.vehicle ?? namesOf(subjects, query)],
    ['report.fact.driver', subjects.driver],
    ['report.fact.depot', subjects.depot],
    ['report.fact.geofence', geofence],
    ['report.fact.event', events.join(', ')],
    ['report.fact.search', query.search],
  ] as const;
  return facts.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [[textOf(language, label), value] as [string, string]],
  );
}
