import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { contactEmail, contactPhone, date, dateInput, id, idText, textOf } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

const name = textOf(60).min(1);
/** YYYY-MM-DD */
const day = date.nullable();
const dayInput = dateInput.nullable();
/** A number on a card or tag; null or empty if there is none. */
const cardNumber = z
  .string()
  .trim()
  .max(40)
  .regex(/^[\w -]*$/, 'A number has letters, digits, blanks and hyphens')
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);
/** A class of vehicles on a licence: B, C1, CE … */
const licenceCategory = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9+]{1,4}$/, 'A category is written B, C1 or CE');

const listFields = {
  id,
  first_name: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Number of the iButton. */
  driver_id: z.string().nullable(),
  rfid_number: z.string().nullable(),
  tachograph_card_number: z.string().nullable(),
  tachograph_card_expires_on: day,
  licence_number: z.string().nullable(),
  licence_categories: z.array(z.string()),
  licence_expires_on: day,
  /** Driver qualification card (Driver CPC). */
  cpc_card_number: z.string().nullable(),
  cpc_expires_on: day,
  category: id.nullable(),
  category_name: z.string().nullable(),
  /** The vehicle that the driver is assigned to; the first by registration of several. */
  vehicle: id.nullable(),
  vehicle_registration: z.string().nullable(),
  /** The account of the driver. */
  user: id.nullable(),
  user_name: z.string().nullable(),
  customer: id,
  customer_name: z.string(),
  archived: z.boolean(),
};
const driver = z.object(listFields).meta({ id: 'Driver' });

const driverBody = z
  .object({
    first_name: name,
    surname: name,
    email: contactEmail,
    phone: contactPhone,
    driver_id: cardNumber,
    rfid_number: cardNumber,
    tachograph_card_number: cardNumber,
    tachograph_card_expires_on: dayInput.default(null),
    licence_number: cardNumber,
    licence_categories: z.array(licenceCategory).max(30).default([]),
    licence_expires_on: dayInput.default(null),
    cpc_card_number: cardNumber,
    cpc_expires_on: dayInput.default(null),
    category: id.nullable().default(null),
    vehicle: id.nullable().default(null),
    user: id.nullable().default(null),
    /** The driver's customer; required from a global administrator without a customer. */
    customer: id.optional(),
  })
  .meta({ id: 'DriverBody' });

const query = pagedQuery([
  'surname',
  'first_name',
  'category',
  'vehicle',
  'licence_expires_on',
  'tachograph_card_expires_on',
  'cpc_expires_on',
]).extend({
  archived: z.enum(['true', 'false']).default('false'),
  category: idText.optional(),
  /** Only drivers with a document that has expired or does within 30 days. */
  expiring: z.enum(['true', 'false']).default('false'),
});
/** A page of a long list; the count stops at a limit. */
const counted = <T extends z.core.SomeType>(row: T) =>
  paged(row).extend({ count_is_limit: z.boolean() });
const many = z.array(id).min(1).max(10_000);
const changed = z.object({ changed: z.int().nonnegative() });

/** Administration of drivers (O-20, RP-17, RP-18). */
export const drivers = {
  list: endpoint({
    method: 'GET',
    path: '/api/administration/drivers/',
    ids: ['O-20'],
    summary: 'List the drivers that the administrator manages.',
    access: ADMINISTER,
    query,
    answer: counted(driver),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/administration/drivers/export/',
    ids: ['O-20'],
    summary: 'Export the filtered list.',
    access: ADMINISTER,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/drivers_list/',
    ids: ['RP-17'],
    summary: 'Create a driver.',
    access: ADMINISTER,
    body: driverBody,
    answer: driver,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/driver/{id}/',
    ids: ['R-105'],
    summary: 'Get one driver.',
    access: ADMINISTER,
    params: byId,
    answer: driver,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/driver/{id}/',
    ids: ['R-106'],
    summary: 'Update a driver. A vehicle moves here from its previous driver.',
    access: ADMINISTER,
    params: byId,
    keepsAbsent: true,
    body: driverBody,
    answer: driver,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/drivers_delete/',
    ids: ['RP-18'],
    summary: 'Archive a driver. Vehicle, account, tags and cards become unassigned; trips stay.',
    access: ADMINISTER,
    body: z.object({ id }),
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/administration/drivers/archive/',
    ids: ['RP-18'],
    summary: 'Archive or restore drivers, all or none.',
    access: ADMINISTER,
    body: z.object({ ids: many, archived: z.boolean() }),
    answer: changed,
  }),
  changeMany: endpoint({
    method: 'POST',
    path: '/api/administration/drivers/change/',
    ids: ['R-106'],
    summary: 'Set the category of drivers, all or none. Null removes it.',
    access: ADMINISTER,
    body: z.object({ ids: many, category: id.nullable() }),
    answer: changed,
  }),
} as const;
