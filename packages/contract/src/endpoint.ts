import type { Access } from '@roadworthy/domain';
import type { z } from 'zod';
import type { FormFile } from './form-files.ts';

/**
 * A schema of which only the types of its values are known. The compiler compares the schemas of each
 * call with this type; with all members of `z.ZodType` that took most of the type check.
 */
export type Schema = z.core.SomeType;

/** Statuses of refusals that a call documents in addition to those of its kind. */
export type RefusalStatus = 400 | 401 | 404 | 409 | 412 | 416 | 423 | 429 | 507;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the HTTP interface as data. The server implements it, the web app's client and the
 * OpenAPI document are derived from it. Paths are the specification's own, with their trailing
 * slash; the server also serves the form without it (requirement R-P01).
 */
export interface Endpoint {
  readonly method: Method;
  /** Path with parameters in braces, for example `/api/user/{id}/`. */
  readonly path: string;
  /** Requirement ids of the call (R-…, RP-…), shown in the API documentation. */
  readonly ids: readonly string[];
  readonly summary: string;
  readonly access: Access;
  /**
   * `jwt` where the token of R-020 is asked for instead of the access token (requirement R-014);
   * `session` where no personal API token is taken.
   */
  readonly credential?: 'jwt' | 'session';
  /** Asks for the key of a partner in the header X-External-Key. */
  readonly partnerKey?: true;
  /**
   * Open to a person who still has to set up the required second factor. Every other
   * call is refused until then.
   */
  readonly withoutSecondFactor?: true;
  /** Concerns the whole customer: refused to an administrator whose scope is limited to depots. */
  readonly customerWide?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Of a PUT: absent fields stay unchanged. */
  readonly keepsAbsent?: true;
  /** Fields of a multipart body, which the handler reads; files come with them. */
  readonly multipart?: Schema;
  /** The files of a multipart body, by name, for the API documentation. */
  readonly files?: Readonly<Record<string, FormFile>>;
  /** The body is bytes that the handler reads. */
  readonly binary?: true;
  /** Statuses of refusals in addition to those that follow from the other fields. */
  readonly refuses?: readonly RefusalStatus[];
  /** Schema of the answer's body; absent where the call answers with no content. */
  readonly answer?: Schema;
  /** Status of a successful answer: 200 by default, 204 without an answer schema. */
  readonly status?: 200 | 201 | 202 | 204;
  /**
   * Answers that are not one JSON value: an event stream, a redirect, a file or lines of JSON, written
   * by the handler.
   */
  readonly raw?: 'event-stream' | 'file' | 'ndjson' | 'redirect' | 'text';
  /** Schema of each line of an `ndjson` answer. */
  readonly line?: Schema;
  /** Requests a minute from one address; public calls that cost something name one. */
  readonly ratePerMinute?: number;
}

/** The schemas of a call, to parse and to describe with. */
export interface Schemas {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly multipart?: z.ZodObject;
  readonly answer?: z.ZodType;
  readonly line?: z.ZodType;
}

/** The schemas of a call. `Endpoint` has them with a type of few members: see `Schema`. */
export function schemasOf(call: Endpoint): Schemas {
  return call as unknown as Schemas;
}

/** Preserves the literal types of an endpoint. Returns its argument. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

/** The input of a handler. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
export type FieldsOf<E extends Endpoint> = Output<E['multipart']>;
/** The answer of a call. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends Schema
  ? z.output<E['answer']>
  : undefined;
/** A line of an `ndjson` answer. */
export type LineOf<E extends Endpoint> = E['line'] extends Schema ? z.output<E['line']> : undefined;

/** The input of a caller before parsing: only the parts that the call has. */
export type RequestOf<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : object) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : object) &
  (E['body'] extends Schema ? { body: Input<E['body']> } : object);
