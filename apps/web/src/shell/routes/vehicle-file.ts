import { laterScreen } from '../../widgets/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** Activities, investigations and the planner. */
export const vehicleFileRoutes = [
  screenAt(
    '/vehicle-file/activity',
    laterScreen(() => import('../../modules/vehicle-file/activity/screen.tsx'), 'ActivityScreen'),
  ),
  screenAt(
    '/vehicle-file/activity/$activityId/investigation/$investigationId',
    laterScreen(
      () => import('../../modules/vehicle-file/investigations/screen.tsx'),
      'InvestigationScreen',
    ),
  ),
  screenAt(
    '/vehicle-file/planner',
    laterScreen(() => import('../../modules/vehicle-file/planner/screen.tsx'), 'PlannerScreen'),
  ),
];
