import { laterScreen } from '../../ui/later/later.tsx';
import { MAIN_SCREENS } from '../main-screens.ts';
import { screenAt } from './screen-route.ts';

/** Activities, investigations and the planner. */
export const vehicleFileRoutes = [
  screenAt(
    '/vehicle-file/activity',
    laterScreen(MAIN_SCREENS['/vehicle-file/activity'], 'ActivityScreen'),
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
  screenAt(
    '/couplings',
    laterScreen(() => import('../../features/couplings/couplings.screen.tsx'), 'CouplingsScreen'),
  ),
  screenAt(
    '/vehicle-file/services',
    laterScreen(
      () => import('../../features/service-plans/service-plans.screen.tsx'),
      'ServicesScreen',
    ),
  ),
  screenAt(
    '/vehicle-file/official-data',
    laterScreen(
      () => import('../../features/official-data/official-data.screen.tsx'),
      'OfficialDataScreen',
    ),
  ),
  screenAt(
    '/faults',
    laterScreen(() => import('../../features/faults/faults.screen.tsx'), 'FaultsScreen'),
  ),
  screenAt(
    '/tyres',
    laterScreen(() => import('../../features/tyres/tyres.screen.tsx'), 'TyresScreen'),
  ),
];
