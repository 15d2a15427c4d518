import type { ModuleName } from '@roadworthy/domain';
import type { RouteComponent } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SAMPLE_RECORDS, type SsoRecord } from '../session/sample-records.ts';
import { startEarly, startOnce } from '../session/start.ts';
import { type CurrentUser, storage } from '../session/storage.ts';
import { APPS_CONFIG } from '../test-config.ts';
import { startTestTexts } from '../test-texts.ts';
import { testUser } from '../test-user.ts';
import { toast } from '../ui/toast.ts';
import { MAIN_SCREENS } from './main-screens.ts';
import { Application, mount } from './mount.tsx';
import { createAppRouter } from './router.ts';

const CONFIG = {
  ...APPS_CONFIG,
  external_apps: {
    ...APPS_CONFIG.external_apps,
    DRIVER_AGENCY_ONBOARDING: null,
    TACHOGRAF: null,
    VEHICLE_UTILISATION: null,
  },
};

const EVERY_APP: Record<keyof typeof CONFIG.external_apps, string | null> = {
  ...CONFIG.external_apps,
  DRIVER_AGENCY_ONBOARDING: 'https://agency.example',
  FMT: 'fmt.example',
  TACHOGRAF: 'https://tacho.example',
  VEHICLE_UTILISATION: 'https://use.example',
};

