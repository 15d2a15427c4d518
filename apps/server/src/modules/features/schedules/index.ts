export { followDepotSchedules, followSchedules } from './following/schedules-following.service.ts';
export { registerReminderJob } from './reminders/schedules-reminders.job.ts';
export { RemindersService } from './reminders/schedules-reminders.service.ts';
export {
  type ScheduledVehicle,
  scheduledVehicle,
  scheduleType,
} from './schedule-types/schedules-schedule-types.repository.ts';
export { ScheduleTypesService } from './schedule-types/schedules-schedule-types.service.ts';
export {
  fulfil,
  type HeldSchedule,
  holdOpenSchedule,
  insertSchedule,
  moveSchedule,
} from './schedules.repository.ts';
export { SchedulesService } from './schedules.service.ts';
