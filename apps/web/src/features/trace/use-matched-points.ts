import { decodeTrace, type TracePoint } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useAddress } from '../../ui/use-address.ts';
import type { MomentRange } from './use-trace.ts';

export interface Matching {
  /** Whether a map-matching service is configured. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** The map-matched trail; null while it is off or not loaded. */
  readonly points: readonly TracePoint[] | null;
  readonly toggle: () => void;
}

/** The map-matched trail, loaded only while the switch is on. */
export function useMatchedPoints(
  vehicleId: number | null,
  range: MomentRange | null,
  isOffered: boolean,
): Matching {
  const [address, setAddress] = useAddress();
  const isOn = isOffered && address.roads === '1';
  const query = useQuery({
    queryKey: ['trace-matched', vehicleId, range?.start, range?.end],
    enabled: isOn && vehicleId !== null && range !== null,
    staleTime: 60_000,
    retry: false,
    structuralSharing: false,
    queryFn: ({ signal }) =>
      api.trace.matchedTrace({
        query: { vehicle: vehicleId ?? 0, start: range?.start ?? '', end: range?.end ?? '' },
        signal,
        quiet: true,
      }),
  });
  const points = useMemo(
    () => (query.data === undefined ? null : decodeTrace(query.data.columns)),
    [query.data],
  );
  return {
    isOffered,
    isOn,
    isLoading: isOn && query.isFetching,
    isFailed: isOn && query.isError,
    points: isOn && points !== null && points.length > 0 ? points : null,
    toggle: () => setAddress({ roads: isOn ? undefined : '1' }),
  };
}
