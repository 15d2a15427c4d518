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

/** Defaults of a new schedule: the filters of the screen, weekly, to the user. */
export function newSchedule(
  kind: ReportKind,
  query: ReportQuery,
  { user }: CurrentUser,
): ScheduleBody {
  const idOf = (value: unknown) => (value === undefined || value === null ? null : Number(value));
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
    emails: schedule.emails,
    is_active: schedule.is_active,
  };
}
