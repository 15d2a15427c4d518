import { laterScreen } from '../../ui/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** Activities, investigations and the planner. */
export const vehicleFileRoutes = [
  screenAt(
    '/vehicle-file/activity',
    laterScreen(
      () => import('../../features/vehicle-file/activity/vehicle-file-activity.screen.tsx'),
      'ActivityScreen',
    ),
  ),
  screenAt(
    '/vehicle-file/activity/$activityId/investigation/$investigationId',
    laterScreen(
      () => import('../../features/investigations/investigations.screen.tsx'),
      'InvestigationScreen',
    ),
  ),
  screenAt(
    '/vehicle-file/planner',
    laterScreen(() => import('../../features/schedules/schedules.screen.tsx'), 'PlannerScreen'),
  ),
];
