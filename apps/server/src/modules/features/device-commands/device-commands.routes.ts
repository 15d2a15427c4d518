import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { DeviceCommandsService } from './device-commands.service.ts';
import type { DeviceCommandSettingsService } from './device-commands-settings.service.ts';

/** Registers the routes of commands to devices. */
export function registerDeviceCommandRoutes(
  app: FastifyInstance,
  service: DeviceCommandsService,
  settings: DeviceCommandSettingsService,
): void {
  const { deviceCommands } = contract;
  implement(app, deviceCommands.offers, ({ viewer, params }) => service.offers(viewer, params.id));
  implement(app, deviceCommands.send, ({ viewer, params, body, request }) =>
    service.send(viewer, params.id, body, request.ip),
  );
  implement(app, deviceCommands.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, deviceCommands.read, ({ viewer, params }) => service.read(viewer, params.id));
  implement(app, deviceCommands.cancel, ({ viewer, params }) => service.cancel(viewer, params.id));
  implement(app, deviceCommands.requestPositions, ({ viewer, body }) =>
    service.requestPositions(viewer, body.vehicles),
  );
  implement(app, deviceCommands.settings, ({ viewer, params }) =>
    settings.settings(viewer, params.id),
  );
  implement(app, deviceCommands.changeSettings, ({ viewer, params, body }) =>
    settings.changeSettings(viewer, params.id, body),
  );
}
