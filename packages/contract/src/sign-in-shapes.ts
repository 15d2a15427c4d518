import { CURRENCIES, MODULE_NAMES, ROLES } from '@roadworthy/domain';
import { z } from 'zod';
import { id, timeZoneName, utc } from './fields.ts';

export const language = z
  .object({ reference: z.string(), name: z.string(), translation_file: z.string() })
  .meta({ id: 'Language' });

/** 12 or 24, in whatever format another program writes its clock, such as `hh:mm a (12)`. */
export const givenClock = z
  .string()
  .max(64)
  .regex(/12|24/)
  .transform((text): '12' | '24' => (text.includes('24') ? '24' : '12'))
  .nullable();

export const prefs = z
  .object({
    time_zone: timeZoneName.nullable(),
    date_format: z
      .enum(['DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY', 'YYYY-MM-DD'])
      .nullable(),
    time_format: z.enum(['12', '24']).nullable(),
    units_distance: z.enum(['MLS', 'KMS']).nullable(),
    theme: z.enum(['light', 'dark', 'auto']).nullable(),
  })
  .meta({ id: 'Prefs' });

export const permission = z
  .object({
    id,
    name: z.enum(ROLES),
    perms: z.object({
      is_limited_user: z.boolean(),
      can_write: z.boolean(),
      can_manage_users: z.boolean(),
    }),
  })
  .meta({ id: 'Permission' });

export const user = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    language: z.string(),
    image: z.string().nullable(),
    prefs,
    permission,
    /** The flags that make an administrator, in addition to the role (U-33, U-34, U-P02). */
    is_global_admin: z.boolean(),
    is_customer_admin: z.boolean(),
    modules: z.array(z.object({ id, name: z.enum(MODULE_NAMES as [string, ...string[]]) })),
    customers: z.array(z.object({ id, name: z.string(), logo: z.string().nullable() })),
    driver: id.nullable(),
    vehicle: id.nullable(),
    regions: z.array(id),
    vehicle_groups: z.array(id),
    is_active: z.boolean(),
    is_locked: z.boolean(),
    login_attempts: z.int(),
    last_login: utc.nullable(),
  })
  .meta({ id: 'User' });

export const currentUser = z
  .object({
    user,
    languages: z.array(language),
    /** The customer requires a second factor that is not set up yet: only the account opens. */
    must_set_up_second_factor: z.boolean().optional(),
    customer_config: z.object({
      render_cust_logo_on_dl_homescreen: z.boolean(),
      slogan: z.string().nullable(),
      /** Of every amount that the person reads, ISO 4217. */
      currency: z.enum(CURRENCIES),
    }),
  })
  .meta({ id: 'CurrentUser' });

export const ssoRecord = z
  .object({
    ExternalAppId: z.int(),
    ExternalAppName: z.string(),
    ExternalAppReference: z.string(),
    Id: z.int(),
    IsCustomerAdmin: z.boolean(),
    IsEngineer: z.boolean(),
    IsGlobalAdmin: z.boolean(),
    IsManager: z.boolean(),
    IsReadonly: z.boolean(),
    IsRepairer: z.boolean(),
    IsServerUser: z.boolean(),
    IsUserVehicleAdmin: z.boolean(),
    Level: z.int(),
    PermissionName: z.string(),
  })
  .meta({ id: 'SsoRecord' });
