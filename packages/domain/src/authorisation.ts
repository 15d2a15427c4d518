import type { ModuleName } from './modules.ts';
import { ROLE_RIGHTS, type Role } from './roles.ts';

/**
 * The access that a call or a screen requires. Declared once with the call in the contract and with
 * the route in the web app; checked here for both (requirement U-P03: denied unless allowed).
 */
export type Access =
  | { readonly kind: 'public' }
  /** Any signed-in user. */
  | { readonly kind: 'signed-in' }
  /**
   * A signed-in user holding at least one of the modules; `write` also needs the right to write, and
   * `refusesLimited` denies drivers and other limited users.
   */
  | {
      readonly kind: 'module';
      readonly anyOf: readonly ModuleName[];
      readonly write?: boolean;
      readonly refusesLimited?: boolean;
    }
  /** The role ADMIN, a global admin or a customer admin (requirement O-P06). */
  | { readonly kind: 'administrator' }
  /** A global admin, whose scope is all customers (requirement U-P03). */
  | { readonly kind: 'global-administrator' };

/** The vehicle file, which limited users cannot open (requirements G-09, U-30). */
export const VEHICLE_FILE = {
  kind: 'module',
  anyOf: ['Vehicle File'],
  refusesLimited: true,
} as const satisfies Access;

/** Changes to the vehicle file. */
export const VEHICLE_FILE_WRITE = { ...VEHICLE_FILE, write: true } as const satisfies Access;

/** The facts about a signed-in person that decide access. */
export interface Rights {
  readonly role: Role;
  readonly modules: readonly ModuleName[];
  readonly isLimitedUser: boolean;
  readonly isGlobalAdmin: boolean;
  readonly isCustomerAdmin: boolean;
}

/** Whether these rights make a user an administrator (requirement O-P06). */
export function isAdministrator(rights: Rights): boolean {
  return rights.role === 'ADMIN' || rights.isGlobalAdmin || rights.isCustomerAdmin;
}

/**
 * Decides whether access is allowed. Server guards, web routes, tiles and menu entries all call this
 * function; no other code decides.
 *
 * @param access the required access
 * @param rights the person's rights, or null for a visitor
 */
export function allows(access: Access, rights: Rights | null): boolean {
  if (access.kind === 'public') return true;
  if (rights === null) return false;
  switch (access.kind) {
    case 'signed-in':
      return true;
    case 'module':
      return (
        rights.role !== 'GUEST' &&
        access.anyOf.some((name) => rights.modules.includes(name)) &&
        (access.write !== true || ROLE_RIGHTS[rights.role].canWrite) &&
        (access.refusesLimited !== true || !rights.isLimitedUser)
      );
    case 'administrator':
      return isAdministrator(rights);
    case 'global-administrator':
      return rights.isGlobalAdmin;
  }
}

/** Scopes of a personal token for the HTTP API, within the rights of its user. */
export const API_SCOPES = ['read', 'write', 'administration'] as const;

export type ApiScope = (typeof API_SCOPES)[number];

/**
 * Whether the scopes of a personal token suffice for a call: calls that change data need `write`, all
 * others `read`; administration also needs its own scope.
 *
 * @param scopes null for a session, which has no such limits
 */
export function scopesAllow(
  scopes: readonly ApiScope[] | null,
  access: Access,
  method: string,
): boolean {
  if (scopes === null) return true;
  const isAdministration =
    access.kind === 'administrator' || access.kind === 'global-administrator';
  if (isAdministration && !scopes.includes('administration')) return false;
  return scopes.includes(method === 'GET' || method === 'HEAD' ? 'read' : 'write');
}
