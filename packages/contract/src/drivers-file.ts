import {
  DOCUMENT_SOURCES,
  DRIVER_DOCUMENT_KINDS,
  DRIVER_FILE_FILTERS,
  DRIVER_FILE_ITEMS,
  DRIVER_FILE_STATES,
  DRIVING_CLASSES,
  DRIVING_REASONS,
  EXEMPTIBLE_ITEMS,
  LICENCE_STATUSES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, int4, textOf, utc } from './fields.ts';
import { DOCUMENT } from './form-files.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

/** Access to the files of drivers. */
export const DRIVERS_FILE_READ = {
  kind: 'module',
  anyOf: ['accessEarnedRecognitionDriver'],
  refusesLimited: true,
} as const;
const WRITE = { ...DRIVERS_FILE_READ, write: true } as const;
const ADMINISTER = { kind: 'administrator' } as const;

const MOST_ROWS = 30;

const standing = {
  kind: z.enum(DRIVER_FILE_ITEMS),
  /** Name of a training; empty for others. */
  title: z.string(),
  state: z.enum(DRIVER_FILE_STATES),
  /** In order until this day; null for items without a date. */
  due_on: date.nullable(),
  /** Days until that day in the person's time zone; negative if it has passed. */
  days_left: z.int().nullable(),
  /** The document that counts; null for none. */
  document: id.nullable(),
};
const item = z.object({ id, driver: driverName, ...standing }).meta({ id: 'DriverFileItem' });

const licenceCategory = z.object({
  category: z.string(),
  expires_on: date.nullable(),
  codes: z.array(z.string()),
});
const penaltyPoints = z.object({ on: date, points: z.int(), code: z.string() });

const document = z
  .object({
    id,
    kind: z.enum(DRIVER_DOCUMENT_KINDS),
    /** Name of a training or course, kind of a medical or of a document of the right to work. */
    title: z.string(),
    number: z.string(),
    /** ISO 3166-1 alpha-2; empty if it is not known. */
    country: z.string(),
    /** When it was issued or done. */
    issued_on: date.nullable(),
    expires_on: date.nullable(),
    /** Of a course. */
    hours: z.number().nullable(),
    categories: z.array(licenceCategory),
    points: z.array(penaltyPoints),
    /** Who said it. */
    source: z.enum(DOCUMENT_SOURCES),
    /** What the DVLA said of the licence; null for what a person entered. */
    licence_status: z.enum(LICENCE_STATUSES).nullable(),
    /** The last day of a disqualification; null without an end. */
    disqualified_until: date.nullable(),
    note: z.string(),
    /** Signed address of the proof. */
    proof: z.string().nullable(),
    /** Signed address of the photograph of the back. */
    proof_back: z.string().nullable(),
    created_at: utc,
    created_by: z.string(),
    /** Who compared it with the original, and when. */
    checked: z.object({ by: z.string(), at: utc }).nullable(),
    version: z.int(),
  })
  .meta({ id: 'DriverDocument' });

const settings = z
  .object({
    /** Days before a date from which an item expires soon. */
    warning_days: z.int().min(0).max(365),
    /** Months between entitlement checks. */
    check_months: z.int().min(1).max(6),
    /** Penalty points from which the shorter interval applies. */
    points_from: z.int().min(1).max(12),
    check_months_with_points: z.int().min(1).max(6),
  })
  .meta({ id: 'DriversFileSettings' });

