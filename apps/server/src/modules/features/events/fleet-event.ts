import type { AnswerOf, contract } from '@roadworthy/contract';
import { eventType, severityOf, toApiDateTime } from '@roadworthy/domain';
import { type AddressFinder, driverOf } from '../../core/fleet/index.ts';
import type { EventRow } from './events.repository.ts';

export type FleetEvent = AnswerOf<typeof contract.events.list>['results'][number];

/**
 * A database event in the form of the API.
 *
 * @param thumbnailOf returns the address of a thumbnail; null for a reader without video permission
 */
export function toFleetEvent(
  row: EventRow,
  address: AddressFinder,
  thumbnailOf: ((fileId: string) => string) | null,
): FleetEvent {
  const { latitude: lat, longitude: long } = row;
  return {
    id: Number(row.id),
    vehicle: { id: row.vehicle_id, registration: row.registration },
    event: {
      // A code from a later version has no name here, but is still shown.
      name: eventType(row.event_code)?.name ?? `Event ${row.event_code}`,
      eventCode: row.event_code,
    },
    timestamp: toApiDateTime(row.occurred_ms),
    ended_at: row.ended_ms === null ? null : toApiDateTime(row.ended_ms),
    lat,
    long,
    dir: row.heading_deg ?? 0,
    speed: row.speed_kmh ?? 0,
    address: lat === null || long === null ? null : address(lat, long),
    driver: driverOf(row),
    has_video: row.has_video,
    clip: row.clip_id === null || thumbnailOf === null ? null : Number(row.clip_id),
    thumbnail:
      row.thumbnail_id === null || thumbnailOf === null ? null : thumbnailOf(row.thumbnail_id),
    source: row.source,
    value: row.value,
    geofence:
      row.geofence_id === null ? null : { id: row.geofence_id, name: row.geofence_name ?? '' },
    severity: severityOf(row.event_code),
  };
}
