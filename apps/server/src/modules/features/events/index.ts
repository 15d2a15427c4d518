import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { registerRoutes } from './events.routes.ts';
import { EventsService } from './events.service.ts';
import { ReviewFiguresService } from './review-figures/events-review-figures.service.ts';
import { ReviewsService } from './reviews/events-reviews.service.ts';
import {
  VehicleGroupsService,
  type WholeRecords,
} from './vehicle-groups/events-vehicle-groups.service.ts';

export { eventsByIds, hasVideo } from './events.repository.ts';
export { EventsService, eventsOfTrail } from './events.service.ts';
export { type FleetEvent, toFleetEvent } from './fleet-event.ts';
export { ReviewFiguresService } from './review-figures/events-review-figures.service.ts';
export { reviewOfEvent, reviewsOf, visibleEvents } from './reviews/events-reviews.repository.ts';
export { changeEventReviews, toReview } from './reviews/events-reviews.service.ts';

/** Registers events of vehicles (area E). */
export function registerEvents(
  app: FastifyInstance,
  services: Services,
  records: WholeRecords,
): void {
  registerRoutes(
    app,
    new EventsService(services),
    new VehicleGroupsService(services.db, records),
    new ReviewsService(services.db),
    new ReviewFiguresService(services.db),
  );
}
