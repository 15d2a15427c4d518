import { ACTIVITIES_KEY } from '../../ui/vehicle-file/activities.ts';

/** Query key of an investigation; it is invalidated with its activity. */
export const investigationKey = (activityId: number, id: number) =>
  [ACTIVITIES_KEY, 'investigation', activityId, id] as const;

/** Query key of the investigations of an activity. */
export const investigationsKey = (activityId: number) =>
  [ACTIVITIES_KEY, 'investigations', activityId] as const;
