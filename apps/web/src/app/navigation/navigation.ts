import type { Destination } from '../../ui/destinations.ts';
import { destination, destinationAt } from '../../ui/destinations.ts';

/** A destination of the rail, with the other screens of the same subject. */
export interface NavigationEntry {
  readonly main: Destination;
  /** Screens listed below the entry while one of its screens is open. */
  readonly others: readonly Destination[];
}

/** A group of the rail; its name is the text `navigation.group.<key>`. */
export interface NavigationGroup {
  readonly key: string;
  readonly entries: readonly NavigationEntry[];
}

/**
 * The groups of the rail. An entry lists the keys of its screens: Track and Track Vehicle are one
 * destination, as are Trace and Trace Vehicle.
 */
const GROUPS: readonly (readonly [key: string, entries: readonly (readonly string[])[]])[] = [
  ['overview', [['home']]],
  [
    'tracking',
    [['track', 'trackVehicle'], ['trace', 'traceVehicle'], ['trips'], ['timesheets'], ['geofence']],
  ],
  ['safety', [['events'], ['videos'], ['driverBehaviour'], ['coaching'], ['mobileye']]],
  [
    'compliance',
    [
      ['vehicleCheck'],
      ['defects'],
      ['inspections'],
      ['workOrders'],
      ['parts'],
      ['vehicleFile', 'couplings'],
      ['vor'],
      ['costs'],
      ['driversFile'],
      ['agencyOnboarding'],
      ['driversHours'],
      ['driverPlanning'],
      ['driverAssignments'],
      ['driverMessages'],
      ['earnedRecognition'],
      ['tachograph'],
    ],
  ],
  ['administration', [['administration']]],
];

/** Destinations by importance on a phone; the first four that a person may open are in the bottom bar. */
const BY_IMPORTANCE = [
  'home',
  'track',
  'defects',
  'vehicleFile',
  'events',
  'vehicleCheck',
  'trackVehicle',
  'inspections',
  'workOrders',
  'couplings',
  'videos',
  'trips',
  'vor',
  'trace',
  'traceVehicle',
  'driverBehaviour',
  'coaching',
  'timesheets',
  'geofence',
  'mobileye',
  'driversFile',
  'agencyOnboarding',
  'driversHours',
  'driverPlanning',
  'driverAssignments',
  'driverMessages',
  'earnedRecognition',
  'tachograph',
  'costs',
  'parts',
  'administration',
];

const BOTTOM_BAR_SIZE = 4;

/**
 * The groups of the rail with the destinations that a person may open.
 *
 * @param mayOpen whether a person may open a destination
 * @returns only groups and entries with a permitted screen
 */
export function navigationFor(mayOpen: (one: Destination) => boolean): readonly NavigationGroup[] {
  return GROUPS.map(([key, entries]) => ({
    key,
    entries: entries.flatMap((keys) => {
      const [main, ...others] = keys.map(destination).filter(mayOpen);
      return main === undefined ? [] : [{ main, others }];
    }),
  })).filter(({ entries }) => entries.length > 0);
}

/** The entries of the bottom bar: the most important ones of all groups, in the sequence of importance. */
export function bottomBarFor(groups: readonly NavigationGroup[]): readonly NavigationEntry[] {
  return groups
    .flatMap(({ entries }) => entries)
    .sort((a, b) => BY_IMPORTANCE.indexOf(a.main.key) - BY_IMPORTANCE.indexOf(b.main.key))
    .slice(0, BOTTOM_BAR_SIZE);
}

/** Whether an entry contains the screen at an address. */
export function isAt({ main, others }: NavigationEntry, path: string): boolean {
  const key = destinationAt(path)?.key;
  return key !== undefined && [main, ...others].some((one) => one.key === key);
}
