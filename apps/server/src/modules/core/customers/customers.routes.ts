import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { CustomersService } from './customers.service.ts';
import { keepLogos } from './customers-logo.ts';

const calls = contract.customers;

/** An image of 1 MB as base64, and the other fields. */
const BODY_LIMIT_BYTES = 1_500_000;
/** The content at a logo's URL never changes: another image has another URL. */
const LOGO_CACHE = 'public, max-age=31536000, immutable';

export function registerCustomers(app: FastifyInstance, services: Services): void {
  keepLogos(services.files);
  const customers = new CustomersService(services);
  const bodyLimitBytes = BODY_LIMIT_BYTES;
  implement(app, calls.all, ({ viewer, query }) => customers.list(viewer, query));
  implement(app, calls.list, ({ viewer, query }) => customers.list(viewer, query));
  implement(app, calls.names, ({ viewer }) => customers.names(viewer));
  implement(app, calls.exportList, ({ viewer, query, reply }) =>
    sendFile(reply, customers.file(viewer, query)),
  );
  implement(app, calls.read, ({ viewer, params }) => customers.read(viewer, params.id));
  implement(app, calls.create, ({ viewer, body }) => customers.create(viewer, body), {
    bodyLimitBytes,
  });
  implement(
    app,
    calls.change,
    ({ viewer, params, body }) => customers.change(viewer, params.id, body),
    {
      bodyLimitBytes,
      current: async ({ viewer, params }) => {
        // Null leaves the help pages unchanged.
        return { ...(await customers.read(viewer, params.id)), management_company: null };
      },
    },
  );
  implement(app, calls.remove, ({ viewer, body }) => customers.archive(viewer, body.ids, true));
  implement(app, calls.archive, ({ viewer, body }) =>
    customers.archive(viewer, body.ids, body.archived),
  );
  implement(app, calls.logo, async ({ params, reply }) => {
    const file = await customers.logo(params.file);
    await reply
      .type(file.mediaType)
      .header('Cache-Control', LOGO_CACHE)
      .header('Content-Security-Policy', "sandbox; default-src 'none'")
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .send(await services.files.read(file));
    return undefined;
  });
}
