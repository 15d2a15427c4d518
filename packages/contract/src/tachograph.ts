import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, id, idText, int4, textOf, utc } from './fields.ts';
import type { FormFile } from './form-files.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['accessTachoGraf'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;

/** Downloads of vehicle units with a month of detailed speed have a few megabytes. */
export const TACHOGRAPH_LIMIT_BYTES = 20_000_000;
const FILE: FormFile = { types: ['application/octet-stream', 'application/zip'] };

const KINDS = [
  'driver_card',
  'workshop_card',
  'control_card',
  'company_card',
  'vehicle_unit',
] as const;
const kind = z.enum(KINDS);
const signature = z.enum(['valid', 'invalid', 'unverified']);

const vehicleName = z.object({ id, registration: z.string() });

const fileFields = {
  id,
  name: z.string(),
  kind,
  /** 1, 2 or 2v2: the newest generation in the file. */
  generation: z.enum(['1', '2', '2v2']),
  source: z.enum(['upload', 'folder', 'mail']),
  received_at: utc,
  received_from: z.string().nullable(),
  size_bytes: int4,
  /** SHA-256 of the original, hexadecimal. */
  sha256: z.string(),
  card_number: z.string().nullable(),
  card_nation: z.string().nullable(),
  card_holder: z.string().nullable(),
  registration: z.string().nullable(),
  vin: z.string().nullable(),
  /** Days with activities. */
  first_day: date.nullable(),
  last_day: date.nullable(),
  signature,
  /** What cannot be read. */
  problem_count: int4,
  driver: driverName.nullable(),
  vehicle: vehicleName.nullable(),
  customer: id,
};
const file = z.object(fileFields).meta({ id: 'TachographFile' });

/** What became of one file of a ZIP archive. */
const archivedFile = z
  .object({
    name: z.string(),
    state: z.enum(['stored', 'repeated', 'rejected']),
    /** The stored file; null if it was rejected. */
    id: id.nullable(),
    /** Why it was rejected, in the language of the caller, and the code of the reason. */
    reason: z.string().nullable(),
    code: z.string().nullable(),
  })
  .meta({ id: 'TachographArchivedFile' });

const activity = z.enum(['rest', 'available', 'work', 'drive']);
const slot = z.enum(['driver', 'co_driver']);
const place = { latitude: z.number().nullable(), longitude: z.number().nullable() };

/** A change of activity; it lasts until the next one of its slot. */
const change = z.object({
  slot,
  /** Minutes since 00:00 UTC. */
  minute: z.int(),
  activity,
  crew: z.boolean(),
  card_inserted: z.boolean(),
});

const happening = z.object({
  type: z.string(),
  begin_at: utc.nullable(),
  end_at: utc.nullable(),
  registration: z.string().nullable(),
  card_number: z.string().nullable(),
  /** Of overspeeding. */
  max_speed_kmh: z.number().nullable(),
});

const content = z.object({
  /** Authority, dates and holder of a card; maker of a vehicle unit. */
  identification: z.array(z.object({ name: z.string(), value: z.string() })),
  days: z.array(z.object({ date, distance_km: z.number().nullable(), changes: z.array(change) })),
  vehicles: z.array(
    z.object({
      registration: z.string(),
      nation: z.string(),
      vin: z.string().nullable(),
      from: utc.nullable(),
      to: utc.nullable(),
      odometer_from_km: z.number(),
      odometer_to_km: z.number(),
    }),
  ),
  cards: z.array(
    z.object({
      card_number: z.string().nullable(),
      holder: z.string(),
      slot: z.string(),
      from: utc.nullable(),
      to: utc.nullable(),
      odometer_from_km: z.number(),
      odometer_to_km: z.number(),
    }),
  ),
  places: z.array(
    z.object({
      time: utc.nullable(),
      type: z.string(),
      nation: z.string(),
      odometer_km: z.number().nullable(),
      ...place,
    }),
  ),
  events: z.array(happening),
  faults: z.array(happening),
  conditions: z.array(z.object({ time: utc.nullable(), type: z.string() })),
  controls: z.array(
    z.object({
      time: utc.nullable(),
      card_number: z.string().nullable(),
      registration: z.string().nullable(),
    }),
  ),
  calibrations: z.array(
    z.object({
      time: utc.nullable(),
      purpose: z.string(),
      workshop: z.string(),
      vin: z.string(),
      registration: z.string(),
      tyre_size: z.string(),
      authorised_speed_kmh: z.number(),
      odometer_km: z.number(),
      next_at: utc.nullable(),
    }),
  ),
  /** One entry an hour with movement. */
  speeds: z.array(
    z.object({ hour: utc, max_kmh: z.number(), average_kmh: z.number(), minutes: z.int() }),
  ),
  signatures: z.array(
    z.object({
      name: z.string(),
      generation: z.int(),
      result: signature,
      reason: z.string().nullable(),
    }),
  ),
  problems: z.array(
    z.object({
      code: z.string(),
      where: z.string(),
      offset: z.int(),
      expected_bytes: z.int().nullable(),
      found_bytes: z.int().nullable(),
    }),
  ),
});

const query = pagedQuery(['received_at', 'name', 'last_day']).extend({
  kind: kind.optional(),
  /** Files that are assigned to no driver or vehicle. */
  unassigned: z.enum(['true', 'false']).default('false'),
  driver: idText.optional(),
  vehicle: idText.optional(),
});

/** Downloaded files of tachograph cards and vehicle units. */
export const tachograph = {
  list: endpoint({
    method: 'GET',
    path: '/api/tachograph/files/',
    ids: ['U-20'],
    summary: 'List downloaded tachograph files.',
    access: READ,
    query,
    answer: paged(file).extend({ count_is_limit: z.boolean() }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/tachograph/files/',
    ids: ['U-20'],
    summary:
      'Store a downloaded file, or each file of a ZIP archive. A file that is stored already is answered, not stored again.',
    access: WRITE,
    multipart: z.object({ customer: idText.optional() }),
    files: { file: FILE },
    answer: z.object({
      /** Null for an archive. */
      file: file.nullable(),
      is_repeated: z.boolean(),
      /** The files of an archive; null for a single file. */
      archive: z.array(archivedFile).nullable(),
    }),
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/tachograph/files/{id}/',
    ids: ['U-20'],
    summary: 'Get one file.',
    access: READ,
    params: byId,
    answer: file,
  }),
  content: endpoint({
    method: 'GET',
    path: '/api/tachograph/files/{id}/content/',
    ids: ['U-20'],
    summary: 'Decode one file: activities, vehicles, places, events, signatures and problems.',
    access: READ,
    params: byId,
    answer: content,
  }),
  original: endpoint({
    method: 'GET',
    path: '/api/tachograph/files/{id}/original/',
    ids: ['U-20'],
    summary: 'Download the original of one file, unchanged.',
    access: READ,
    params: byId,
    raw: 'file',
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/api/tachograph/files/{id}/assignment/',
    ids: ['U-20'],
    summary: 'Assign a card file to a driver, or a vehicle-unit file to a vehicle.',
    access: WRITE,
    params: byId,
    body: z.object({ driver: id.nullable().default(null), vehicle: id.nullable().default(null) }),
    answer: file,
  }),
  drivers: endpoint({
    method: 'GET',
    path: '/api/tachograph/drivers/',
    ids: ['U-20'],
    summary: 'List the visible drivers to whom a card can be assigned.',
    access: READ,
    query: z.object({ search: textOf(200).default('') }),
    answer: paged(driverName),
  }),
} as const;
