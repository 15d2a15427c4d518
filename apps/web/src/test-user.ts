import { MODULES, type ModuleName, ROLE_RIGHTS, type Role } from '@roadworthy/domain';
import type { CurrentUser } from './session/storage.ts';

/** A signed-in user for a component test. */
export function testUser(
  options: {
    role?: Role;
    modules?: readonly ModuleName[] | 'all';
    id?: number;
    isGlobalAdmin?: boolean;
    isCustomerAdmin?: boolean;
  } = {},
): CurrentUser {
  const { role = 'MANAGER', modules = 'all', id = 7 } = options;
  const { isGlobalAdmin = false, isCustomerAdmin = false } = options;
  const rights = ROLE_RIGHTS[role];
  return {
    user: {
      id,
      username: 'morgan',
      email: 'morgan@demo.test',
      first_name: 'Morgan',
      last_name: 'Manager',
      language: 'en',
      image: null,
      prefs: {
        time_zone: 'Europe/London',
        date_format: null,
        time_format: null,
        units_distance: null,
        theme: null,
      },
      permission: {
        id: rights.id,
        name: role,
        perms: {
          is_limited_user: rights.isLimitedUser,
          can_write: rights.canWrite,
          can_manage_users: rights.canManageUsers,
        },
      },
      is_global_admin: isGlobalAdmin,
      is_customer_admin: isCustomerAdmin,
      modules: MODULES.filter(({ name }) => modules === 'all' || modules.includes(name)).map(
        (module) => ({ ...module }),
      ),
      customers: [{ id: 1, name: 'Albion', logo: null }],
      driver: null,
      vehicle: null,
      regions: [],
      vehicle_groups: [],
      is_active: true,
      is_locked: false,
      login_attempts: 0,
      last_login: null,
    },
    languages: [],
    customer_config: { render_cust_logo_on_dl_homescreen: false, slogan: null, currency: 'GBP' },
  };
}
