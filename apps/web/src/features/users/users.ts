import type { AnswerOf, contract, RequestOf } from '@roadworthy/contract';
import { MODULES, ROLE_RIGHTS } from '@roadworthy/domain';
import type { Chosen } from '../../ui/pickers/kind.ts';

/** A user as administrators see it. */
export type ManagedUser = AnswerOf<typeof contract.users.read>;
export type UserBody = RequestOf<typeof contract.users.create>['body'];

/** Form values, named as in the request body. */
export interface UserDraft {
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly permission: number;
  readonly modules: readonly number[];
  /** Null for none. */
  readonly customers: number | null;
  readonly regions: readonly Chosen[];
  readonly vehicle_groups: readonly Chosen[];
  readonly is_limited_user: boolean;
  readonly is_global_admin: boolean;
  readonly is_customer_admin: boolean;
  readonly is_user_vehicle_admin: boolean;
  readonly driver: Chosen | null;
  readonly vehicle: Chosen | null;
  readonly is_active: boolean;
}

/** Modules of most users, preselected for a new one if the creator holds them. */
const USUAL: readonly string[] = ['Track', 'Trace', 'Trips', 'Events', 'Vehicle File'];

const NEW: Omit<UserDraft, 'modules' | 'customers'> = {
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  permission: ROLE_RIGHTS.USER.id,
  regions: [],
  vehicle_groups: [],
  is_limited_user: false,
  is_global_admin: false,
  is_customer_admin: false,
  is_user_vehicle_admin: false,
  driver: null,
  vehicle: null,
  is_active: true,
};

/**
 * Initial form values.
 *
 * @param held ids of the modules that the editing user holds
 */
export function userDraft(
  one: ManagedUser | null,
  held: ReadonlySet<number>,
  customer: number | null,
): UserDraft {
  if (one === null) {
    const usual = MODULES.filter(({ id, name }) => held.has(id) && USUAL.includes(name));
    return { ...NEW, modules: usual.map(({ id }) => id), customers: customer };
  }
  const picked = (id: number | null, name: string | null) =>
    id === null ? null : { id, name: name ?? String(id) };
  // Drivers and guests are limited by their permission, not by the flag.
  const isLimitedByRole = ROLE_RIGHTS[one.permission.name].isLimitedUser;
  return {
    username: one.username,
    email: one.email,
    first_name: one.first_name,
    last_name: one.last_name,
    permission: one.permission.id,
    modules: one.modules.map(({ id }) => id),
    customers: one.customers[0]?.id ?? null,
    regions: one.region_places,
    vehicle_groups: one.vehicle_group_places,
    is_limited_user: !isLimitedByRole && one.permission.perms.is_limited_user,
    is_global_admin: one.is_global_admin,
    is_customer_admin: one.is_customer_admin,
    is_user_vehicle_admin: one.is_user_vehicle_admin,
    driver: picked(one.driver, one.driver_name),
    vehicle: picked(one.vehicle, one.vehicle_registration),
    is_active: one.is_active,
  };
}

/** The request body. */
export function userBody(draft: UserDraft): UserBody {
  const { modules, customers, regions, vehicle_groups, driver, vehicle, ...same } = draft;
  return {
    ...same,
    modules: [...modules],
    customers: customers === null ? [] : [customers],
    regions: regions.map(({ id }) => id),
    vehicle_groups: vehicle_groups.map(({ id }) => id),
    driver: driver?.id ?? null,
    vehicle: vehicle?.id ?? null,
  };
}

/** The status of an account: shown as a badge with a word. */
export type AccountState = 'active' | 'invited' | 'locked' | 'inactive';

/** The status of an account; one that prevents sign-in takes precedence. */
export function stateOf(one: ManagedUser): AccountState {
  if (!one.is_active) return 'inactive';
  if (one.is_locked) return 'locked';
  return one.has_password || one.last_login !== null ? 'active' : 'invited';
}
