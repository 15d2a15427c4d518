import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../api/client.ts';
import { FleetStore } from './fleet-store.ts';
import { liveStream } from './live/live-stream.ts';

/** Polling repeats every 30 seconds (requirement M-03), in addition to the pushed updates. */
export const POLL_MS = 30_000;

/**
 * The visible vehicles with their last known state: loaded at once and every 30 seconds, and
 * updated by the live stream in between.
 */
export function useFleet() {
  const [store] = useState(() => new FleetStore());
  const vehicles = useSyncExternalStore(store.watch, store.snapshot);
  const stream = useSyncExternalStore(liveStream.watch, () => liveStream.state);
  const list = useQuery({
    queryKey: ['track'],
    queryFn: () => api.tracking.track(),
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  useEffect(() => {
    if (list.data !== undefined) store.take(list.data.results, true);
  }, [list.data, store]);
  useEffect(() => liveStream.listen((updates) => store.update(updates)), [store]);
  useEffect(() => {
    const timer = setInterval(() => store.age(Date.now()), POLL_MS);
    return () => clearInterval(timer);
  }, [store]);
  return { store, vehicles, stream, list };
}
