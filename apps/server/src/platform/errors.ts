/** Fields of an error answer beside its `detail` (requirement T-P01). */
export interface ErrorExtra {
  /** Texts beside each field of a form. */
  readonly errors?: Readonly<Record<string, string[]>>;
  /** Where a document names `message` (password calls). */
  readonly message?: string;
  readonly status?: string;
  /** Where a document names `non_field_errors` (legacy login). */
  readonly non_field_errors?: string[];
}

/**
 * A failure with the status and the text a person will read. Services throw it; one place
 * (`platform/http/error-answer.ts`) turns it into HTTP.
 */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly detail: string,
    readonly extra: ErrorExtra = {},
  ) {
    super(detail);
    this.name = 'HttpError';
  }
}

/** 400: the request cannot be taken as it is. */
export const badRequest = (detail: string, extra?: ErrorExtra) => new HttpError(400, detail, extra);
/** 400 with a text beside one field of the request. */
export const wrongField = (field: string, text: string) =>
  badRequest(text, { errors: { [field]: [text] } });
/** 401 with the text of requirement T-01. */
export const unauthorised = () => new HttpError(401, 'Unauthorized');
/** 403: known person, not allowed. */
export const forbidden = (detail: string, extra?: ErrorExtra) => new HttpError(403, detail, extra);
/** 404: nothing there, or nothing this person may know of (requirement U-P03). */
export const notFound = (detail = 'Not found') => new HttpError(404, detail);
/** 409: the state of things stands against it. */
export const conflict = (detail: string, extra?: ErrorExtra) => new HttpError(409, detail, extra);
/** 423: the account is locked (requirement B-P04). */
export const locked = (detail: string, extra?: ErrorExtra) => new HttpError(423, detail, extra);
/** 429: too many requests. */
export const tooMany = (detail: string, extra?: ErrorExtra) => new HttpError(429, detail, extra);
/** 503: a neighbour (the database, the issuer) is down for the moment. */
export const unavailable = (detail: string) => new HttpError(503, detail);
