import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { browserZone, exactText, id, idText, lenientText, qrid, utcInput } from './fields.ts';
import { PHOTO } from './form-files.ts';
import { ownTexts, paged, pagedQuery, vehicleType } from './shapes.ts';

const PUBLIC = { kind: 'public' } as const;
/** Requests a minute from one address: they cost something, and their key is no secret (OP-084). */
const RATE = 30;
const SEARCH_RATE = 60;
/** A report has photographs of the scene and of each party; each comes by itself. */
const PHOTO_RATE = 90;

/** A photograph: the id of one that was sent before, as text, or a data URL (V-42). */
const photo = z.object({ notes: lenientText(200).default(''), photo: exactText(2_000_000) });

/** A person who was involved, or a witness (V-41). */
const involvedParty = z
  .object({
    registration: lenientText(20).default(''),
    number_in_vehicle: z.int().min(1).max(200).default(1),
    driver_name: lenientText(100).min(1, 'This field is required'),
    phone_number: lenientText(40).default(''),
    injured: z.boolean().default(false),
    injury_details: lenientText(1000).default(''),
    people_property_details: lenientText(1000).default(''),
    photos: z.array(photo).max(5).default([]),
  })
  .meta({ id: 'InvolvedParty' });

const accidentBody = z
  .object({
    qrid: qrid.nullable(),
    vehicle: id,
    driver_name: lenientText(100).min(2, 'This field is required'),
    driver_phone: lenientText(40),
    happened_at: utcInput,
    lat: z.number().min(-90).max(90).nullable(),
    long: z.number().min(-180).max(180).nullable(),
    address: lenientText(300),
    road: lenientText(200).nullable(),
    description: lenientText(2000).min(2, 'Between 2 and 2000 characters'),
    injuries: z.boolean(),
    police_informed: z.boolean(),
    police_reference: lenientText(60).nullable(),
    damage: lenientText(1000),
    photos: z.array(photo).max(10),
    parties: z.array(involvedParty).max(20),
    witnesses: z.array(involvedParty).max(20),
    /** A data URL, as the sketch. */
    signature: exactText(700_000),
    signed_name: lenientText(100).min(2, 'This field is required'),
    sketch: exactText(700_000).nullable().default(null),
    /** The time zone of the driver's clock. */
    time_zone: browserZone,
  })
  .meta({ id: 'AccidentReportBody' });

/** Accident reports of the public form (area K; ). */
export const accidents = {
  accidentForm: endpoint({
    method: 'GET',
    path: '/api/help/vehicle/accident_reporting/',
    ids: ['R-152'],
    summary: 'Get the data that the accident form starts with. Requires the header X-External-Key.',
    access: PUBLIC,
    partnerKey: true,
    ratePerMinute: RATE,
    query: z.object({ qrid: qrid.optional(), vehicle: idText.optional() }),
    answer: z
      .object({
        accident_reporting_enabled: z.boolean(),
        vehicle: z.object({ id, registration: z.string() }).nullable(),
        photo_limit: z.int(),
        own_texts: ownTexts,
      })
      .meta({ id: 'AccidentForm' }),
  }),
  reportAccident: endpoint({
    method: 'POST',
    path: '/api/help/vehicle/accident_reporting/',
    ids: ['R-153'],
    summary:
      'Report an accident. Requires the header X-External-Key. A repeat with the same Idempotency-Key returns the same report.',
    access: PUBLIC,
    partnerKey: true,
    ratePerMinute: RATE,
    body: accidentBody,
    status: 201,
    answer: z.object({ id, reference: z.string() }),
  }),
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/help/vehicle/accident_reporting/photos/',
    ids: ['RP-32'],
    summary:
      'Upload one photograph, the file `photo`, of a report that follows. Requires the header X-External-Key. The header Idempotency-Key, `<report>.<photograph>`, makes a retry safe.',
    access: PUBLIC,
    partnerKey: true,
    ratePerMinute: PHOTO_RATE,
    query: z.object({ qrid: qrid.optional() }),
    multipart: z.object({}),
    files: { photo: PHOTO },
    status: 201,
    answer: z.object({ id }),
  }),
  vehicleSearch: endpoint({
    method: 'GET',
    path: '/api/help/vehicle_search/',
    ids: ['R-154', 'K-19'],
    summary:
      'Search the vehicles of the customer of a code, or of the partner. Requires the header X-External-Key.',
    access: PUBLIC,
    partnerKey: true,
    ratePerMinute: SEARCH_RATE,
    query: pagedQuery(['registration']).extend({
      qrid: qrid.optional(),
      /** Requirement S-26. */
      pageSize: z.coerce.number().int().min(1).max(3).default(3),
    }),
    answer: paged(z.object({ id, registration: z.string(), vehicle_type: vehicleType })),
  }),
} as const;
