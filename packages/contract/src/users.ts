import { MODULE_NAMES, MODULES, ROLES } from '@roadworthy/domain';
import { z } from 'zod';
import { withPassword } from './account.ts';
import { endpoint } from './endpoint.ts';
import { id, idText, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { permission, user } from './sign-in-shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

const ids = z.array(id).max(1000);
const place = z.object({ id, name: z.string() });

/** A user as administrators see it. */
const managedUser = user
  .extend({
    is_user_vehicle_admin: z.boolean(),
    /** Whether a password was set; before that the invitation is pending. */
    has_password: z.boolean(),
    invited_at: utc.nullable(),
    has_second_factor: z.boolean(),
    archived: z.boolean(),
    driver_name: z.string().nullable(),
    vehicle_registration: z.string().nullable(),
    /** The assigned regions and depots, by name. */
    region_places: z.array(place),
    vehicle_group_places: z.array(place),
    created_at: utc,
  })
  .meta({ id: 'ManagedUser' });

/** Fields of the user form (requirement O-P03); an unknown one is refused. */
const userBody = z
  .object({
    /** The email address by default. */
    username: textOf(150).default(''),
    email: z.email().trim().toLowerCase().max(254),
    first_name: textOf(80).min(1),
    last_name: textOf(80).min(1),
    permission: id,
    modules: z.array(id).max(MODULES.length).default([]),
    /** The customer; by default your own. */
    customers: z.array(id).max(1).default([]),
    regions: ids.default([]),
    vehicle_groups: ids.default([]),
    is_limited_user: z.boolean().default(false),
    is_global_admin: z.boolean().default(false),
    is_customer_admin: z.boolean().default(false),
    is_user_vehicle_admin: z.boolean().default(false),
    driver: id.nullable().default(null),
    vehicle: id.nullable().default(null),
    is_active: z.boolean().default(true),
  })
  .meta({ id: 'UserBody' });

const ORDERINGS = [
  'last_name',
  'first_name',
  'username',
  'email',
  'permission',
  'last_login',
] as const;
const state = z.enum(['true', 'false']);
const filter = {
  archived: state.default('false'),
  permission: z.enum(ROLES).optional(),
  module: z.enum(MODULE_NAMES as [string, ...string[]]).optional(),
  is_active: state.optional(),
  is_locked: state.optional(),
  customer: idText.optional(),
};
const listQuery = pagedQuery(ORDERINGS).extend(filter);

/** Calls of user administration. */
export const users = {
  create: endpoint({
    method: 'POST',
    path: '/api/users/',
    ids: ['R-033'],
    summary: 'Create a user and send the invitation to set a password.',
    access: ADMINISTRATOR,
    body: userBody,
    status: 201,
    answer: managedUser,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/users/',
    ids: ['R-034'],
    summary: 'List the users that the administrator manages.',
    access: ADMINISTRATOR,
    query: listQuery,
    answer: paged(managedUser).extend({ count_is_limit: z.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/administration/users/',
    ids: ['R-043'],
    summary: 'List the users that the administrator manages, for the Users screen.',
    access: ADMINISTRATOR,
    query: listQuery,
    answer: paged(managedUser).extend({ count_is_limit: z.boolean() }),
  }),
  exportFile: endpoint({
    method: 'GET',
    path: '/api/administration/users/export/',
    ids: ['O-03'],
    summary: 'Export the list.',
    access: ADMINISTRATOR,
    query: listQuery
      .omit({ page: true, pageSize: true })
      .extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/users_delete/',
    ids: ['R-035'],
    summary: 'Remove users. They can no longer sign in; records keep their names.',
    access: ADMINISTRATOR,
    body: z.object({ id: id.optional(), ids: z.array(id).max(500).default([]) }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/users_restore/',
    ids: ['O-03'],
    summary: 'Restore removed users. They can sign in again with their old password.',
    access: ADMINISTRATOR,
    body: z.object({ ids: z.array(id).min(1).max(500) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/{id}/',
    ids: ['R-036'],
    summary: 'Get one user.',
    access: ADMINISTRATOR,
    params: byId,
    answer: managedUser,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/user/{id}/',
    ids: ['R-037'],
    summary: 'Update a user. You cannot grant a permission that you do not have.',
    access: ADMINISTRATOR,
    params: byId,
    keepsAbsent: true,
    body: userBody,
    answer: managedUser,
  }),
  unlock: endpoint({
    method: 'DELETE',
    path: '/api/user/{id}/reset_login_attempts/',
    ids: ['R-038'],
    summary: 'Unlock an account that failed sign-ins have locked.',
    access: ADMINISTRATOR,
    params: byId,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/api/user/{id}/reset_second_factor/',
    ids: ['U-02'],
    summary:
      'Remove the authenticator app, passkeys and recovery codes of another person, end their sessions and notify them by email. Requires your own password.',
    refuses: [409, 423],
    access: ADMINISTRATOR,
    credential: 'session',
    ratePerMinute: 30,
    params: byId,
    body: withPassword,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/user/{id}/invite/',
    ids: ['O-P03'],
    summary: 'Send the invitation again.',
    access: ADMINISTRATOR,
    ratePerMinute: 30,
    params: byId,
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/permissions/',
    ids: ['R-040'],
    summary: 'List the built-in permissions.',
    access: ADMINISTRATOR,
    answer: z.array(permission),
  }),
  modules: endpoint({
    method: 'GET',
    path: '/api/modules/',
    ids: ['R-041'],
    summary: 'List the modules that users can have.',
    access: ADMINISTRATOR,
    answer: z.array(z.object({ id, name: z.string() })),
  }),
  forGroup: endpoint({
    method: 'GET',
    path: '/api/users_for_group/',
    ids: ['R-042'],
    summary:
      'List the people who can see a depot, or any depot, to assign work to. Only administrators see more than names.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['last_name', 'first_name']).extend({ vehicle_group: idText.optional() }),
    answer: paged(user),
  }),
} as const;
