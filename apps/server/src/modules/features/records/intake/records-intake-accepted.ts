import { badRequest, type ErrorMessage, HttpError } from '../../../../platform/errors.ts';

/** A clock that runs a little ahead of ours is no future. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const EARLIEST_MS = Date.UTC(1970, 0, 1);

/** 400 with the text beside one field. */
export function refused(field: string, text: ErrorMessage): HttpError {
  return badRequest(text, { errors: { [field]: [text] } });
}

/**
 * A moment that has been.
 *
 * @throws HttpError 400 beside the field for one to come, or before 1970
 */
export function pastMoment(field: string, text: string, nowMs = Date.now()): Date {
  const ms = Date.parse(text);
  if (ms > nowMs + CLOCK_TOLERANCE_MS) throw refused(field, 'validation.time_in_future');
  if (ms < EARLIEST_MS) throw refused(field, 'validation.year_too_early');
  return new Date(ms);
}

/** Says beside a field of the body what cannot be found, instead of "Not found" for the whole call. */
export async function beside<T>(field: string, text: ErrorMessage, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404) throw refused(field, text);
    throw error;
  }
}
