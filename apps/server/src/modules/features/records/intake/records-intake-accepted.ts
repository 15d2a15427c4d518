import { type ErrorMessage, HttpError, wrongField } from '../../../../platform/errors.ts';

/** Tolerance for a client clock that runs ahead of the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const EARLIEST_MS = Date.UTC(1970, 0, 1);

/**
 * Parses a time that must not be in the future.
 *
 * @throws HttpError 400 on the field for a time in the future or before 1970
 */
export function pastMoment(field: string, text: string, nowMs = Date.now()): Date {
  const ms = Date.parse(text);
  if (ms > nowMs + CLOCK_TOLERANCE_MS) throw wrongField(field, 'validation.time_in_future');
  if (ms < EARLIEST_MS) throw wrongField(field, 'validation.year_too_early');
  return new Date(ms);
}

/** Turns a 404 of the lookup into a 400 on the field of the body that names the missing object. */
export async function asFieldError<T>(
  field: string,
  text: ErrorMessage,
  found: Promise<T>,
): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404) throw wrongField(field, text);
    throw error;
  }
}
