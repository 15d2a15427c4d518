import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { HttpError } from '../errors.ts';

/** The body of an error answer (requirement T-P01). */
interface ErrorBody {
  detail: string;
  errors?: Record<string, string[]>;
  message?: string;
  status?: string;
  non_field_errors?: string[];
  request_id?: string;
}

/** Field texts of a failed parse; what concerns the whole body stands under `non_field_errors`. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys
        : [issue.path.join('.') || 'non_field_errors'];
    for (const name of names) {
      const text = issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message;
      fields[name] = [...(fields[name] ?? []), text];
    }
  }
  return fields;
}

/** Names of lost connections and shutdowns: PostgreSQL class 08 and 57P, and the socket's own. */
const DATABASE_DOWN = /^(08\w{3}|57P\d{2}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

/** Whether an error says that the database cannot be reached just now. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && DATABASE_DOWN.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}

/** How the reader of forms says that a multipart body is broken; its errors have no code. */
const BROKEN_FORM =
  /^(Multipart: Boundary not found|The needle cannot |Unexpected end of multipart|\w+ terminated early)/;

/** Status and body for any error; nothing of an unforeseen one reaches the caller but its id. */
export function errorAnswer(
  error: unknown,
  requestId: string,
): { status: number; body: ErrorBody } {
  if (error instanceof HttpError) {
    return { status: error.statusCode, body: { detail: error.detail, ...error.extra } };
  }
  if (isDatabaseDown(error)) {
    const detail = 'The database cannot be reached just now. Please try again in a moment.';
    return { status: 503, body: { detail, request_id: requestId } };
  }
  const known = error as FastifyError;
  if (typeof known?.statusCode === 'number' && known.statusCode >= 400 && known.statusCode < 500) {
    return { status: known.statusCode, body: { detail: known.message } };
  }
  if (error instanceof Error && BROKEN_FORM.test(error.message)) {
    return { status: 400, body: { detail: 'The body is not a valid multipart/form-data form.' } };
  }
  return {
    status: 500,
    body: { detail: 'Something went wrong on the server.', request_id: requestId },
  };
}

/** Fastify's error handler: the one place where an error becomes HTTP. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = errorAnswer(error, request.id);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (status === 503) reply.header('Retry-After', '2');
  void reply.status(status).send(body);
}
