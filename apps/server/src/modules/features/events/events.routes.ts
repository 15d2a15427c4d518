import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { EventsService } from './events.service.ts';
import type { ReviewFiguresService } from './review-figures/events-review-figures.service.ts';
import type { ReviewsService } from './reviews/events-reviews.service.ts';
import type { VehicleGroupsService } from './vehicle-groups/events-vehicle-groups.service.ts';

/** Registers the routes of events and of the sidebar that filters them. */
export function registerRoutes(
  app: FastifyInstance,
  service: EventsService,
  groups: VehicleGroupsService,
  reviews: ReviewsService,
  figures: ReviewFiguresService,
): void {
  const { events } = contract;
  implement(app, events.list, ({ viewer, query }) => service.list(viewer, query));
  implement(app, events.types, () => service.types());
  implement(app, events.review, ({ viewer, body }) => reviews.change(viewer, body));
  implement(app, events.reviewers, ({ viewer, params }) => reviews.reviewers(viewer, params.id));
  implement(app, events.reviewFigures, ({ viewer }) => figures.read(viewer));
  implement(app, events.reviewNotes, ({ viewer, params, query }) =>
    reviews.notes(viewer, params.id, pageOf(query)),
  );
  implement(
    app,
    events.vehicleGroups,
    ({ viewer, query }) =>
      groups.list(viewer, pageOf(query), {
        trackersOnly: query.trackers_only === 'true',
        isBrief: query.brief,
      }),
    { trusted: true },
  );
}
