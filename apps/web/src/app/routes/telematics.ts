import { laterScreen } from '../../ui/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** Live map, traces, trips, geofences and their figures (areas D to F). */
export const telematicsRoutes = [
  screenAt(
    '/telematics/track',
    laterScreen(() => import('../../features/tracking/tracking.routes.tsx'), 'TrackScreen'),
  ),
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
  screenAt(
    '/telematics/trip',
    laterScreen(() => import('../../features/trips/trips.screen.tsx'), 'TripScreen'),
  ),
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
