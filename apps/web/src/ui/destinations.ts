import type { Access, ModuleName } from '@roadworthy/domain';
import { InternalError } from '@roadworthy/domain';
import { OWN_PATHS } from '../session/own-screens.ts';

/** A screen that menu and tiles link to. */
export interface Destination {
  readonly key: string;
  readonly path: string;
  /** The required permission; null for every signed-in user. */
  readonly module: ModuleName | null;
}

const screen = (key: string, path: string, module: ModuleName | null): Destination => ({
  key,
  path,
  module,
});

/** Destinations in the sequence of the side menu (requirements, A-P05). */
export const DESTINATIONS = [
  screen('home', '/home', null),
  screen('track', '/telematics/track', 'Track'),
  screen('trackVehicle', '/telematics/track-vehicle', 'TrackVehicle'),
  screen('trace', '/telematics/trace', 'Trace'),
  screen('traceVehicle', '/telematics/trace-vehicle', 'TraceVehicle'),
  screen('geofence', '/telematics/geofence', 'Geofence'),
  screen('driverBehaviour', '/telematics/safety/abc', 'Driver Behaviour'),
  screen('coaching', '/coaching', 'Driver Behaviour'),
  screen('mobileye', '/telematics/safety/mobileye', 'Mobileye ADAS'),
  screen('timesheets', '/telematics/timesheets', 'Timesheet'),
  screen('trips', '/telematics/trip', 'Trips'),
  screen('events', '/events/activity', 'Events'),
  screen('videos', '/video/historic', 'videos'),
  screen('vehicleCheck', '/vehiclecheck/region', 'Vehicle Check'),
  screen('vehicleFile', '/vehicle-file/activity', 'Vehicle File'),
  screen('couplings', '/couplings', 'Vehicle File'),
  screen('defects', '/defects', 'Defect'),
  screen('inspections', '/inspections', 'SafetyInspection'),
  screen('workOrders', '/work-orders', 'Defect'),
  screen('parts', '/parts', 'Defect'),
  screen('earnedRecognition', '/earned-recognition', 'accessEarnedRecognition'),
  screen('tachograph', '/tachograph', 'accessTachoGraf'),
  screen('driversHours', '/drivers-hours', 'accessTachoGraf'),
  screen('driverPlanning', '/driver-planning', 'accessTachoGraf'),
  screen('driverAssignments', '/driver-assignments', 'accessTachoGraf'),
  screen('driverMessages', '/driver-messages', 'accessTachoGraf'),
  screen('driversFile', '/drivers-file', 'accessEarnedRecognitionDriver'),
  screen('agencyOnboarding', '/agency-onboarding', 'AgencyOnboarding'),
  screen('costs', '/costs', 'Costs'),
  screen('vor', '/vor-dashboard/vor', 'VOR'),
  screen('administration', '/administration', null),
] as const;

/** The destination with this key. */
export function destination(key: string): Destination {
  const found = DESTINATIONS.find((one) => one.key === key);
  if (found === undefined) throw new InternalError('destination.unknown', { key });
  return found;
}

/** The faults that devices report, and the campaigns of makers, as their calls require. */
export const WORKSHOP_ACCESS = {
  kind: 'module',
  anyOf: ['Defect', 'Vehicle File'],
  refusesLimited: true,
} as const;

/** Screens whose calls refuse limited users, besides those of the modules below. */
const REFUSE_LIMITED_SCREENS = ['/work-orders', '/parts', '/coaching'];
/** Modules whose calls refuse limited users. */
const REFUSE_LIMITED: readonly ModuleName[] = [
  'Vehicle File',
  'accessTachoGraf',
  'Costs',
  'accessEarnedRecognitionDriver',
  'AgencyOnboarding',
];

/** The access that a destination requires. */
export function accessOf({
  module,
  path = '',
}: Pick<Destination, 'module'> & Partial<Pick<Destination, 'path'>>): Access {
  if (module === null) return { kind: 'signed-in' };
  // As VEHICLE_FILE of the domain; only types are imported here, as a value would put the whole domain
  // into the chunk of the signed-in pages, which smaller pages would then load too.
  return {
    kind: 'module',
    anyOf: [module],
    refusesLimited: REFUSE_LIMITED.includes(module) || REFUSE_LIMITED_SCREENS.includes(path),
  };
}

/** The destination of the other addresses of a section (requirement A-P04). */
const SECTIONS: readonly (readonly [prefix: string, key: string])[] = [
  ['/events', 'events'],
  ['/video', 'videos'],
  ['/vehiclecheck', 'vehicleCheck'],
  ['/audit_survey', 'vehicleCheck'],
  ['/vehicle-file', 'vehicleFile'],
  ['/faults', 'vehicleFile'],
  ['/tyres', 'vehicleFile'],
  ['/vor-dashboard', 'vor'],
];

/** Sections whose address redirects to their main screen (requirements ). */
export const SECTION_ROOTS = [
  '/telematics',
  '/events',
  '/video',
  '/vehicle-file',
  '/vor-dashboard',
] as const;

/**
 * The main screen of a section: the first permitted one in the sequence of the menu; if none is permitted,
 * the first one, which shows the reason.
 */
export function mainScreen(section: string, mayOpen: (one: Destination) => boolean): Destination {
  const screens = DESTINATIONS.filter(({ path }) => path.startsWith(`${section}/`));
  const found = screens.find(mayOpen) ?? screens[0];
  if (found === undefined) throw new InternalError('destination.no_screen', { section });
  return found;
}

/** The destination whose screen, or a page below it, is at an address; null for an unknown address. */
export function destinationAt(path: string): Destination | null {
  const isBelow = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  const exact = DESTINATIONS.find((one) => isBelow(one.path));
  if (exact !== undefined) return exact;
  const section = SECTIONS.find(([prefix]) => isBelow(prefix));
  return section === undefined ? null : destination(section[1]);
}

/** As the calls of evidence packs, which contain records of several sections. */
export const EVIDENCE_ACCESS = {
  kind: 'module',
  anyOf: ['Vehicle File', 'Defect', 'SafetyInspection', 'Vehicle Check', 'VOR'],
  refusesLimited: true,
} as const satisfies Access;

/** The access that an address requires; null for an unknown address. */
export function accessOfPath(path: string): Access | null {
  // Each of its screens requires a different module.
  if (SECTION_ROOTS.some((root) => root === path.replace(/\/$/, ''))) return { kind: 'signed-in' };
  if (path === '/evidence-packs') return EVIDENCE_ACCESS;
  if (path === '/faults' || path === '/work-orders/campaigns') return WORKSHOP_ACCESS;
  if (path === '/tyres') return accessOf(destination('vehicleFile'));
  // Drivers see their own coaching, hours, shifts, messages, vehicles and documents without a module.
  if (OWN_PATHS.includes(path)) return { kind: 'signed-in' };
  const found = destinationAt(path);
  return found === null ? null : accessOf(found);
}
