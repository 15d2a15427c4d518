import {
  DOWNLOAD_FILTERS,
  DOWNLOAD_KINDS,
  DOWNLOAD_STATES,
  LONGEST_DOWNLOAD_DAYS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, id, idText, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['accessTachoGraf'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;
const ADMINISTER = { kind: 'administrator' } as const;

const downloadFields = {
  id,
  kind: z.enum(DOWNLOAD_KINDS),
  /** The driver of a card. */
  driver: driverName.nullable(),
  /** The vehicle of a vehicle unit. */
  vehicle: z.object({ id, registration: z.string() }).nullable(),
  state: z.enum(DOWNLOAD_STATES),
  /** The last day that a stored file covers; null before the first file. */
  last_day: date.nullable(),
  /** The day on which the next download is due; null before the first file. */
  due_on: date.nullable(),
  /** Days until that day in the person's time zone; negative for overdue. */
  days_left: z.int().nullable(),
  /** Why no download is needed. */
  exempt_reason: z.string().nullable(),
  customer: id,
};
const download = z.object(downloadFields).meta({ id: 'TachographDownload' });

/** Days, both included. */
const period = z.object({ from: date, to: date });

const downloadDetails = z
  .object({
    ...downloadFields,
    exempt_by: z.string().nullable(),
    exempt_at: utc.nullable(),
    /** Periods of the last 365 days that lie between stored files and that no file covers. */
    gaps: z.array(period),
  })
  .meta({ id: 'TachographDownloadDetails' });

const settings = z
  .object({
    card_days: z.int().min(1).max(LONGEST_DOWNLOAD_DAYS.driver_card),
    unit_days: z.int().min(1).max(LONGEST_DOWNLOAD_DAYS.vehicle_unit),
    /** Days before the date from which a download is due soon. */
    warning_days: z.int().min(0).max(28),
  })
  .meta({ id: 'TachographDownloadSettings' });

const query = pagedQuery(['due_on', 'last_day']).extend({
  kind: z.enum(DOWNLOAD_KINDS).optional(),
  /** Without it all that need downloads, whatever their state. */
  state: z.enum(DOWNLOAD_FILTERS).optional(),
  depot: idText.optional(),
  driver: idText.optional(),
  vehicle: idText.optional(),
});

/** When tachograph cards and vehicle units must be downloaded. */
export const tachographDownloads = {
  list: endpoint({
    method: 'GET',
    path: '/api/tachograph/downloads/',
    ids: ['U-20'],
    summary: 'List the cards and vehicle units with the day of their next download.',
    access: READ,
    query,
    answer: paged(download),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/tachograph/downloads/export/',
    ids: ['U-20'],
    summary: 'Export the filtered list of downloads.',
    access: READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/tachograph/downloads/settings/',
    ids: ['U-20'],
    summary: 'Get the days between downloads.',
    access: READ,
    answer: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/tachograph/downloads/settings/',
    ids: ['U-20'],
    summary: 'Update the days between downloads.',
    access: ADMINISTER,
    customerWide: true,
    body: settings,
    answer: settings,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/tachograph/downloads/{id}/',
    ids: ['U-20'],
    summary: 'Get the downloads of one card or vehicle unit, with the days that no file covers.',
    access: READ,
    params: byId,
    answer: downloadDetails,
  }),
  exempt: endpoint({
    method: 'PUT',
    path: '/api/tachograph/downloads/{id}/exemption/',
    ids: ['U-20'],
    summary: 'Record why a card or vehicle unit needs no download, or that it needs one again.',
    access: WRITE,
    params: byId,
    body: z
      .object({ reason: textOf(500).min(2).nullable() })
      .meta({ id: 'TachographExemptionBody' }),
    answer: downloadDetails,
  }),
} as const;
