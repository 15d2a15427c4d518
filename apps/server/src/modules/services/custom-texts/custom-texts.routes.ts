import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { TextsService } from './custom-texts.service.ts';

const calls = contract.customTexts;

/** Calls of custom texts. */
export function registerTexts(app: FastifyInstance, { db }: Services): void {
  const texts = new TextsService(db);
  implement(app, calls.own, async ({ viewer, params, request, reply }) => {
    const { texts: own, etag } = await texts.own(viewer, params.reference);
    // The web app requests them at every start; usually nothing has changed, and the answer is 304.
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
    const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
    if (!known.some((one) => one.replace(/^W\//, '') === etag)) return own;
    await reply.status(304).send();
    return undefined;
  });
  implement(app, calls.list, ({ viewer, query }) => texts.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => texts.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) => texts.change(viewer, params.id, body));
}
