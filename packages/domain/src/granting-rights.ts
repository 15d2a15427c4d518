import { isAdministrator, type Rights } from './authorisation.ts';
import { ROLE_RIGHTS } from './roles.ts';

/** Rights as the user form holds them. */
export interface GivenRights extends Rights {
  readonly isUserVehicleAdmin: boolean;
}

/** Fields of the user form that grant rights. */
export type RightsField =
  | 'permission'
  | 'modules'
  | 'is_limited_user'
  | 'is_global_admin'
  | 'is_customer_admin'
  | 'is_user_vehicle_admin';

const limited = ({ role, isLimitedUser }: GivenRights) =>
  isLimitedUser || ROLE_RIGHTS[role].isLimitedUser;

/** Whether the grantor has every right that the role of the other user includes. */
function hasRoleOf(grantor: GivenRights, { role }: GivenRights): boolean {
  const { canWrite, canManageUsers } = ROLE_RIGHTS[role];
  return (
    (!canWrite || ROLE_RIGHTS[grantor.role].canWrite) &&
    (!canManageUsers || isAdministrator(grantor))
  );
}

/**
 * Fields that would grant a right which the grantor lacks. Users cannot grant such a right, not even to
 * themselves; existing rights may stay. A global admin can grant every right (issue of people and
 * permissions: "a role raising its own rights").
 *
 * @param before the current rights; null for a new user
 */
export function rightsBeyond(
  grantor: GivenRights,
  wanted: GivenRights,
  before: GivenRights | null,
): readonly RightsField[] {
  if (grantor.isGlobalAdmin) return [];
  const isNew = (flag: keyof GivenRights) => wanted[flag] === true && before?.[flag] !== true;
  const beyond: RightsField[] = [];
  if (wanted.role !== before?.role && !hasRoleOf(grantor, wanted)) beyond.push('permission');
  const added = wanted.modules.filter((name) => before?.modules.includes(name) !== true);
  if (added.some((name) => !grantor.modules.includes(name))) beyond.push('modules');
  const becomesFree = !limited(wanted) && (before === null || limited(before));
  if (becomesFree && limited(grantor)) beyond.push('is_limited_user');
  if (isNew('isGlobalAdmin')) beyond.push('is_global_admin');
  if (isNew('isCustomerAdmin') && !isAdministrator(grantor)) beyond.push('is_customer_admin');
  if (isNew('isUserVehicleAdmin') && !grantor.isUserVehicleAdmin && !grantor.isCustomerAdmin) {
    beyond.push('is_user_vehicle_admin');
  }
  return beyond;
}
