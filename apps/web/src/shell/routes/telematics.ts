import { laterScreen } from '../../widgets/later/later.tsx';
import { screenAt } from './screen-route.ts';

/** Live map, traces, trips, geofences and what is counted of them (areas D to F). */
export const telematicsRoutes = [
  screenAt(
    '/telematics/track',
    laterScreen(() => import('../../modules/telematics/routes.tsx'), 'TrackScreen'),
  ),
  screenAt(
    '/telematics/track-vehicle',
    laterScreen(() => import('../../modules/telematics/track-vehicle.tsx'), 'TrackVehicleScreen'),
  ),
  screenAt(
    '/telematics/trace',
    laterScreen(() => import('../../modules/telematics/trace/routes.tsx'), 'TraceScreen'),
  ),
  screenAt(
    '/telematics/trip',
    laterScreen(() => import('../../modules/telematics/trips/screen.tsx'), 'TripScreen'),
  ),
  screenAt(
    '/telematics/trace-vehicle',
    laterScreen(() => import('../../modules/telematics/trace/routes.tsx'), 'TraceVehicleScreen'),
  ),
  screenAt(
    '/telematics/geofence',
    laterScreen(() => import('../../modules/telematics/geofence/screen.tsx'), 'GeofenceScreen'),
  ),
  screenAt(
    '/telematics/timesheets',
    laterScreen(() => import('../../modules/telematics/timesheets/screen.tsx'), 'TimesheetsScreen'),
  ),
  screenAt(
    '/telematics/safety/abc',
    laterScreen(() => import('../../modules/telematics/behaviour/screen.tsx'), 'AbcScreen'),
  ),
  screenAt(
    '/telematics/safety/mobileye',
    laterScreen(() => import('../../modules/telematics/behaviour/screen.tsx'), 'MobileyeScreen'),
  ),
];
