import { codeOf, type ErrorMessage } from './error-texts.ts';

export type { ErrorMessage } from './error-texts.ts';

/** Messages beside the fields of a form, by the path of the field. */
export type FieldMessages = Readonly<Record<string, readonly ErrorMessage[]>>;

/** Fields of an error answer beside its `detail` (requirement T-P01). */
export interface ErrorExtra {
  /** Messages beside each field of a form. */
  readonly errors?: FieldMessages;
  /** Where a document names `message` (password calls). */
  readonly message?: ErrorMessage;
  readonly status?: string;
  /** Where a document names `non_field_errors` (legacy login). */
  readonly non_field_errors?: readonly ErrorMessage[];
}

/**
 * A failure with its status and a stable code. Services throw it; one place
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

/** 400: the request is not valid. */
export const badRequest = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(400, detail, extra);
/** 400 with a message beside one field of the request. */
export const wrongField = (field: string, message: ErrorMessage) =>
  badRequest(message, { errors: { [field]: [message] } });
/** 401 with the text of requirement T-01. */
export const unauthorised = () => new HttpError(401, 'request.unauthorized');
/** 403: known person, not allowed. */
export const forbidden = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(403, detail, extra);
/** 404: does not exist, or is outside of what this person may see (requirement U-P03). */
export const notFound = (detail: ErrorMessage = 'request.not_found') => new HttpError(404, detail);
/** 409: conflicts with the present state. */
export const conflict = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(409, detail, extra);
/** 423: the account is locked (requirement B-P04). */
export const locked = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(423, detail, extra);
/** 429: too many requests. */
export const tooMany = (detail: ErrorMessage, extra?: ErrorExtra) =>
  new HttpError(429, detail, extra);
/** 503: a neighbour (the database, the issuer) is down for the moment. */
export const unavailable = (detail: ErrorMessage) => new HttpError(503, detail);