const file = z
  .object({
    driver: driverName,
    archived: z.boolean(),
    born_on: date.nullable(),
    exempt: z.array(z.enum(EXEMPTIBLE_ITEMS)),
    exempt_reason: z.string(),
    /** Name of the agency that sends the driver; null for the operator's own drivers. */
    agency: z.string().nullable(),
    /** The last day of the driver's work; null without an end. */
    engaged_until: date.nullable(),
    version: z.int(),
    items: z.array(z.object(standing)),
    documents: z.array(document),
    /** Penalty points that count today. */
    points: z.int(),
    /** Hours of periodic training that count toward the 35. */
    training_hours: z.number(),
    /** Whether the driver may drive each class of vehicles, and why not. */
    classes: z.array(
      z.object({
        class: z.enum(DRIVING_CLASSES),
        may_drive: z.boolean(),
        reasons: z.array(z.enum(DRIVING_REASONS)),
        warnings: z.array(z.enum(DRIVING_REASONS)),
        codes: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'DriverFile' });

/** What drivers see of their own file: not what others noted about its documents. */
const ownFile = z
  .object({
    /** Null if the account is not linked to a driver. */
    driver: driverName.nullable(),
    ...file.pick({ items: true, points: true, training_hours: true, classes: true }).shape,
    documents: z.array(
      document
        .omit({ note: true, created_at: true, created_by: true, checked: true, version: true })
        .meta({ id: 'OwnDriverDocument' }),
    ),
  })
  .meta({ id: 'OwnDriverFile' });

const code = (pattern: RegExp, message: string) =>
  z.string().trim().toUpperCase().regex(pattern, message);

const values = {
  title: textOf(120).default(''),
  number: textOf(40)
    .regex(/^[\w -]*$/, 'A number has letters, digits, blanks and hyphens')
    .default(''),
  country: code(/^([A-Z]{2})?$/, 'A country has two letters').default(''),
  issued_on: dateInput.nullable().default(null),
  expires_on: dateInput.nullable().default(null),
  hours: z.number().positive().max(99).multipleOf(0.5).nullable().default(null),
  categories: z
    .array(
      z.object({
        category: code(/^[A-Z0-9+]{1,4}$/, 'A category is written B, C1 or CE'),
        expires_on: dateInput.nullable().default(null),
        codes: z
          .array(code(/^[0-9A-Z.]{1,6}$/, 'A restriction code is written 01 or 78'))
          .max(12)
          .default([]),
      }),
    )
    .max(MOST_ROWS)
    .default([]),
  points: z
    .array(
      z.object({
        on: dateInput,
        points: z.int().min(0).max(11),
        code: code(/^([A-Z]{2}\d{2})?$/, 'An endorsement is written SP30').default(''),
      }),
    )
    .max(MOST_ROWS)
    .default([]),
  note: textOf(500).default(''),
  /** The person has compared it with the original. */
  is_checked: z.boolean().default(false),
};
const newDocument = z
  .object({ kind: z.enum(DRIVER_DOCUMENT_KINDS), ...values })
  .meta({ id: 'DriverDocumentBody' });
const changedDocument = z.object({ ...values, version: int4 }).meta({ id: 'DriverDocumentChange' });

const query = pagedQuery(['due_on', 'driver']).extend({
  /** Without it all that are needed, whatever their state. */
  state: z.enum(DRIVER_FILE_FILTERS).optional(),
  kind: z.enum(DRIVER_FILE_ITEMS).optional(),
  depot: idText.optional(),
  driver: idText.optional(),
  /** Only what expires within this number of days, or has expired. */
  days: z.coerce.number().int().min(0).max(3660).optional(),
});

/** Documents and entitlements of drivers. */
export const driversFile = {
  list: endpoint({
    method: 'GET',
    path: '/api/drivers_file/',
    ids: ['U-19'],
    summary: 'List what the files of drivers must have, and what expires when.',
    access: DRIVERS_FILE_READ,
    query,
    answer: paged(item),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/drivers_file/export/',
    ids: ['U-19'],
    summary: 'Export the filtered list.',
    access: DRIVERS_FILE_READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/drivers_file/settings/',
    ids: ['U-19'],
    summary: 'Get the intervals of entitlement checks and the days of the warning.',
    access: DRIVERS_FILE_READ,
    answer: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/drivers_file/settings/',
    ids: ['U-19'],
    summary: 'Update the intervals of entitlement checks and the days of the warning.',
    access: ADMINISTER,
    customerWide: true,
    body: settings,
    answer: settings,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/drivers_file/items/{id}/',
    ids: ['U-19'],
    summary: 'Get one item of a driver’s file.',
    access: DRIVERS_FILE_READ,
    params: byId,
    answer: item,
  }),
  driver: endpoint({
    method: 'GET',
    path: '/api/drivers_file/drivers/{id}/',
    ids: ['U-19'],
    summary: 'Get the file of a driver, and which vehicles the driver may drive.',
    access: DRIVERS_FILE_READ,
    params: byId,
    answer: file,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/drivers_file/own/',
    ids: ['U-19'],
    summary: 'Get the documents of the driver who is signed in, and what expires when.',
    access: { kind: 'signed-in' },
    answer: ownFile,
  }),
  changeDriver: endpoint({
    method: 'PUT',
    path: '/api/drivers_file/drivers/{id}/',
    ids: ['U-19'],
    summary:
      'Set the date of birth of a driver, and what the file needs not have, with the reason.',
    access: WRITE,
    params: byId,
    body: z
      .object({
        born_on: dateInput.nullable(),
        exempt: z.array(z.enum(EXEMPTIBLE_ITEMS)).max(EXEMPTIBLE_ITEMS.length).default([]),
        exempt_reason: textOf(500).default(''),
        /** The last day of the driver's work; absent to leave it. */
        engaged_until: dateInput.nullable().optional(),
        version: int4,
      })
      .meta({ id: 'DriverFileBody' }),
    answer: file,
    refuses: [409],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/drivers_file/drivers/{id}/documents/',
    ids: ['U-19'],
    summary: 'Add a document to the file of a driver. It replaces the one of the same kind.',
    access: WRITE,
    params: byId,
    body: newDocument,
    answer: document,
    status: 201,
    refuses: [409],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/drivers_file/documents/{id}/',
    ids: ['U-19'],
    summary: 'Correct a document.',
    access: WRITE,
    params: byId,
    body: changedDocument,
    answer: document,
    refuses: [409],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/drivers_file/documents/{id}/',
    ids: ['U-19'],
    summary: 'Delete a document and its proof. The audit log keeps what it was.',
    access: WRITE,
    params: byId,
    status: 204,
  }),
  addProof: endpoint({
    method: 'POST',
    path: '/api/drivers_file/documents/{id}/proof/',
    ids: ['U-19'],
    summary: 'Attach the photographed or scanned proof of a document, or replace it.',
    access: WRITE,
    params: byId,
    multipart: z.object({}),
    files: { document: DOCUMENT },
    answer: document,
  }),
} as const;
