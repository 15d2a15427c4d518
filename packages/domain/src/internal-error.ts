/** Values that explain an internal error in the log; never personal data. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/**
 * A failure that no text for a person belongs to: a broken invariant of the program, or a neighbour
 * that did not answer as agreed. The log shows its code and details; a caller of the API gets 500 or
 * the code that the caller of this code chooses.
 */
export class InternalError extends Error {
  override name = 'InternalError';

  /** @param code `area.what`, stable, without spaces */
  constructor(
    readonly code: string,
    details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    const values = Object.entries(details).map(([name, value]) => `${name}=${value}`);
    super([code, ...values].join(' '), options);
  }
}

/** A value that the program guarantees to exist. Throws {@link InternalError} if it is missing. */
export function must<T>(value: T | null | undefined, code: string): T {
  if (value === null || value === undefined) throw new InternalError(code);
  return value;
}
