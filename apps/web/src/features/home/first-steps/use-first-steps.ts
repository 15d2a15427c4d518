import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';

export type StepKey = 'company' | 'depot' | 'vehicle' | 'device' | 'user';
export type StepVehicle = AnswerOf<typeof contract.vehicles.list>['results'][number];
export type StepTracker = AnswerOf<typeof contract.trackers.list>['results'][number];

const KEY = 'first-steps';
const SOME = { pageSize: 25 } as const;
/** The step of a device is completed by the device, while the administrator watches. */
const DEVICE_REFRESH_MS = 5000;

/** The records of the steps; `isKnown` once all of them are loaded. */
export interface FirstRecords {
  readonly isKnown: boolean;
  readonly depots: readonly { readonly id: number; readonly name: string }[];
  /** The newest first. */
  readonly vehicles: readonly StepVehicle[];
  /** The tracker of a vehicle that has sent; null before the first message. */
  readonly live: StepTracker | null;
  /** The tracker of a vehicle that has not sent yet, the newest; null without one. */
  readonly silent: StepTracker | null;
  readonly isDone: Readonly<Record<StepKey, boolean>>;
}

const isLive = ({ last_seen: seen, vehicle }: StepTracker) => seen !== null && vehicle !== null;
const isSilent = ({ last_seen: seen, vehicle }: StepTracker) => seen === null && vehicle !== null;
const newest = (trackers: readonly StepTracker[]) =>
  trackers.reduce<StepTracker | null>(
    (last, one) => (last === null || one.id > last.id ? one : last),
    null,
  );

/**
 * Counts what the first steps create.
 *
 * @param isCounted false if the steps are not shown: nothing is requested
 */
export function useFirstRecords(isCounted: boolean): FirstRecords {
  const { user } = useSession().current;
  const common = { enabled: isCounted } as const;
  const depots = useQuery({
    ...common,
    queryKey: [KEY, 'depot'],
    queryFn: () => api.pickers.depots({ query: { ...SOME, brief: 'true' }, quiet: true }),
  });
  const vehicles = useQuery({
    ...common,
    queryKey: [KEY, 'vehicle'],
    queryFn: () => api.vehicles.list({ query: { ...SOME, ordering: '-created_at' }, quiet: true }),
  });
  const trackers = useQuery({
    ...common,
    queryKey: [KEY, 'tracker'],
    queryFn: () => api.trackers.list({ query: { ...SOME, ordering: '-last_seen' }, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(isLive) === true ? false : DEVICE_REFRESH_MS,
  });
  const users = useQuery({
    ...common,
    queryKey: [KEY, 'user'],
    queryFn: () => api.users.list({ query: SOME, quiet: true }),
  });
  const fitted = trackers.data?.results ?? [];
  const live = fitted.find(isLive) ?? null;
  const hasDepot = (depots.data?.count ?? 0) > 0;
  return {
    isKnown: [depots, vehicles, trackers, users].every(({ isSuccess }) => isSuccess),
    depots: (depots.data?.results ?? []).map(({ id, name }) => ({ id, name })),
    vehicles: vehicles.data?.results ?? [],
    live,
    silent: newest(fitted.filter(isSilent)),
    isDone: {
      // The company has a name since the installation; it need not be checked once there is a depot.
      company: hasDepot || user.customers.length === 0,
      depot: hasDepot,
      vehicle: (vehicles.data?.count ?? 0) > 0,
      device: live !== null,
      // The first user is the one who set the product up.
      user: (users.data?.count ?? 0) > 1,
    },
  };
}

/** Counts again; resolves when the new counts are known. */
export function useCountAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [KEY] });
}
