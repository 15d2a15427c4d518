import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { forbidden, implement } from '../../platform/http/index.ts';
import type { Services } from '../../platform/services.ts';

export interface PlatformFacts {
  /** Whether nobody could sign in yet; asked at each request until it is false. */
  readonly needsFirstAdministrator: () => Promise<boolean>;
  /** Client and scopes the web app names to the sign-on. */
  readonly signOn: { readonly clientId: string; readonly scope: string };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Calls about the installation: configuration of the web app, health, metrics (RP-06, RP-07). */
export function registerPlatformInfo(
  app: FastifyInstance,
  { config, health, metrics }: Services,
  facts: PlatformFacts,
): void {
  let isSetUp = false;

  implement(app, contract.platform.config, async () => {
    isSetUp ||= !(await facts.needsFirstAdministrator());
    return {
      production: config.production,
      needs_first_administrator: !isSetUp,
      home_variant: config.homeVariant,
      external_apps: config.externalApps,
      bases: config.bases,
      sign_on: { client_id: facts.signOn.clientId, scope: facts.signOn.scope },
      partner_key: config.partnerKey,
      map: { style_url: config.map.styleUrl, attribution: config.map.attribution },
    };
  });

  implement(app, contract.platform.health, async ({ reply }) => {
    const checks = await health.ask();
    const ok = checks.every((check) => check.ok);
    if (!ok) reply.header('X-Health', 'degraded');
    return { status: ok ? ('ok' as const) : ('degraded' as const), checks };
  });

  implement(app, contract.platform.metrics, async ({ request, reply }) => {
    const allowed =
      config.metricsToken === null
        ? LOOPBACK.has(request.ip)
        : request.headers.authorization === `Bearer ${config.metricsToken}`;
    if (!allowed)
      throw forbidden('Metrics are for this machine, or for whoever holds METRICS_TOKEN.');
    await reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    return undefined;
  });
}
