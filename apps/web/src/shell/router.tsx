import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { Unauthorised } from '../modules/home/unauthorised.tsx';
import { accessOfPath } from './destinations.ts';
import { NotInRelease } from './not-in-release.tsx';
import { may, rightsOf } from './session/rights.ts';
import type { CurrentUser } from './session/storage.ts';
import { Shell } from './shell.tsx';

interface Context {
  readonly current: CurrentUser;
}

/** The own account, below what everybody opens (requirement O-P06). */
const ACCOUNT_PATH = '/administration/user-preferences/security';

/** A query string is kept as plain text: `?vehicle=12`, shared and reloaded as it is (A-P03). */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const root = createRootRouteWithContext<Context>()({
  component: Shell,
  beforeLoad: ({ context, location }) => {
    const opensAccountOnly = context.current.must_set_up_second_factor === true;
    if (opensAccountOnly && location.pathname !== ACCOUNT_PATH) {
      throw redirect({ to: ACCOUNT_PATH });
    }
    // Requirement A-48: a module without its permission leads to the unauthorised page.
    const access = accessOfPath(location.pathname);
    if (access !== null && !may(context.current, access)) throw redirect({ to: '/unauthorised' });
  },
  // Requirement A-24: any unknown path goes home.
  notFoundComponent: () => <Navigate to="/home" replace />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  component: lazyRouteComponent(() => import('../modules/home/home.tsx'), 'Home'),
  beforeLoad: ({ context }) => {
    // Requirement A-10: a guest goes to the login page.
    if (rightsOf(context.current).role === 'GUEST') {
      window.location.assign('/login');
      throw redirect({ to: '/unauthorised' });
    }
  },
});

const unauthorised = createRoute({
  getParentRoute: () => root,
  path: '/unauthorised',
  component: Unauthorised,
});

const track = createRoute({
  getParentRoute: () => root,
  path: '/telematics/track',
  component: lazyRouteComponent(() => import('../modules/telematics/routes.tsx'), 'TrackScreen'),
});

const trackVehicle = createRoute({
  getParentRoute: () => root,
  path: '/telematics/track-vehicle',
  component: lazyRouteComponent(
    () => import('../modules/telematics/track-vehicle.tsx'),
    'TrackVehicleScreen',
  ),
});

const alerts = createRoute({
  getParentRoute: () => root,
  path: '/events/alerts',
  component: lazyRouteComponent(
    () => import('../modules/events/alerts/screen.tsx'),
    'AlertsScreen',
  ),
});

const trace = createRoute({
  getParentRoute: () => root,
  path: '/telematics/trace',
  component: lazyRouteComponent(
    () => import('../modules/telematics/trace/routes.tsx'),
    'TraceScreen',
  ),
});

const trip = createRoute({
  getParentRoute: () => root,
  path: '/telematics/trip',
  component: lazyRouteComponent(
    () => import('../modules/telematics/trips/screen.tsx'),
    'TripScreen',
  ),
});

const traceVehicle = createRoute({
  getParentRoute: () => root,
  path: '/telematics/trace-vehicle',
  component: lazyRouteComponent(
    () => import('../modules/telematics/trace/routes.tsx'),
    'TraceVehicleScreen',
  ),
});

const geofence = createRoute({
  getParentRoute: () => root,
  path: '/telematics/geofence',
  component: lazyRouteComponent(
    () => import('../modules/telematics/geofence/screen.tsx'),
    'GeofenceScreen',
  ),
});

const administration = createRoute({
  getParentRoute: () => root,
  path: '/administration',
  component: lazyRouteComponent(() => import('../modules/administration/screens.tsx'), 'Start'),
});

const preferences = createRoute({
  getParentRoute: () => root,
  path: '/administration/user-preferences',
  component: lazyRouteComponent(
    () => import('../modules/administration/screens.tsx'),
    'PreferencesScreen',
  ),
});

const vehicles = createRoute({
  getParentRoute: () => root,
  path: '/administration/vehicles',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/vehicles/screen.tsx'),
    'VehiclesScreen',
  ),
});

const vehicleLists = createRoute({
  getParentRoute: () => root,
  path: '/administration/vehicle-lists',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/vehicle-lists/screen.tsx'),
    'VehicleListsScreen',
  ),
});

const rawData = createRoute({
  getParentRoute: () => root,
  path: '/administration/raw-data',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/raw-data/screen.tsx'),
    'RawDataScreen',
  ),
});

