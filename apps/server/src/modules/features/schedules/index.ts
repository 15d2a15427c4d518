import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import {
  CalendarFeedsService,
  type CalendarSource,
} from './calendar/schedules-calendar.service.ts';
import { RemindersService } from './reminders/schedules-reminders.service.ts';
import { ScheduleTypesService } from './schedule-types/schedules-schedule-types.service.ts';
import { registerScheduleRoutes } from './schedules.routes.ts';
import { SchedulesService } from './schedules.service.ts';

export type { CalendarSource } from './calendar/schedules-calendar.service.ts';
export {
  followDepotSchedules,
  followSchedules,
  followSchedulesBySystem,
} from './following/schedules-following.service.ts';
export { registerReminderJob } from './reminders/schedules-reminders.job.ts';
export { remindersOf } from './reminders/schedules-reminders.repository.ts';
export { mailRemindedPeople, sendDueReminders } from './reminders/schedules-reminders-mail.ts';
export {
  type ScheduledVehicle,
  scheduledVehicle,
  scheduleType,
} from './schedule-types/schedules-schedule-types.repository.ts';
export { ScheduleTypesService } from './schedule-types/schedules-schedule-types.service.ts';
export {
  fulfil,
  insertSchedule,
  type LockedSchedule,
  lockOpenSchedule,
  moveSchedule,
  scheduleCounts,
} from './schedules.repository.ts';

export { SchedulesService } from './schedules.service.ts';

/**
 * Schedule types, schedules, reminders (area H) and calendar feeds.
 *
 * @param sources other features with events on the calendars
 */
export function registerSchedules(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config'>,
  sources: readonly CalendarSource[],
): void {
  const { db } = services;
  registerScheduleRoutes(app, {
    scheduleTypes: new ScheduleTypesService(db),
    schedules: new SchedulesService(db),
    reminders: new RemindersService(db),
    calendars: new CalendarFeedsService(services, sources),
  });
}
