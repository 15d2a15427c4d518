import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { contract, openApiDocument } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { ERROR_CODES } from '../error-texts.ts';

/** The stable codes of errors with their English texts, as a table of Markdown. */
function errorCodes(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, text]) => `| \`${code}\` | ${text} |`);
  return ['## Error codes', '', '| code | text |', '|---|---|', ...rows].join('\n');
}

/** Documents by version. One takes a third of a second to make, and each server of a test has one. */
const documents = new Map<string, OpenAPIV3.Document>();

function documentOf(version: string): OpenAPIV3.Document {
  const known = documents.get(version);
  if (known !== undefined) return known;
  const made = openApiDocument(contract, version) as unknown as OpenAPIV3.Document;
  const { description = '' } = made.info;
  const document = {
    ...made,
    info: { ...made.info, description: `${description}\n\n${errorCodes()}` },
  };
  documents.set(version, document);
  return document;
}

/**
 * The description of every call, generated from the contract: a page at `/api/docs`,
 * the OpenAPI 3.1 document at `/api/docs/json`.
 *
 * @param version the version of the product, shown on the page
 */
export async function serveApiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: documentOf(version) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    theme: { title: 'Roadworthy API' },
    uiConfig: { docExpansion: 'none', deepLinking: true },
  });
}
