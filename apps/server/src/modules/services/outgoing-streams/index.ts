import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { tellOfFailures } from './delivery/outgoing-streams-telling.ts';
import { StreamWorkers } from './delivery/outgoing-streams-workers.ts';
import { registerOutgoingStreamRoutes } from './outgoing-streams.routes.ts';
import { OutgoingStreamsService } from './outgoing-streams.service.ts';

/** Registers the calls that set outgoing streams up. */
export function registerOutgoingStreams(app: FastifyInstance, services: Services): void {
  registerOutgoingStreamRoutes(app, new OutgoingStreamsService(services));
}

/** Declares the work that sends records to destinations. Call it before `jobs.start`. */
export function registerOutgoingStreamJobs(services: Services): void {
  const workers = new StreamWorkers(services);
  services.jobs.poll('outgoing-streams', () => workers.step());
  const tell = async () => void (await tellOfFailures(services));
  services.jobs.register('outgoing-stream-failures', tell, '* * * * *');
}
