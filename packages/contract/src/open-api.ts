import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
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
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', {}) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const RAW_TYPES = {
  'event-stream': 'text/event-stream',
  file: 'application/octet-stream',
  text: 'text/plain',
  redirect: 'text/html',
} as const;

function operation(module: string, name: string, call: Endpoint, components: Json): Json {
  const status = call.status ?? (call.answer === undefined && call.raw === undefined ? 204 : 200);
  const json = (schema: Json) => ({ 'application/json': { schema } });
  const content =
    call.raw !== undefined
      ? { [RAW_TYPES[call.raw]]: { schema: { type: 'string' } } }
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
            content: json(jsonSchema(call.body, 'input', components)),
          },
        }),
    ...(call.multipart === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': { schema: jsonSchema(call.multipart, 'input', components) },
            },
          },
        }),
    responses: {
      [status]: { description: 'Done', ...(content === undefined ? {} : { content }) },
      default: { description: 'Failed', content: json({ $ref: '#/components/schemas/Error' }) },
    },
    security: call.access.kind === 'public' ? [] : [{ bearer: [] }],
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
  return {
    openapi: '3.1.0',
    info: { title: 'Roadworthy', version },
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
