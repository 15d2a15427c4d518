import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { EVENT_TYPES, NO_EVENT_CODE, severityOf, toApiDate } from '@roadworthy/domain';
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
import { countEvents, eventRows } from './events.repository.ts';
import { type FleetEvent, toFleetEvent } from './fleet-event.ts';
import { reviewsOf } from './reviews/events-reviews.repository.ts';
import { toReview } from './reviews/events-reviews.service.ts';

/** Maximum number of events on a trail. */
const TRAIL_LIMIT = 2000;

/**
 * The event types of a query, without repeats and -1 (E-32). A severity leaves only its types; if
 * none is left, the code -1, which no event has.
 */
function codesOf({ event, severity }: QueryOf<typeof contract.events.list>): number[] {
  const codes = [...new Set(event)].filter((code) => code !== NO_EVENT_CODE);
  if (severity === undefined) return codes;
  const all = codes.length === 0 ? EVENT_TYPES.map(({ eventCode }) => eventCode) : codes;
  const severities = [severity].flat();
  const left = all.filter((code) => severities.includes(severityOf(code)));
  return left.length === 0 ? [NO_EVENT_CODE] : left;
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
    const { start, end } = rangeOf(viewer, query);
    const { vehicle, vehicle_group: depot, driver } = query;
    const page = pageOf(query);
    const mayReview = viewer.modules.includes('Events');
    if ((query.state ?? query.assigned ?? query.due) !== undefined && !mayReview)
      throw forbidden('access.denied');
    const filter = {
      start,
      end,
      codes: codesOf(query),
      state: query.state,
      assigneeId: query.assigned === 'me' ? viewer.userId : undefined,
      dueBefore:
        query.due === undefined ? undefined : toApiDate(Date.now(), viewer.timeZone ?? 'UTC'),
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