type Config = Omit<typeof CONFIG, 'external_apps'> & { external_apps: typeof EVERY_APP };
/** Null until it arrives. */
let config: Config | null;
const asked: string[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  config = CONFIG;
  asked.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    asked.push(`${options.method ?? 'GET'} ${url}`);
    if (url.startsWith('/api/config/') && config !== null) {
      return new Response(JSON.stringify(config));
    }
    // Calls of the screens stay pending: this tests the shell only.
    if (url.startsWith('/api/')) return new Promise<Response>(() => undefined);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(
  path: string,
  user: CurrentUser = testUser(),
  records: readonly SsoRecord[] = SAMPLE_RECORDS,
) {
  window.history.replaceState(null, '', path);
  storage.currentUser.set(user);
  render(<Application first={user} records={records} />);
  await screen.findAllByRole('banner');
}

describe('header and menus', () => {
  it('[A-01] [A-49] [A-50] one entry per module; without its permission it is disabled, not hidden', async () => {
    await open('/home', testUser({ modules: ['Track'] }));
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
    expect(menu.getByRole('link', { name: 'Track' }).getAttribute('href')).toBe(
      '/telematics/track',
    );
    const geofence = menu.getByText('Geofence').closest('a');
    expect(geofence?.getAttribute('aria-disabled')).toBe('true');
    expect(geofence?.getAttribute('href')).toBeNull();
    expect(menu.getAllByRole('listitem')).toHaveLength(31);
  });

  it.each([
    ['[A-26]', 'Track', '/telematics/track'],
    ['[A-27]', 'Track Vehicle', '/telematics/track-vehicle'],
    ['[A-28]', 'Trace', '/telematics/trace'],
    ['[A-29]', 'Trace Vehicle', '/telematics/trace-vehicle'],
    ['[A-30]', 'Geofence', '/telematics/geofence'],
    ['[A-31]', 'Driver Behaviour', '/telematics/safety/abc'],
    ['[A-32]', 'Mobileye ADAS', '/telematics/safety/mobileye'],
    ['[A-33]', 'Timesheets', '/telematics/timesheets'],
    ['[A-34]', 'Trips/Stops', '/telematics/trip'],
    ['[A-35]', 'Vehicle Check', '/vehiclecheck/region'],
    ['[A-36]', 'Events', '/events/activity'],
    ['[A-37]', 'Video', '/video/historic'],
    ['[A-38]', 'Vehicle File', '/vehicle-file/activity'],
    ['[A-39]', 'VOR Dashboard', '/vor-dashboard/vor'],
    ['[A-40]', 'Administration', '/administration'],
  ])('%s the menu entry %s leads to %s', async (_id, name, path) => {
    await open('/home');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
    expect(menu.getByRole('link', { name }).getAttribute('href')).toBe(path);
  });

  it('[A-45] without a stored user the header logs out, on every screen', async () => {
    await open('/home');
    storage.currentUser.set(null);
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: /Morgan Manager/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'User preferences' }));
    await waitFor(() => expect(asked).toContain('DELETE /auth/session/'));
    // Half a second later (B-26); it must not happen within the next test.
    await waitFor(() => expect(assign).toHaveBeenCalledOnce(), { timeout: 5000 });
  });

  it('[A-44] on the unauthorised page it does not check for a user', async () => {
    await open('/home', testUser({ modules: [] }));
    storage.currentUser.set(null);
    await act(async () => window.history.pushState(null, '', '/unauthorised'));
    expect(await screen.findByRole('heading', { name: 'Unauthorised Module' })).toBeTruthy();
    expect(asked).not.toContain('DELETE /auth/session/');
  });

  it('a link home that has the focus does not lead a guest to the login page', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await open('/unauthorised', testUser({ role: 'GUEST' }));
    const logo = screen.getByRole('link', { name: 'Roadworthy' });
    vi.useFakeTimers();
    act(() => logo.focus());
    await act(() => vi.runAllTimersAsync());
    vi.useRealTimers();
    expect(assign).not.toHaveBeenCalled();
    await userEvent.click(logo);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
  });

  it('[A-41] [A-51] [A-52] the user menu shows the name and opens the preferences', async () => {
    await open('/home', testUser({ modules: [] }));
    await userEvent.click(screen.getByRole('button', { name: /Morgan Manager/ }));
    const menu = within(screen.getByRole('menu'));
    expect(menu.getByRole('menuitem', { name: 'User preferences' }).getAttribute('href')).toBe(
      '/administration/user-preferences',
    );
  });

  it('[A-53] [A-56] the user menu has Logout for every user', async () => {
    await open('/home', testUser({ modules: [] }));
    await userEvent.click(screen.getByRole('button', { name: /Morgan Manager/ }));
    expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeTruthy();
  });

  it('[B-26] logging out opens the sign-on logout after 500 ms', async () => {
    const assigned: string[] = [];
    vi.spyOn(window.location, 'assign').mockImplementation(
      (url) => void assigned.push(String(url)),
    );
    await open('/home');
    await userEvent.click(screen.getByRole('button', { name: /Morgan Manager/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(storage.currentUser.get()).toBeNull();
    expect(assigned).toEqual([]);
    await new Promise((done) => setTimeout(done, 600));
    expect(assigned[0]).toMatch(/^\/auth\/oauth2\/logout\/\?post_logout_redirect_uri=/);
  });

  it('[A-54] the language selector offers the configured languages', async () => {
    await open('/home');
    const options = within(screen.getByLabelText('Language')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['EN', 'PT']);
  });

  it('[A-55] the logo links home', async () => {
    await open('/unauthorised');
    expect(screen.getByRole('link', { name: 'Roadworthy' }).getAttribute('href')).toBe('/home');
  });
});

describe('sections', () => {
  it.each([
    ['[A-19]', '/telematics', ['Trips'], '/telematics/trip', 'Trips'],
    ['[A-20]', '/events', ['Events'], '/events/activity', 'Events'],
    [
      '[A-21]',
      '/vehicle-file',
      ['Vehicle File'],
      '/vehicle-file/activity',
      'Vehicle File Activity',
    ],
    ['[A-22]', '/vor-dashboard', ['VOR'], '/vor-dashboard/vor', 'Vehicles off the road'],
    ['[A-23]', '/video', ['videos'], '/video/historic', 'Video'],
  ])(
    '%s %s leads to the main screen that the person may open',
    async (_id, section, modules, path, title) => {
      // Without the configuration no map is rendered; this environment cannot render one.
      config = null;
      await open(section, testUser({ modules: modules as ModuleName[] }));
      const heading = await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 });
      expect(heading.textContent).toContain(title);
      expect(window.location.pathname).toBe(path);
    },
    30_000,
  );

  it('[A-48] [A-57] [A-19] a section without a permitted screen says so', async () => {
    await open('/telematics', testUser({ modules: [] }));
    expect(await screen.findByRole('heading', { name: 'Unauthorised Module' })).toBeTruthy();
  });

  it.each(['/telematics/nothing', '/vehicle-file/x', '/nowhere'])(
    '[A-24] %s is unknown and redirects to the home screen',
    async (path) => {
      await open(path);
      expect(
        await screen.findByRole('heading', { name: 'Your fleet, in one place.' }),
      ).toBeTruthy();
      expect(window.location.pathname).toBe('/home');
    },
  );

  it('[G-09] a limited user sees the vehicle file disabled with the reason, and is redirected to the home screen', async () => {
    await open('/vehicle-file/activity', testUser({ role: 'DRIVER', modules: ['Vehicle File'] }));
    const reason = 'Vehicle File is not available to drivers and limited users';
    expect((await screen.findByRole('alert')).textContent).toContain(reason);
    expect(window.location.pathname).toBe('/home');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
    const entry = menu.getByText('Vehicle File').closest('a');
    expect(entry?.getAttribute('aria-disabled')).toBe('true');
    expect(entry?.title).toBe(reason);
    expect(within(screen.getByRole('main')).getByText(reason)).toBeTruthy();
  });

  it('[A-48] without its permission the unauthorised page opens', async () => {
    await open('/events/activity', testUser({ modules: [] }));
    expect(await screen.findByRole('heading', { name: 'Unauthorised Module' })).toBeTruthy();
  });

  it('[A-04] [A-16] [O-P06] administration is loaded on demand', async () => {
    await open('/administration', testUser({ role: 'ADMIN' }));
    expect(await screen.findByRole('link', { name: /^Trackers/ })).toBeTruthy();
  });

  it('[O-01] [A-40] without administrator rights it opens the preferences', async () => {
    await open('/administration');
    expect(await screen.findByRole('heading', { name: 'User preferences' })).toBeTruthy();
  });

  it('[A-15] [A-60] the unauthorised page is shown without a stored user, and only logs that', async () => {
    const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const left = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    window.history.replaceState(null, '', '/unauthorised');
    document.body.innerHTML = '<div id="root"></div>';
    await act(async () => mount(document.getElementById('root') as HTMLElement));
    const home = await screen.findByRole('link', { name: 'Go to Homescreen' });
    expect(home.getAttribute('href')).toBe('/home');
    expect(screen.getByRole('heading', { name: 'Unauthorised Module' })).toBeTruthy();
    expect(said).toHaveBeenCalledWith('There is no stored user.');
    expect(left).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
    document.body.innerHTML = '';
  });
});

