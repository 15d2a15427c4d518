import type { BodyOf, contract } from '@roadworthy/contract';
import {
  type GivenRights,
  MODULES,
  type ModuleName,
  ROLE_RIGHTS,
  ROLES,
  type Role,
  rightsBeyond,
} from '@roadworthy/domain';
import { actsCustomerWide, type Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { ErrorMessage } from '../../../platform/errors.ts';
import { customerIsKnown, type FieldErrors, throwIfInvalid } from '../customers/index.ts';
import type { UserRow } from './users.repository.ts';
import {
  driverForAccount,
  knownDepots,
  knownRegions,
  vehicleIsKnown,
} from './users-form.repository.ts';

type UserBody = BodyOf<typeof contract.users.create>;

/** A validated form, with the names of the table columns. */
export interface CheckedUser {
  readonly columns: {
    readonly customer_id: number | null;
    readonly username: string;
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly role: Role;
    readonly is_limited_user: boolean;
    readonly is_global_admin: boolean;
    readonly is_customer_admin: boolean;
    readonly is_user_vehicle_admin: boolean;
    readonly driver_id: number | null;
    readonly vehicle_id: number | null;
    readonly is_active: boolean;
  };
  readonly modules: readonly ModuleName[];
  readonly regions: readonly number[];
  readonly depots: readonly number[];
}

const BEYOND = 'user.right_not_own';
const once = (ids: readonly number[]) => [...new Set(ids)];

const roleOf = (id: number) => ROLES.find((role) => ROLE_RIGHTS[role].id === id);
const moduleOf = (id: number) => MODULES.find((module) => module.id === id)?.name;

/** The current rights of a user. */
export function rightsOfRow(row: UserRow): GivenRights {
  return {
    role: row.role,
    modules: row.modules as ModuleName[],
    isLimitedUser: row.is_limited_user,
    isGlobalAdmin: row.is_global_admin,
    isCustomerAdmin: row.is_customer_admin,
    isUserVehicleAdmin: row.is_user_vehicle_admin,
  };
}

/** The customer of the user, or a validation error if this administrator may not choose it. */
async function customerOf(
  trx: Transaction,
  viewer: Viewer,
  body: UserBody,
  before: UserRow | null,
): Promise<{ customerId: number | null; fault: ErrorMessage | null }> {
  const [wanted] = body.customers;
  const own = before === null ? viewer.customerId : before.customer_id;
  if (wanted === undefined) {
    // Only a global admin may have no customer.
    const hasNoCustomer = viewer.isGlobalAdmin && body.is_global_admin;
    const customerId = hasNoCustomer ? null : own;
    return {
      customerId,
      fault: customerId === null && !hasNoCustomer ? 'customer.required' : null,
    };
  }
  const mayMove = viewer.isGlobalAdmin && (await customerIsKnown(trx, wanted));
  const fault = wanted === own || mayMove ? null : 'customer.unknown';
  return { customerId: wanted, fault };
}

/** Validation errors of references: everything must be visible and of the customer. */
async function tieFaults(
  trx: Transaction,
  viewer: Viewer,
  { columns, regions, depots }: CheckedUser,
  before: UserRow | null,
): Promise<FieldErrors> {
  const { customer_id: customerId, driver_id: driver, vehicle_id: vehicle } = columns;
  const errors: FieldErrors = {};
  if ((await knownRegions(trx, viewer, customerId, regions)) < regions.length) {
    errors.regions = ['region.unknown'];
  }
  if ((await knownDepots(trx, viewer, customerId, depots)) < depots.length) {
    errors.vehicle_groups = ['depot.unknown'];
  }
  const isLimited = columns.is_limited_user || ROLE_RIGHTS[columns.role].isLimitedUser;
  const isUnassigned = regions.length === 0 && depots.length === 0;
  if (viewer.depotScope !== 'all' && isUnassigned && !isLimited) {
    errors.vehicle_groups = ['user.depots_required'];
  }
  const becomesCustomerAdmin = columns.is_customer_admin && before?.is_customer_admin !== true;
  if (becomesCustomerAdmin && !actsCustomerWide(viewer)) errors.is_customer_admin = [BEYOND];
  if (driver !== null) {
    const found = await driverForAccount(trx, viewer, customerId, driver);
    const isOthers = found?.user != null && found.user !== before?.id;
    if (found === undefined) errors.driver = ['driver.unknown'];
    else if (isOthers) errors.driver = ['driver.has_account'];
  }
  if (vehicle !== null && !(await vehicleIsKnown(trx, viewer, customerId, vehicle))) {
    errors.vehicle = ['vehicle.unknown'];
  }
  return errors;
}

/**
 * Validates the form of a user: customer, references, and that nobody grants a right that they do
 * not have themselves (requirements O-P03, O-P07, U-P03).
 *
 * @param taken whether another user has the user name or the address
 * @param before the stored user; null for a new one
 * @throws HttpError 400 with a text for each invalid field
 */
export async function checkUser(
  trx: Transaction,
  viewer: Viewer,
  body: UserBody,
  taken: { readonly username: boolean; readonly email: boolean },
  before: UserRow | null,
): Promise<CheckedUser> {
  const errors: FieldErrors = {};
  const role = roleOf(body.permission);
  if (role === undefined) errors.permission = ['user.permission_unknown'];
  const found = body.modules.map(moduleOf);
  if (found.includes(undefined)) errors.modules = ['user.module_unknown'];
  if (taken.email) errors.email = ['user.address_taken'];
  if (taken.username) errors.username = ['user.name_taken'];
  const { customerId, fault } = await customerOf(trx, viewer, body, before);
  if (fault !== null) errors.customers = [fault];
  throwIfInvalid(errors);
  const checked: CheckedUser = {
    columns: {
      customer_id: customerId,
      username: body.username === '' ? body.email : body.username,
      email: body.email,
      first_name: body.first_name,
      last_name: body.last_name,
      role: role as Role,
      is_limited_user: body.is_limited_user,
      is_global_admin: body.is_global_admin,
      is_customer_admin: body.is_customer_admin,
      is_user_vehicle_admin: body.is_user_vehicle_admin,
      driver_id: body.driver,
      vehicle_id: body.vehicle,
      is_active: body.is_active,
    },
    // A guest has no module (requirement U-P01).
    modules: role === 'GUEST' ? [] : once(body.modules).map((id) => moduleOf(id) as ModuleName),
    regions: once(body.regions),
    depots: once(body.vehicle_groups),
  };
  const wanted: GivenRights = {
    role: checked.columns.role,
    modules: checked.modules,
    isLimitedUser: body.is_limited_user,
    isGlobalAdmin: body.is_global_admin,
    isCustomerAdmin: body.is_customer_admin,
    isUserVehicleAdmin: body.is_user_vehicle_admin,
  };
  const beyond = rightsBeyond(viewer, wanted, before === null ? null : rightsOfRow(before));
  throwIfInvalid({
    ...(await tieFaults(trx, viewer, checked, before)),
    ...Object.fromEntries(beyond.map((field) => [field, [BEYOND]])),
  });
  return checked;
}
