import { contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { productVersion } from '../../../platform/product-version.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import { checkSystem } from './system-health.service.ts';
import { watchSystemHealth } from './system-health-metric.ts';
import { sendTestMail } from './system-health-test-mail.ts';

/** Calls of the system health, for people who run the installation (RP-07). */
export function registerSystemHealthRoutes(app: FastifyInstance, services: Services): void {
  const calls = contract.systemHealth;
  const { config, db, files, mail, mapArchives, addresses, health } = services;
  const parts = {
    config,
    db,
    files,
    mail,
    mapArchives,
    geocoder: addresses.geocoder,
    serverHealth: () => health.ask(),
  };
  watchSystemHealth(services.metrics, parts);
  implement(app, calls.read, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    return {
      checks: await checkSystem(parts, languageOf(viewer.language)),
      checked_at: toApiDateTime(Date.now()),
      version: productVersion(),
    };
  });
  implement(app, calls.sendTestMail, async ({ viewer }) => ({
    sent_to: await sendTestMail(services, viewer),
  }));
}
