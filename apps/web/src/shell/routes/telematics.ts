import { lazyRouteComponent } from '@tanstack/react-router';
import { screenAt } from './screen-route.ts';

/** Live map, traces, trips, geofences and what is counted of them (areas D to F). */
export const telematicsRoutes = [
  screenAt(
    '/telematics/track',
    lazyRouteComponent(() => import('../../modules/telematics/routes.tsx'), 'TrackScreen'),
  ),
  screenAt(
    '/telematics/track-vehicle',
    lazyRouteComponent(
      () => import('../../modules/telematics/track-vehicle.tsx'),
      'TrackVehicleScreen',
    ),
  ),
  screenAt(
    '/telematics/trace',
    lazyRouteComponent(() => import('../../modules/telematics/trace/routes.tsx'), 'TraceScreen'),
  ),
  screenAt(
    '/telematics/trip',
    lazyRouteComponent(() => import('../../modules/telematics/trips/screen.tsx'), 'TripScreen'),
  ),
  screenAt(
    '/telematics/trace-vehicle',
    lazyRouteComponent(
      () => import('../../modules/telematics/trace/routes.tsx'),
      'TraceVehicleScreen',
    ),
  ),
  screenAt(
    '/telematics/geofence',
    lazyRouteComponent(
      () => import('../../modules/telematics/geofence/screen.tsx'),
      'GeofenceScreen',
    ),
  ),
  screenAt(
    '/telematics/timesheets',
    lazyRouteComponent(
      () => import('../../modules/telematics/timesheets/screen.tsx'),
      'TimesheetsScreen',
    ),
  ),
  screenAt(
    '/telematics/safety/abc',
    lazyRouteComponent(() => import('../../modules/telematics/behaviour/screen.tsx'), 'AbcScreen'),
  ),
  screenAt(
    '/telematics/safety/mobileye',
    lazyRouteComponent(
      () => import('../../modules/telematics/behaviour/screen.tsx'),
      'MobileyeScreen',
    ),
  ),
];
