import { laterScreen } from '../../ui/later/later.tsx';
import { MAIN_SCREENS } from '../main-screens.ts';
import { screenAt } from './screen-route.ts';

/** Requirement A-17: regions, depots and their reports; the address says which (L-01, L-02, L-P05). */
const CHECK_PATHS = ['/vehiclecheck/$', '/audit_survey/$'];

/** The vehicle check, and the records of defects and inspections. */
export const checkRoutes = [
  screenAt(
    '/defects',
    laterScreen(() => import('../../features/defects/defects.screen.tsx'), 'DefectsScreen'),
  ),
  screenAt(
    '/inspections',
    laterScreen(
      () => import('../../features/inspections/inspections.screen.tsx'),
      'InspectionsScreen',
    ),
  ),
  screenAt(
    '/costs',
    laterScreen(() => import('../../features/costs/costs.screen.tsx'), 'CostsScreen'),
  ),
  screenAt(
    '/work-orders',
    laterScreen(
      () => import('../../features/work-orders/work-orders.screen.tsx'),
      'WorkOrdersScreen',
    ),
  ),
  screenAt(
    '/work-orders/board',
    laterScreen(
      () => import('../../features/work-orders/work-orders-board.screen.tsx'),
      'WorkOrdersBoardScreen',
    ),
  ),
  screenAt(
    '/work-orders/campaigns',
    laterScreen(() => import('../../features/work-orders/campaigns.screen.tsx'), 'CampaignsScreen'),
  ),
  screenAt(
    '/parts',
    laterScreen(() => import('../../features/parts/parts.screen.tsx'), 'PartsScreen'),
  ),
  screenAt(
    '/parts/purchase-orders',
    laterScreen(
      () => import('../../features/parts/purchase-orders.screen.tsx'),
      'PurchaseOrdersScreen',
    ),
  ),
  screenAt(
    '/parts/stock-take',
    laterScreen(() => import('../../features/parts/stock-take.screen.tsx'), 'StockTakeScreen'),
  ),
  screenAt(
    '/coaching',
    laterScreen(() => import('../../features/coaching/coaching.screen.tsx'), 'CoachingScreen'),
  ),
  screenAt(
    '/coaching/own',
    laterScreen(
      () => import('../../features/coaching/own-coaching.screen.tsx'),
      'OwnCoachingScreen',
    ),
  ),
  screenAt(
    '/drivers-file',
    laterScreen(
      () => import('../../features/drivers-file/drivers-file.screen.tsx'),
      'DriversFileScreen',
    ),
  ),
  screenAt(
    '/drivers-file/own',
    laterScreen(() => import('../../features/drivers-file/own-file.screen.tsx'), 'OwnFileScreen'),
  ),
  screenAt(
    '/agency-onboarding',
    laterScreen(
      () => import('../../features/agency-onboarding/agency-onboarding.screen.tsx'),
      'AgencyOnboardingScreen',
    ),
  ),
  screenAt(
    '/drivers-hours/own',
    laterScreen(
      () => import('../../features/drivers-hours/own-hours.screen.tsx'),
      'OwnHoursScreen',
    ),
  ),
  screenAt(
    '/drivers-hours',
    laterScreen(
      () => import('../../features/drivers-hours/drivers-hours.screen.tsx'),
      'DriversHoursScreen',
    ),
  ),
  screenAt(
    '/driver-assignments',
    laterScreen(
      () => import('../../features/driver-assignments/driver-assignments.screen.tsx'),
      'DriverAssignmentsScreen',
    ),
  ),
  screenAt(
    '/driver-assignments/own',
    laterScreen(
      () => import('../../features/driver-assignments/own-assignments.screen.tsx'),
      'OwnAssignmentsScreen',
    ),
  ),
  screenAt(
    '/driver-messages',
    laterScreen(
      () => import('../../features/driver-messages/driver-messages.screen.tsx'),
      'DriverMessagesScreen',
    ),
  ),
  screenAt(
    '/driver-messages/own',
    laterScreen(
      () => import('../../features/driver-messages/own-messages.screen.tsx'),
      'OwnMessagesScreen',
    ),
  ),
  screenAt(
    '/driver-planning',
    laterScreen(
      () => import('../../features/driver-planning/driver-planning.screen.tsx'),
      'DriverPlanningScreen',
    ),
  ),
  screenAt(
    '/driver-planning/own',
    laterScreen(
      () => import('../../features/driver-planning/own-plan.screen.tsx'),
      'OwnPlanScreen',
    ),
  ),
  screenAt(
    '/earned-recognition',
    laterScreen(
      () => import('../../features/earned-recognition/earned-recognition.screen.tsx'),
      'EarnedRecognitionScreen',
    ),
  ),
  screenAt(
    '/evidence-packs',
    laterScreen(() => import('../../features/evidence/evidence.screen.tsx'), 'EvidenceScreen'),
  ),
  screenAt(
    '/tachograph',
    laterScreen(
      () => import('../../features/tachograph/tachograph.screen.tsx'),
      'TachographScreen',
    ),
  ),
  screenAt(
    '/tachograph/timeline',
    laterScreen(
      () => import('../../features/unaccounted-driving/unaccounted-timeline.screen.tsx'),
      'UnaccountedTimelineScreen',
    ),
  ),
  screenAt(
    '/tachograph/$id',
    laterScreen(
      () => import('../../features/tachograph/tachograph-file.screen.tsx'),
      'TachographFileScreen',
    ),
  ),
  screenAt('/vor-dashboard/vor', laterScreen(MAIN_SCREENS['/vor-dashboard/vor'], 'VorScreen')),
  ...CHECK_PATHS.map((path) =>
    screenAt(
      path,
      laterScreen(
        () => import('../../features/vehicle-check/vehicle-check.screen.tsx'),
        'VehicleCheckScreen',
      ),
    ),
  ),
];
