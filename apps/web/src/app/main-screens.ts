/**
 * The screens that people open directly or reload most. The entry loads them in parallel with the
 * application, not after it: on a phone this saves one round of requests.
 */
export const MAIN_SCREENS = {
  '/home': () => import('../features/home/home.screen.tsx'),
  '/telematics/track': () => import('../features/tracking/tracking.routes.tsx'),
  '/telematics/trip': () => import('../features/trips/trips.screen.tsx'),
  '/events/activity': () => import('../features/events/events.screen.tsx'),
  '/vehicle-file/activity': () =>
    import('../features/vehicle-file/activity/vehicle-file-activity.screen.tsx'),
  '/vor-dashboard/vor': () => import('../features/vor/vor.screen.tsx'),
} as const;

/** Starts to load the main screen at a path, if there is one. The router reports a failure. */
export function loadMainScreen(path: string): void {
  if (!Object.hasOwn(MAIN_SCREENS, path)) return;
  MAIN_SCREENS[path as keyof typeof MAIN_SCREENS]().catch(() => undefined);
}
