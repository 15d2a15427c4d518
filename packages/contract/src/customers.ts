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
    /** Address of the image; null if there is none. */
    logo: z.string().nullable(),
    maintenance_control: z.object({ phone: z.string().nullable() }),
    config,
    contact,
    address: address.nullable(),
    languages: z.array(z.string()),
    vehicle_count: z.int().nonnegative(),
    user_count: z.int().nonnegative(),
    /** The settings of the help pages; null if there are none, and in a list. */
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
        /** Absent leaves it unchanged. */
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
    /** The content of the help pages; absent or null leaves it unchanged. */
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

/** Customers (O-19; ); a customer's administrator can only see and change their own customer. */
export const customers = {
  all: endpoint({
    method: 'GET',
    path: '/api/customers/',
    ids: ['R-107'],
    summary: 'List the customers that the administrator manages.',
    access: ADMINISTER,
    query,
    answer: paged(customer),
  }),
  names: endpoint({
    method: 'GET',
    path: '/api/customers_minimal/',
    ids: ['R-108'],
    summary:
      'List the names of the customers that the administrator manages, without archived ones.',
    access: ADMINISTER,
    answer: z.array(z.object({ id, name: z.string() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/administration/customers/',
    ids: ['R-109'],
    summary: 'List the same records for the administration.',
    access: ADMINISTER,
    query,
    answer: paged(customer),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/customers/export/',
    ids: ['R-109'],
    summary: 'Export the filtered list.',
    access: ADMINISTER,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/customer/{id}/',
    ids: ['R-110'],
    summary: 'Get one customer.',
    access: ADMINISTER,
    params: byId,
    answer: customer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customers/',
    ids: ['R-111'],
    summary: 'Create a customer.',
    access: ADMINISTER_ALL,
    body: customerBody,
    answer: customer,
    status: 201,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/customers_delete/',
    ids: ['R-112'],
    summary: 'Archive customers, all or none. Their users can no longer sign in; records stay.',
    access: ADMINISTER_ALL,
    body: z.object({ ids: many }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/customers/archive/',
    ids: ['R-112'],
    summary: 'Archive or restore customers, all or none.',
    access: ADMINISTER_ALL,
    body: z.object({ ids: many, archived: z.boolean() }),
    answer: z.object({ changed: z.int().nonnegative() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/customer/{id}/',
    ids: ['R-113'],
    summary: 'Update a customer.',
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
    summary: 'Get the logo of a customer, by an address that cannot be guessed.',
    access: { kind: 'public' },
    params: z.object({ file: z.uuid() }),
    raw: 'file',
  }),
} as const;
