import { codeOf, type ErrorMessage } from './error-texts.ts';

export type { ErrorMessage } from './error-texts.ts';

/** Messages for the fields of a form, by the path of the field. */
export type FieldMessages = Readonly<Record<string, readonly ErrorMessage[]>>;

/** Fields of an error response besides its `detail` (requirement T-P01). */
export interface ErrorExtra {
  /** Messages for each field of a form. */
  readonly errors?: FieldMessages;
  /** For calls whose documentation uses `message` (password calls). */
  readonly message?: ErrorMessage;
  readonly status?: string;
  /** For calls whose documentation uses `non_field_errors` (legacy login). */
  readonly non_field_errors?: readonly ErrorMessage[];
}

/**
 * An error with its status and a stable code. Services throw it; one place
 * (`platform/http/error-answer.ts`) turns it into HTTP, in the reader's language. To add a code, add its
 * texts to `locales/errors/en.json` and `pt.json`.
 */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly detail: ErrorMessage,
    readonly extra: ErrorExtra = {},
  ) {
    super(codeOf(detail));
    this.name = 'HttpError';
  }
}

/** 400: the request is invalid. */
export const badRequest = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(400, detail, extra);
/** 400 with a message for one field of the request. */
export const wrongField = (field: string, message: ErrorMessage) =>
  badRequest(message, { errors: { [field]: [message] } });
/** 401 with the text of requirement T-01. */
export const unauthorised = () => new HttpError(401, 'request.unauthorized');
/** 403: authenticated, not allowed. */
export const forbidden = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(403, detail, extra);
/** 404: does not exist, or is outside the user's scope (requirement U-P03). */
export const notFound = (detail: ErrorMessage = 'request.not_found') => new HttpError(404, detail);
/** The row that a query found. @throws HttpError 404 if there is none */
export function orNotFound<Row>(row: Row | undefined, detail?: ErrorMessage): Row {
  if (row === undefined) throw notFound(detail);
  return row;
}
/** 409: conflicts with the current state. */
export const conflict = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(409, detail, extra);
/** 409 with a message for one field of the request. */
export const fieldConflict = (field: string, message: ErrorMessage) =>
  conflict(message, { errors: { [field]: [message] } });
/** 423: the account is locked (requirement B-P04). */
export const locked = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(423, detail, extra);
/** 429: too many requests. */
export const tooMany = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(429, detail, extra);
/** 503: a dependency (the database, the issuer) is temporarily unavailable. */
export const unavailable = (detail: ErrorMessage) => new HttpError(503, detail);
