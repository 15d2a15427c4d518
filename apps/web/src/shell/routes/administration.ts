import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
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
  component: lazyRouteComponent(
    () => import('../../modules/administration/widget-gallery/screen.tsx'),
    'WidgetGallery',
  ),
});

/** Administration; the start and the own account are everybody’s. */
export const administrationRoutes = [
  screenAt(
    '/administration',
    lazyRouteComponent(() => import('../../modules/administration/screens.tsx'), 'Start'),
  ),
  screenAt(
    '/administration/user-preferences',
    lazyRouteComponent(
      () => import('../../modules/administration/screens.tsx'),
      'PreferencesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/vehicles',
    lazyRouteComponent(
      () => import('../../modules/administration/vehicles/screen.tsx'),
      'VehiclesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/vehicle-lists',
    lazyRouteComponent(
      () => import('../../modules/administration/vehicle-lists/screen.tsx'),
      'VehicleListsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/raw-data',
    lazyRouteComponent(
      () => import('../../modules/administration/raw-data/screen.tsx'),
      'RawDataScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/trackers',
    lazyRouteComponent(
      () => import('../../modules/administration/trackers/screen.tsx'),
      'TrackersScreen',
    ),
  ),
  screenAt(
    ACCOUNT_PATH,
    lazyRouteComponent(
      () => import('../../modules/administration/account/screen.tsx'),
      'AccountScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/users',
    lazyRouteComponent(
      () => import('../../modules/administration/users/screen.tsx'),
      'UsersScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/upload-vehicles',
    lazyRouteComponent(
      () => import('../../modules/administration/uploads/vehicles-screen.tsx'),
      'UploadVehiclesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/upload-qr-codes',
    lazyRouteComponent(
      () => import('../../modules/administration/uploads/codes-screen.tsx'),
      'UploadCodesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/audit',
    lazyRouteComponent(
      () => import('../../modules/administration/audit/screen.tsx'),
      'AuditScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/private-use',
    lazyRouteComponent(
      () => import('../../modules/administration/privacy/screen.tsx'),
      'PrivateUseScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/retention',
    lazyRouteComponent(
      () => import('../../modules/administration/retention/screen.tsx'),
      'RetentionScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/vehicle-groups',
    lazyRouteComponent(
      () => import('../../modules/administration/depots/screen.tsx'),
      'DepotsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/drivers',
    lazyRouteComponent(
      () => import('../../modules/administration/drivers/screen.tsx'),
      'DriversScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/customers',
    lazyRouteComponent(
      () => import('../../modules/administration/customers/screen.tsx'),
      'CustomersScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/help-page',
    lazyRouteComponent(
      () => import('../../modules/administration/help-page/screen.tsx'),
      'HelpPageScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/activity-types',
    lazyRouteComponent(
      () => import('../../modules/administration/catalogue-lists/screen.tsx'),
      'CatalogueListsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/texts',
    lazyRouteComponent(
      () => import('../../modules/administration/texts/screen.tsx'),
      'TextsScreen',
    ),
  ),
  // Requirement L-P06: the same screen, from the vehicle check.
  administratorsScreenAt(
    '/vehiclecheck/notifications',
    lazyRouteComponent(
      () => import('../../modules/administration/notifications/screen.tsx'),
      'NotificationsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/notifications',
    lazyRouteComponent(
      () => import('../../modules/administration/notifications/screen.tsx'),
      'NotificationsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/investigation-templates',
    lazyRouteComponent(
      () => import('../../modules/administration/investigation-templates/screen.tsx'),
      'InvestigationTemplatesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/check-templates',
    lazyRouteComponent(
      () => import('../../modules/administration/check-templates/screen.tsx'),
      'CheckTemplatesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/record-limits',
    lazyRouteComponent(
      () => import('../../modules/administration/record-limits/screen.tsx'),
      'RecordLimitsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/partner-keys',
    lazyRouteComponent(
      () => import('../../modules/administration/partner-keys/screen.tsx'),
      'PartnerKeysScreen',
    ),
  ),
  widgets,
];
