import { startOfDay, toApiDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import type { TrackVehicle } from './fleet-store.ts';

type Point = readonly [longitudeDeg: number, latitudeDeg: number];

/** Maximum number of points; more would not be visible. */
const MAX_POINTS = 5000;
const DAY_MS = 86_400_000;

/** The trail of a vehicle since midnight in the user's time zone, extended by its last position. */
export function useTrail(vehicle: TrackVehicle | undefined): readonly Point[] {
  const timeZone = useSession().current.user.prefs.time_zone;
  const id = vehicle?.id;
  const trace = useQuery({
    queryKey: ['trail', id],
    enabled: id !== undefined,
    staleTime: 60_000,
    refetchInterval: 60_000,
    queryFn: () => {
      const start = startOfDay(Date.now(), timeZone);
      return api.trace.trace({
        query: {
          vehicle: id ?? 0,
          start: toApiDateTime(start),
          end: toApiDateTime(start + DAY_MS),
        },
        quiet: true,
      });
    },
  });
  const { lat, long } = vehicle ?? {};
  return useMemo(() => {
    if (id === undefined || trace.data?.vehicle.id !== id) return [];
    const points = trace.data.points
      .slice(-MAX_POINTS)
      .map((point): Point => [point.long, point.lat]);
    if (lat != null && long != null) points.push([long, lat]);
    return points;
  }, [id, trace.data, lat, long]);
}
