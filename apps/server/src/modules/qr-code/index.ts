import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { Partners } from './accidents/partners.ts';
import { registerAccidentRoutes } from './accidents/routes.ts';
import { AccidentsService } from './accidents/service.ts';
import { registerAccidentJobs } from './accidents/telling/job.ts';
import { CodesService } from './codes/service.ts';
import { registerHelpRoutes } from './help/routes.ts';
import { HelpService } from './help/service.ts';
import { HelpSettingsService } from './help/settings-service.ts';
import { LabelsService } from './labels/service.ts';
import { LandingService } from './landing/service.ts';
import { registerPartnerKeyRoutes } from './partner-keys/routes.ts';
import { PartnerKeysService } from './partner-keys/service.ts';
import { registerRoutes } from './routes.ts';

export { ownPartnerKey } from './accidents/partners.ts';
export { documentsAddress } from './codes/addresses.ts';
export { type GivenCode, giveCodes } from './codes/giving.ts';
export { LabelsService } from './labels/service.ts';

/** The codes on vehicles and the public pages behind them (areas J and K). */
export function registerQrCode(app: FastifyInstance, services: Services): void {
  registerRoutes(app, {
    landing: new LandingService(services),
    codes: new CodesService(services),
    labels: new LabelsService(services),
  });
  registerHelpRoutes(app, {
    help: new HelpService(services),
    settings: new HelpSettingsService(services),
  });
  registerAccidentRoutes(
    app,
    services.files,
    new AccidentsService(services),
    new Partners(services),
  );
  registerPartnerKeyRoutes(app, new PartnerKeysService(services));
}

/** Declares the jobs of accidents. Before `jobs.start`. */
export function registerQrCodeJobs(services: Services): void {
  registerAccidentJobs(services);
}