const trackers = createRoute({
  getParentRoute: () => root,
  path: '/administration/trackers',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/trackers/screen.tsx'),
    'TrackersScreen',
  ),
});

const account = createRoute({
  getParentRoute: () => root,
  path: ACCOUNT_PATH,
  component: lazyRouteComponent(
    () => import('../modules/administration/account/screen.tsx'),
    'AccountScreen',
  ),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/administration/users',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/users/screen.tsx'),
    'UsersScreen',
  ),
});

const uploadVehicles = createRoute({
  getParentRoute: () => root,
  path: '/administration/upload-vehicles',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/uploads/vehicles-screen.tsx'),
    'UploadVehiclesScreen',
  ),
});

const uploadCodes = createRoute({
  getParentRoute: () => root,
  path: '/administration/upload-qr-codes',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/uploads/codes-screen.tsx'),
    'UploadCodesScreen',
  ),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/administration/audit',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/audit/screen.tsx'),
    'AuditScreen',
  ),
});

const privateUse = createRoute({
  getParentRoute: () => root,
  path: '/administration/private-use',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/privacy/screen.tsx'),
    'PrivateUseScreen',
  ),
});

const retention = createRoute({
  getParentRoute: () => root,
  path: '/administration/retention',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/retention/screen.tsx'),
    'RetentionScreen',
  ),
});

const widgets = createRoute({
  getParentRoute: () => root,
  path: '/administration/widgets',
  beforeLoad: async ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
    // For those who build on it, not for those who work with it.
    const { production } = await api.platform.config();
    if (production) throw redirect({ to: '/administration' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/widget-gallery/screen.tsx'),
    'WidgetGallery',
  ),
});

const depots = createRoute({
  getParentRoute: () => root,
  path: '/administration/vehicle-groups',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/depots/screen.tsx'),
    'DepotsScreen',
  ),
});

const drivers = createRoute({
  getParentRoute: () => root,
  path: '/administration/drivers',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/drivers/screen.tsx'),
    'DriversScreen',
  ),
});

const customers = createRoute({
  getParentRoute: () => root,
  path: '/administration/customers',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/customers/screen.tsx'),
    'CustomersScreen',
  ),
});

const helpPage = createRoute({
  getParentRoute: () => root,
  path: '/administration/help-page',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/help-page/screen.tsx'),
    'HelpPageScreen',
  ),
});

const catalogueLists = createRoute({
  getParentRoute: () => root,
  path: '/administration/activity-types',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/catalogue-lists/screen.tsx'),
    'CatalogueListsScreen',
  ),
});

const texts = createRoute({
  getParentRoute: () => root,
  path: '/administration/texts',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/texts/screen.tsx'),
    'TextsScreen',
  ),
});

/** Requirement L-P06: the same screen, from the vehicle check. */
const checkNotifications = createRoute({
  getParentRoute: () => root,
  path: '/vehiclecheck/notifications',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/notifications/screen.tsx'),
    'NotificationsScreen',
  ),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/administration/notifications',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/notifications/screen.tsx'),
    'NotificationsScreen',
  ),
});

const timesheets = createRoute({
  getParentRoute: () => root,
  path: '/telematics/timesheets',
  component: lazyRouteComponent(
    () => import('../modules/telematics/timesheets/screen.tsx'),
    'TimesheetsScreen',
  ),
});

const abc = createRoute({
  getParentRoute: () => root,
  path: '/telematics/safety/abc',
  component: lazyRouteComponent(
    () => import('../modules/telematics/behaviour/screen.tsx'),
    'AbcScreen',
  ),
});

const mobileye = createRoute({
  getParentRoute: () => root,
  path: '/telematics/safety/mobileye',
  component: lazyRouteComponent(
    () => import('../modules/telematics/behaviour/screen.tsx'),
    'MobileyeScreen',
  ),
});

const events = createRoute({
  getParentRoute: () => root,
  path: '/events/activity',
  component: lazyRouteComponent(() => import('../modules/events/screen.tsx'), 'EventsScreen'),
});

const vehicleFile = createRoute({
  getParentRoute: () => root,
  path: '/vehicle-file/activity',
  component: lazyRouteComponent(
    () => import('../modules/vehicle-file/activity/screen.tsx'),
    'ActivityScreen',
  ),
});

