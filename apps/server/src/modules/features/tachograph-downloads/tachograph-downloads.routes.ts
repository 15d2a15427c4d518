import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { DownloadSettingsService } from './settings/tachograph-downloads-settings.service.ts';
import type { TachographDownloadsService } from './tachograph-downloads.service.ts';

/** Registers the routes of due downloads. */
export function registerTachographDownloadsRoutes(
  app: FastifyInstance,
  downloads: TachographDownloadsService,
  settings: DownloadSettingsService,
): void {
  const calls = contract.tachographDownloads;
  implement(app, calls.list, ({ viewer, query }) => downloads.list(viewer, query));
  implement(app, calls.export, async ({ viewer, query, reply }) =>
    sendFile(reply, await downloads.file(viewer, query)),
  );
  implement(app, calls.settings, ({ viewer }) => settings.read(viewer));
  implement(app, calls.changeSettings, ({ viewer, body }) => settings.change(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => downloads.read(viewer, params.id));
  implement(app, calls.exempt, ({ viewer, params, body }) =>
    downloads.exempt(viewer, params.id, body),
  );
}
