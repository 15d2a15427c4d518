import { CHECK_TYPES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, textOf, utc, utcInput } from './fields.ts';
import { RECORD_FILES } from './form-files.ts';
import {
  area,
  captions,
  checkedItem,
  combinedCheck,
  jsonText,
  odometerM,
  personName,
  placeText,
  recordText,
  severity,
  vehicleName,
} from './record-shapes.ts';
import { SIGNED_PDF } from './records.ts';
import { byId } from './shapes.ts';
import { reportDetails, reportedDamage } from './vehicle-check-shapes.ts';

/**
 * An item in the shape that {@link reportDetails} answers, which the catalogue sends, in that of the
 * fields below. What is wrong without a severity counts as major until somebody has assessed it.
 */
function asSent(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || 'result' in item || !('ok' in item)) return item;
  const { answer, ok, comment, severity: worst, ...rest } = item as Record<string, unknown>;
  const isFree = answer === 'not_applicable';
  return {
    ...rest,
    result: isFree ? answer : ok === true ? 'ok' : 'defect',
    ...(isFree || ok === true
      ? {}
      : { severity: worst ?? 'major', note: comment || String(answer ?? '') || rest.name }),
    // Addresses of photographs say nothing here: the files stand beside the fields.
    photos: [],
  };
}

const checkItem = z.preprocess(
  asSent,
  z
    .object({
      section: textOf(60).default(''),
      name: textOf(90).min(2),
      /** Which part of the vehicle it is; that of the walkaround check's point where it is not said. */
      area: area.optional(),
      result: z.enum(['ok', 'defect', 'not_applicable']),
      /** Of a defect, which needs both. */
      severity: severity.optional(),
      note: recordText.optional(),
      /** Which of the photographs show it, counted from 1 as they are sent. */
      photos: z.array(z.int().positive().max(20)).max(20).default([]),
    })
    .refine((item) => item.result !== 'defect' || item.severity !== undefined, {
      path: ['severity'],
      message: 'check.severity_required',
    })
    .refine((item) => item.result !== 'defect' || (item.note ?? '') !== '', {
      path: ['note'],
      message: 'check.note_required',
    }),
);

/** Fields of a check; the files `photos` (any number up to 10) and `signature` come with them. */
const checkFields = z
  .object({
    type: z.enum(CHECK_TYPES),
    vehicle: idText,
    /** Where it is missing, the sender is the driver. */
    driver: idText.optional(),
    done_at: utcInput,
    /** When the driver began: the check took from then to `done_at`. */
    started_at: utcInput.optional(),
    odometer: odometerM.optional(),
    place: placeText.optional(),
    lat: z.coerce.number().min(-90).max(90).optional(),
    long: z.coerce.number().min(-180).max(180).optional(),
    items: jsonText(z.array(checkItem).min(1).max(120)),
    captions: captions.optional(),
    /** Of the vehicle, beside what the items say; a driver check has none. */
    damages: jsonText(z.array(reportedDamage).max(40)).optional(),
    declaration: recordText.optional(),
    signed_name: personName.optional(),
  })
  .meta({ id: 'DriverCheckBody' });

export const driverCheck = z
  .object({
    id,
    type: z.literal('DRV'),
    reference_number: z.string(),
    date: utc,
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    driver: z.string(),
    /** Metres. */
    odometer: z.int().nullable(),
    place: z.string().nullable(),
    result: z.enum(['pass', 'fail']),
    defects: z.int().nonnegative(),
    /** The findings take the vehicle off the road. */
    takes_off_road: z.boolean(),
    /** Seconds; null where it was not said when the check began. */
    duration: z.int().nullable(),
    /** It took less time than a thorough check needs. */
    is_short: z.boolean(),
    items: z.array(checkedItem),
    /** All photographs: addresses that expire. */
    photos: z.array(z.string()),
    signature: z.string().nullable(),
    signed_name: z.string().nullable(),
    declaration: z.string(),
    /** The defect record of the findings. */
    defect: id.nullable(),
    /** The checks of the vehicle and the other trailers that were made with it; absent without any. */
    combination: z.array(combinedCheck).optional(),
  })
  .meta({ id: 'DriverCheck' });

const MODULES = ['Vehicle Check', 'Vehicle File'] as const;

/** Driver checks: how they come in, are read, and become a PDF (RP-27, R-161; OP-098). */
export const walkaroundRecords = {
  create: endpoint({
    method: 'POST',
    path: '/vehicle-check/api/depot_report/{id}/',
    ids: ['RP-27'],
    summary:
      'Create a report of any type of a depot, nil defects included. The header Idempotency-Key makes a retry safe.',
    access: { kind: 'module', anyOf: MODULES, write: true },
    params: byId,
    multipart: checkFields,
    files: RECORD_FILES,
    answer: reportDetails,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/driver_checks/{id}/',
    ids: ['RP-27'],
    summary: 'Get one driver check.',
    access: { kind: 'module', anyOf: MODULES },
    params: byId,
    answer: driverCheck,
  }),
  report: endpoint({
    method: 'GET',
    path: '/vehicle-check/api/driver_check_pdf/{id}/',
    ids: ['R-161'],
    summary: 'Get a driver check as a PDF, by a signed, expiring address or with the session.',
    ...SIGNED_PDF,
  }),
} as const;
