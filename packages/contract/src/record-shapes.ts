import { DEFECT_AREAS, InternalError, SEVERITIES } from '@roadworthy/domain';
import { z } from 'zod';
import { exactText, id, idText, longId, STORABLE, textOf, utc } from './fields.ts';

/** Shapes that all records share. */

/** A text written by a person. */
export const recordText = textOf(500);
export const placeText = textOf(120);
export const personName = textOf(90).min(2);
/** Metres; more than any vehicle drives. */
export const odometerM = z.coerce.number().int().min(0).max(10_000_000_000);
/** Send it back as read; a stale version is refused. */
export const version = idText;
export const severity = z.enum(SEVERITIES);
export const area = z.enum(DEFECT_AREAS);

/** A JSON text within a form. */
export function jsonText<S extends z.core.$ZodType<unknown, unknown>>(schema: S) {
  return exactText(200_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text, (_key, value: unknown) => {
          if (typeof value === 'string' && !STORABLE.test(value))
            throw new InternalError('record.not_storable');
          return value;
        });
      } catch {
        context.addIssue({ code: 'custom', message: 'validation.not_json' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Captions of the photographs in the order in which they are sent. */
export const captions = jsonText(z.array(textOf(120)).max(20));

export const vehicleName = z.object({ id, registration: z.string() });

/** The last odometer reading of a vehicle that is used, with which a typed one is compared. */
export const lastOdometer = z
  .object({
    /** Metres. */
    odometer: z.number(),
    read_at: utc,
  })
  .meta({ id: 'LastOdometer' });

export const recordPhotograph = z
  .object({
    id,
    caption: z.string(),
    /** Evidence of the finding, or of its repair. */
    shows: z.enum(['finding', 'repair']),
    /** An address that expires. */
    address: z.string(),
  })
  .meta({ id: 'RecordPhotograph' });

export const recordTrailEntry = z
  .object({
    id: longId,
    at: utc,
    by: z.string(),
    action: z.string(),
    note: z.string(),
    changes: z.array(
      z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
  })
  .meta({ id: 'RecordTrailEntry' });

/** Filters of a list of records by region, depot and vehicle. */
export const recordScope = {
  region: idText.optional(),
  depot: idText.optional(),
  vehicle: idText.optional(),
};

/** An item of a stored check. */
export const checkedItem = z.object({
  section: z.string(),
  name: z.string(),
  answer: z.enum(['ok', 'defect', 'not_applicable']),
  ok: z.boolean(),
  severity: severity.nullable(),
  comment: z.string().nullable(),
  /** Addresses that expire. */
  photos: z.array(z.string()),
});

/** Another check of the same combination of vehicle and trailers. */
export const combinedCheck = z
  .object({
    id,
    reference_number: z.string(),
    vehicle: z.object({ id, registration: z.string() }),
    defects: z.int().nonnegative(),
  })
  .meta({ id: 'CombinedCheck' });
