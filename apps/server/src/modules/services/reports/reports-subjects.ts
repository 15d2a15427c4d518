import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Display } from '../../../platform/tables/index.ts';
import { driverCell, type Reader, readerOf } from '../../../platform/tables/index.ts';
import { textOf } from '../../../platform/texts.ts';
import { visibleDriver, visibleRegistrationsOf, visibleVehicle } from '../../core/fleet/index.ts';
import { type VehicleFilter, vehiclesOf, visibleDepotsOf } from './reports.repository.ts';
import type { ReportKind, ReportQuery } from './reports-query.ts';
import { eventName } from './reports-tables.ts';

/** Maximum number of vehicles that are queried one by one. */
const MAX_VEHICLES = 300;

/** Several vehicles and depots, by id. */
export interface Subjects {
  readonly vehicles: readonly number[];
  readonly depots: readonly number[];
}

/** Those vehicles and depots that the viewer may see. */
export async function visibleOf(
  trx: Transaction,
  viewer: Viewer,
  { vehicles, depots }: Subjects,
): Promise<Subjects> {
  const seen = vehicles.length === 0 ? null : await visibleRegistrationsOf(trx, viewer, vehicles);
  const seenDepots = await visibleDepotsOf(trx, viewer, depots);
  return {
    vehicles: vehicles.filter((id) => seen?.has(id)),
    depots: seenDepots.map(({ id }) => id),
  };
}

/** The subjects of a report by name. */
export interface ReportSubjects {
  readonly reader: Reader;
  readonly vehicle: string | null;
  readonly driver: string | null;
  readonly depots: readonly string[];
  /** The vehicles of a report that queries them one by one; otherwise empty. */
  readonly vehicles: readonly { readonly id: number; readonly registration: string }[];
}

/** Whether a report is built vehicle by vehicle, because its service accepts only one or all. */
function isByVehicle(kind: ReportKind, depotId: number | undefined): boolean {
  if (kind === 'geofence_visits') return depotId !== undefined;
  return kind === 'trips' || kind === 'timesheet_vehicle';
}

/** @throws HttpError 400 for too many vehicles */
export function refuseTooManyVehicles(vehicles: readonly unknown[]): void {
  if (vehicles.length <= MAX_VEHICLES) return;
  throw badRequest({ code: 'report.too_many_vehicles', params: { most: MAX_VEHICLES } });
}

/** The vehicles that a filter selects, at most one more than the limit. */
export const selectedVehicles = (trx: Transaction, viewer: Viewer, filter: VehicleFilter) =>
  vehiclesOf(trx, viewer, filter, MAX_VEHICLES + 1);

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
    vehicle_groups: depotIds,
  }: ReportQuery,
): Promise<ReportSubjects> {
  return db.asViewer(viewer, async (trx) => {
    const vehicle = vehicleId === undefined ? null : await visibleVehicle(trx, viewer, vehicleId);
    const driver = driverId === undefined ? null : await visibleDriver(trx, viewer, driverId);
    const ofDepots = [...new Set([depotId ?? [], depotIds ?? []].flat())];
    const depots = await visibleDepotsOf(trx, viewer, ofDepots);
    if (depots.length < ofDepots.length) throw notFound();
    const filter = { vehicleId, depotId, vehicleIds, depotIds };
    const vehicles = isByVehicle(kind, depotId) ? await selectedVehicles(trx, viewer, filter) : [];
    refuseTooManyVehicles(vehicles);
    // Refuse the list if any of its vehicles is not visible, as for a single vehicle.
    const found = new Set(vehicles.map(({ id }) => id));
    if (vehicleIds?.some((id) => !found.has(id))) throw notFound();
    return {
      reader: await readerOf(trx, viewer),
      vehicle: vehicle?.registration ?? null,
      driver: driverCell(driver),
      depots: depots.map(({ name }) => name),
      vehicles,
    };
  });
}

/** The registrations of a list of vehicles; null if the query has no list. */
function namesOf({ vehicles }: ReportSubjects, { vehicles: ids }: ReportQuery): string | null {
  if (ids === undefined) return null;
  const named = vehicles.filter(({ id }) => ids.includes(id));
  return named.map(({ registration }) => registration).join(', ');
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
    ['report.fact.depot', subjects.depots.join(', ')],
    ['report.fact.geofence', geofence],
    ['report.fact.event', events.join(', ')],
    ['report.fact.search', query.search],
  ] as const;
  return facts.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [[textOf(language, label), value] as [string, string]],
  );
}
