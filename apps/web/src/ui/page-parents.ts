import { useMatch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';
import { may } from '../session/rights.ts';
import type { Crumb } from './breadcrumbs/breadcrumbs.tsx';

const ADMINISTRATION = { label: 'administration.title', to: '/administration' };
const PREFERENCES = { label: 'preferences.title', to: '/administration/user-preferences' };

/** The pages above an address, with keys of texts as labels. */
export function parentsOf(path: string, isAdministrator: boolean): readonly Crumb[] {
  // Without administrator rights the administration opens the preferences.
  const administration = isAdministrator ? [ADMINISTRATION] : [];
  if (path.startsWith(`${PREFERENCES.to}/`)) return [...administration, PREFERENCES];
  if (path.startsWith(`${ADMINISTRATION.to}/`)) return administration;
  if (path === '/vehiclecheck/notifications')
    return [{ label: 'vehicleCheck.title', to: '/vehiclecheck/region' }];
  if (path === '/events/alerts') return [{ label: 'events.title', to: '/events/activity' }];
  if (path === '/video/cameras') return [{ label: 'historic.title', to: '/video/historic' }];
  if (path.startsWith('/tachograph/')) return [{ label: 'tachograph.title', to: '/tachograph' }];
  if (path === '/evidence-packs' || path === '/tyres')
    return [{ label: 'vehicleFile.title', to: '/vehicle-file/activity' }];
  return [];
}

/** The pages above the screen of the current route. */
export function useParents(): readonly Crumb[] {
  const { t } = useTranslation();
  const { current } = useSession();
  // The router's location is already that of the next screen while it loads.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return parentsOf(path, may(current, { kind: 'administrator' })).map((one) => ({
    ...one,
    label: t(one.label),
  }));
}
