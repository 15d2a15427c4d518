import { type Access, allows, type ModuleName, type Rights, type Role } from '@roadworthy/domain';
import type { CurrentUser } from './storage.ts';

/**
 * The rights of a stored user: modules become permissions, the name of the permission the role; the
 * flags are those that the server uses (requirements B-28, B-29, U-33, U-34).
 */
export function rightsOf({ user }: CurrentUser): Rights {
  return {
    role: user.permission.name.toUpperCase() as Role,
    modules: user.modules.map(({ name }) => name as ModuleName),
    isLimitedUser: user.permission.perms.is_limited_user,
    isGlobalAdmin: user.is_global_admin,
    isCustomerAdmin: user.is_customer_admin,
  };
}

/** Whether the user is denied access only because they are limited (requirement G-09). */
export function isLimitedOut(current: CurrentUser, access: Access): boolean {
  return (
    access.kind === 'module' &&
    access.refusesLimited === true &&
    !may(current, access) &&
    may(current, { ...access, refusesLimited: false })
  );
}

/** The text that explains why a screen is disabled, with a placeholder for its module. */
export const reasonKey = (current: CurrentUser, access: Access): string =>
  isLimitedOut(current, access) ? 'unauthorised.limited' : 'tile.denied';

/**
 * Whether a user may change the whole customer: the user has no assigned depots. The server checks this
 * again at every call that is declared `customerWide`.
 */
export function actsCustomerWide({ user }: CurrentUser): boolean {
  const isAssigned = user.regions.length > 0 || user.vehicle_groups.length > 0;
  return user.is_global_admin || !(isAssigned || user.permission.perms.is_limited_user);
}

/** Whether a user has this access; the server checks it again at every call. */
export function may(current: CurrentUser, access: Access): boolean {
  return allows(access, rightsOf(current));
}
