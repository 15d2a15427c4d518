import { createRoute, redirect } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { laterScreen } from '../../ui/later/later.tsx';
import { ACCOUNT_PATH, root } from './root.tsx';
import {
  administratorsOnly,
  administratorsScreenAt,
  globalAdministratorsScreenAt,
  screenAt,
} from './screen-route.ts';

const widgets = createRoute({
  getParentRoute: () => root,
  path: '/administration/widgets',
  beforeLoad: async ({ context }) => {
    administratorsOnly({ context });
    // For developers, not for users.
    const { production } = await api.platformInfo.config();
    if (production) throw redirect({ to: '/administration' });
  },
  component: laterScreen(
    () => import('../../features/widget-gallery/widget-gallery.screen.tsx'),
    'WidgetGallery',
  ),
});

/** Administration; its start and the account screens are open to everybody. */
export const administrationRoutes = [
  screenAt(
    '/administration',
    laterScreen(() => import('../../features/administration/administration-screens.tsx'), 'Start'),
  ),
  screenAt(
    '/administration/user-preferences',
    laterScreen(
      () => import('../../features/administration/administration-screens.tsx'),
      'PreferencesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/first-steps',
    laterScreen(
      () => import('../../features/home/first-steps/first-steps.screen.tsx'),
      'FirstStepsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/vehicles',
    laterScreen(() => import('../../features/vehicles/vehicles.screen.tsx'), 'VehiclesScreen'),
  ),
  administratorsScreenAt(
    '/administration/vehicle-lists',
    laterScreen(
      () => import('../../features/catalogue/vehicle-lists/catalogue-vehicle-lists.screen.tsx'),
      'VehicleListsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/raw-data',
    laterScreen(() => import('../../features/raw-data/raw-data.screen.tsx'), 'RawDataScreen'),
  ),
  administratorsScreenAt(
    '/administration/device-commands',
    laterScreen(
      () => import('../../features/device-commands/device-commands.screen.tsx'),
      'DeviceCommandsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/trackers',
    laterScreen(() => import('../../features/trackers/trackers.screen.tsx'), 'TrackersScreen'),
  ),
  screenAt(
    ACCOUNT_PATH,
    laterScreen(() => import('../../features/account/account.screen.tsx'), 'AccountScreen'),
  ),
  administratorsScreenAt(
    '/administration/users',
    laterScreen(() => import('../../features/users/users.screen.tsx'), 'UsersScreen'),
  ),
  administratorsScreenAt(
    '/administration/upload-vehicles',
    laterScreen(
      () => import('../../features/imports/imports-vehicles.screen.tsx'),
      'UploadVehiclesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/upload-qr-codes',
    laterScreen(
      () => import('../../features/imports/imports-codes.screen.tsx'),
      'UploadCodesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/maps',
    laterScreen(() => import('../../features/maps/maps.screen.tsx'), 'MapsScreen'),
  ),
  globalAdministratorsScreenAt(
    '/administration/system-health',
    laterScreen(
      () => import('../../features/system-health/system-health.screen.tsx'),
      'SystemHealthScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/audit',
    laterScreen(() => import('../../features/audit/audit.screen.tsx'), 'AuditScreen'),
  ),
  administratorsScreenAt(
    '/administration/private-use',
    laterScreen(
      () => import('../../features/privacy/private-use/privacy-private-use.screen.tsx'),
      'PrivateUseScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/retention',
    laterScreen(
      () => import('../../features/privacy/retention/privacy-retention.screen.tsx'),
      'RetentionScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/vehicle-groups',
    laterScreen(() => import('../../features/depots/depots.screen.tsx'), 'DepotsScreen'),
  ),
  administratorsScreenAt(
    '/administration/drivers',
    laterScreen(() => import('../../features/drivers/drivers.screen.tsx'), 'DriversScreen'),
  ),
  administratorsScreenAt(
    '/administration/customers',
    laterScreen(() => import('../../features/customers/customers.screen.tsx'), 'CustomersScreen'),
  ),
  administratorsScreenAt(
    '/administration/help-page',
    laterScreen(
      () => import('../../features/help-page/settings/help-page-settings.screen.tsx'),
      'HelpPageScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/activity-types',
    laterScreen(
      () => import('../../features/catalogue/catalogue.screen.tsx'),
      'CatalogueListsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/texts',
    laterScreen(() => import('../../features/custom-texts/custom-texts.screen.tsx'), 'TextsScreen'),
  ),
  // Requirement L-P06: the same screen, from the vehicle check.
  administratorsScreenAt(
    '/vehiclecheck/notifications',
    laterScreen(
      () => import('../../features/notifications/notifications.screen.tsx'),
      'NotificationsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/notifications',
    laterScreen(
      () => import('../../features/notifications/notifications.screen.tsx'),
      'NotificationsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/investigation-templates',
    laterScreen(
      () => import('../../features/investigations/templates/investigations-templates.screen.tsx'),
      'InvestigationTemplatesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/check-templates',
    laterScreen(
      () => import('../../features/walkaround/templates/walkaround-templates.screen.tsx'),
      'CheckTemplatesScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/record-limits',
    laterScreen(
      () => import('../../features/earned-recognition/limits/earned-recognition-limits.screen.tsx'),
      'RecordLimitsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/partner-keys',
    laterScreen(
      () => import('../../features/partner-keys/partner-keys.screen.tsx'),
      'PartnerKeysScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/data-feeds',
    laterScreen(() => import('../../features/data-feeds/data-feeds.screen.tsx'), 'DataFeedsScreen'),
  ),
  administratorsScreenAt(
    '/administration/outgoing-streams',
    laterScreen(
      () => import('../../features/outgoing-streams/outgoing-streams.screen.tsx'),
      'OutgoingStreamsScreen',
    ),
  ),
  administratorsScreenAt(
    '/administration/data-inputs',
    laterScreen(
      () => import('../../features/data-inputs/data-inputs.screen.tsx'),
      'DataInputsScreen',
    ),
  ),
  widgets,
];
