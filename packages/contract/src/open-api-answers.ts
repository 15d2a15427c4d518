import { z } from 'zod';
import { type Endpoint, type RefusalStatus, schemasOf } from './endpoint.ts';

type Json = Record<string, unknown>;

/** Content that no schema describes: a file, a stream, a page. */
export const BYTES = { type: 'string' };

/** Media types of files, by the value of a parameter `format` or the end of a path. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml',
  mp4: 'video/mp4',
};
/** A file whose type depends on what was stored. */
const ANY_FILE = 'application/octet-stream';

/** The values of a parameter `format`. */
function formatsOf(call: Endpoint): readonly string[] {
  const format: unknown = schemasOf(call).query?.shape.format;
  if (format === undefined) return [];
  const schema = z.toJSONSchema(format as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return (schema.enum ?? []) as string[];
}

/** Media types that a call may answer with, where that is not JSON. */
export function mediaTypes(call: Endpoint): readonly string[] {
  if (call.raw === 'event-stream') return ['text/event-stream'];
  if (call.raw === 'ndjson') return ['application/x-ndjson'];
  if (call.raw === 'text') return ['text/plain'];
  if (call.raw === 'redirect') return ['text/html'];
  const values = formatsOf(call);
  if (values.length > 0) return values.map((value) => FILE_TYPES[value] ?? ANY_FILE);
  const inWords = /\b(CSV|PDF|GPX|MP4)\b/.exec(call.summary)?.[1]?.toLowerCase();
  return [FILE_TYPES[inWords ?? ''] ?? ANY_FILE];
}

/** The body of every refusal (requirement T-P01). */
export const ERROR_CONTENT = {
  'application/json': {
    schema: { $ref: '#/components/schemas/Error' },
    example: { detail: 'Not found', code: 'request.not_found' },
  },
};

const DESCRIPTIONS = {
  400: 'The request does not fit the schema',
  401: 'Not signed in',
  403: 'Not allowed for this person',
  404: 'Not found',
  409: 'The current state forbids this',
  412: 'The record has changed',
  413: 'The body is too large',
  414: 'A part of the address is too long',
  415: 'The content type is not accepted',
  416: 'The file has no such part',
  423: 'Too many wrong passwords; wait',
  429: 'Too many requests',
  500: 'The server failed; the answer has the id of the request',
  503: 'The database or a service behind the server is down for the moment',
  507: 'The disk is full',
} as const satisfies Record<RefusalStatus | 403 | 413 | 414 | 415 | 500 | 503, string>;

/** Refusals that a call documents (requirement T-P01); all of them carry the same body. */
export function refusals(call: Endpoint): Json {
  const takesBody = (call.body ?? call.multipart ?? call.binary) !== undefined;
  const keepsFiles = (call.multipart ?? call.binary) !== undefined;
  const applies: Readonly<Record<keyof typeof DESCRIPTIONS, boolean>> = {
    // The address of any call may be malformed, and its name may hold a null character.
    400: true,
    401: call.access.kind !== 'public',
    403: true,
    404: call.params !== undefined || call.query !== undefined || takesBody,
    409: call.method !== 'GET',
    412: false,
    413: call.method !== 'GET',
    414: call.params !== undefined,
    415: call.method !== 'GET',
    416: false,
    423: false,
    429: call.ratePerMinute !== undefined,
    500: true,
    503: true,
    507: keepsFiles,
  };
  const more = new Set<string>((call.refuses ?? []).map(String));
  return Object.fromEntries(
    Object.entries(DESCRIPTIONS)
      .filter(([status]) => applies[Number(status) as RefusalStatus] || more.has(status))
      .map(([status, description]) => [status, { description, content: ERROR_CONTENT }]),
  );
}

/** The answers of a call that is done. */
export function successes(call: Endpoint, content: Json | undefined): Json {
  const hasBody = call.answer !== undefined || call.raw !== undefined;
  const status = call.status ?? (hasBody ? 200 : 204);
  const description = call.raw === 'ndjson' ? 'Lines of JSON, each as the schema says' : 'Done';
  return { [status]: { description, ...(content === undefined ? {} : { content }) } };
}
