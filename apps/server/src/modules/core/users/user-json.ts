import type { BodyOf, contract } from '@roadworthy/contract';
import { MODULES, ROLE_RIGHTS } from '@roadworthy/domain';
import { userJson } from '../sign-in/index.ts';
import type { UserRow } from './users.repository.ts';
import type { CheckedUser } from './users-form.ts';

/** A user as administrators see them. */
export function toManagedUser(row: UserRow, hasSecondFactor: boolean) {
  const { customer_id: id, customer_name: name, customer_logo: logo } = row;
  const customer = id === null || name === null ? undefined : { id, name, logo };
  return {
    ...userJson(row, { ...row, customer }),
    is_user_vehicle_admin: row.is_user_vehicle_admin,
    has_password: row.password_hash !== null,
    invited_at: row.invited_at?.toISOString() ?? null,
    has_second_factor: hasSecondFactor,
    archived: row.archived_at !== null,
    driver_name: row.driver_name,
    vehicle_registration: row.vehicle_registration,
    region_places: row.region_places,
    vehicle_group_places: row.depot_places,
    created_at: row.created_at.toISOString(),
  };
}

/** A user as colleagues see them: without administrator rights, only names, no account details. */
export function toColleague(row: UserRow, seesAll: boolean) {
  const { has_password: _p, invited_at: _i, ...user } = toManagedUser(row, false);
  if (seesAll) return user;
  return {
    ...user,
    username: '',
    email: '',
    prefs: {
      time_zone: null,
      date_format: null,
      time_format: null,
      units_distance: null,
      theme: null,
    },
    modules: [],
    driver: null,
    vehicle: null,
    regions: [],
    vehicle_groups: [],
    is_locked: false,
    login_attempts: 0,
    last_login: null,
  };
}

const rightsAndAssets = (row: UserRow) => ({
  is_limited_user: row.is_limited_user,
  is_global_admin: row.is_global_admin,
  is_customer_admin: row.is_customer_admin,
  is_user_vehicle_admin: row.is_user_vehicle_admin,
  driver: row.driver_id,
  vehicle: row.vehicle_id,
  is_active: row.is_active,
});

/** A user as their form shows them. */
export function formOf(row: UserRow): BodyOf<typeof contract.users.create> {
  return {
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    permission: ROLE_RIGHTS[row.role].id,
    modules: MODULES.filter(({ name }) => row.modules.includes(name)).map(({ id }) => id),
    customers: row.customer_id === null ? [] : [row.customer_id],
    regions: [...row.regions],
    vehicle_groups: [...row.depots],
    ...rightsAndAssets(row),
  };
}

/** The fields of a user that the audit log stores, from the row. */
export function auditedUser(row: UserRow) {
  return {
    customer: row.customer_id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    permission: row.role,
    ...rightsAndAssets(row),
    modules: [...row.modules].sort(),
    regions: [...row.regions].sort((a, b) => a - b),
    vehicle_groups: [...row.depots].sort((a, b) => a - b),
  };
}

/** The same fields from a validated form. */
export function auditedForm({ columns, modules, regions, depots }: CheckedUser) {
  const { customer_id, role, driver_id, vehicle_id, ...same } = columns;
  return {
    ...same,
    customer: customer_id,
    permission: role,
    driver: driver_id,
    vehicle: vehicle_id,
    modules: [...modules].sort(),
    regions: [...regions].sort((a, b) => a - b),
    vehicle_groups: [...depots].sort((a, b) => a - b),
  };
}
