import { createRoute, redirect } from '@tanstack/react-router';
import { may } from '../../session/rights.ts';
import { laterScreen } from '../../ui/later/later.tsx';
import { type RouteContext, root } from './root.tsx';

/** Modules whose events or defects people are notified of. */
const NOTIFIED = {
  kind: 'module',
  anyOf: ['Events', 'Defect', 'Vehicle File', 'Vehicle Check'],
} as const;

/** Redirects a person whom no notification can reach. */
const notifiedOnly =
  (to: string) =>
  ({ context }: { readonly context: RouteContext }) => {
    if (!may(context.current, NOTIFIED)) throw redirect({ to });
  };

/** The notification centre, and the person's own settings. */
export const notificationRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/notifications',
    component: laterScreen(
      () => import('../../features/alerts/alerts-centre.screen.tsx'),
      'NotificationCentreScreen',
    ),
    beforeLoad: notifiedOnly('/unauthorised'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/user-preferences/notifications',
    component: laterScreen(
      () => import('../../features/alerts/settings/alerts-settings.screen.tsx'),
      'NotificationSettingsScreen',
    ),
    beforeLoad: notifiedOnly('/administration/user-preferences'),
  }),
];
