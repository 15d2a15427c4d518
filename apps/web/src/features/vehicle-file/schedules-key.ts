/** What every list of scheduled activities is kept under. */
export const SCHEDULES_KEY = 'schedules';
