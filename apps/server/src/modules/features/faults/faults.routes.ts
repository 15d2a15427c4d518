import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { FaultsService } from './faults.service.ts';
import type { FaultNotesService } from './notes/faults-notes.service.ts';
import type { FaultSettings } from './settings/faults-settings.service.ts';

interface RouteServices {
  readonly faults: FaultsService;
  readonly notes: FaultNotesService;
  readonly settings: FaultSettings;
}

/** Registers the routes of faults. */
export function registerFaultRoutes(
  app: FastifyInstance,
  { faults, notes, settings }: RouteServices,
): void {
  const calls = contract.faults;
  implement(app, calls.list, ({ viewer, query }) => faults.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await faults.file(viewer, query)),
  );
  implement(app, calls.read, ({ viewer, params }) => faults.read(viewer, params.id));
  implement(app, calls.createDefect, ({ viewer, params, body }) =>
    faults.createDefect(viewer, params.id, body),
  );
  implement(app, calls.addNote, ({ viewer, params, body }) =>
    faults.addNote(viewer, params.id, body),
  );
  implement(app, calls.close, ({ viewer, params, body }) => faults.close(viewer, params.id, body));
  implement(app, calls.notes, ({ viewer, query }) => notes.waiting(viewer, query.vehicle));
  implement(app, calls.settings, ({ viewer }) => settings.read(viewer));
  implement(app, calls.changeSettings, ({ viewer, body }) => settings.change(viewer, body));
}
