import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';

export type ActiveDevice = AnswerOf<typeof contract.cameras.activeDevices>['results'][number];

const FRESH_MS = 60_000;

/** The vehicles with cameras (requirement F-43); none without the permission "videos". */
export function useActiveDevices(): {
  readonly devices: readonly ActiveDevice[];
  readonly isPending: boolean;
} {
  const { current } = useSession();
  const isAllowed = may(current, { kind: 'module', anyOf: ['videos'] });
  const { data, isPending } = useQuery({
    queryKey: ['active-devices'],
    enabled: isAllowed,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => api.cameras.activeDevices({ signal, quiet: true }),
  });
  return { devices: data?.results ?? [], isPending: isAllowed && isPending };
}

/** The cameras of a vehicle; undefined if it has none or while loading. */
export function useActiveDevice(vehicleId: number): ActiveDevice | undefined {
  return useActiveDevices().devices.find(({ vehicle }) => vehicle === vehicleId);
}
