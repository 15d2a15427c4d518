import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { CodesService } from './codes/service.ts';
import { LabelsService } from './labels/service.ts';
import { LandingService } from './landing/service.ts';
import { registerRoutes } from './routes.ts';

/** The codes on vehicles and the public pages behind them (areas J and K). */
export function registerQrCode(app: FastifyInstance, services: Services): void {
  registerRoutes(app, {
    landing: new LandingService(services),
    codes: new CodesService(services),
    labels: new LabelsService(services),
  });
}
