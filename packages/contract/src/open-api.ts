import { z } from 'zod';
import { type Endpoint, schemasOf } from './endpoint.ts';
import type { FormFile } from './form-files.ts';
import { BYTES, ERROR_CONTENT, mediaTypes, refusals, successes } from './open-api-answers.ts';
import { exampleOf } from './open-api-examples.ts';
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
    example: exampleOf(property as Json, components, name),
  }));
}

/** Headers that a call reads in addition to those of every call. */
function headerParameters({ binary }: Endpoint): Json[] {
  if (binary !== true) return [];
  const example = 'bytes 0-1048575/8388608';
  const schema = { type: 'string' };
  return [{ name: 'Content-Range', in: 'header', required: true, schema, example }];
}

/** Fields of a form and its files. */
function formBody({ files = {} }: Endpoint, fields: z.ZodObject, components: Json): Json {
  const schema = jsonSchema(fields, 'input', components);
  const named = Object.entries(files);
  const bytes = ({ types }: FormFile) => ({ type: 'string', contentMediaType: types[0] });
  const properties = Object.fromEntries(
    named.map(([name, file]) => [
      name,
      file.many === true ? { type: 'array', items: bytes(file) } : bytes(file),
    ]),
  );
  const required = named.filter(([, { optional }]) => optional !== true).map(([name]) => name);
  const whole =
    named.length === 0
      ? schema
      : {
          allOf: [
            schema,
            { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
          ],
        };
  const encoding = Object.fromEntries(
    named.map(([name, { types }]) => [name, { contentType: types.join(', ') }]),
  );
  return {
    schema: whole,
    ...(named.length === 0 ? {} : { encoding }),
    example: exampleOf(whole, components),
  };
}

/** The security of a call: a bearer token, a partner key in addition, or none. */
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

/** The body of a request in each of its media types; undefined for a call without one. */
function requestBody(call: Endpoint, components: Json): Json | undefined {
  const required = true;
  const { multipart, body } = schemasOf(call);
  if (call.binary === true) {
    return { required, content: { 'application/octet-stream': { schema: BYTES } } };
  }
  if (multipart !== undefined) {
    const content = { 'multipart/form-data': formBody(call, multipart, components) };
    return { required, content };
  }
  if (body === undefined) return undefined;
  const schema = bodySchema(call, body, components);
  const example = exampleOf(schema, components);
  return { required, content: { 'application/json': { schema, example } } };
}

/** The answer of a successful call. */
function answerContent(call: Endpoint, components: Json): Json | undefined {
  const { line, answer, query } = schemasOf(call);
  if (line !== undefined) {
    const schema = jsonSchema(line, 'output', components);
    const content = { schema, example: exampleOf(schema, components) };
    return Object.fromEntries(mediaTypes(call).map((type) => [type, content]));
  }
  if (call.raw !== undefined) {
    return Object.fromEntries(mediaTypes(call).map((type) => [type, { schema: BYTES }]));
  }
  if (answer === undefined) return undefined;
  const schema = jsonSchema(answer, 'output', components);
  return {
    'application/json': { schema, example: exampleOf(schema, components) },
    // With `pdf=true` the same record as a document.
    ...(query?.shape.pdf === undefined ? {} : { 'application/pdf': { schema: BYTES } }),
  };
}

function operation(module: string, name: string, call: Endpoint, components: Json): Json {
  const body = requestBody(call, components);
  const { params, query } = schemasOf(call);
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    description: `${call.ids.join(', ')} · access: ${describeAccess(call)}`,
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(query, 'query'),
      ...headerParameters(call),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...successes(call, answerContent(call, components)),
      ...refusals(call),
      default: { description: 'Failed', content: ERROR_CONTENT },
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
