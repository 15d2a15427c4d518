import { isTimeZone } from '@roadworthy/domain/time';
import { z } from 'zod';

/*
 * The types of single fields. Every call takes its texts, ids and dates from here, so that no input
 * reaches the database that it cannot store; a test walks over the contract and holds it to that.
 */

/** The largest `int` of PostgreSQL, which most ids and versions are. */
const INT4_MAX = 2_147_483_647;

/**
 * PostgreSQL stores neither the null character nor half of a surrogate pair. Exported for texts
 * that are checked elsewhere, such as JSON within a form.
 */
export const STORABLE = /^[^\0\uD800-\uDFFF]*$/u;

/** A text that is stored exactly as sent: passwords, tokens, data URLs. */
export const exactText = (max: number) =>
  z.string().max(max).regex(STORABLE, 'Contains characters that cannot be stored');

/** A text that a person types; surrounding white space is removed. */
export const textOf = (max: number) =>
  z.string().trim().max(max).regex(STORABLE, 'Contains characters that cannot be stored');

/** A positive integer identity (requirement V-P02). */
export const id = z.int().positive().max(INT4_MAX);
/** An identity of a table that may grow beyond two billion rows. */
export const longId = z.int().positive();
/** An identity in a path, a query or a form, where it arrives as text. */
export const idText = z.coerce.number().int().positive().max(INT4_MAX);
/** A whole number that the database keeps as `int`: a version, a code. */
export const int4 = z.int().min(0).max(INT4_MAX);
/** A code of an event, which the database keeps as `smallint`. */
export const eventCode = z.int().positive().max(32_767);
/** The same in a query. */
export const eventCodeText = z.coerce.number().int().min(-1).max(32_767);
/** Seconds since 1970, of a signed address. */
export const expiresText = z.coerce.number().int().min(0).max(9_999_999_999);

/** A moment as ISO UTC, for example 2019-07-04T01:00:00Z (requirement R-003). */
export const utc = z.iso.datetime();
/** A bare date, for example 2019-07-04. */
export const date = z.iso.date();
/** The range of years in inputs. */
const YEARS = /^(19|20|21)\d\d-/;
const YEARS_MESSAGE = 'Use a date between 1900 and 2199';
/** A date and time in an input. */
export const utcInput = utc.regex(YEARS, YEARS_MESSAGE).meta({ format: 'date-time' });
/** A date in an input. */
export const dateInput = date.regex(YEARS, YEARS_MESSAGE).meta({ format: 'date' });
/** One end of a range: a moment, or a bare date for the whole day (requirement R-P05). */
export const moment = z.union([utcInput, dateInput]);
/** The name of a time zone, which the service checks together with other fields. */
export const timeZoneName = exactText(64);
/** An IANA time zone. Pure, so that the web app, which has some schemas, leaves out the check. */
export const timeZone = /* @__PURE__ */ timeZoneName.refine(
  isTimeZone,
  'This time zone is not known',
);
/** The time zone of the browser, for days of people without a preferred time zone. */
export const browserZone = /* @__PURE__ */ timeZone.optional();
/** A boolean in a query or a form; the other spellings that zod accepts are not documented. */
export const flag = z.stringbool().meta({ enum: ['true', 'false'] });

/** A text of JSON, as a field of a form has it. */
export const jsonText = /* @__PURE__ */ exactText(10_000).transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'validation.not_json' });
    return z.NEVER;
  }
});

/** An email address of a record; null or empty for none. */
export const contactEmail = z
  .union([z.literal(''), z.email().max(254)])
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);
/** A telephone number of a record; null or empty for none. */
export const contactPhone = z
  .string()
  .trim()
  .max(40)
  .regex(/^[+\d ()-]*$/, 'A telephone number has digits, blanks and + ( ) -')
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);

/**
 * A text of a public form. Characters that cannot be stored are dropped instead of refused: the
 * report of a driver at the roadside must not be lost to half an emoji.
 */
export const lenientText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .overwrite((value) => value.replace(/[\0\u{d800}-\u{dfff}]/gu, ''))
    .regex(STORABLE);
/** The code of a vehicle in its QR code. */
export const qrid = z.string().regex(/^[\w-]{1,64}$/, 'This is no code of a vehicle');

/** Who made a link that others open, how long it is valid, and how often it was opened. */
export const openedLink = {
  created_by: z.string(),
  created_at: utc,
  expires_at: utc,
  /** Null until it is revoked. */
  revoked_at: utc.nullable(),
  views: z.int().nonnegative(),
  last_view_at: utc.nullable(),
};

/** A driver's comment on their own record, and the signature once somebody has discussed it with them. */
export const ownAnswer = z.object({
  comment: textOf(2000).default(''),
  /** Signs a record that was discussed; null only comments. */
  signed_by: textOf(90).min(2).nullable().default(null),
  version: int4,
});
