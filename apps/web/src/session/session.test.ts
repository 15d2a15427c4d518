import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../test-texts.ts';
import { testUser } from '../test-user.ts';
import { accessOfPath, DESTINATIONS } from '../ui/destinations.ts';
import { accessToken, clearCookies } from './cookies.ts';
import { changeLanguage } from './i18n.ts';
import { forgetUser, goToLogin, logout } from './leave.ts';
import { may, rightsOf } from './rights.ts';
import { loginAddress, safeReturnUrl } from './routes.ts';
import { enter, start } from './start.ts';
import { storage } from './storage.ts';

const answers = new Map<string, { status: number; body: unknown }>();
let asked: string[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  answers.clear();
  asked = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    asked.push(`${options.method ?? 'GET'} ${url}`);
    const answer = answers.get(url) ?? { status: 404, body: { detail: 'Not found' } };
    const text = answer.status === 204 ? null : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearCookies();
});

function setAccessCookie(): void {
  const payload = btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }));
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `access-token=h.${payload}.s; Path=/`;
}

describe('addresses', () => {
  it.each([
    [null, '/home'],
    ['/telematics/track?vehicle=3', '/telematics/track?vehicle=3'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
  ])('[A-P02] a return URL %s leads to %s', (wanted, to) => expect(safeReturnUrl(wanted)).toBe(to));

  it('[A-42] the login page keeps the requested address', () =>
    expect(loginAddress('/events/activity?page=2')).toBe(
      '/login?returnUrl=%2Fevents%2Factivity%3Fpage%3D2',
    ));
});

describe('logging out on a page without sign-in', () => {
  const leaves = async (path: string) => {
    vi.useFakeTimers();
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    answers.set('/auth/session/', { status: 204, body: null });
    window.history.replaceState(null, '', path);
    await logout();
    vi.advanceTimersByTime(1000);
    const times = assign.mock.calls.length;
    assign.mockRestore();
    vi.useRealTimers();
    return times > 0;
  };

  it.each([
    ['[A-11]', '/qr'],
    ['[A-18]', '/help'],
    ['[A-18]', '/safety'],
    ['[A-46]', '/help/report_accident'],
    ['[A-47]', '/x/help/vehicle/9'],
  ])('%s stays on %s', async (_id, path) => expect(await leaves(path)).toBe(false));

  it('[A-46] redirects to the sign-on from all other pages', async () =>
    expect(await leaves('/telematics/track')).toBe(true));
});

describe('storage', () => {
  it('[B-39] [B-40] [B-41] the user is stored under the keys that other pages read', () => {
    enter(testUser({ id: 7, role: 'DRIVER' }));
    const kept = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');
    expect(kept('currentUser').user.id).toBe(7);
    expect(kept('userPerm')).toEqual({ perms: testUser({ role: 'DRIVER' }).user.permission.perms });
    expect(kept('dlLastLoggedInUserId')).toBe(7);
    expect(localStorage).toHaveLength(3);
  });

  it('[B-P05] the selected language is stored', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}'));
    await changeLanguage('pt');
    expect(localStorage.getItem('language')).toBe('"pt"');
    await changeLanguage('en');
  });

  it('[B-18] a different user clears local storage, the same user does not', () => {
    enter(testUser({ id: 7 }));
    storage.selectedVehicle.set(4);
    enter(testUser({ id: 7 }));
    expect(storage.selectedVehicle.get()).toBe(4);
    enter(testUser({ id: 8 }));
    expect(storage.selectedVehicle.get()).toBeNull();
    expect(storage.lastUserId.get()).toBe(8);
  });

  it('[B-19] [B-44] [V-31] user and permissions are stored', () => {
    enter(testUser({ role: 'DRIVER' }));
    expect(storage.permissions.get()?.perms.is_limited_user).toBe(true);
    expect(storage.currentUser.get()?.user.id).toBe(7);
  });
});

