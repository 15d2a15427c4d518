import type { Access, ModuleName } from '@roadworthy/domain';

/** A screen of this application that menu and tiles lead to. */
export interface Destination {
  readonly key: string;
  readonly path: string;
  /** The named permission that opens it; null for everybody signed in. */
  readonly module: ModuleName | null;
  /** Whether this release has the screen. */
  readonly isBuilt: boolean;
}

const screen = (
  key: string,
  path: string,
  module: ModuleName | null,
  isBuilt = false,
): Destination => ({ key, path, module, isBuilt });

/** Destinations in the order of the side menu (requirements, A-P05). */
export const DESTINATIONS = [
  screen('home', '/home', null, true),
  screen('track', '/telematics/track', 'Track', true),
  screen('trackVehicle', '/telematics/track-vehicle', 'TrackVehicle', true),
  screen('trace', '/telematics/trace', 'Trace', true),
  screen('traceVehicle', '/telematics/trace-vehicle', 'TraceVehicle', true),
  screen('geofence', '/telematics/geofence', 'Geofence', true),
  screen('driverBehaviour', '/telematics/safety/abc', 'Driver Behaviour', true),
  screen('mobileye', '/telematics/safety/mobileye', 'Mobileye ADAS', true),
  screen('timesheets', '/telematics/timesheets', 'Timesheet', true),
  screen('trips', '/telematics/trip', 'Trips', true),
  screen('events', '/events/activity', 'Events', true),
  screen('videos', '/video/historic', 'videos', true),
  screen('vehicleCheck', '/vehiclecheck/region', 'Vehicle Check', true),
  screen('vehicleFile', '/vehicle-file/activity', 'Vehicle File', true),
  screen('defects', '/defects', 'Defect', true),
  screen('inspections', '/inspections', 'SafetyInspection', true),
  screen('earnedRecognition', '/earned-recognition', 'accessEarnedRecognition', true),
  screen('vor', '/vor-dashboard/vor', 'VOR'),
  screen('administration', '/administration', null, true),
] as const;

/** The destination with this key. */
export function destination(key: string): Destination {
  const found = DESTINATIONS.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no destination ${key}`);
  return found;
}

/** What opening a destination asks for. */
export function accessOf({ module }: Pick<Destination, 'module'>): Access {
  return module === null ? { kind: 'signed-in' } : { kind: 'module', anyOf: [module] };
}

/** Sections with their permission where no destination is more exact (requirement A-P04). */
const SECTIONS: readonly (readonly [prefix: string, module: ModuleName])[] = [
  ['/events', 'Events'],
  ['/video', 'videos'],
  ['/vehiclecheck', 'Vehicle Check'],
  ['/audit_survey', 'Vehicle Check'],
  ['/vehicle-file', 'Vehicle File'],
  ['/vor-dashboard', 'VOR'],
];

/** What an address of the application asks for; null for an address that is nobody's. */
export function accessOfPath(path: string): Access | null {
  const exact = DESTINATIONS.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  if (exact !== undefined) return accessOf(exact);
  const section = SECTIONS.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return section === undefined ? null : { kind: 'module', anyOf: [section[1]] };
}
