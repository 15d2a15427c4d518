export {
  type AcceptedActivity,
  type DueDate,
  dayText,
  decideSchedule,
  dueDate,
  type OpenSchedule,
} from './decision.ts';
export { reminderOf } from './reminders.ts';
