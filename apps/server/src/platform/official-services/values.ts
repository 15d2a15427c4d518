import { z } from 'zod';

/** A day as YYYY-MM-DD; the DVSA also writes dots. Null without a valid one. */
export const day = z
  .string()
  .transform((value) => value.replaceAll('.', '-').slice(0, 10))
  .pipe(z.iso.date())
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** A text that is not empty; null without one. */
export const word = z
  .string()
  .trim()
  .nullish()
  .catch(null)
  .transform((value) => (value === undefined || value === '' ? null : value));

/** A whole number, also as text; null without one. */
export const whole = z.coerce
  .number()
  .int()
  .nonnegative()
  .max(2_147_483_647)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** The name of a value in our lists; null for one that is not known. */
export const known = <T extends string>(names: Readonly<Record<string, T>>) =>
  word.transform((value) => (value === null ? null : (names[value.toLowerCase()] ?? null)));
