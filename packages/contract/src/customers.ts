import { CURRENCIES } from '@roadworthy/domain';
import { z } from 'zod';
import { address, addressBody } from './depots.ts';
import { endpoint } from './endpoint.ts';
import { exactText, id, textOf } from './fields.ts';
import { managementCompany, managementCompanyBody } from './help-page.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;
const ADMINISTER_ALL = { kind: 'global-administrator' } as const;

/** Bytes of a picture that can become a logo, before it is written as text. */
export const LOGO_LIMIT_BYTES = 1_000_000;

/** A text that may be left empty, which is none. */
const optional = (text: z.ZodType<string, string>) =>
  z
    .union([z.literal(''), text])
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null);
const phone = optional(
  z
    .string()
    .trim()
    .max(40)
    .regex(/^[+\d ()-]*$/, 'A telephone number has digits, blanks and + ( ) -'),
);

const config = z.object({
  render_cust_logo_on_dl_homescreen: z.boolean(),
  slogan: z.string().nullable(),
  /** Of every amount of the customer, ISO 4217. */
  currency: z.enum(CURRENCIES),
});
const contact = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

const customer = z
  .object({
    id,
    name: z.string(),
    /** Where a browser finds the picture; null where there is none. */
    logo: z.string().nullable(),
    maintenance_control: z.object({ phone: z.string().nullable() }),
    config,
    contact,
    address: address.nullable(),
    languages: z.array(z.string()),
    vehicle_count: z.int().nonnegative(),
    user_count: z.int().nonnegative(),
    /** As the help pages are set; null where nobody has, and in a list. */
    management_company: managementCompany.nullable(),
    archived: z.boolean(),
  })
  .meta({ id: 'Customer' });

const customerBody = z
  .object({
    name: textOf(90).min(2),
    /** A picture as a data URL (JPEG, PNG or WebP), the address it has to keep it, null for none. */
    logo: exactText(1_400_000).nullable().default(null),
    maintenance_control: z.object({ phone }).default({ phone: null }),
    config: z
      .object({
        render_cust_logo_on_dl_homescreen: z.boolean().default(false),
        slogan: optional(textOf(120)),
        /** It stays as it is where it is left out. */
        currency: z.enum(CURRENCIES).optional(),
      })
      .default({ render_cust_logo_on_dl_homescreen: false, slogan: null }),
    contact: z
      .object({
        name: optional(textOf(120)),
        email: optional(z.email().max(254)),
        phone,
      })
      .default({ name: null, email: null, phone: null }),
    address: addressBody.nullable().default(null),
    /** What the help pages show; they stay as they are where it is left out or null. */
    management_company: managementCompanyBody.nullable().default(null),
    languages: z
      .array(z.enum(['en', 'pt']))
      .min(1)
      .max(2)
      .default(['en', 'pt']),
  })
  .meta({ id: 'CustomerBody' });

const query = pagedQuery(['name', 'vehicle_count', 'user_count']).extend({
  archived: z.enum(['true', 'false']).default('false'),
});
const many = z.array(id).min(1).max(1000);

/** Customers (O-19; ); a customer's administrator sees and changes the own one. */
export const customers = {
  all: endpoint({
    method: 'GET',
    path: '/api/customers/',
    ids: ['R-107'],
    summary: 'The customers that the administrator keeps.',
    access: ADMINISTER,
    query,
    answer: paged(customer),
  }),
  names: endpoint({
    method: 'GET',
    path: '/api/customers_minimal/',
    ids: ['R-108'],
    summary: 'Names of the customers that the administrator keeps, archived ones aside.',
    access: ADMINISTER,
    answer: z.array(z.object({ id, name: z.string() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/administration/customers/',
    ids: ['R-109'],
    summary: 'The same list, for administration.',
    access: ADMINISTER,
    query,
    answer: paged(customer),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/customers/export/',
    ids: ['R-109'],
    summary: 'The list as a file; filtered like the list.',
    access: ADMINISTER,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/customer/{id}/',
    ids: ['R-110'],
    summary: 'One customer.',
    access: ADMINISTER,
    params: byId,
    answer: customer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customers/',
    ids: ['R-111'],
    summary: 'A new customer.',
    access: ADMINISTER_ALL,
    body: customerBody,
    answer: customer,
    status: 201,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/customers_delete/',
    ids: ['R-112'],
    summary: 'Archives customers, all or none: their people can no longer sign in, records stay.',
    access: ADMINISTER_ALL,
    body: z.object({ ids: many }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/customers/archive/',
    ids: ['R-112'],
    summary: 'Archives customers, or brings them back; all or none.',
    access: ADMINISTER_ALL,
    body: z.object({ ids: many, archived: z.boolean() }),
    answer: z.object({ changed: z.int().nonnegative() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/customer/{id}/',
    ids: ['R-113'],
    summary: 'Changes a customer.',
    access: ADMINISTER,
    params: byId,
    keepsAbsent: true,
    body: customerBody,
    answer: customer,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/api/logos/{file}/',
    ids: ['R-110'],
    summary: 'The logo of a customer, by an address that cannot be guessed.',
    access: { kind: 'public' },
    params: z.object({ file: z.uuid() }),
    raw: 'file',
  }),
} as const;
