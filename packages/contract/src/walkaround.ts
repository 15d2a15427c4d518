import { MAX_FAULT_QUESTIONS, MAX_TRAILERS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, flag, id, textOf, utc, utcInput } from './fields.ts';
import { PHOTO } from './form-files.ts';
import {
  area,
  combinedCheck,
  odometerM,
  personName,
  placeText,
  recordText,
  severity,
} from './record-shapes.ts';
import { assetKind, byId, ownTexts, paged, pagedQuery, vehicleType } from './shapes.ts';

const MODULES = ['Vehicle Check', 'Vehicle File'] as const;
const WRITE = { kind: 'module', anyOf: MODULES, write: true } as const;
const ADMINISTER = { kind: 'administrator' } as const;

/** More photographs than that no check has; fewer would leave a defect without one. */
export const CHECK_PHOTO_LIMIT = 20;
/** A phone on a weak network tries often; a stranger has no session. */
const PHOTO_RATE = 120;
const SEARCH_RATE = 120;

const text = (max: number) => textOf(max);

const templateItem = z
  .object({
    section: text(60),
    name: text(90).min(2),
    /** The part of the vehicle: a major defect of some parts takes it off the road. */
    area,
    /** What to look at; empty for nothing. */
    hint: text(200),
  })
  .meta({ id: 'CheckTemplateItem' });

const askedTemplate = z
  .object({
    id,
    vehicle_type: vehicleType,
    version: id,
    items: z.array(templateItem),
  })
  .meta({ id: 'AskedCheckTemplate' });

const template = askedTemplate
  .extend({
    /** The installation's own, which counts for every customer without one. */
    is_shared: z.boolean(),
    /** For trailers, whatever their type. */
    is_for_trailers: z.boolean(),
    changed_at: utc,
    /** Empty where nobody has changed it. */
    changed_by: z.string(),
    /** Checks that this version was asked in. */
    checks_count: z.int().nonnegative(),
  })
  .meta({ id: 'CheckTemplate' });

const templateBody = z
  .object({
    items: z.array(templateItem).min(1).max(120),
    /** The version that the caller read; a stale version is refused. */
    version: id.optional(),
  })
  .meta({ id: 'CheckTemplateBody' });

const checkVehicle = z
  .object({
    id,
    registration: z.string(),
    type: vehicleType,
    /** SHA-256 of the code on the vehicle, in hexadecimal, so that a scan is known without a network. */
    code_digest: z.string().nullable(),
    kind: assetKind.optional(),
    /** The trailers that are coupled to it now, the nearest first; absent without any. */
    trailers: z.array(id).optional(),
    /** Faults that it reports, which the next check asks about after the template; absent without any. */
    questions: z.array(templateItem.extend({ fault: id })).optional(),
  })
  .meta({ id: 'CheckVehicle' });

/** A template has 120 items at most. */
const LAST_ITEM = 119 + MAX_FAULT_QUESTIONS;
/** The faults that were asked about, in the order of their answers; absent if none was. */
const askedFaults = z.array(id).max(MAX_FAULT_QUESTIONS).optional();

const answer = z
  .object({
    /** Its place in the template, from 0; questions about faults follow. */
    item: z.int().min(0).max(LAST_ITEM),
    result: z.enum(['ok', 'defect', 'not_applicable']),
    /** Of a defect, which needs both. */
    severity: severity.optional(),
    note: recordText.optional(),
    /** Photographs that came before, by their ids. */
    photos: z.array(id).max(CHECK_PHOTO_LIMIT).default([]),
  })
  .refine((one) => one.result !== 'defect' || one.severity !== undefined, {
    path: ['severity'],
    message: 'check.severity_required',
  })
  .refine((one) => one.result !== 'defect' || (one.note ?? '') !== '', {
    path: ['note'],
    message: 'check.note_required',
  })
  .meta({ id: 'WalkaroundAnswer' });

/** The part of a check that is about one trailer; it is stored as a check of its own. */
const checkedTrailer = z
  .object({
    vehicle: id,
    template: id,
    answers: z
      .array(answer)
      .min(1)
      .max(LAST_ITEM + 1),
    questions: askedFaults,
  })
  .meta({ id: 'WalkaroundTrailer' });

