import { laterScreen } from '../../widgets/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** Requirement A-17: regions, depots and their reports; the address says which (L-01, L-02, L-P05). */
const CHECK_PATHS = ['/vehiclecheck/$', '/audit_survey/$'];

/** The vehicle check, and the records of defects and inspections. */
export const checkRoutes = [
  screenAt(
    '/defects',
    laterScreen(() => import('../../modules/defects/list/screen.tsx'), 'DefectsScreen'),
  ),
  screenAt(
    '/inspections',
    laterScreen(() => import('../../modules/defects/inspections/screen.tsx'), 'InspectionsScreen'),
  ),
  screenAt(
    '/earned-recognition',
    laterScreen(
      () => import('../../modules/earned-recognition/screen.tsx'),
      'EarnedRecognitionScreen',
    ),
  ),
  screenAt(
    '/vor-dashboard/vor',
    laterScreen(() => import('../../modules/vor-dashboard/screen.tsx'), 'VorScreen'),
  ),
  ...CHECK_PATHS.map((path) =>
    screenAt(
      path,
      laterScreen(() => import('../../modules/vehicle-check/screen.tsx'), 'VehicleCheckScreen'),
    ),
  ),
];
