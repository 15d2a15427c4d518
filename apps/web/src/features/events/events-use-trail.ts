import { toApiDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import type { FleetEvent } from './use-events.ts';

/** The part of the route before and after an event. */
const AROUND_MS = 10 * 60_000;
const TRACE = {
  kind: 'module',
  anyOf: ['Trace', 'TraceVehicle', 'Track', 'TrackVehicle'],
} as const;
const NO_POINTS: readonly (readonly [number, number])[] = [];

/** The trail from ten minutes before to ten minutes after an event, as [longitude, latitude]. */
export function useTrail(
  event: FleetEvent | undefined,
): readonly (readonly [longitudeDeg: number, latitudeDeg: number])[] {
  const isAllowed = may(useSession().current, TRACE);
  const trace = useQuery({
    queryKey: ['event-trail', event?.id],
    enabled: event !== undefined && isAllowed,
    staleTime: 5 * 60_000,
    queryFn: () => {
      const startMs = Date.parse(event?.timestamp ?? '');
      const endMs = Date.parse(event?.ended_at ?? event?.timestamp ?? '');
      return api.trace.trace({
        query: {
          vehicle: event?.vehicle.id ?? 0,
          start: toApiDateTime(startMs - AROUND_MS),
          end: toApiDateTime(endMs + AROUND_MS),
        },
        quiet: true,
      });
    },
  });
  return useMemo(
    () => trace.data?.points.map(({ long, lat }) => [long, lat] as const) ?? NO_POINTS,
    [trace.data],
  );
}
