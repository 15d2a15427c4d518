import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import {
  COACHED_EVENTS,
  EVENT_TYPES,
  NO_EVENT_CODE,
  severityOf,
  toApiDate,
} from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { AddressBook } from '../../../platform/geocoding/index.ts';
import { countOf, pageOf, rowsToCount } from '../../../platform/paging.ts';
import { rangeOf } from '../../../platform/range.ts';
import type { Services } from '../../../platform/services.ts';
import {
  addressFinder,
  checkVisibleDepot,
  visibleDriver,
  visibleVehicle,
} from '../../core/fleet/index.ts';
import { countEvents, eventRows, isReviewed } from './events.repository.ts';
import { type FleetEvent, toFleetEvent } from './fleet-event.ts';
import { reviewsOf } from './reviews/events-reviews.repository.ts';
import { toReview } from './reviews/events-reviews.service.ts';

/** Maximum number of events on a trail. */
const TRAIL_LIMIT = 2000;

/** Longest range of the few events of a driver, and of those with a review, days. */
const MAX_FEW_DAYS = 400;

type Query = QueryOf<typeof contract.events.list>;

/**
 * The event types of a query, without repeats and -1 (E-32). A severity and a figure of coaching leave
 * only their types; if none is left, the code -1, which no event has.
 */
function codesOf({ counted, event, severity }: Query): number[] {
  const codes = [...new Set(event)].filter((code) => code !== NO_EVENT_CODE);
  if (severity === undefined && counted === undefined) return codes;
  const all = codes.length === 0 ? EVENT_TYPES.map(({ eventCode }) => eventCode) : codes;
  const severities = severity === undefined ? null : [severity].flat();
  const left = all.filter(
    (code) =>
      (severities === null || severities.includes(severityOf(code))) &&
      (counted === undefined || COACHED_EVENTS.includes(code)),
  );
  return left.length === 0 ? [NO_EVENT_CODE] : left;
}

/** The filters about the review of events. */
function reviewFilterOf(viewer: Viewer, query: Query) {
  const { assigned, counted, dismissal_reason: reason, due, reviewed_since: since, state } = query;
  const timeZone = viewer.timeZone ?? 'UTC';
  return {
    states: state === undefined ? undefined : [state].flat(),
    dismissalReason: reason,
    reviewedSince:
      since === undefined ? undefined : momentRange({ start: since, end: since }, timeZone).start,
    assigneeId: assigned === 'me' ? viewer.userId : undefined,
    dueBefore: due === undefined ? undefined : toApiDate(Date.now(), timeZone),
    counted,
  };
}

/** Events (area E; R-140, RP-09). */
export class EventsService {
  constructor(private readonly services: Pick<Services, 'addresses' | 'db' | 'files'>) {}

  /**
   * A page of events, newest first (R-140, E-P04). The code -1 is ignored (E-32); no code means all
   * types.
   *
   * @throws HttpError 400 for a wrong range, 404 for a vehicle, depot or driver that is not visible
   */
  async list(
    viewer: Viewer,
    query: QueryOf<typeof contract.events.list>,
  ): Promise<AnswerOf<typeof contract.events.list>> {
    const { vehicle, vehicle_group: depot, driver } = query;
    const page = pageOf(query);
    const mayReview = viewer.modules.includes('Events');
    const reviewed = reviewFilterOf(viewer, query);
    if (Object.values(reviewed).some((value) => value !== undefined) && !mayReview)
      throw forbidden('access.denied');
    const isFew = driver !== undefined || isReviewed(reviewed);
    const { start, end } = rangeOf(viewer, query, isFew ? MAX_FEW_DAYS : undefined);
    const filter = {
      start,
      end,
      ...reviewed,
      codes: codesOf(query),
      side: query.side,
      eventId: query.id,
      vehicleId: vehicle,
      depotId: depot,
      driverId: driver,
      search: page.search,
    };
    const { counted, rows, reviews } = await this.services.db.asViewer(viewer, async (trx) => {
      if (vehicle !== undefined) await visibleVehicle(trx, viewer, vehicle);
      if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
      if (driver !== undefined) await visibleDriver(trx, viewer, driver);
      const found = await eventRows(trx, viewer, filter, {
        limit: page.limit,
        offset: page.offset,
        newestFirst: page.orderBy === null || page.descending,
      });
      const most = rowsToCount(page, found.length);
      return {
        counted: most === 0 ? 0 : await countEvents(trx, viewer, filter, most),
        rows: found,
        reviews: mayReview
          ? await reviewsOf(
              trx,
              found.map(({ id }) => Number(id)),
            )
          : null,
      };
    });
    const { count, isLimit } = countOf(page, rows.length, counted);
    const address = addressFinder(viewer.distanceUnit, this.services.addresses);
    const reader = `u${viewer.userId}`;
    const thumbnailOf = viewer.modules.includes('videos')
      ? (fileId: string) => this.services.files.signedAddress(fileId, { reader })
      : null;
    return {
      count,
      count_is_limit: isLimit,
      results: rows.map((row) => {
        const event = toFleetEvent(row, address, thumbnailOf);
        return reviews === null ? event : { ...event, review: toReview(reviews.get(event.id)) };
      }),
    };
  }

  /** All event types (RP-09). */
  async types(): Promise<AnswerOf<typeof contract.events.types>> {
    return EVENT_TYPES.map(({ name, eventCode, group }) => ({ name, eventCode, group }));
  }
}

/**
 * The events of a vehicle's trail, oldest first, at most the first 2,000 (M-P05). The caller has
 * checked that the vehicle is visible.
 */
export async function eventsOfTrail(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
  range: { readonly start: Date; readonly end: Date },
  addresses: AddressBook,
): Promise<FleetEvent[]> {
  const rows = await eventRows(
    trx,
    viewer,
    { ...range, codes: [], vehicleId, search: '' },
    { limit: TRAIL_LIMIT, offset: 0, newestFirst: false },
  );
  const address = addressFinder(viewer.distanceUnit, addresses);
  return rows.map((row) => toFleetEvent(row, address, null));
}
