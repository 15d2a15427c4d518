import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { APPS_CONFIG } from '../../test-config.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { tileState } from './home.screen.tsx';
import { type AppConfig, linkAddress, TILE_GROUPS, type Tile } from './home-apps.ts';

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
  it('[C-05] a tile with permission is a link', () =>
    expect(stateOf('track')).toEqual({ kind: 'screen', to: '/telematics/track' }));
  it('[C-06] [C-07] [C-P04] a tile without permission is disabled and names the module', () =>
    expect(stateOf('track', testUser({ modules: [] }))).toEqual({
      kind: 'greyed',
      reason: 'tile.denied tile.track',
    }));
  it('[C-07] [C-P04] an external app without permission has the short text', () =>
    expect(stateOf('defect', testUser({ modules: [] }))).toEqual({
      kind: 'greyed',
      reason: 'tile.deniedApp',
    }));
  it('[C-P04] an app without a link shows this', () =>
    expect(stateOf('safetyInspectionViewer')).toEqual({
      kind: 'greyed',
      reason: 'tile.notConfigured',
    }));
  it('[C-19] [W-10] a configured app opens its link', () =>
    expect(stateOf('defect')).toEqual({ kind: 'app', href: 'https://defect.example' }));
  it('[W-02] without a companion app the tile opens the built-in screen', () =>
    expect([stateOf('safetyInspection'), stateOf('agencyOnboarding')]).toEqual([
      { kind: 'screen', to: '/inspections' },
      { kind: 'screen', to: '/agency-onboarding' },
    ]));
  it('[W-14] [W-P03] [W-P04] utilisation falls back to FMT, with the scheme added', () =>
    expect(linkAddress(CONFIG, 'VEHICLE_UTILISATION', 'FMT')).toBe('https://fmt.example'));
  it('[A-56] administration shows for every signed-in user', () =>
    expect(stateOf('administration', testUser({ modules: [] })).kind).toBe('screen'));
});

const EVERY_APP = {
  ...CONFIG,
  home_variant: 'groups',
  needs_first_administrator: false,
  external_apps: APPS_CONFIG.external_apps,
};

describe('the tiles of home', () => {
  beforeAll(startTestTexts);
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it.each([
    ['[C-11]', 'Telematics', 'Track', '/telematics/track'],
    ['[C-12]', 'Telematics', 'Track Vehicle', '/telematics/track-vehicle'],
    ['[C-13]', 'Telematics', 'Trace', '/telematics/trace'],
    ['[C-14]', 'Telematics', 'Trace Vehicle', '/telematics/trace-vehicle'],
    ['[C-15]', 'Telematics', 'Geofence', '/telematics/geofence'],
    ['[C-16]', 'Telematics', 'Driver Behaviour', '/telematics/safety/abc'],
    ['[C-10]', 'Telematics', 'Mobileye ADAS', '/telematics/safety/mobileye'],
    ['[C-17]', 'AI Connected Cameras', 'Videos', '/video/historic'],
    ['[C-18]', 'Digital Fleet Compliance', 'Vehicle Check', '/vehiclecheck/region'],
    ['[C-19]', 'Digital Fleet Compliance', 'Defect', 'https://defect.example'],
    ['[C-20]', 'Digital Fleet Compliance', 'Vehicle File', '/vehicle-file/activity'],
    ['[C-21]', 'Digital Fleet Compliance', 'Safety Inspection', 'https://si.example'],
    [
      '[C-22]',
      'Digital Fleet Compliance',
      'Safety Inspection Schedule Viewer',
      'https://si.example',
    ],
    ['[C-23]', 'Digital Fleet Compliance', 'Earned Recognition', 'https://er.example'],
    ['[C-24]', 'Digital Fleet Compliance', 'Driver', 'https://er.example'],
    ['[C-25]', 'Digital Fleet Compliance', 'TachoGraf', 'https://tacho.example'],
    ['[C-26]', 'Digital Fleet Compliance', 'Agency Onboarding', 'https://agency.example'],
    ['[C-28]', 'Other Modules', 'VOR Dashboard', '/vor-dashboard/vor'],
    ['[C-29]', 'Other Modules', 'Timesheets', '/telematics/timesheets'],
    ['[C-30]', 'Other Modules', 'Trips/Stops', '/telematics/trip'],
    ['[C-31]', 'Other Modules', 'Events', '/events/activity'],
    ['[C-32]', 'Other Modules', 'Vehicle Utilisation', 'https://use.example'],
  ])('%s under %s the tile %s leads to %s', async (_id, group, name, address) => {
    answerCalls({ '/api/config/': () => EVERY_APP });
    // The URL records that all modules are shown.
    await openScreen('/home?modules=all');
    const section = within(await screen.findByRole('region', { name: group }));
    const tile = await section.findByRole('link', { name });
    expect(tile.getAttribute('href')).toBe(address);
  });
});
