import { laterScreen } from '../../ui/later/later.tsx';
import { MAIN_SCREENS } from '../main-screens.ts';
import { screenAt } from './screen-route.ts';

/** Live map, traces, trips, geofences and their figures (areas D to F). */
export const telematicsRoutes = [
  screenAt('/telematics/track', laterScreen(MAIN_SCREENS['/telematics/track'], 'TrackScreen')),
  screenAt(
    '/telematics/track-vehicle',
    laterScreen(
      () => import('../../features/tracking/track-vehicle.screen.tsx'),
      'TrackVehicleScreen',
    ),
  ),
  screenAt(
    '/telematics/trace',
    laterScreen(() => import('../../features/trace/trace.routes.tsx'), 'TraceScreen'),
  ),
  screenAt('/telematics/trip', laterScreen(MAIN_SCREENS['/telematics/trip'], 'TripScreen')),
  screenAt(
    '/telematics/trace-vehicle',
    laterScreen(() => import('../../features/trace/trace.routes.tsx'), 'TraceVehicleScreen'),
  ),
  screenAt(
    '/telematics/geofence',
    laterScreen(() => import('../../features/geofences/geofences.screen.tsx'), 'GeofenceScreen'),
  ),
  screenAt(
    '/telematics/timesheets',
    laterScreen(
      () => import('../../features/timesheets/timesheets.screen.tsx'),
      'TimesheetsScreen',
    ),
  ),
  screenAt(
    '/telematics/safety/abc',
    laterScreen(
      () => import('../../features/driver-behaviour/driver-behaviour.screen.tsx'),
      'AbcScreen',
    ),
  ),
  screenAt(
    '/telematics/safety/mobileye',
    laterScreen(
      () => import('../../features/driver-behaviour/driver-behaviour.screen.tsx'),
      'MobileyeScreen',
    ),
  ),
];
