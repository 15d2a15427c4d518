import { type Access, allows, type ModuleName, type Rights, type Role } from '@roadworthy/domain';
import type { CurrentUser } from './storage.ts';

/** The rights of a stored user: modules become permissions, the permission's name the role (B-28, B-29). */
export function rightsOf({ user }: CurrentUser): Rights {
  return {
    role: user.permission.name.toUpperCase() as Role,
    modules: user.modules.map(({ name }) => name as ModuleName),
    isLimitedUser: user.permission.perms.is_limited_user,
    isGlobalAdmin: false,
    isCustomerAdmin: user.permission.perms.can_manage_users,
  };
}

/** Whether a user may open what asks for this access; the server decides again at every call. */
export function may(current: CurrentUser, access: Access): boolean {
  return allows(access, rightsOf(current));
}