const walkaroundBody = z
  .object({
    vehicle: id,
    /** Author, if the sender states one: it must be the signed-in person. */
    person: id.optional(),
    /** Whichever version was asked: the newest is not, where the phone had no network. */
    template: id,
    started_at: utcInput,
    done_at: utcInput,
    /** Metres; null where it cannot be read. */
    odometer: odometerM.nullable(),
    place: placeText.default(''),
    lat: z.number().min(-90).max(90).nullable(),
    long: z.number().min(-180).max(180).nullable(),
    answers: z
      .array(answer)
      .min(1)
      .max(LAST_ITEM + 1),
    questions: askedFaults,
    /**
     * The trailers that are coupled, the nearest first; none uncouples those that were. Absent if it was
     * not asked.
     */
    trailers: z.array(checkedTrailer).max(MAX_TRAILERS).optional(),
    /** A data URL of a PNG. */
    signature: exactText(400_000),
    signed_name: personName,
  })
  .meta({ id: 'WalkaroundBody' });

const madeCheck = z
  .object({
    id,
    reference_number: z.string(),
    result: z.enum(['pass', 'fail']),
    defects: z.int().nonnegative(),
    /** Seconds. */
    duration: z.int().nullable(),
    /** It took less time than a thorough check needs. */
    is_short: z.boolean(),
    /** The findings take the vehicle off the road. */
    takes_off_road: z.boolean(),
    /** The checks of the trailers; absent without any. */
    combination: z.array(combinedCheck).optional(),
  })
  .meta({ id: 'WalkaroundMade' });

/** The walkaround check on a driver's phone, and its templates (facts of the trade, walkaround check). */
export const walkaround = {
  start: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/walkaround/',
    ids: ['RP-27'],
    summary: 'Get the data that a phone needs to check vehicles offline.',
    access: WRITE,
    answer: z.object({
      person: z.object({ id, name: z.string() }),
      distance_unit: z.enum(['MLS', 'KMS']),
      photo_limit: z.int(),
      /** Seconds; a check that takes less is marked. */
      short_check: z.int(),
      /** One of each kind of vehicle. */
      templates: z.array(askedTemplate),
      own_texts: ownTexts,
      /** The first 300 visible ones, those that the person checked last first. */
      vehicles: z.array(checkVehicle),
      /** Whether there are more vehicles than those. */
      has_more: z.boolean(),
      /** The trailers that the person may couple, at most 300. */
      trailers: z.array(checkVehicle).optional(),
      /** What is asked of a trailer. */
      trailer_template: askedTemplate.nullable().optional(),
    }),
  }),
  vehicles: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/walkaround/vehicles/',
    ids: ['RP-27'],
    summary:
      'Search the visible vehicles by part of the registration, or by the code on the vehicle.',
    access: WRITE,
    ratePerMinute: SEARCH_RATE,
    query: z.object({
      search: textOf(20).default(''),
      /** Only trailers that the person may couple. */
      trailers: flag.default(false),
      qrid: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'This is no code of a vehicle')
        .optional(),
    }),
    answer: z.object({ results: z.array(checkVehicle) }),
  }),
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/vehicle-check/api/walkaround/photos/',
    ids: ['RP-27'],
    summary:
      'Upload one photograph, the file `photo`, of a check that follows. The header Idempotency-Key is `<check>.<photograph>`.',
    refuses: [429],
    access: WRITE,
    ratePerMinute: PHOTO_RATE,
    files: { photo: PHOTO },
    multipart: z.object({}),
    status: 201,
    answer: z.object({ id }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/vehicle-check/api/walkaround/',
    ids: ['RP-27'],
    summary: 'Send a finished check. The header Idempotency-Key makes a retry safe.',
    access: WRITE,
    body: walkaroundBody,
    status: 201,
    answer: madeCheck,
  }),
  templates: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/check_templates/',
    ids: ['L-P01'],
    summary:
      "List the check template of each vehicle type: the customer's own, or the built-in one.",
    access: ADMINISTER,
    query: pagedQuery(['vehicle_type']),
    answer: paged(template),
  }),
  template: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/check_templates/{id}/',
    ids: ['L-P01'],
    summary: 'Get one version of a template.',
    access: ADMINISTER,
    params: byId,
    answer: template,
  }),
  changeTemplate: endpoint({
    method: 'PUT',
    path: '/vehicle-check/api/check_templates/{id}/',
    ids: ['L-P01'],
    summary:
      "Create the next version of a template, or the customer's first version of a built-in one. Old checks keep their version.",
    access: ADMINISTER,
    params: byId,
    body: templateBody,
    answer: template,
  }),
  dropTemplate: endpoint({
    method: 'DELETE',
    path: '/vehicle-check/api/check_templates/{id}/',
    ids: ['L-P01'],
    summary: 'Restore the built-in template. Old checks keep their version.',
    access: ADMINISTER,
    params: byId,
  }),
} as const;
