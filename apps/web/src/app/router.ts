import { createRoute, createRouter, type RouteComponent, redirect } from '@tanstack/react-router';
import { Unauthorised } from '../features/home/home-unauthorised.tsx';
import { may, rightsOf } from '../session/rights.ts';
import { accessOf, type Destination, mainScreen, SECTION_ROOTS } from '../ui/destinations.ts';
import { laterScreen } from '../ui/later/later.tsx';
import { MAIN_SCREENS } from './main-screens.ts';
import { administrationRoutes } from './routes/administration.ts';
import { checkRoutes } from './routes/checks.ts';
import { eventRoutes } from './routes/events.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { overviewRoutes } from './routes/overviews.ts';
import { type RouteContext, root } from './routes/root.tsx';
import { screenAt } from './routes/screen-route.ts';
import { telematicsRoutes } from './routes/telematics.ts';
import { vehicleFileRoutes } from './routes/vehicle-file.ts';

/** Query strings stay plain text, such as `?vehicle=12`, so that they can be shared (A-P03). */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  component: laterScreen(MAIN_SCREENS['/home'], 'Home'),
  beforeLoad: ({ context, preload }) => {
    // Requirement A-10: a guest is redirected to the login page; a link with the focus only preloads.
    if (rightsOf(context.current).role === 'GUEST') {
      if (!preload) window.location.assign('/login');
      throw redirect({ to: '/unauthorised' });
    }
  },
});

/** The address of a section redirects to its main screen (requirements ). */
const sectionRoots = SECTION_ROOTS.map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ context }) => {
      const mayOpen = (one: Destination) => may(context.current, accessOf(one));
      throw redirect({ to: mainScreen(path, mayOpen).path, replace: true });
    },
  }),
);

const routeTree = root.addChildren([
  home,
  screenAt('/unauthorised', Unauthorised),
  ...telematicsRoutes,
  ...eventRoutes,
  ...notificationRoutes,
  ...vehicleFileRoutes,
  ...overviewRoutes,
  ...checkRoutes,
  ...administrationRoutes,
  ...sectionRoots,
]);

/** The routes of the signed-in part of the application (area A). */
export function createAppRouter() {
  return createRouter({
    routeTree,
    context: undefined as unknown as RouteContext,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Starts loading the code of the screen at a path, before the router opens it. */
export function loadScreenAt(router: AppRouter, path: string): void {
  const [matchedRoutes] = router.getMatchedRoutes(path);
  for (const { options } of matchedRoutes) {
    const component = options.component as RouteComponent | undefined;
    void component?.preload?.();
  }
}
