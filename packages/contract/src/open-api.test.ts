import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { contract, type Endpoint, openApiDocument, schemasOf } from './index.ts';

type Json = Record<string, unknown>;

const document = openApiDocument(contract, '1.0.0') as {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};

/** The same with its schemas by name: by a pointer they would be compiled for each reference. */
const named = JSON.parse(
  JSON.stringify(document).replaceAll('"#/components/schemas/', '"component:'),
) as typeof document;
const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
addFormats.default(ajv);
for (const [name, schema] of Object.entries(named.components.schemas)) {
  ajv.addSchema({ ...schema, $id: `component:${name}` });
}

describe('the OpenAPI document', () => {
  it('is accepted by an independent validator', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('has schemas that a validator compiles, without a reference to themselves', () => {
    for (const name of Object.keys(named.components.schemas)) {
      expect(ajv.getSchema(`component:${name}`), name).toBeTypeOf('function');
    }
    const isError = ajv.compile({ $ref: 'component:Error' });
    expect(isError({ detail: 'Not found', code: 'request.not_found' })).toBe(true);
    expect(isError({ detail: 'Not found' })).toBe(false);
  });

  it('lists refusals and the security of every call', () => {
    for (const [path, calls] of Object.entries(document.paths)) {
      for (const [method, call] of Object.entries(calls)) {
        const statuses = Object.keys(call.responses as Json);
        expect(
          statuses.some((status) => /^4\d\d$/.test(status)),
          `${method} ${path}`,
        ).toBe(true);
        expect(call.security, `${method} ${path}`).toBeInstanceOf(Array);
      }
    }
    const report = document.paths['/api/help/vehicle/accident_reporting/']?.post;
    expect(report?.security).toEqual([{ externalKey: [] }]);
    expect(document.components.securitySchemes.externalKey).toMatchObject({
      name: 'X-External-Key',
    });
  });

  it('has the calls of the sign-on and the texts, and the parameters of named queries', () => {
    for (const path of ['/auth/oauth2/authorize/', '/auth/oauth2/token/', '/auth/oauth2/logout/']) {
      expect(Object.keys(document.paths)).toContain(path);
    }
    expect(Object.keys(document.paths)).toContain('/locales/{reference}.json');
    const named = (path: string) =>
      Object.entries(document.paths[path] ?? {}).flatMap(([, call]) =>
        (call.parameters as { name: string }[]).map(({ name }) => name),
      );
    const [latest] = Object.keys(document.paths).filter((path) => /driver_check_latest/.test(path));
    expect(named(latest ?? '')).toEqual(expect.arrayContaining(['qrid', 'registration']));
  });

  it('names the media types of exports and the files of forms', () => {
    const success = (path: string) => {
      const responses = document.paths[path]?.get?.responses as Record<string, { content: Json }>;
      return Object.keys(responses['200']?.content ?? {});
    };
    expect(success('/api/vor_pdf/{id}/')).toEqual(['application/pdf']);
    expect(success('/api/administration/vehicles_export/')).toContain('text/csv');
    const photo = document.paths['/api/help/vehicle/accident_reporting/photos/']?.post;
    expect(JSON.stringify(photo?.requestBody)).toContain('"photo"');
  });

  it('has an example of each parameter, body and answer, which fits its schema', () => {
    const faults: string[] = [];
    let checked = 0;
    const compiled = new Map<string, ValidateFunction>();
    const check = (at: readonly string[], holder: Json) => {
      const key = JSON.stringify(holder.schema);
      const fits = compiled.get(key) ?? ajv.compile(holder.schema as Json);
      compiled.set(key, fits);
      checked += 1;
      if (!('example' in holder)) faults.push(`${at.join(' ')}: no example`);
      else if (!fits(holder.example)) {
        faults.push(`${at.join(' ')}: ${JSON.stringify([fits.errors?.[0], holder.example])}`);
      }
    };
    type Body = { readonly content?: Record<string, Json> };
    const checkBody = (at: readonly string[], { content = {} }: Body) => {
      for (const [type, one] of Object.entries(content)) {
        const isOpaque = (one.schema as Json).type === 'string';
        if (!isOpaque) check([...at, 'content', type], one);
      }
    };
    for (const [path, calls] of Object.entries(named.paths)) {
      for (const [method, call] of Object.entries(calls)) {
        const at = ['paths', path, method];
        for (const [n, one] of ((call.parameters ?? []) as Json[]).entries()) {
          check([...at, 'parameters', String(n)], one);
        }
        checkBody([...at, 'requestBody'], (call.requestBody ?? {}) as Body);
        for (const [status, one] of Object.entries(call.responses as Record<string, Body>)) {
          checkBody([...at, 'responses', status], one);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(1000);
  });

  it('has bodies in its examples that the calls accept', () => {
    const refused: string[] = [];
    for (const [module, calls] of Object.entries(contract)) {
      for (const [name, call] of Object.entries(calls as Record<string, Endpoint>)) {
        const operation = document.paths[call.path]?.[call.method.toLowerCase()] as {
          requestBody?: { content: Record<string, { example?: unknown }> };
        };
        const example = operation.requestBody?.content['application/json']?.example;
        const result = schemasOf(call).body?.safeParse(example);
        if (result?.success === false) refused.push(`${module}.${name}: ${result.error.message}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('is the same each time it is made', () => {
    expect(openApiDocument(contract, '1.0.0')).toEqual(document);
  });

  it('names the types of files in forms, and the bytes that a call takes', () => {
    const body = (path: string, method: string) =>
      document.paths[path]?.[method]?.requestBody as { content: Record<string, Json> };
    const form = body('/api/vehicle_activities/', 'post').content['multipart/form-data'];
    expect(form?.encoding).toEqual({
      document: { contentType: 'image/jpeg, image/png, image/webp, application/pdf' },
    });
    const bytes = body('/video-evidence/api/uploads/{id}/', 'put').content;
    expect(Object.keys(bytes)).toEqual(['application/octet-stream']);
  });

  it('lists locked accounts, full disks and impossible parts where calls answer them', () => {
    const statuses = (path: string, method: string) =>
      Object.keys(document.paths[path]?.[method]?.responses as Json);
    expect(statuses('/api/authenticate', 'post')).toContain('423');
    expect(statuses('/api/user/{id}/change_password/', 'put')).toContain('423');
    expect(statuses('/api/vehicle_activities/', 'post')).toContain('507');
    expect(statuses('/api/files/{id}/', 'get')).toContain('416');
  });
});