describe('rights', () => {
  it('[B-27] [B-28] [U-27] module names become permissions', () =>
    expect(rightsOf(testUser({ modules: ['Track', 'Events'] })).modules).toEqual([
      'Track',
      'Events',
    ]));

  it('[B-29] [U-28] the name of the permission in upper case is the role', () =>
    expect(rightsOf(testUser({ role: 'READONLY' })).role).toBe('READONLY'));

  it('[U-33] [U-34] only the flag makes an administrator, not the role', () => {
    const administrator = { kind: 'administrator' } as const;
    const everywhere = { kind: 'global-administrator' } as const;
    const manager = testUser({ role: 'MANAGER' });
    expect(may(manager, administrator)).toBe(false);
    const ofCustomer = testUser({ role: 'MANAGER', isCustomerAdmin: true });
    expect(may(ofCustomer, administrator)).toBe(true);
    expect(may(ofCustomer, everywhere)).toBe(false);
    const ofAll = testUser({ role: 'MANAGER', isGlobalAdmin: true });
    expect(may(ofAll, administrator)).toBe(true);
    expect(may(ofAll, everywhere)).toBe(true);
    // An administrator of one customer is not one of all customers.
    expect(may(testUser({ role: 'ADMIN' }), everywhere)).toBe(false);
  });

  it.each(
    DESTINATIONS.filter(({ module }) => module !== null).map((one) => [one.path, one.module]),
  )('[A-P04] %s asks for %s', (path, module) => {
    const access = accessOfPath(path);
    if (access === null || module === null) throw new Error('no access');
    expect(may(testUser({ modules: [module] }), access)).toBe(true);
    expect(may(testUser({ modules: [] }), access)).toBe(false);
  });

  it('[A-P05] the side menu has this order', () =>
    expect(DESTINATIONS.map(({ key }) => key)).toEqual([
      'home',
      'track',
      'trackVehicle',
      'trace',
      'traceVehicle',
      'geofence',
      'driverBehaviour',
      'coaching',
      'mobileye',
      'timesheets',
      'trips',
      'events',
      'videos',
      'vehicleCheck',
      'vehicleFile',
      'couplings',
      'defects',
      'inspections',
      'workOrders',
      'parts',
      'earnedRecognition',
      'tachograph',
      'driversHours',
      'driverPlanning',
      'driverAssignments',
      'driverMessages',
      'driversFile',
      'agencyOnboarding',
      'costs',
      'vor',
      'administration',
    ]));

  it('[A-17] /vehiclecheck and /audit_survey require the same module', () =>
    expect(accessOfPath('/audit_survey/x')).toEqual(accessOfPath('/vehiclecheck/region')));
});

describe('start', () => {
  it('[A-43] [C-08] without a stored user the login page opens', async () =>
    expect(await start('/home')).toEqual({ to: '/login' }));

  it('[B-16] [B-21] [B-P06] a user record without its cookie is not a session', async () => {
    enter(testUser());
    answers.set('/auth/session/refresh/', { status: 200, body: { success: false } });
    answers.set('/auth/session/', { status: 204, body: null });
    expect(await start('/telematics/track')).toEqual({
      to: '/login?returnUrl=%2Ftelematics%2Ftrack',
    });
    expect(storage.currentUser.get()).toBeNull();
  });

  it('[B-21] [U-20] without a network an expired access opens what the phone has kept', async () => {
    const user = testUser();
    enter(user);
    const kept = new Map<string, object>([
      ['/api/user/get_current_user/', user],
      ['/auth/userinfo/', { extra_vars: { permissions: [] } }],
    ]);
    vi.stubGlobal('fetch', async (url: string) => {
      const body = kept.get(url);
      if (body === undefined) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(body));
    });
    expect(await start('/drivers-hours/own')).toEqual({ user, records: [] });
    kept.clear();
    expect(await start('/drivers-hours/own')).toEqual({ offline: true });
    expect(storage.currentUser.get()).toEqual(user);
  });

  it('[B-17] [B-19] with a cookie the user is requested and stored', async () => {
    enter(testUser());
    setAccessCookie();
    const changed = testUser({ modules: ['Track'] });
    answers.set('/api/user/get_current_user/', { status: 200, body: changed });
    answers.set('/auth/userinfo/', { status: 200, body: { extra_vars: { permissions: [] } } });
    expect(await start('/home')).toEqual({ user: changed, records: [] });
    expect(storage.currentUser.get()).toEqual(changed);
  });

  it('[R-030] the custom texts are applied before the first screen', async () => {
    enter(testUser());
    setAccessCookie();
    answers.set('/api/user/get_current_user/', { status: 200, body: testUser() });
    answers.set('/auth/userinfo/', { status: 200, body: { extra_vars: { permissions: [] } } });
    answers.set('/api/language_configs/en/texts/', {
      status: 200,
      body: { 'home.slogan': 'On the road.' },
    });
    await start('/home');
    expect(i18next.t('home.slogan')).toBe('On the road.');
    expect(i18next.t('home.showAll')).toBe('Show all modules');
    // If they cannot be loaded, the texts of the product are used without a delay.
    i18next.addResource('en', 'translation', 'home.slogan', 'Your fleet, in one place.');
    answers.set('/api/language_configs/en/texts/', { status: 503, body: { detail: 'no' } });
    expect(await start('/home')).toMatchObject({ records: [] });
    expect(i18next.t('home.slogan')).toBe('Your fleet, in one place.');
  });

  it('[B-33] a missing customer config ends the session', async () => {
    enter(testUser());
    setAccessCookie();
    answers.set('/api/user/get_current_user/', {
      status: 200,
      body: { user: testUser().user, languages: [] },
    });
    answers.set('/auth/userinfo/', { status: 200, body: { extra_vars: { permissions: [] } } });
    answers.set('/auth/session/', { status: 204, body: null });
    expect(await start('/home')).toEqual({ to: '/login?signed_out=1' });
    expect(storage.currentUser.get()).toBeNull();
  });

  it('[B-20] [T-06] if the user cannot be loaded, the browser opens the sign-on', async () => {
    enter(testUser());
    setAccessCookie();
    answers.set('/api/user/get_current_user/', { status: 403, body: { detail: 'no' } });
    answers.set('/auth/userinfo/', { status: 200, body: { extra_vars: { permissions: [] } } });
    expect(await start('/home')).toEqual({ to: '/login' });
  });

  it('[T-07] a network failure shows a message and keeps the session', async () => {
    enter(testUser());
    setAccessCookie();
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    expect(await start('/home')).toEqual({ offline: true });
    expect(storage.currentUser.get()).not.toBeNull();
  });
});

