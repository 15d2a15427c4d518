import { createRoute, redirect } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { laterScreen } from '../../widgets/later/later.tsx';
import { ACCOUNT_PATH, root } from './root.tsx';
import { administratorsOnly, administratorsScreenAt, screenAt } from './screen-route.ts';

const widgets = createRoute({
  getParentRoute: () => root,
  path: '/administration/widgets',
  beforeLoad: async ({ context }) => {
    administratorsOnly({ context });
    // For those who build on it, not for those who work with it.
    const { production } = await api.platform.config();
    if (production) throw redirect({ to: '/administration' });
  },
  component: laterScreen(
    () => import('../../modules/administration/widget-gallery/screen.tsx'),
    'WidgetGallery',
  ),
});

/** Administration; the start and the own account are everybody’s. */
export const administrationRoutes = [
  screenAt(
    '/administration',
    laterScreen(() => import('../../modules/administration/screens.tsx'), 'Start'),
  ),
  screenAt(
    '/administration/user-preferences',
    laterScreen(() => import('../../modules/administration/screens.tsx'), 'PreferencesScreen'),
  ),
  administratorsScreenAt(
    '/administration/vehicles',
    laterScreen(() => import('../../modules/administration/vehicles/screen.tsx'), 'VehiclesScreen'),
  ),
  administratorsScreenAt(
    '/administration/vehicle-lists',
    laterScreen(
      () => import('../../modules/administration/vehicle-lists/screen.tsx'),
      'VehicleListsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/raw-data',
    laterScreen(() => import('../../modules/administration/raw-data/screen.tsx'), 'RawDataScreen'),
  ),
  administratorsScreenAt(
    '/administration/trackers',
    laterScreen(() => import('../../modules/administration/trackers/screen.tsx'), 'TrackersScreen'),
  ),
  screenAt(
    ACCOUNT_PATH,
    laterScreen(() => import('../../modules/administration/account/screen.tsx'), 'AccountScreen'),
  ),
  administratorsScreenAt(
    '/administration/users',
    laterScreen(() => import('../../modules/administration/users/screen.tsx'), 'UsersScreen'),
  ),
  administratorsScreenAt(
    '/administration/upload-vehicles',
    laterScreen(
      () => import('../../modules/administration/uploads/vehicles-screen.tsx'),
      'UploadVehiclesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/upload-qr-codes',
    laterScreen(
      () => import('../../modules/administration/uploads/codes-screen.tsx'),
      'UploadCodesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/audit',
    laterScreen(() => import('../../modules/administration/audit/screen.tsx'), 'AuditScreen'),
  ),
  administratorsScreenAt(
    '/administration/private-use',
    laterScreen(
      () => import('../../modules/administration/privacy/screen.tsx'),
      'PrivateUseScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/retention',
    laterScreen(
      () => import('../../modules/administration/retention/screen.tsx'),
      'RetentionScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/vehicle-groups',
    laterScreen(() => import('../../modules/administration/depots/screen.tsx'), 'DepotsScreen'),
  ),
  administratorsScreenAt(
    '/administration/drivers',
    laterScreen(() => import('../../modules/administration/drivers/screen.tsx'), 'DriversScreen'),
  ),
  administratorsScreenAt(
    '/administration/customers',
    laterScreen(
      () => import('../../modules/administration/customers/screen.tsx'),
      'CustomersScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/help-page',
    laterScreen(
      () => import('../../modules/administration/help-page/screen.tsx'),
      'HelpPageScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/activity-types',
    laterScreen(
      () => import('../../modules/administration/catalogue-lists/screen.tsx'),
      'CatalogueListsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/texts',
    laterScreen(() => import('../../modules/administration/texts/screen.tsx'), 'TextsScreen'),
  ),
  // Requirement L-P06: the same screen, from the vehicle check.
  administratorsScreenAt(
    '/vehiclecheck/notifications',
    laterScreen(
      () => import('../../modules/administration/notifications/screen.tsx'),
      'NotificationsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/notifications',
    laterScreen(
      () => import('../../modules/administration/notifications/screen.tsx'),
      'NotificationsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/investigation-templates',
    laterScreen(
      () => import('../../modules/administration/investigation-templates/screen.tsx'),
      'InvestigationTemplatesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/check-templates',
    laterScreen(
      () => import('../../modules/administration/check-templates/screen.tsx'),
      'CheckTemplatesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/record-limits',
    laterScreen(
      () => import('../../modules/administration/record-limits/screen.tsx'),
      'RecordLimitsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/partner-keys',
    laterScreen(
      () => import('../../modules/administration/partner-keys/screen.tsx'),
      'PartnerKeysScreen',
    ),
  ),
  widgets,
];
