import type { ModuleName } from '@roadworthy/domain';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { APPS_CONFIG } from '../../test-config.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

/** Available to every signed-in user. */
const FREE = ['Home', 'Administration'];

/** Each named permission with its tile and, if any, its menu entries. */
const PERMISSIONS: readonly (readonly [string, ModuleName, string, string | null])[] = [
  ['[U-05]', 'Track', 'Track', 'Track'],
  ['[U-06]', 'TrackVehicle', 'Track Vehicle', 'Track Vehicle'],
  ['[U-07]', 'Trace', 'Trace', 'Trace'],
  ['[U-08]', 'TraceVehicle', 'Trace Vehicle', 'Trace Vehicle'],
  ['[U-09]', 'Geofence', 'Geofence', 'Geofence'],
  ['[U-10]', 'Driver Behaviour', 'Driver Behaviour', 'Driver Behaviour, Coaching'],
  ['[U-11]', 'videos', 'Videos', 'Video'],
  ['[U-12]', 'Vehicle Check', 'Vehicle Check', 'Vehicle Check'],
  ['[U-13]', 'Mobileye ADAS', 'Mobileye ADAS', 'Mobileye ADAS'],
  ['[U-14]', 'Defect', 'Defect', 'Defects, Work orders, Parts'],
  ['[U-15]', 'Vehicle File', 'Vehicle File', 'Vehicle File, Couplings'],
  ['[U-16]', 'SafetyInspection', 'Safety Inspection', 'Safety Inspections'],
  ['[U-17]', 'SafetyInspectionScheduleViewer', 'Safety Inspection Schedule Viewer', null],
  ['[U-18]', 'accessEarnedRecognition', 'Earned Recognition', 'Earned Recognition'],
  ['[U-19]', 'accessEarnedRecognitionDriver', 'Driver', 'Drivers’ file'],
  [
    '[U-20]',
    'accessTachoGraf',
    'TachoGraf',
    'TachoGraf, Drivers’ hours, Driver planning, Vehicles of drivers, Messages to drivers',
  ],
  ['[U-21]', 'AgencyOnboarding', 'Agency Onboarding', 'Agency Onboarding'],
  ['[U-22]', 'VOR', 'VOR Dashboard', 'VOR Dashboard'],
  ['[U-23]', 'Timesheet', 'Timesheets', 'Timesheets'],
  ['[U-24]', 'Trips', 'Trips/Stops', 'Trips/Stops'],
  ['[U-25]', 'Events', 'Events', 'Events'],
  ['[U-26]', 'Vehicle Utilisation', 'Vehicle Utilisation', null],
];

const namesOf = (links: readonly HTMLElement[]) =>
  links.map(({ textContent }) => textContent).filter((name) => !FREE.includes(name ?? ''));

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('home', () => {
  it('[A-02] [C-P01] links to tracking, video, compliance and companion apps', async () => {
    answerCalls({ '/api/config/': () => APPS_CONFIG });
    await openScreen('/home?modules=all');
    expect(await screen.findByText('Your fleet, in one place.')).toBeTruthy();
    for (const [group, tile] of [
      ['Telematics', 'Track'],
      ['AI Connected Cameras', 'Videos'],
      ['Digital Fleet Compliance', 'Vehicle File'],
      ['Digital Fleet Compliance', 'TachoGraf'],
    ] as const) {
      const section = within(screen.getByRole('region', { name: group }));
      expect(await section.findByRole('link', { name: tile })).toBeTruthy();
    }
  });
});

describe('a named permission', () => {
  it.each(PERMISSIONS)(
    '%s [U-27] [C-P02] %s alone opens the tile %s and the menu entry %s',
    async (_, module, tile, entry) => {
      answerCalls({ '/api/config/': () => APPS_CONFIG });
      await openScreen('/home?modules=all', testUser({ modules: [module] }));
      const main = within(await screen.findByRole('main'));
      await main.findByRole('link', { name: tile });
      expect(namesOf(main.getAllByRole('link'))).toEqual([tile]);
      const menu = document.querySelectorAll<HTMLElement>('#side-menu a[href]');
      expect(namesOf([...menu]).join(', ')).toBe(entry ?? '');
    },
  );
});
