import type { FastifyInstance } from 'fastify';
import {
  depotFacts,
  registerAdministration,
  registerAudit,
  wholeVehicles,
} from './modules/administration/index.ts';
import { registerAlerts } from './modules/alerts/index.ts';
import { registerChecks } from './modules/checks/index.ts';
import { registerEvents } from './modules/events/index.ts';
import { registerFiles } from './modules/files/index.ts';
import { registerInvestigations } from './modules/investigations/index.ts';
import { registerMaps } from './modules/maps/index.ts';
import { registerPlatformInfo } from './modules/platform-info/index.ts';
import { ownPartnerKey, registerQrCode } from './modules/qr-code/index.ts';
import { registerRecords } from './modules/records/index.ts';
import { registerReports } from './modules/reports/index.ts';
import { needsFirstAdministrator, registerSignIn, SIGN_ON_SCOPE } from './modules/sign-in/index.ts';
import { registerTelematics } from './modules/telematics/index.ts';
import { registerVehicleCheck } from './modules/vehicle-check/index.ts';
import { registerVehicleFile, vehicleHooks } from './modules/vehicle-file/index.ts';
import { registerVideo } from './modules/video/index.ts';
import { registerVideoLive } from './modules/video/live/index.ts';
import { createTokens, createViewerResolver } from './platform/auth/index.ts';
import { createHttp, serveApiDocs, serveWebApp, trustProxyOf } from './platform/http/index.ts';
import type { Services } from './platform/services.ts';

export interface AppOptions {
  /** Folder of the built web app; null where another server brings it (development, tests). */
  readonly webRoot: string | null;
  /** Version of the product, shown in the API documentation. */
  readonly version: string;
}

/**
 * The `api` role: every call of the contract, the sign-on, the API documentation and the web app.
 *
 * @returns a Fastify instance that is not listening yet
 */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { config, db, log } = services;
  const tokens = await createTokens(config, db);
  const app = await createHttp({
    log,
    publicUrl: config.publicUrl,
    trustProxy: trustProxyOf(config.trustProxy),
    alone: db.alone,
    webOrigins: config.webOrigins,
    resolveViewer: createViewerResolver(services, tokens),
  });
  registerAudit(app, services);
  await registerSignIn(app, services, tokens);
  registerPlatformInfo(app, services, {
    needsFirstAdministrator: () => needsFirstAdministrator(db),
    signOn: { clientId: config.oidc?.clientId ?? 'roadworthy-web', scope: SIGN_ON_SCOPE },
    partnerKey: ownPartnerKey(config),
  });
  registerTelematics(app, services);
  registerEvents(app, services, { depotFacts, wholeVehicles });
  registerAlerts(app, services);
  registerReports(app, services);
  registerAdministration(app, services, vehicleHooks);
  registerFiles(app, services);
  registerVehicleFile(app, services);
  registerInvestigations(app, services);
  registerRecords(app, services, tokens);
  registerVehicleCheck(app, services);
  registerChecks(app, services);
  registerQrCode(app, services);
  registerMaps(app, services);
  registerVideo(app, services);
  await registerVideoLive(app, services, tokens);
  if (config.hasApiDocs) await serveApiDocs(app, options.version);
  if (options.webRoot !== null) {
    await serveWebApp(app, {
      root: options.webRoot,
      mapOrigins: config.map.origins,
      baseOrigins: config.baseOrigins,
      hasOwnBases: config.hasOwnBases,
      signOnOrigin: config.oidc === null ? null : new URL(config.oidc.issuer).origin,
    });
  }
  return app;
}