describe('the start', () => {
  it('loads the code of the screen before the server has returned the user', async () => {
    const user = testUser({ modules: ['Vehicle File'] });
    storage.currentUser.set(user);
    const router = createAppRouter();
    const [routes] = router.getMatchedRoutes('/vehicle-file/activity');
    const screenPart = routes.at(-1)?.options.component as Required<RouteComponent>;
    const preload = vi.spyOn(screenPart, 'preload');
    window.history.replaceState(null, '', '/vehicle-file/activity');
    document.body.innerHTML = '<div id="root"></div>';
    // biome-ignore lint/suspicious/noDocumentCookie: the session's cookie, as the server sets it
    document.cookie = 'access-token=waits';
    vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
    await act(async () => mount(document.getElementById('root') as HTMLElement));
    expect(preload).toHaveBeenCalledOnce();
    document.body.innerHTML = '';
  });

  let started: Root | null = null;
  afterEach(() => {
    act(() => started?.unmount());
    started = null;
    document.body.innerHTML = '';
  });

  /** Starts the application at a path with the answers of a server. */
  const start = async (path: string, user: CurrentUser) => {
    storage.currentUser.set(user);
    window.history.replaceState(null, '', path);
    document.body.innerHTML = '<div id="root"></div>';
    // biome-ignore lint/suspicious/noDocumentCookie: the session's cookie, as the server sets it
    document.cookie = 'access-token=waits';
    const answers: Record<string, unknown> = {
      '/api/user/get_current_user/': user,
      '/auth/userinfo/': { extra_vars: { permissions: SAMPLE_RECORDS } },
      '/api/language_configs/en/texts/': {},
      '/api/config/': CONFIG,
    };
    vi.stubGlobal('fetch', async (address: string) => {
      const answer = answers[new URL(address, location.href).pathname];
      return answer === undefined
        ? new Promise<Response>(() => undefined)
        : new Response(JSON.stringify(answer));
    });
    await act(async () => {
      started = mount(document.getElementById('root') as HTMLElement);
    });
  };

  it('[G-09] redirects a limited user from the vehicle file, with one message', async () => {
    const reported = vi.spyOn(toast, 'error');
    await start('/vehicle-file/activity', testUser({ role: 'DRIVER', modules: ['Vehicle File'] }));
    const heading = await screen.findByRole('heading', { name: 'Your fleet, in one place.' });
    expect(heading).toBeTruthy();
    expect(window.location.pathname).toBe('/home');
    expect(reported).toHaveBeenCalledOnce();
  });

  it.each(Object.keys(MAIN_SCREENS))('the main screen at %s has a route', (path) => {
    const [routes] = createAppRouter().getMatchedRoutes(path);
    expect(routes.at(-1)?.fullPath).toBe(path);
  });

  it('requests the user once, in parallel with the code of the application', async () => {
    storage.currentUser.set(testUser({ modules: ['Vehicle File'] }));
    // biome-ignore lint/suspicious/noDocumentCookie: the session's cookie, as the server sets it
    document.cookie = 'access-token=waits';
    const asked: string[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(new URL(address, location.href).pathname);
      return new Promise<Response>(() => undefined);
    });
    startEarly('/home');
    await act(async () => undefined);
    void startOnce('/home');
    await act(async () => undefined);
    expect(asked.filter((path) => path === '/api/user/get_current_user/')).toHaveLength(1);
    void startOnce('/home');
    await act(async () => undefined);
    expect(asked.filter((path) => path === '/api/user/get_current_user/')).toHaveLength(2);
  });
});

