import type { AnswerOf, contract } from '@roadworthy/contract';
import { decodeTrace, type TracePoint, toApiDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { eventMarks } from '../../ui/map/event-marks.ts';

/** Margin before and after, because the positions at the ends are interpolated. */
const AROUND_MS = 30_000;
const NO_POINTS: readonly TracePoint[] = [];
const NO_EVENTS: AnswerOf<typeof contract.trace.trace>['events'] = [];

/** The trail of a clip with its events. */
export function useClipTrail(vehicleId: number, startMs: number, endMs: number) {
  const query = useQuery({
    queryKey: ['clip-trail', vehicleId, startMs, endMs],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      api.trace.trace({
        query: {
          vehicle: vehicleId,
          start: toApiDateTime(startMs - AROUND_MS),
          end: toApiDateTime(endMs + AROUND_MS),
          shape: 'columns',
        },
        signal,
        quiet: true,
      }),
  });
  const { data } = query;
  const points = useMemo(
    () => (data?.columns === undefined ? NO_POINTS : decodeTrace(data.columns)),
    [data],
  );
  const events = data?.events ?? NO_EVENTS;
  const marks = useMemo(() => eventMarks(events), [events]);
  return { query, points, events, marks };
}
