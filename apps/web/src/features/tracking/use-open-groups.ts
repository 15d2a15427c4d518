import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import type { FleetStore, TrackVehicle } from './fleet-store.ts';
import type { GroupBy } from './tracking-switches.tsx';
import { POLL_MS } from './use-fleet.ts';

/** The groups of the list and which of them are open. The group of the selected vehicle opens. */
export function useOpenGroups(by: GroupBy, store: FleetStore, selected: TrackVehicle | undefined) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const groups = useQuery({
    queryKey: ['track-groups', by],
    queryFn: () => (by === 'depot' ? api.tracking.trackGroups() : api.tracking.trackDriverGroups()),
    refetchInterval: POLL_MS,
  });
  // An opened group loads, and reloads every 30 s while it is open.
  useQuery({
    queryKey: ['track-open', by, [...open].sort()],
    enabled: open.size > 0,
    refetchInterval: POLL_MS,
    queryFn: async () => {
      const answers = await Promise.all(
        [...open].map((group_id) => api.tracking.trackGroup({ query: { group_id, by } })),
      );
      store.take(
        answers.flatMap((answer) => answer.vehicles),
        false,
      );
      return answers.length;
    },
  });
  // The group of the selected vehicle opens, also if the URL selects it.
  const groupId = useMemo(
    () =>
      by === 'depot'
        ? groups.data?.results.find(({ id }) => selected?.groups.includes(id))?.id
        : selected?.driver?.id,
    [by, groups.data, selected],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a group that a person closes stays closed
  useEffect(() => {
    if (groupId !== undefined) setOpen((before) => new Set(before).add(groupId));
  }, [selected?.id, groupId]);
  return {
    groups: groups.data?.results ?? [],
    open,
    toggle: (id: number) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      setOpen(next);
    },
  };
}
