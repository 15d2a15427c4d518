export {
  type AcceptedActivity,
  type DueDate,
  dayText,
  decideSchedule,
  dueDate,
  type OpenSchedule,
  type ScheduleDecision,
} from './decision.ts';
export { reminderOf } from './reminders.ts';
