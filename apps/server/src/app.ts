import type { FastifyInstance } from 'fastify';
import { watchAuditedCalls } from './modules/core/audit/index.ts';
import { registerPlatformInfo } from './modules/core/platform-info/index.ts';
import {
  needsFirstAdministrator,
  registerSignIn,
  SIGN_ON_SCOPE,
} from './modules/core/sign-in/index.ts';
import { ownPartnerKey } from './modules/features/accidents/index.ts';
import { createTokens, createViewerResolver } from './platform/auth/index.ts';
import { createHttp, serveApiDocs, serveWebApp, trustProxyOf } from './platform/http/index.ts';
import type { Services } from './platform/services.ts';
import { registerFeatures } from './registration.ts';

export interface AppOptions {
  /** Folder of the built web app; null if another server hosts it (development, tests). */
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
  watchAuditedCalls(app, services);
  await registerSignIn(app, services, tokens);
  registerPlatformInfo(app, services, {
    needsFirstAdministrator: () => needsFirstAdministrator(db),
    signOn: { clientId: config.oidc?.clientId ?? 'roadworthy-web', scope: SIGN_ON_SCOPE },
    partnerKey: ownPartnerKey(config),
  });
  await registerFeatures(app, services, tokens);
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
