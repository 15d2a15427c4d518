export {
  type AcceptedActivity,
  type DueDate,
  dayText,
  decideSchedule,
  dueDate,
  dueOf,
  type OpenSchedule,
} from './decision.ts';
export { reminderOf } from './reminders.ts';
