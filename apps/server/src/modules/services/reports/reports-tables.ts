import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, type ErrorMessage, wrongField } from '../../../platform/errors.ts';
import type { Display } from '../../../platform/tables/index.ts';
import { driverCell, type Table } from '../../../platform/tables/index.ts';
import { isTextKey, type TextKey, textOf } from '../../../platform/texts.ts';
import type { BehaviourService } from '../../features/driver-behaviour/index.ts';
import type { EventsService } from '../../features/events/index.ts';
import type { VisitService } from '../../features/geofences/index.ts';
import type { TimesheetsService } from '../../features/timesheets/index.ts';
import type { TripsService } from '../../features/trips/index.ts';
import { behaviourTable, mobileyeTable } from './kinds/reports-kinds-behaviour.ts';
import { eventTable } from './kinds/reports-kinds-events.ts';
import { type SubjectDay, timesheetTable } from './kinds/reports-kinds-timesheets.ts';
import { tripLines, tripTable } from './kinds/reports-kinds-trips.ts';
import { visitTable } from './kinds/reports-kinds-visits.ts';
import type { ReportKind, ReportQuery } from './reports-query.ts';

/** The services that provide the rows; the same as for the screens. */
export interface Sources {
  readonly trips: TripsService;
  readonly timesheets: TimesheetsService;
  readonly behaviour: BehaviourService;
  readonly visits: VisitService;
  readonly events: EventsService;
}

/** A report request with a resolved range and time zone. */
export interface TableRequest {
  readonly viewer: Viewer;
  readonly display: Display;
  /** ISO UTC; the end is exclusive. */
  readonly range: { readonly start: string; readonly end: string; readonly time_zone: string };
  readonly query: ReportQuery;
  /** The vehicles to query, for trips and days of vehicles. */
  readonly vehicles: readonly { readonly id: number; readonly registration: string }[];
  readonly maxRows: number;
}

/** @throws HttpError 400 if a report has more rows than its limit */
function refuseTooLong(count: number, { maxRows }: TableRequest): void {
  if (count <= maxRows) return;
  const detail: ErrorMessage = { code: 'report.too_many_rows', params: { most: maxRows } };
  throw wrongField('end', detail);
}

const word = ({ display }: TableRequest, key: TextKey) => textOf(display.language, key);

async function tripsOf({ trips }: Sources, request: TableRequest): Promise<Table> {
  const found: ReturnType<typeof tripLines> = [];
  const { stops: hasStops = false } = request.query;
  const words = {
    trip: word(request, 'report.trip'),
    stop: word(request, 'report.stop'),
    privateUse: word(request, 'report.privateUse'),
    inProgress: word(request, 'report.inProgress'),
  };
  for (const { id, registration } of request.vehicles) {
    const { results, private_use: travels } = await trips.trips(request.viewer, {
      vehicle: id,
      ...request.range,
    });
    found.push(...tripLines({ registration, trips: results, travels, hasStops }, words));
    refuseTooLong(found.length, request);
  }
  return tripTable(found, words, hasStops);
}

/** Shows all days of a single subject, but of several subjects only days with activity. */
const isDayShown = (isOne: boolean) => (day: SubjectDay) =>
  isOne || day.first_start !== null || day.trips > 0;

async function vehicleDaysOf({ timesheets }: Sources, request: TableRequest): Promise<Table> {
  const found: SubjectDay[] = [];
  const isShown = isDayShown(request.query.vehicle !== undefined);
  for (const { id, registration } of request.vehicles) {
    const { results } = await timesheets.ofVehicle(request.viewer, {
      vehicle: id,
      ...request.range,
    });
    found.push(...results.map((day) => ({ ...day, subject: registration })).filter(isShown));
    refuseTooLong(found.length, request);
  }
  return timesheetTable(found, 'vehicle', word(request, 'report.inProgress'));
}

