import { describe, expect, it } from 'vitest';
import { testUser } from '../../test-user.ts';
import { type AppConfig, linkAddress, TILE_GROUPS, type Tile } from './apps.ts';
import { tileState } from './home.tsx';

const t = (key: string, values: Record<string, string> = {}) =>
  `${key} ${values.module ?? ''}`.trim();

const CONFIG = {
  external_apps: {
    ER_DASHBOARD: 'https://er.example',
    SAFETY_INSPECTION: null,
    DEFECT: 'https://defect.example',
    DRIVER_AGENCY_ONBOARDING: null,
    FMT: 'fmt.example',
    TACHOGRAF: null,
    VEHICLE_UTILISATION: null,
  },
} as AppConfig;

const tiles = (key: string) =>
  TILE_GROUPS.find((group) => group.key === key)?.tiles.map((one) => one.key);
const tile = (key: string): Tile => {
  const found = TILE_GROUPS.flatMap((group) => group.tiles).find((one) => one.key === key);
  if (found === undefined) throw new Error(key);
  return found;
};
const stateOf = (key: string, user = testUser()) => tileState(tile(key), user, CONFIG, t);

describe('home', () => {
  it('[C-04] there are four groups', () =>
    expect(TILE_GROUPS.map(({ key }) => key)).toEqual([
      'telematics',
      'cameras',
      'compliance',
      'other',
    ]));
  it('[C-11…C-16] [C-10] Telematics', () =>
    expect(tiles('telematics')).toEqual([
      'track',
      'trackVehicle',
      'trace',
      'traceVehicle',
      'geofence',
      'driverBehaviour',
      'mobileye',
    ]));
  it('[C-17] AI Connected Cameras', () => expect(tiles('cameras')).toEqual(['videos']));
  it('[C-18…C-26] Digital Fleet Compliance', () =>
    expect(tiles('compliance')).toEqual([
      'vehicleCheck',
      'defect',
      'vehicleFile',
      'safetyInspection',
      'safetyInspectionViewer',
      'earnedRecognition',
      'earnedRecognitionDriver',
      'tachograph',
      'agencyOnboarding',
    ]));
  it('[C-28…C-32] Other Modules', () =>
    expect(tiles('other')).toEqual([
      'vor',
      'timesheets',
      'trips',
      'events',
      'vehicleUtilisation',
      'administration',
    ]));

  it('[C-05] a held permission makes a link', () =>
    expect(stateOf('track')).toEqual({ kind: 'screen', to: '/telematics/track' }));
  it('[C-06] [C-07] [C-P04] a missing one greys it, with the name of the module', () =>
    expect(stateOf('track', testUser({ modules: [] }))).toEqual({
      kind: 'greyed',
      reason: 'tile.denied tile.track',
    }));
  it('[C-07] [C-P04] an external app without permission has the short text', () =>
    expect(stateOf('defect', testUser({ modules: [] }))).toEqual({
      kind: 'greyed',
      reason: 'tile.deniedApp',
    }));
  it('[C-P04] an app without a link says so', () =>
    expect(stateOf('tachograph')).toEqual({ kind: 'greyed', reason: 'tile.notConfigured' }));
  it('[C-19] [W-10] a configured app opens its link', () =>
    expect(stateOf('defect')).toEqual({ kind: 'app', href: 'https://defect.example' }));
  it('[W-02] without a companion app the tile opens our own screen', () =>
    expect(stateOf('safetyInspection')).toEqual({ kind: 'screen', to: '/inspections' }));
  it('[W-14] [W-P03] [W-P04] utilisation falls back to FMT, which gets its scheme', () =>
    expect(linkAddress(CONFIG, 'VEHICLE_UTILISATION', 'FMT')).toBe('https://fmt.example'));
  it('[A-56] administration shows for everybody signed in', () =>
    expect(stateOf('administration', testUser({ modules: [] })).kind).toBe('screen'));
});
