import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { contract, openApiDocument } from './index.ts';

type Json = Record<string, unknown>;

const document = openApiDocument(contract, '1.0.0') as {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};

describe('the OpenAPI document', () => {
  it('is accepted by an independent validator', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('has schemas that a validator compiles, without a reference to themselves', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      const fits = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      expect(fits, name).toBeTypeOf('function');
    }
    const isError = ajv.compile({ $ref: 'document#/components/schemas/Error' });
    expect(isError({ detail: 'Not found' })).toBe(true);
    expect(isError({})).toBe(false);
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
});
