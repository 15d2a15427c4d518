import type { AnswerOf, contract } from '@roadworthy/contract';
import { type Currency, DEFAULT_CURRENCY, MODULES, ROLE_RIGHTS } from '@roadworthy/domain';
import type { Selectable } from 'kysely';
import type { Tables, Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { userById, userDetails } from './sign-in.repository.ts';

export type CurrentUser = AnswerOf<typeof contract.signIn.currentUser>;
type User = CurrentUser['user'];

/** The configured languages (requirement A-06). */
export const LANGUAGES = [
  { reference: 'en', name: 'English', translation_file: '/locales/en.json' },
  { reference: 'pt', name: 'Português', translation_file: '/locales/pt.json' },
];

/** Joined data of a user. */
export interface UserDetails {
  readonly modules: readonly string[];
  readonly regions: readonly number[];
  readonly depots: readonly number[];
  readonly customer: { id: number; name: string; logo: string | null } | undefined;
}

/** A user as returned to the interface. */
export function userJson(row: Selectable<Tables['users']>, details: UserDetails): User {
  const { customer } = details;
  const held = new Set(details.modules);
  const rights = ROLE_RIGHTS[row.role];
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    language: row.language,
    image: row.image,
    prefs: {
      time_zone: row.time_zone,
      date_format: row.date_format as User['prefs']['date_format'],
      time_format: row.time_format as User['prefs']['time_format'],
      units_distance: row.units_distance as User['prefs']['units_distance'],
      theme: row.theme as User['prefs']['theme'],
    },
    permission: {
      id: rights.id,
      name: row.role,
      perms: {
        is_limited_user: row.is_limited_user || rights.isLimitedUser,
        can_write: rights.canWrite,
        can_manage_users: rights.canManageUsers,
      },
    },
    is_global_admin: row.is_global_admin,
    is_customer_admin: row.is_customer_admin,
    modules:
      row.role === 'GUEST'
        ? []
        : MODULES.filter(({ name }) => held.has(name)).map((one) => ({ ...one })),
    customers:
      customer === undefined ? [] : [{ id: customer.id, name: customer.name, logo: customer.logo }],
    driver: row.driver_id,
    vehicle: row.vehicle_id,
    regions: [...details.regions],
    vehicle_groups: [...details.depots],
    is_active: row.is_active,
    is_locked: row.locked_until !== null && row.locked_until > new Date(),
    login_attempts: row.failed_sign_ins,
    last_login: row.last_sign_in_at?.toISOString() ?? null,
  };
}

/**
 * The user of a session, with customer settings and languages (OP-074).
 *
 * @throws HttpError 404 for an unknown user
 */
export async function currentUser(trx: Transaction, userId: number): Promise<CurrentUser> {
  const row = orNotFound(await userById(trx, userId));
  const details = await userDetails(trx, userId, row.customer_id);
  const { customer } = details;
  return {
    user: userJson(row, details),
    // The languages offered to users of the customer, and the current one.
    languages: LANGUAGES.filter(
      ({ reference }) =>
        reference === row.language || customer?.languages.includes(reference) !== false,
    ).map((language) => ({ ...language })),
    customer_config: {
      render_cust_logo_on_dl_homescreen: customer?.render_logo_on_home ?? false,
      slogan: customer?.slogan ?? null,
      currency: (customer?.currency as Currency | undefined) ?? DEFAULT_CURRENCY,
    },
  };
}
