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
});
