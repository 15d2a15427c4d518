import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Display } from '../../../platform/tables/index.ts';
import { driverCell, type Reader, readerOf } from '../../../platform/tables/index.ts';
import { textOf } from '../../../platform/texts.ts';
import { checkVisibleDepot, visibleDriver, visibleVehicle } from '../../core/fleet/index.ts';
import { depotName, vehiclesOf } from './reports.repository.ts';
import type { Question, ReportKind } from './reports-question.ts';
import { eventName } from './reports-tables.ts';

/** Maximum vehicles that are read one after the other. */
const MAX_VEHICLES = 300;

/** The subjects of a report by name. */
export interface Chosen {
  readonly reader: Reader;
  readonly vehicle: string | null;
  readonly driver: string | null;
  readonly depot: string | null;
  /** Set if the report reads the vehicles one after the other. */
  readonly vehicles: readonly { readonly id: number; readonly registration: string }[];
}

/** Whether a report reads vehicle by vehicle, because its service accepts one vehicle or all. */
function isByVehicle(kind: ReportKind, depotId: number | undefined): boolean {
  if (kind === 'geofence_visits') return depotId !== undefined;
  return kind === 'trips' || kind === 'timesheet_vehicle';
}

/**
 * Finds the subjects of a report.
 *
 * @throws HttpError 404 for invisible subjects, 400 for too many vehicles
 */
export async function chosenOf(
  db: Database,
  viewer: Viewer,
  kind: ReportKind,
  { vehicle: vehicleId, vehicles: vehicleIds, driver: driverId, vehicle_group: depotId }: Question,
): Promise<Chosen> {
  return db.asViewer(viewer, async (trx) => {
    const vehicle = vehicleId === undefined ? null : await visibleVehicle(trx, viewer, vehicleId);
    const driver = driverId === undefined ? null : await visibleDriver(trx, viewer, driverId);
    if (depotId !== undefined) await checkVisibleDepot(trx, viewer, depotId);
    const vehicles = isByVehicle(kind, depotId)
      ? await vehiclesOf(trx, viewer, { vehicleId, vehicleIds, depotId }, MAX_VEHICLES + 1)
      : [];
    // An invisible vehicle is rejected, as in a report about it alone.
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

/** The registrations of several selected vehicles; null unless there are several. */
function namesOf({ vehicles }: Chosen, { vehicles: ids }: Question): string | null {
  return ids === undefined ? null : vehicles.map(({ registration }) => registration).join(', ');
}

/** The filters as shown on a report: label and name. */
export function factsOf(
  chosen: Chosen,
  question: Question,
  geofence: string | null,
  { language }: Display,
): [string, string][] {
  const events = question.event.map((code) => eventName(language, code, String(code)));
  const facts = [
    ['report.fact.vehicle', chosen.vehicle ?? namesOf(chosen, question)],
    ['report.fact.driver', chosen.driver],
    ['report.fact.depot', chosen.depot],
    ['report.fact.geofence', geofence],
    ['report.fact.event', events.join(', ')],
    ['report.fact.search', question.search],
  ] as const;
  return facts.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [[textOf(language, label), value] as [string, string]],
  );
}
