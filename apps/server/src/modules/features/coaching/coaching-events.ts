import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import {
  eventsByIds,
  type FleetEvent,
  reviewsOf,
  toFleetEvent,
  toReview,
} from '../events/index.ts';

export type EventServices = Pick<Services, 'addresses' | 'db' | 'files'>;

/**
 * Events in the form of the API, newest first. The caller has checked that they may be seen.
 *
 * @param mayWatch whether thumbnails and clips are named
 */
export async function fleetEventsOf(
  trx: Transaction,
  { addresses, files }: Pick<EventServices, 'addresses' | 'files'>,
  viewer: Viewer,
  eventIds: readonly number[],
  mayWatch: boolean,
): Promise<FleetEvent[]> {
  const rows = await eventsByIds(trx, eventIds);
  const reviews = await reviewsOf(trx, eventIds);
  const address = addressFinder(viewer.distanceUnit, addresses);
  const reader = `u${viewer.userId}`;
  const thumbnailOf = mayWatch ? (id: string) => files.signedAddress(id, { reader }) : null;
  return rows.map((row) => {
    const event = toFleetEvent(row, address, thumbnailOf);
    return { ...event, review: toReview(reviews.get(event.id)) };
  });
}
