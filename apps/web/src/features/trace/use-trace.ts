import type { AnswerOf, contract } from '@roadworthy/contract';
import { decodeTrace, type TracePoint } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { eventMarks } from '../../ui/map/event-marks.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';

type Answer = AnswerOf<typeof contract.trace.trace>;
export type TraceEvent = Answer['events'][number];
export type TraceSummary = Answer['summary'];

export interface TraceStop {
  readonly startMs: number;
  readonly endMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly address: string | null;
}

/** A decoded trail. */
export interface Trace {
  readonly vehicle: Answer['vehicle'];
  /** In device time order. */
  readonly points: readonly TracePoint[];
  readonly stops: readonly TraceStop[];
  readonly events: readonly TraceEvent[];
  readonly summary: TraceSummary;
}

/** What of a trail is on the map and in the lists. */
export type Trail = Pick<Trace, 'points' | 'stops' | 'events'>;

/** Decodes the response of the trace call. */
export function traceOf(answer: Answer): Trace {
  const { vehicle, columns, events, stops, summary } = answer;
  return {
    vehicle,
    points: columns === undefined ? [] : decodeTrace(columns),
    events,
    summary,
    stops: stops.map(({ start, end, lat, long, address }) => ({
      startMs: Date.parse(start),
      endMs: Date.parse(end),
      latitudeDeg: lat,
      longitudeDeg: long,
      address,
    })),
  };
}

/** Stops and events as marks on the map; an event without a position has none. */
export function marksOf({ stops, events }: Pick<Trace, 'stops' | 'events'>): TraceMark[] {
  return [
    ...stops.map(
      ({ latitudeDeg, longitudeDeg }, index): TraceMark => ({
        kind: 'stop',
        index,
        latitudeDeg,
        longitudeDeg,
      }),
    ),
    ...eventMarks(events),
  ];
}

/** A range as in the calls: timestamps in UTC, the end exclusive. */
export interface MomentRange {
  readonly start: string;
  readonly end: string;
}

/**
 * The trail of a vehicle in a range. While another one loads, the last one stays
 * (`isPlaceholderData`).
 */
export function useTrace(vehicleId: number | null, range: MomentRange | null) {
  const query = useQuery({
    queryKey: ['trace', vehicleId, range?.start, range?.end],
    enabled: vehicleId !== null && range !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    // Structural sharing of 50,000 points takes longer than drawing them.
    structuralSharing: false,
    queryFn: ({ signal }) =>
      api.trace.trace({
        query: {
          vehicle: vehicleId ?? 0,
          start: range?.start ?? '',
          end: range?.end ?? '',
          shape: 'columns',
        },
        signal,
        quiet: true,
      }),
  });
  const trace = useMemo(
    () => (query.data === undefined ? null : traceOf(query.data)),
    [query.data],
  );
  return { ...query, trace };
}
