import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';
import type { MomentRange } from '../trace/use-trace.ts';

type Answer = AnswerOf<typeof contract.trips.list>;
export type Trip = Answer['results'][number];
export type TripTotals = Answer['totals'];
export type PrivateTravel = Answer['private_use'][number];

/** A stop between two trips, at the end of the first. */
export interface TripStop {
  readonly number: number;
  readonly startMs: number;
  readonly durationS: number;
  readonly address: string | null;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/**
 * A row of the table: a trip, the stop after it, or private use, of which only the length is known.
 */
export type TripRow =
  | { readonly kind: 'trip'; readonly trip: Trip }
  | { readonly kind: 'stop'; readonly stop: TripStop }
  | { readonly kind: 'private'; readonly travel: PrivateTravel };

/** The trips of a vehicle that started in a range, with their totals. */
export function useTrips(vehicleId: number | null, range: MomentRange | null) {
  return useQuery({
    queryKey: ['trips', vehicleId, range?.start, range?.end],
    enabled: vehicleId !== null && range !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.trips.list({
        query: { vehicle: vehicleId ?? 0, start: range?.start ?? '', end: range?.end ?? '' },
        signal,
        quiet: true,
      }),
  });
}

/** Trips oldest first; the server may return either direction. */
export function oldestFirst(trips: readonly Trip[]): Trip[] {
  return [...trips].sort((a, b) => a.start_time.localeCompare(b.start_time));
}

/**
 * Trips with the stops between them, in time order. The stop after the last trip is included
 * once its length is known.
 *
 * @param trips oldest first
 */
export function withStops(trips: readonly Trip[]): TripRow[] {
  let number = 0;
  return trips.flatMap((trip): TripRow[] => {
    const row: TripRow = { kind: 'trip', trip };
    if (trip.stop_after === null) return [row];
    number += 1;
    const stop: TripStop = {
      number,
      startMs: Date.parse(trip.end_time),
      durationS: trip.stop_after,
      address: trip.end_address,
      latitudeDeg: trip.end.lat,
      longitudeDeg: trip.end.long,
    };
    return [row, { kind: 'stop', stop }];
  });
}

/** When a trip, stop or private use started, in ms since 1970. */
export function startOf(row: TripRow): number {
  if (row.kind === 'stop') return row.stop.startMs;
  return Date.parse(row.kind === 'trip' ? row.trip.start_time : row.travel.start_time);
}

/** Inserts private use between trips and stops by start time. Both are in time order. */
export function withPrivate(
  rows: readonly TripRow[],
  travels: readonly PrivateTravel[],
): TripRow[] {
  const all = [...rows, ...travels.map((travel): TripRow => ({ kind: 'private', travel }))];
  return all.sort((a, b) => startOf(a) - startOf(b));
}

/** The stops as marks on the map, numbered as in the table. */
export function stopMarks(rows: readonly TripRow[]): TraceMark[] {
  return rows.flatMap((row): TraceMark[] => {
    if (row.kind !== 'stop') return [];
    const { number, latitudeDeg, longitudeDeg } = row.stop;
    return [{ kind: 'stop', index: number - 1, latitudeDeg, longitudeDeg }];
  });
}

/** From the first to the last record of a trip; the end of a range is exclusive. */
export function momentsOfTrip({ start_time, end_time }: Trip): MomentRange {
  return { start: start_time, end: toApiDateTime(Date.parse(end_time) + 1000) };
}
