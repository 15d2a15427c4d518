import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { endOpenCommands } from './device-commands.repository.ts';
import { registerDeviceCommandRoutes } from './device-commands.routes.ts';
import { DeviceCommandsService } from './device-commands.service.ts';
import { DeviceCommandSettingsService } from './device-commands-settings.service.ts';

/** Registers commands to the devices of vehicles. The gateway sends them. */
export function registerDeviceCommands(app: FastifyInstance, services: Services): void {
  const settings = new DeviceCommandSettingsService(services);
  registerDeviceCommandRoutes(app, new DeviceCommandsService(services), settings);
}

/** Declares the job that ends commands which cannot be sent or answered any more. */
export function registerDeviceCommandJobs({ db, jobs }: Services): void {
  jobs.register(
    'device-commands-end',
    () => db.asSystem((trx) => endOpenCommands(trx)),
    '* * * * *',
  );
}
