import { useMemo } from 'react';
import { useSession } from '../../session/context.ts';
import { may, rightsOf } from '../../session/rights.ts';
import { accessOf, type Destination } from '../../ui/destinations.ts';
import { type NavigationGroup, navigationFor } from './navigation.ts';

/**
 * The groups of rail and bottom bar for the signed-in person. Empty for a guest and until a required
 * second factor is set up: no destination would open.
 */
export function useNavigation(): readonly NavigationGroup[] {
  const { current } = useSession();
  return useMemo(() => {
    if (rightsOf(current).role === 'GUEST' || current.must_set_up_second_factor === true) return [];
    const isAdministrator = may(current, { kind: 'administrator' });
    // Without administrator rights the entry only opens the preferences, which the user menu has.
    const mayOpen = (one: Destination) =>
      one.key === 'administration' ? isAdministrator : may(current, accessOf(one));
    return navigationFor(mayOpen);
  }, [current]);
}
