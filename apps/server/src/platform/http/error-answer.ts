import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf, type ErrorMessage, errorText } from '../error-texts.ts';
import { HttpError } from '../errors.ts';
import { type LanguageReference, languageOf } from '../texts.ts';

/** The body of an error response (requirement T-P01). */
export interface ErrorBody {
  detail: string;
  /** The stable code of `detail`. */
  code: string;
  errors?: Record<string, string[]>;
  /** The stable codes of `errors`, in the same places. */
  error_codes?: Record<string, string[]>;
  message?: string;
  status?: string;
  non_field_errors?: string[];
  request_id?: string;
}

/** Codes of lost connections and shutdowns: PostgreSQL class 08 and 57P, and socket errors. */
const DATABASE_DOWN = /^(08\w{3}|57P\d{2}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

/** Whether an error means that the database is unavailable. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && DATABASE_DOWN.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}

/** The multipart parser's message for a broken body; its errors have no code. */
const BROKEN_FORM =
  /^(Multipart: Boundary not found|The needle cannot |Unexpected end of multipart|\w+ terminated early)/;

/** Codes of errors that the HTTP server itself raises, by their status. */
const SERVER_CODES: Readonly<Record<number, ErrorMessage>> = {
  404: 'request.not_found',
  413: 'request.too_large',
  415: 'request.media_type',
  429: 'request.too_many',
};

function bodyOf({ detail, extra }: HttpError, language: LanguageReference): ErrorBody {
  const said = (message: ErrorMessage) => errorText(language, message);
  const { errors, message, status, non_field_errors } = extra;
  const fields = Object.entries(errors ?? {});
  return {
    detail: said(detail),
    code: codeOf(detail),
    ...(errors === undefined
      ? {}
      : {
          errors: Object.fromEntries(fields.map(([name, all]) => [name, all.map(said)])),
          error_codes: Object.fromEntries(fields.map(([name, all]) => [name, all.map(codeOf)])),
        }),
    ...(message === undefined ? {} : { message: said(message) }),
    ...(status === undefined ? {} : { status }),
    ...(non_field_errors === undefined ? {} : { non_field_errors: non_field_errors.map(said) }),
  };
}

/**
 * Status and body for any error, in a language; for an unexpected error, the caller gets only
 * the id of the request.
 */
export function errorAnswer(
  error: unknown,
  requestId: string,
  language: LanguageReference,
): { status: number; body: ErrorBody } {
  if (error instanceof HttpError) {
    return { status: error.statusCode, body: bodyOf(error, language) };
  }
  const coded = (code: ErrorMessage) => ({
    detail: errorText(language, code),
    code: codeOf(code),
  });
  if (isDatabaseDown(error)) {
    return { status: 503, body: { ...coded('request.database_down'), request_id: requestId } };
  }
  const status = (error as FastifyError | undefined)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, body: coded(SERVER_CODES[status] ?? 'request.invalid') };
  }
  if (error instanceof Error && BROKEN_FORM.test(error.message)) {
    return { status: 400, body: coded('request.broken_form') };
  }
  return { status: 500, body: { ...coded('request.failed'), request_id: requestId } };
}

/**
 * The language of a response: from the header `Accept-Language` if it is supported, otherwise that of
 * the account, otherwise English.
 */
export async function answerLanguage(request: FastifyRequest): Promise<LanguageReference> {
  const wanted = request.headers['accept-language'];
  if (wanted !== undefined && /^(en|pt)\b/i.test(wanted)) return languageOf(wanted);
  const viewer = await request.resolveViewer().catch(() => null);
  return languageOf(viewer?.language);
}

/** Fastify's error handler: the only place that converts errors to HTTP. */
export async function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { status, body } = errorAnswer(error, request.id, await answerLanguage(request));
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (status === 503) reply.header('Retry-After', '2');
  await reply.status(status).send(body);
}

/** As {@link sendError}, for requests without a route, for which the caller is unknown. */
export function sendFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const language = languageOf(request.headers['accept-language']);
  const { status, body } = errorAnswer(error, request.id, language);
  reply.status(status).send(body);
}