async function driverDaysOf({ timesheets }: Sources, request: TableRequest): Promise<Table> {
  const { driver } = request.query;
  const { count, results: drivers } = await timesheets.drivers(request.viewer, '');
  if (driver === undefined && count > drivers.length) {
    throw badRequest({ code: 'report.too_many_drivers', params: { most: drivers.length } });
  }
  const names = new Map(drivers.map((known) => [known.id, driverCell(known) ?? '']));
  const found: SubjectDay[] = [];
  const isShown = isDayShown(driver !== undefined);
  for (const id of driver === undefined ? drivers.map((known) => known.id) : [driver]) {
    const { results } = await timesheets.ofDriver(request.viewer, {
      driver_id: id,
      ...request.range,
    });
    const subjects = results.map((day) => ({
      ...day,
      subject: names.get(id) ?? driverCell(day.driver) ?? '',
    }));
    found.push(...subjects.filter(isShown));
    refuseTooLong(found.length, request);
  }
  return timesheetTable(found, 'driver', word(request, 'report.inProgress'));
}

async function standingsOf(
  { behaviour }: Sources,
  kind: 'behaviour' | 'mobileye',
  request: TableRequest,
): Promise<Table> {
  const { by = 'vehicle', vehicle_group, vehicle } = request.query;
  if (vehicle !== undefined && by !== 'vehicle') {
    throw wrongField('by', 'report.by_vehicle_only');
  }
  const query = { ...request.range, by, vehicle_group };
  const { unit } = request.display;
  const limited = <T extends { readonly vehicle: { readonly id: number } | null }>(rows: T[]) => {
    const some = vehicle === undefined ? rows : rows.filter((row) => row.vehicle?.id === vehicle);
    refuseTooLong(some.length, request);
    return some;
  };
  if (kind === 'behaviour') {
    const { results } = await behaviour.abc(request.viewer, query);
    return behaviourTable(limited(results), by, unit);
  }
  const { results } = await behaviour.mobileye(request.viewer, query);
  return mobileyeTable(limited(results), by, unit);
}

/** One page with the whole report plus one row to detect that it is too long; oldest first. */
const wholePage = (ordering: string, { maxRows, query }: TableRequest) => ({
  pageSize: maxRows + 1,
  page: 1,
  ordering,
  orderingDirection: 'asc' as const,
  search: query.search,
});

async function visitsOf({ visits }: Sources, request: TableRequest): Promise<Table> {
  const { vehicle, vehicle_group, geofence } = request.query;
  const found: AnswerOf<typeof contract.geofences.visits>['results'] = [];
  const isOfDepot = vehicle_group !== undefined;
  for (const one of isOfDepot ? request.vehicles.map(({ id }) => id) : [vehicle]) {
    const query = { ...wholePage('entered_at', request), ...request.range, vehicle: one, geofence };
    const { count, results } = await visits.list(request.viewer, query);
    refuseTooLong(found.length + count, request);
    found.push(...results);
  }
  if (isOfDepot) found.sort((a, b) => Date.parse(a.entered_at) - Date.parse(b.entered_at));
  return visitTable(found, word(request, 'report.inside'));
}

async function eventsOf({ events }: Sources, request: TableRequest): Promise<Table> {
  const { vehicle, vehicle_group, driver, event } = request.query;
  const query = {
    ...wholePage('timestamp', request),
    ...request.range,
    vehicle,
    vehicle_group,
    driver,
    event,
  };
  const { count, count_is_limit: isMore, results } = await events.list(request.viewer, query);
  refuseTooLong(isMore ? Number.POSITIVE_INFINITY : count, request);
  const { language } = request.display;
  return eventTable(results, ({ eventCode, name }) => eventName(language, eventCode, name));
}

/** The name of an event's type in a language; the fallback for an unknown type. */
export function eventName(
  language: Display['language'],
  eventCode: number,
  fallback: string,
): string {
  const key = `event.${eventCode}`;
  return isTextKey(key) ? textOf(language, key) : fallback;
}

/**
 * The rows of a report, from the service of the corresponding screen.
 *
 * @throws HttpError 400 for more rows than the limit, 404 for a subject that is not visible
 */
export function tableOfKind(
  sources: Sources,
  kind: ReportKind,
  request: TableRequest,
): Promise<Table> {
  switch (kind) {
    case 'trips':
      return tripsOf(sources, request);
    case 'timesheet_vehicle':
      return vehicleDaysOf(sources, request);
    case 'timesheet_driver':
      return driverDaysOf(sources, request);
    case 'behaviour':
    case 'mobileye':
      return standingsOf(sources, kind, request);
    case 'geofence_visits':
      return visitsOf(sources, request);
    case 'events':
      return eventsOf(sources, request);
  }
}