describe('the permissions list', () => {
  const ready = (production: boolean) => {
    enter(testUser());
    setAccessCookie();
    answers.set('/api/user/get_current_user/', { status: 200, body: testUser() });
    answers.set('/auth/userinfo/', { status: 200, body: { extra_vars: {} } });
    answers.set('/api/config/', { status: 200, body: { production } });
    answers.set('/auth/session/', { status: 204, body: null });
  };

  it('[B-31] missing in production: logged out and redirected to /', async () => {
    ready(true);
    expect(await start('/home')).toEqual({ to: '/' });
    expect(storage.currentUser.get()).toBeNull();
  });

  it('[B-32] [U-43] [U-42] missing elsewhere: the sample set is used', async () => {
    ready(false);
    const started = await start('/home');
    if (!('records' in started)) throw new Error('not started');
    expect(started.records.map((one) => [one.PermissionName, one.Level])).toEqual([
      ['Datalive Admin', 3],
      ['Defect Admin', 3],
      ['Defect Repairer', 2],
      ['Defect Limited', 1],
      ['Safety Inspection Brake Test Uploader', 1],
      ['Safety Inspection Manager', 2],
      ['Agency Onboarding', 1],
    ]);
    expect([...new Set(started.records.map((one) => one.ExternalAppReference))]).toEqual([
      'datalive',
      'DEFECT',
      'SAFETY_INSPECTION',
      'DRIVER_AGENCY_ONBOARDING',
    ]);
  });
});

describe('logout', () => {
  it('[B-23] [B-24] [B-25] removes user, cookie and permissions', async () => {
    enter(testUser());
    setAccessCookie();
    answers.set('/auth/session/', { status: 204, body: null });
    vi.useFakeTimers();
    await logout();
    expect(storage.currentUser.get()).toBeNull();
    expect(storage.permissions.get()).toBeNull();
    expect(accessToken()).toBeNull();
    expect(asked).toContain('DELETE /auth/session/');
    vi.useRealTimers();
  });

  it('[B-26] a rejected call does not redirect past the logout of the sign-on', async () => {
    enter(testUser());
    answers.set('/auth/session/', { status: 204, body: null });
    window.history.replaceState(null, '', '/home');
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    vi.useFakeTimers();
    await logout();
    goToLogin();
    vi.advanceTimersByTime(1000);
    expect(assign.mock.calls.map(([address]) => String(address).split('?')[0])).toEqual([
      '/auth/oauth2/logout/',
    ]);
    enter(testUser());
    goToLogin();
    expect(assign).toHaveBeenLastCalledWith('/login');
    assign.mockRestore();
    vi.useRealTimers();
  });

  it('[B-08] removing the user keeps other values', () => {
    enter(testUser());
    storage.selectedVehicle.set(3);
    forgetUser();
    expect(storage.currentUser.get()).toBeNull();
    expect(storage.selectedVehicle.get()).toBe(3);
  });
});
