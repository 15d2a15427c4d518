import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { TrackVehicle } from './fleet-store.ts';

const EVERY_MS = 30_000;

/** Since when a vehicle has been stopped and for how long; null while it moves, and if that is not known. */
export function useStop(vehicle: TrackVehicle): { sinceMs: number; durationS: number } | null {
  const isStopped = vehicle.state === 'stopped' || vehicle.state === 'offline';
  const { data } = useQuery({
    // A new stop has another state before it.
    queryKey: ['vehicle-stop', vehicle.id, vehicle.state],
    enabled: isStopped,
    staleTime: EVERY_MS,
    refetchInterval: 4 * EVERY_MS,
    queryFn: ({ signal }) =>
      api.tracking.vehicleStop({ params: { id: vehicle.id }, signal, quiet: true }),
  });
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (!isStopped || data?.stopped_since == null || data.vehicle_id !== vehicle.id) return null;
  const sinceMs = Date.parse(data.stopped_since);
  return { sinceMs, durationS: Math.max(60, Math.floor((nowMs - sinceMs) / 60_000) * 60) };
}
