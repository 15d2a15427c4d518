import { isAdministrator, type Rights } from './authorisation.ts';
import { ROLE_RIGHTS } from './roles.ts';

/** Rights as the form of a user has them. */
export interface GivenRights extends Rights {
  readonly isUserVehicleAdmin: boolean;
}

/** Fields of the form by which rights are given. */
export type RightsField =
  | 'permission'
  | 'modules'
  | 'is_limited_user'
  | 'is_global_admin'
  | 'is_customer_admin'
  | 'is_user_vehicle_admin';

const limited = ({ role, isLimitedUser }: GivenRights) =>
  isLimitedUser || ROLE_RIGHTS[role].isLimitedUser;

/** Whether somebody has the right to write, or to administer, that a role gives. */
function hasRoleOf(giver: GivenRights, { role }: GivenRights): boolean {
  const { canWrite, canManageUsers } = ROLE_RIGHTS[role];
  return (
    (!canWrite || ROLE_RIGHTS[giver.role].canWrite) && (!canManageUsers || isAdministrator(giver))
  );
}

/**
 * Fields by which somebody would give a right that they have not themselves: nobody does, also not to
 * themselves. What a person has already may stay. A global admin gives every right (issue of people
 * and permissions: "a role raising its own rights").
 *
 * @param before what the person has now; null for a new one
 */
export function rightsBeyond(
  giver: GivenRights,
  wanted: GivenRights,
  before: GivenRights | null,
): readonly RightsField[] {
  if (giver.isGlobalAdmin) return [];
  const isNew = (flag: keyof GivenRights) => wanted[flag] === true && before?.[flag] !== true;
  const beyond: RightsField[] = [];
  if (wanted.role !== before?.role && !hasRoleOf(giver, wanted)) beyond.push('permission');
  const added = wanted.modules.filter((name) => before?.modules.includes(name) !== true);
  if (added.some((name) => !giver.modules.includes(name))) beyond.push('modules');
  const becomesFree = !limited(wanted) && (before === null || limited(before));
  if (becomesFree && limited(giver)) beyond.push('is_limited_user');
  if (isNew('isGlobalAdmin')) beyond.push('is_global_admin');
  if (isNew('isCustomerAdmin') && !isAdministrator(giver)) beyond.push('is_customer_admin');
  if (isNew('isUserVehicleAdmin') && !giver.isUserVehicleAdmin && !giver.isCustomerAdmin) {
    beyond.push('is_user_vehicle_admin');
  }
  return beyond;
}
