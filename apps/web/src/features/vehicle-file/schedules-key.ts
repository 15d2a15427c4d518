/** Query key of every list of scheduled activities. */
export const SCHEDULES_KEY = 'schedules';
