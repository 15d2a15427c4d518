import { ACTIVITIES_KEY } from '../../ui/vehicle-file/activities.ts';

/** Where one investigation lies among what was read; it is read anew with its activity. */
export const investigationKey = (activityId: number, id: number) =>
  [ACTIVITIES_KEY, 'investigation', activityId, id] as const;

/** Where the investigations of an activity lie. */
export const investigationsKey = (activityId: number) =>
  [ACTIVITIES_KEY, 'investigations', activityId] as const;
