import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { SIGN_ON_PATHS } from './open-api-sign-on.ts';
import { errorAnswer } from './shapes.ts';

type Json = Record<string, unknown>;

/** Named schemas become components; the others stand where they are used. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _version,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $defs?: Json };
  const text = JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/');
  for (const [name, definition] of Object.entries($defs ?? {})) {
    components[name] = JSON.parse(
      JSON.stringify(definition).replaceAll('"#/$defs/', '"#/components/schemas/'),
    );
  }
  return JSON.parse(text);
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const components: Json = {};
  const root = jsonSchema(schema, 'input', components);
  // A named schema comes as a reference to itself; parameters are listed one by one.
  const named = typeof root.$ref === 'string' ? components[root.$ref.split('/').pop() ?? ''] : root;
  const { properties = {}, required = [] } = named as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

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

/** Media types that a call may answer with, where that is not JSON. */
function mediaTypes(call: Endpoint): readonly string[] {
  if (call.raw === 'event-stream') return ['text/event-stream'];
  if (call.raw === 'text') return ['text/plain'];
  if (call.raw === 'redirect') return ['text/html'];
  const format = parameters(call.query, 'query').find(({ name }) => name === 'format');
  const values = (format?.schema as { enum?: string[] } | undefined)?.enum ?? [];
  if (values.length > 0) return values.map((value) => FILE_TYPES[value] ?? ANY_FILE);
  const inWords = /\b(CSV|PDF|GPX|MP4)\b/.exec(call.summary)?.[1]?.toLowerCase();
  return [FILE_TYPES[inWords ?? ''] ?? ANY_FILE];
}

/** Fields of a form and its files. */
function formSchema({ files = [] }: Endpoint, fields: z.ZodObject, components: Json): Json {
  const schema = jsonSchema(fields, 'input', components);
  if (files.length === 0) return schema;
  const binary = { type: 'string', contentMediaType: ANY_FILE };
  const properties = Object.fromEntries(files.map((name) => [name, binary]));
  return { allOf: [schema, { type: 'object', properties, required: [...files] }] };
}

/** Refusals that a call documents (requirement T-P01); all of them carry the same body. */
function refusals(call: Endpoint): Json {
  const hasInput =
    (call.params ?? call.query ?? call.body ?? call.multipart) !== undefined ||
    call.method !== 'GET';
  const given: readonly (readonly [number, string, boolean])[] = [
    [400, 'The request does not fit the schema', hasInput],
    [401, 'Not signed in', call.access.kind !== 'public'],
    [403, 'Not allowed for this person', true],
    [404, 'Not found', call.params !== undefined || call.query !== undefined],
    [409, 'The current state forbids this', call.method !== 'GET'],
    [413, 'The body is too large', (call.body ?? call.multipart) !== undefined],
    [415, 'The content type is not accepted', (call.body ?? call.multipart) !== undefined],
    [429, 'Too many requests', call.ratePerMinute !== undefined],
  ];
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    given
      .filter(([, , applies]) => applies)
      .map(([status, description]) => [String(status), { description, content }]),
  );
}

/** Who may call: a bearer token, the key of a partner besides, or anybody. */
function securityOf({ access, partnerKey }: Endpoint): Json[] {
  const key = partnerKey === true ? { externalKey: [] } : {};
  if (access.kind === 'public') return partnerKey === true ? [key] : [];
  return [{ bearer: [], ...key }];
}

/** Of a body that keeps what it leaves out, no field is required and none has a default. */
function bodySchema(call: Endpoint, body: z.ZodType, components: Json): Json {
  if (call.keepsAbsent !== true || !(body instanceof z.ZodObject)) {
    return jsonSchema(body, 'input', components);
  }
  const {
    required: _,
    properties = {},
    ...rest
  } = jsonSchema(z.object(body.shape), 'input', components) as {
    required?: string[];
    properties?: Record<string, Json>;
  };
  const free = Object.entries(properties).map(([name, { default: _d, ...field }]) => [name, field]);
  return { ...rest, properties: Object.fromEntries(free) };
}

function operation(module: string, name: string, call: Endpoint, components: Json): Json {
  const status = call.status ?? (call.answer === undefined && call.raw === undefined ? 204 : 200);
  const json = (schema: Json) => ({ 'application/json': { schema } });
  const content =
    call.raw !== undefined
      ? Object.fromEntries(mediaTypes(call).map((type) => [type, { schema: { type: 'string' } }]))
      : call.answer !== undefined
        ? json(jsonSchema(call.answer, 'output', components))
        : undefined;
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    description: `${call.ids.join(', ')} · access: ${describeAccess(call)}`,
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: json(bodySchema(call, call.body, components)),
          },
        }),
    ...(call.multipart === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': { schema: formSchema(call, call.multipart, components) },
            },
          },
        }),
    responses: {
      [status]: { description: 'Done', ...(content === undefined ? {} : { content }) },
      ...refusals(call),
      default: { description: 'Failed', content: json({ $ref: '#/components/schemas/Error' }) },
    },
    security: securityOf(call),
  };
}

function describeAccess({ access, credential }: Endpoint): string {
  if (access.kind !== 'module') return access.kind;
  const write = access.write === true ? ', write' : '';
  const token = credential === 'jwt' ? ', with the token of R-020' : '';
  return `${access.anyOf.join(' or ')}${write}${token}`;
}

/**
 * The OpenAPI 3.1 description of a set of calls.
 *
 * @param modules the contract: calls by module and name
 * @param version the version of the product
 * @returns a plain object, ready to be sent as JSON
 */
export function openApiDocument(
  modules: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
  version: string,
): Json {
  const components: Json = {};
  jsonSchema(errorAnswer, 'output', components);
  const paths: Record<string, Json> = {};
  for (const [module, calls] of Object.entries(modules)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = paths[call.path] ?? {};
      path[call.method.toLowerCase()] = operation(module, name, call, components);
      paths[call.path] = path;
    }
  }
  Object.assign(paths, SIGN_ON_PATHS);
  return {
    openapi: '3.1.0',
    info: { title: 'Roadworthy', version },
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        externalKey: { type: 'apiKey', in: 'header', name: 'X-External-Key' },
      },
    },
  };
}
