import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { CurrentUser } from '../../session/storage.ts';
import type { ReportKind, ReportQuery } from '../../ui/download-menu/save-report.ts';

export type Schedule = AnswerOf<typeof contract.reports.schedules>['results'][number];
export type ScheduleBody = BodyOf<typeof contract.reports.createSchedule>;

export const SCHEDULES = 'report-schedules';
/** The longest page of the contract: more schedules than a customer has. */
const PAGE_SIZE = 400;
/** Before working hours. */
const FIRST_HOUR = 6;

/** The report schedules by name. */
export function useSchedules() {
  return useQuery({
    queryKey: [SCHEDULES],
    queryFn: async ({ signal }): Promise<Schedule[]> =>
      (await api.reports.schedules({ query: { pageSize: PAGE_SIZE }, signal, quiet: true }))
        .results,
  });
}

const NO_LISTS = { vehicles: [], vehicle_groups: [] };

/** The fields of several vehicles and depots; a single one is not a list, so that files have its name. */
export function severalOf(vehicles: readonly number[], depots: readonly number[]) {
  const [only = null, ...others] = [...vehicles, ...depots];
  const isOne = others.length === 0;
  return {
    vehicle: isOne && depots.length === 0 ? only : null,
    vehicle_group: isOne && vehicles.length === 0 ? only : null,
    ...(isOne ? NO_LISTS : { vehicles: [...vehicles], vehicle_groups: [...depots] }),
  };
}

/** The selected vehicles and depots of a schedule, one or several. */
export function selectionOf({ vehicle, vehicle_group, vehicles, vehicle_groups }: ScheduleBody) {
  const withOne = (ids: readonly number[], one: number | null) =>
    one === null ? ids : [one, ...ids];
  return {
    vehicles: withOne(vehicles, vehicle),
    depots: withOne(vehicle_groups, vehicle_group),
  };
}

/** Defaults of a new schedule: the filters of the screen, weekly, to the user. */
export function newSchedule(
  kind: ReportKind,
  query: ReportQuery,
  { user }: CurrentUser,
): ScheduleBody {
  const idOf = (value: unknown) => (value === undefined || value === null ? null : Number(value));
  const idsOf = (value: unknown) => [value].flat().map(Number);
  return {
    name: '',
    kind,
    format: 'pdf',
    frequency: 'weekly',
    hour: FIRST_HOUR,
    time_zone: user.prefs.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    vehicle: idOf(query.vehicle),
    driver: idOf(query.driver),
    vehicle_group: idOf(query.vehicle_group),
    ...(query.vehicles === undefined ? NO_LISTS : severalOf(idsOf(query.vehicles), [])),
    stops: query.stops === 'true',
    emails: [user.email],
    is_active: true,
  };
}

/** The request body of an existing schedule. */
export function bodyOf(schedule: ScheduleBody): ScheduleBody {
  return {
    name: schedule.name,
    kind: schedule.kind,
    format: schedule.format,
    frequency: schedule.frequency,
    hour: schedule.hour,
    time_zone: schedule.time_zone,
    vehicle: schedule.vehicle,
    driver: schedule.driver,
    vehicle_group: schedule.vehicle_group,
    vehicles: schedule.vehicles,
    vehicle_groups: schedule.vehicle_groups,
    stops: schedule.stops,
    emails: schedule.emails,
    is_active: schedule.is_active,
  };
}