describe('home', () => {
  it('[A-03] links to events, camera video and the other fleet apps', async () => {
    await open('/home');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Videos' }).getAttribute('href')).toBe('/video/historic');
    await userEvent.click(main.getByRole('button', { name: 'Show all modules' }));
    expect(main.getByRole('link', { name: 'Events' }).getAttribute('href')).toBe(
      '/events/activity',
    );
    const app = await main.findByRole('link', { name: 'Defect' });
    expect(app.getAttribute('href')).toBe('https://defect.example');
  });

  it.each([
    ['[W-02]', 'Safety Inspection', 'https://si.example'],
    ['[W-03]', 'Vehicle Utilisation', 'https://use.example'],
    ['[W-04]', 'Earned Recognition', 'https://er.example'],
    ['[W-05]', 'TachoGraf', 'https://tacho.example'],
    ['[W-06]', 'Agency Onboarding', 'https://agency.example'],
  ])('%s the companion app %s opens at its address', async (_id, name, address) => {
    config = { ...CONFIG, external_apps: EVERY_APP };
    await open('/home');
    const main = within(screen.getByRole('main'));
    await userEvent.click(main.getByRole('button', { name: 'Show all modules' }));
    const link = await main.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(address);
  });

  it('[W-07] [W-14] the fleet maintenance tool opens, also if its address has no scheme', async () => {
    config = { ...CONFIG, home_variant: 'apps', external_apps: EVERY_APP };
    const maintenance = { ...SAMPLE_RECORDS[0], ExternalAppReference: 'FMT' } as SsoRecord;
    await open('/home', testUser(), [maintenance]);
    const main = within(screen.getByRole('main'));
    const link = await main.findByRole('link', { name: 'Fleet Maintenance' });
    expect(link.getAttribute('href')).toBe('https://fmt.example');
  });

  it.each(['ADMIN', 'MANAGER', 'USER', 'DRIVER', 'READONLY'] as const)(
    '[U-01] a user with the role %s starts on the home screen',
    async (role) => {
      await open('/home', testUser({ role }));
      expect(
        await screen.findByRole('heading', { name: 'Your fleet, in one place.' }),
      ).toBeTruthy();
      expect(window.location.pathname).toBe('/home');
    },
  );

  it('[C-27] [C-P03] other modules are collapsed behind a toggle', async () => {
    await open('/home');
    expect(screen.queryByText('Vehicle Utilisation')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Show all modules' }));
    expect(screen.getByText('Vehicle Utilisation')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hide all modules' }));
    expect(screen.queryByText('Vehicle Utilisation')).toBeNull();
  });

  it('[C-09] [C-P05] [W-01] external apps open in a new tab without an opener', async () => {
    await open('/home');
    const link = await screen.findByRole('link', { name: 'Defect' });
    expect(link.getAttribute('href')).toBe('https://defect.example');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('[C-01] [C-02] the customer logo is shown with the flag and a logo, otherwise the default', async () => {
    const user = testUser();
    user.user.customers = [{ id: 1, name: 'Albion', logo: '/logo.png' }];
    await open('/home', user);
    expect(screen.queryByAltText('Albion')).toBeNull();
    cleanup();
    const flagged = {
      ...user,
      customer_config: { ...user.customer_config, render_cust_logo_on_dl_homescreen: true },
    };
    await open('/home', flagged);
    expect(screen.getByAltText('Albion').getAttribute('src')).toBe('/logo.png');
  });

  it('[C-33] [C-34] [C-35] the earlier form has a tile for each permitted app', async () => {
    config = { ...CONFIG, home_variant: 'apps' };
    await open('/home');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Telematics' })).toBeNull());
    const main = within(screen.getByRole('main'));
    const [link] = await main.findAllByRole('link', { name: /Safety Inspection/ });
    expect(link?.getAttribute('href')).toBe('https://si.example');
    expect(screen.queryByText('Fleet Maintenance')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all modules' }));
    expect(screen.getByText('Fleet Maintenance')).toBeTruthy();
  });
});
