import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { contract, openApiDocument } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';

/**
 * The description of every call, generated from the contract: a page to browse it at `/api/docs`,
 * the OpenAPI 3.1 document at `/api/docs/json`.
 *
 * @param version the version of the product, shown on the page
 */
export async function serveApiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: {
      document: openApiDocument(contract, version) as unknown as OpenAPIV3.Document,
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    theme: { title: 'Roadworthy API' },
    uiConfig: { docExpansion: 'none', deepLinking: true },
  });
}
