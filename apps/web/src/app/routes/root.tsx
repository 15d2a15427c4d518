import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import { OWN_PATHS } from '../../session/own-screens.ts';
import { isLimitedOut, may, rightsOf } from '../../session/rights.ts';
import type { CurrentUser } from '../../session/storage.ts';
import { accessOfPath } from '../../ui/destinations.ts';
import { toast } from '../../ui/toast.ts';
import { UnknownAddress } from '../../ui/unknown-address.tsx';
import { Shell } from '../shell.tsx';

/** What every route knows. */
export interface RouteContext {
  readonly current: CurrentUser;
}

/** The own account, below what everybody opens (requirement O-P06). */
export const ACCOUNT_PATH = '/administration/user-preferences/security';

/** The frame of every screen, and who may open it. */
export const root = createRootRouteWithContext<RouteContext>()({
  component: Shell,
  beforeLoad: ({ context, location, preload }) => {
    const opensAccountOnly = context.current.must_set_up_second_factor === true;
    if (opensAccountOnly && location.pathname !== ACCOUNT_PATH) {
      throw redirect({ to: ACCOUNT_PATH });
    }
    // Requirement G-09: a limited user is sent home. Requirement A-48: a module without its permission leads to the unauthorised page.
    const access = accessOfPath(location.pathname);
    if (access !== null && isLimitedOut(context.current, access)) {
      if (!preload)
        toast.error(
          i18next.t('unauthorised.limited', { module: i18next.t('destination.vehicleFile') }),
        );
      throw redirect({ to: '/home' });
    }
    // A guest opens only their preferences (requirement A-10).
    const isGuest = rightsOf(context.current).role === 'GUEST';
    const isRefused = isGuest && OWN_PATHS.includes(location.pathname);
    if (isRefused || (access !== null && !may(context.current, access))) {
      throw redirect({ to: '/unauthorised' });
    }
  },
  notFoundComponent: UnknownAddress,
});
