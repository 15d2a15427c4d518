import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { FuelCardsService } from './fuel-cards.service.ts';

/** Registers the routes of findings about fuel cards. */
export function registerFuelCardRoutes(app: FastifyInstance, findings: FuelCardsService): void {
  const calls = contract.fuelCards;
  implement(app, calls.list, ({ viewer, query }) => findings.list(viewer, query));
  implement(app, calls.export, async ({ viewer, query, reply }) =>
    sendFile(reply, await findings.file(viewer, query)),
  );
  implement(app, calls.read, ({ viewer, params }) => findings.read(viewer, params.id));
  implement(app, calls.decide, ({ viewer, params, body }) =>
    findings.decide(viewer, params.id, body),
  );
}
