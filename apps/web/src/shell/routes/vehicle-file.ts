import { lazyRouteComponent } from '@tanstack/react-router';
import { screenAt } from './screen-route.ts';

/** Activities, investigations and the planner. */
export const vehicleFileRoutes = [
  screenAt(
    '/vehicle-file/activity',
    lazyRouteComponent(
      () => import('../../modules/vehicle-file/activity/screen.tsx'),
      'ActivityScreen',
    ),
  ),
  screenAt(
    '/vehicle-file/activity/$activityId/investigation/$investigationId',
    lazyRouteComponent(
      () => import('../../modules/vehicle-file/investigations/screen.tsx'),
      'InvestigationScreen',
    ),
  ),
  screenAt(
    '/vehicle-file/planner',
    lazyRouteComponent(
      () => import('../../modules/vehicle-file/planner/screen.tsx'),
      'PlannerScreen',
    ),
  ),
];