const investigationTemplates = createRoute({
  getParentRoute: () => root,
  path: '/administration/investigation-templates',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/investigation-templates/screen.tsx'),
    'InvestigationTemplatesScreen',
  ),
});

const checkTemplates = createRoute({
  getParentRoute: () => root,
  path: '/administration/check-templates',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/check-templates/screen.tsx'),
    'CheckTemplatesScreen',
  ),
});

const investigation = createRoute({
  getParentRoute: () => root,
  path: '/vehicle-file/activity/$activityId/investigation/$investigationId',
  component: lazyRouteComponent(
    () => import('../modules/vehicle-file/investigations/screen.tsx'),
    'InvestigationScreen',
  ),
});

const historic = createRoute({
  getParentRoute: () => root,
  path: '/video/historic',
  component: lazyRouteComponent(
    () => import('../modules/video/historic/screen.tsx'),
    'HistoricScreen',
  ),
});

const planner = createRoute({
  getParentRoute: () => root,
  path: '/vehicle-file/planner',
  component: lazyRouteComponent(
    () => import('../modules/vehicle-file/planner/screen.tsx'),
    'PlannerScreen',
  ),
});

const recordLimits = createRoute({
  getParentRoute: () => root,
  path: '/administration/record-limits',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/record-limits/screen.tsx'),
    'RecordLimitsScreen',
  ),
});

const partnerKeys = createRoute({
  getParentRoute: () => root,
  path: '/administration/partner-keys',
  beforeLoad: ({ context }) => {
    if (!may(context.current, { kind: 'administrator' })) throw redirect({ to: '/unauthorised' });
  },
  component: lazyRouteComponent(
    () => import('../modules/administration/partner-keys/screen.tsx'),
    'PartnerKeysScreen',
  ),
});

const defects = createRoute({
  getParentRoute: () => root,
  path: '/defects',
  component: lazyRouteComponent(
    () => import('../modules/defects/list/screen.tsx'),
    'DefectsScreen',
  ),
});

const inspections = createRoute({
  getParentRoute: () => root,
  path: '/inspections',
  component: lazyRouteComponent(
    () => import('../modules/defects/inspections/screen.tsx'),
    'InspectionsScreen',
  ),
});

const earnedRecognition = createRoute({
  getParentRoute: () => root,
  path: '/earned-recognition',
  component: lazyRouteComponent(
    () => import('../modules/earned-recognition/screen.tsx'),
    'EarnedRecognitionScreen',
  ),
});

const vor = createRoute({
  getParentRoute: () => root,
  path: '/vor-dashboard/vor',
  component: lazyRouteComponent(() => import('../modules/vor-dashboard/screen.tsx'), 'VorScreen'),
});

/** Requirement A-17: regions, depots and their reports; the address says which (L-01, L-02, L-P05). */
const vehicleCheck = ['/vehiclecheck', '/vehiclecheck/$', '/audit_survey', '/audit_survey/$'].map(
  (path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(
        () => import('../modules/vehicle-check/screen.tsx'),
        'VehicleCheckScreen',
      ),
    }),
);

/** Addresses that later releases fill; guarded already. */
const LATER = ['/telematics/$', '/events/$', '/video/$', '/vehicle-file/$'] as const;

const later = LATER.map((path) =>
  createRoute({ getParentRoute: () => root, path, component: NotInRelease }),
);

const routeTree = root.addChildren([
  home,
  unauthorised,
  track,
  trackVehicle,
  trace,
  traceVehicle,
  geofence,
  trip,
  alerts,
  administration,
  preferences,
  vehicles,
  vehicleLists,
  rawData,
  trackers,
  account,
  users,
  uploadVehicles,
  uploadCodes,
  audit,
  privateUse,
  retention,
  widgets,
  depots,
  drivers,
  customers,
  catalogueLists,
  helpPage,
  texts,
  notifications,
  checkNotifications,
  timesheets,
  abc,
  mobileye,
  events,
  vehicleFile,
  investigation,
  investigationTemplates,
  checkTemplates,
  planner,
  recordLimits,
  partnerKeys,
  defects,
  inspections,
  earnedRecognition,
  vor,
  historic,
  ...vehicleCheck,
  ...later,
]);

/** The routes of the signed-in part of the application (area A). */
export function createAppRouter() {
  return createRouter({
    routeTree,
    context: undefined as unknown as Context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}
