import type { AnswerOf, contract } from '@roadworthy/contract';
import type { ModuleName } from '@roadworthy/domain';

export type AppConfig = AnswerOf<typeof contract.platformInfo.config>;
export type AppLink = keyof AppConfig['external_apps'];

/** A tile of the home screen: a screen by its destination, or a companion app by its link. */
export type Tile =
  | { readonly kind: 'screen'; readonly key: string }
  | {
      readonly kind: 'app';
      readonly key: string;
      readonly module: ModuleName;
      readonly link: AppLink;
      readonly fallback?: AppLink;
      /**
       * Destination of the built-in screen that replaces a companion app which is not configured.
       */
      readonly own?: string;
    };

export interface TileGroup {
  readonly key: 'telematics' | 'cameras' | 'compliance' | 'other';
  readonly tiles: readonly Tile[];
}

const screen = (key: string): Tile => ({ kind: 'screen', key });
const app = (
  key: string,
  module: ModuleName,
  link: AppLink,
  { fallback, own }: { readonly fallback?: AppLink; readonly own?: string } = {},
): Tile => ({
  kind: 'app',
  key,
  module,
  link,
  ...(fallback === undefined ? {} : { fallback }),
  ...(own === undefined ? {} : { own }),
});

/** The four groups of the home screen (requirements C-04, C-11 to C-32, OP-016, OP-018). */
export const TILE_GROUPS: readonly TileGroup[] = [
  {
    key: 'telematics',
    tiles: [
      screen('track'),
      screen('trackVehicle'),
      screen('trace'),
      screen('traceVehicle'),
      screen('geofence'),
      screen('driverBehaviour'),
      screen('mobileye'),
    ],
  },
  { key: 'cameras', tiles: [screen('videos')] },
  {
    key: 'compliance',
    tiles: [
      screen('vehicleCheck'),
      app('defect', 'Defect', 'DEFECT', { own: 'defects' }),
      screen('vehicleFile'),
      app('safetyInspection', 'SafetyInspection', 'SAFETY_INSPECTION', { own: 'inspections' }),
      app('safetyInspectionViewer', 'SafetyInspectionScheduleViewer', 'SAFETY_INSPECTION'),
      app('earnedRecognition', 'accessEarnedRecognition', 'ER_DASHBOARD', {
        own: 'earnedRecognition',
      }),
      app('earnedRecognitionDriver', 'accessEarnedRecognitionDriver', 'ER_DASHBOARD', {
        own: 'driversFile',
      }),
      app('tachograph', 'accessTachoGraf', 'TACHOGRAF', { own: 'tachograph' }),
      app('agencyOnboarding', 'AgencyOnboarding', 'DRIVER_AGENCY_ONBOARDING', {
        own: 'agencyOnboarding',
      }),
    ],
  },
  {
    key: 'other',
    tiles: [
      screen('vor'),
      screen('timesheets'),
      screen('trips'),
      screen('events'),
      app('vehicleUtilisation', 'Vehicle Utilisation', 'VEHICLE_UTILISATION', { fallback: 'FMT' }),
      screen('administration'),
    ],
  },
];

/**
 * A companion app of the earlier home screen, shown if the user's record allows it (C-33 to C-35,
 * OP-019).
 */
export const REFERENCED_APPS = [
  { reference: 'datalive', key: 'track', link: null },
  { reference: 'DEFECT', key: 'defect', link: 'DEFECT' },
  { reference: 'SAFETY_INSPECTION', key: 'safetyInspection', link: 'SAFETY_INSPECTION' },
  {
    reference: 'DRIVER_AGENCY_ONBOARDING',
    key: 'agencyOnboarding',
    link: 'DRIVER_AGENCY_ONBOARDING',
  },
  { reference: 'FMT', key: 'fleetMaintenance', link: 'FMT' },
] as const;

/** The URL of a link key; https:// is added if it has no scheme (requirements W-14, W-P04). */
export function linkAddress(config: AppConfig, link: AppLink, fallback?: AppLink): string | null {
  const value = config.external_apps[link] ?? (fallback ? config.external_apps[fallback] : null);
  if (value === null || value === '') return null;
  return /^https?:\/\//.test(value) ? value : `https://${value}`;
}
