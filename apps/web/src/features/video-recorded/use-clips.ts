import type { AnswerOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../../api/client.ts';
import { momentsOf } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { useAddress } from '../../ui/use-address.ts';
import { type Clip, pauseMs } from './clip-state.ts';
import { type ClipSearch, searchOf } from './video-recorded-selection.ts';

type ClipList = AnswerOf<typeof contract.videoRecorded.list>;

/** First part of the keys of all queries about clips. */
export const CLIPS = 'video-requests';

function queryOf(search: ClipSearch, timeZone: string | null) {
  const { vehicleId, groupId, camera, state, kind, codes, tag } = search;
  return {
    ...momentsOf(search.days, timeZone),
    ...(vehicleId === null ? {} : { vehicle: vehicleId }),
    // A vehicle is more exact than its depot.
    ...(groupId === null || vehicleId !== null ? {} : { vehicle_group: groupId }),
    ...(camera === null ? {} : { camera }),
    ...(state === null ? {} : { state }),
    ...(kind === null ? {} : { kind }),
    ...(codes.length === 0 ? {} : { event: [...codes] }),
    ...(tag === '' ? {} : { tag }),
    ...(search.isKept ? { keep: 'true' as const } : {}),
    page: search.page,
    pageSize: search.pageSize,
    ordering: search.isOldestFirst ? ('start' as const) : ('-start' as const),
  };
}

/** The clips of what the address asks for, followed while one of them is on its way (RP-10, RP-12). */
export function useClips() {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const search = useMemo(() => searchOf(address, timeZone), [address, timeZone]);
  const query = useMemo(() => queryOf(search, timeZone), [search, timeZone]);
  const list = useQuery({
    queryKey: [CLIPS, 'list', query],
    queryFn: ({ signal }): Promise<ClipList> =>
      api.videoRecorded.list({ query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pauseMs(state.data?.results ?? []),
  });
  const clips = list.data?.results ?? [];
  const open = useCallback(
    (clip: Pick<Clip, 'id'> | null) =>
      setAddress({ clipId: clip === null ? undefined : String(clip.id) }),
    [setAddress],
  );
  return { search, query, setAddress, list, clips, count: list.data?.count ?? 0, open };
}

/**
 * The clip that is open, with its files (RP-12).
 *
 * @param known what the list says of it, shown until it is here itself
 */
export function useClip(id: number | null, known: Clip | undefined) {
  return useQuery({
    queryKey: [CLIPS, 'one', id],
    enabled: id !== null,
    ...(known === undefined ? {} : { placeholderData: known }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : pauseMs([state.data])),
    queryFn: ({ signal }) =>
      api.videoRecorded.read({ params: { id: id ?? 0 }, signal, quiet: true }),
  });
}
