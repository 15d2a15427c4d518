import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../platform/auth/index.ts';
import { forbidden, implement } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';

export interface PlatformFacts {
  /** Whether there is no user yet; checked at each request until it is false. */
  readonly needsFirstAdministrator: () => Promise<boolean>;
  /** Client and scopes that the web app uses to sign in. */
  readonly signOn: { readonly clientId: string; readonly scope: string };
  /** The key that our own public pages send with a report (W-24); not a secret (OP-084). */
  readonly partnerKey: string;
}

/** The map bundled with the web app. */
const OFFLINE_BASEMAP = '/map/britain.json';
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Allows callers with the token; if none is configured, only this machine. Uses the socket's address,
 * because anyone can set a header; requests forwarded by a proxy on this machine are refused.
 */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  const { authorization, forwarded } = request.headers;
  if (token !== null) {
    return isSameSecret(authorization ?? '', `Bearer ${token}`);
  }
  const passedOn = forwarded ?? request.headers['x-forwarded-for'];
  return passedOn === undefined && LOOPBACK.has(request.socket.remoteAddress ?? '');
}

/** Calls about the installation: web app configuration, health, metrics (RP-06, RP-07). */
export function registerPlatformInfo(
  app: FastifyInstance,
  { config, health, mapArchives, metrics }: Services,
  facts: PlatformFacts,
): void {
  let isSetUp = false;
  const { satellite } = config.map;

  implement(app, contract.platformInfo.config, async () => {
    isSetUp ||= !(await facts.needsFirstAdministrator());
    return {
      production: config.production,
      needs_first_administrator: !isSetUp,
      home_variant: config.homeVariant,
      external_apps: config.externalApps,
      bases: config.bases,
      sign_on: { client_id: facts.signOn.clientId, scope: facts.signOn.scope },
      partner_key: facts.partnerKey,
      map: {
        tiles: config.map.styleUrl ?? OFFLINE_BASEMAP,
        style_url: config.map.styleUrl,
        attribution: config.map.attribution,
        archives: (await mapArchives.archives()).map(({ facts }) => ({
          path: `/api/maps/archives/${facts.digest}/`,
          bounds: [...facts.boundsDeg] as [number, number, number, number],
          min_zoom: facts.minZoom,
          max_zoom: facts.maxZoom,
        })),
        satellite:
          satellite === null
            ? null
            : {
                url: satellite.url,
                attribution: satellite.attribution,
                max_zoom: satellite.maxZoom,
              },
        has_address_service: config.map.geocoder.url !== null,
        can_match: config.map.matchingUrl !== null,
        traffic: config.map.traffic,
      },
    };
  });

  implement(app, contract.platformInfo.health, async ({ reply }) => {
    const checks = await health.ask();
    if (checks.every(({ ok }) => ok)) return { status: 'ok' as const, checks };
    // 503, so that a load balancer or a watchdog does not need to read the body.
    await reply.status(503).send({ status: 'degraded', checks });
    return undefined;
  });

  implement(app, contract.platformInfo.metrics, async ({ request, reply }) => {
    if (!mayReadMetrics(request, config.metricsToken)) {
      throw forbidden('access.metrics');
    }
    await reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    return undefined;
  });
}
