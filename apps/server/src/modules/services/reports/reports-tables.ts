import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, type ErrorMessage } from '../../../platform/errors.ts';
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
import type { Question, ReportKind } from './reports-question.ts';

/** The sources of the rows: the services that the screens use too. */
export interface Sources {
  readonly trips: TripsService;
  readonly timesheets: TimesheetsService;
  readonly behaviour: BehaviourService;
  readonly visits: VisitService;
  readonly events: EventsService;
}

/** Filters with a resolved range and zone. */
export interface Asked {
  readonly viewer: Viewer;
  readonly display: Display;
  /** ISO UTC; the end exclusive. */
  readonly range: { readonly start: string; readonly end: string; readonly time_zone: string };
  readonly question: Question;
  /** The selected vehicles of a trips or timesheets report. */
  readonly vehicles: readonly { readonly id: number; readonly registration: string }[];
  readonly maxRows: number;
}

/** Counts rows up to the limit of a report. */
function refuseTooLong(count: number, { maxRows }: Asked): void {
  if (count <= maxRows) return;
  const detail: ErrorMessage = { code: 'report.too_many_rows', params: { most: maxRows } };
  throw badRequest(detail, { errors: { end: [detail] } });
}

const word = ({ display }: Asked, key: TextKey) => textOf(display.language, key);

async function tripsOf({ trips }: Sources, asked: Asked): Promise<Table> {
  const found: ReturnType<typeof tripLines> = [];
  for (const { id, registration } of asked.vehicles) {
    const { results, private_use: travels } = await trips.trips(asked.viewer, {
      vehicle: id,
      ...asked.range,
    });
    const known = results.map((trip) => ({ ...trip, registration }));
    found.push(...tripLines(known, travels, registration, word(asked, 'report.privateUse')));
    refuseTooLong(found.length, asked);
  }
  return tripTable(found, word(asked, 'report.inProgress'));
}

/** For one subject every day is shown; for several, only days with activity. */
const worthShowing = (isOne: boolean) => (day: SubjectDay) =>
  isOne || day.first_start !== null || day.trips > 0;

async function vehicleDaysOf({ timesheets }: Sources, asked: Asked): Promise<Table> {
  const found: SubjectDay[] = [];
  const isShown = worthShowing(asked.question.vehicle !== undefined);
  for (const { id, registration } of asked.vehicles) {
    const { results } = await timesheets.ofVehicle(asked.viewer, { vehicle: id, ...asked.range });
    found.push(...results.map((day) => ({ ...day, subject: registration })).filter(isShown));
    refuseTooLong(found.length, asked);
  }
  return timesheetTable(found, 'vehicle', word(asked, 'report.inProgress'));
}

async function driverDaysOf({ timesheets }: Sources, asked: Asked): Promise<Table> {
  const { driver } = asked.question;
  const { count, results: drivers } = await timesheets.drivers(asked.viewer, '');
  if (driver === undefined && count > drivers.length) {
    throw badRequest({ code: 'report.too_many_drivers', params: { most: drivers.length } });
  }
  const names = new Map(drivers.map((known) => [known.id, driverCell(known) ?? '']));
  const found: SubjectDay[] = [];
  const isShown = worthShowing(driver !== undefined);
  for (const id of driver === undefined ? drivers.map((known) => known.id) : [driver]) {
    const { results } = await timesheets.ofDriver(asked.viewer, {
      driver_id: id,
      ...asked.range,
    });
    const subjects = results.map((day) => ({
      ...day,
      subject: names.get(id) ?? driverCell(day.driver) ?? '',
    }));
    found.push(...subjects.filter(isShown));
    refuseTooLong(found.length, asked);
  }
  return timesheetTable(found, 'driver', word(asked, 'report.inProgress'));
}

async function standingsOf(
  { behaviour }: Sources,
  kind: 'behaviour' | 'mobileye',
  asked: Asked,
): Promise<Table> {
  const { by = 'vehicle', vehicle_group, vehicle } = asked.question;
  if (vehicle !== undefined && by !== 'vehicle') {
    const text = 'report.by_vehicle_only';
    throw badRequest(text, { errors: { by: [text] } });
  }
  const query = { ...asked.range, by, vehicle_group };
  const { unit } = asked.display;
  const meant = <T extends { readonly vehicle: { readonly id: number } | null }>(rows: T[]) => {
    const some = vehicle === undefined ? rows : rows.filter((row) => row.vehicle?.id === vehicle);
    refuseTooLong(some.length, asked);
    return some;
  };
  if (kind === 'behaviour') {
    const { results } = await behaviour.abc(asked.viewer, query);
    return behaviourTable(meant(results), by, unit);
  }
  const { results } = await behaviour.mobileye(asked.viewer, query);
  return mobileyeTable(meant(results), by, unit);
}

/** One page with the whole report and one extra row to detect an overflow; oldest first. */
const wholePage = (ordering: string, { maxRows, question }: Asked) => ({
  pageSize: maxRows + 1,
  page: 1,
  ordering,
  orderingDirection: 'asc' as const,
  search: question.search,
});

async function visitsOf({ visits }: Sources, asked: Asked): Promise<Table> {
  const { vehicle, vehicle_group, geofence } = asked.question;
  const found: AnswerOf<typeof contract.geofences.visits>['results'] = [];
  const isOfDepot = vehicle_group !== undefined;
  for (const one of isOfDepot ? asked.vehicles.map(({ id }) => id) : [vehicle]) {
    const query = { ...wholePage('entered_at', asked), ...asked.range, vehicle: one, geofence };
    const { count, results } = await visits.list(asked.viewer, query);
    refuseTooLong(found.length + count, asked);
    found.push(...results);
  }
  if (isOfDepot) found.sort((a, b) => Date.parse(a.entered_at) - Date.parse(b.entered_at));
  return visitTable(found, word(asked, 'report.inside'));
}

async function eventsOf({ events }: Sources, asked: Asked): Promise<Table> {
  const { vehicle, vehicle_group, driver, event } = asked.question;
  const query = {
    ...wholePage('timestamp', asked),
    ...asked.range,
    vehicle,
    vehicle_group,
    driver,
    event,
  };
  const { count, count_is_limit: isMore, results } = await events.list(asked.viewer, query);
  refuseTooLong(isMore ? Number.POSITIVE_INFINITY : count, asked);
  const { language } = asked.display;
  return eventTable(results, ({ eventCode, name }) => eventName(language, eventCode, name));
}

/** The name of an event type in a language; for an unknown type the name as received. */
export function eventName(
  language: Display['language'],
  eventCode: number,
  fallback: string,
): string {
  const key = `event.${eventCode}`;
  return isTextKey(key) ? textOf(language, key) : fallback;
}

/**
 * The rows of a report, from the service that its screen uses.
 *
 * @throws HttpError 400 for more rows than the limit, 404 for invisible subjects
 */
export function tableOfKind(sources: Sources, kind: ReportKind, asked: Asked): Promise<Table> {
  switch (kind) {
    case 'trips':
      return tripsOf(sources, asked);
    case 'timesheet_vehicle':
      return vehicleDaysOf(sources, asked);
    case 'timesheet_driver':
      return driverDaysOf(sources, asked);
    case 'behaviour':
    case 'mobileye':
      return standingsOf(sources, kind, asked);
    case 'geofence_visits':
      return visitsOf(sources, asked);
    case 'events':
      return eventsOf(sources, asked);
  }
}
