import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { EvidenceService } from './evidence.service.ts';

/** Registers the routes of evidence packs. */
export function registerEvidenceRoutes(app: FastifyInstance, packs: EvidenceService): void {
  const calls = contract.evidence;
  implement(app, calls.list, ({ viewer }) => packs.list(viewer));
  implement(app, calls.create, ({ viewer, body }) => packs.create(viewer, body));
  implement(app, calls.key, () => packs.key());
  implement(app, calls.cancel, ({ viewer, params }) => packs.cancel(viewer, params.id));
  implement(app, calls.remove, ({ viewer, params }) => packs.remove(viewer, params.id));
  implement(app, calls.pdf, ({ viewer, params, reply }) =>
    sendFile(reply, packs.file(viewer, params.id, 'pdf_file_id')),
  );
  implement(app, calls.archive, ({ viewer, params, reply }) =>
    sendFile(reply, packs.file(viewer, params.id, 'archive_file_id')),
  );
}
