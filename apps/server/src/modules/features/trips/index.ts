import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerTripRoutes } from './trips.routes.ts';
import { TripsService } from './trips.service.ts';

export { restAfter } from './rest-after.ts';
export {
  type PrivateTravelRow,
  privateTravelRows,
  type TripRow,
  tripRows,
} from './trips.repository.ts';
export { TripsService } from './trips.service.ts';
export { energyOf, USE_DAYS, usePerM } from './trips-fuel-use.ts';

/** Trips (area M). */
export function registerTrips(
  app: FastifyInstance,
  { addresses, db }: Pick<Services, 'addresses' | 'db'>,
): void {
  registerTripRoutes(app, new TripsService(db, addresses));
}
