import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client.ts';
import { type DayRange, momentsOf } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { CLIPS } from '../use-clips.ts';
import { merged, type Span } from './video-recorded-timeline-scale.ts';

/** The server asks a device once a minute at most. */
const FRESH_MS = 60_000;

/** A stretch with the clip that it belongs to. */
export interface ClipSpan extends Span {
  readonly request: number;
}

/** What is recorded of one camera. */
export interface Lane {
  readonly camera: number;
  readonly onDevice: readonly Span[];
  readonly here: readonly ClipSpan[];
  readonly coming: readonly ClipSpan[];
}

const spanOf = <T extends { readonly start: string; readonly end: string }>(one: T) => ({
  ...one,
  startMs: Date.parse(one.start),
  endMs: Date.parse(one.end),
});

/** What of a vehicle is on its device, what is here and what is on its way, a lane a camera. */
export function useRecordings(
  vehicleId: number | null,
  days: DayRange,
  cameras: readonly { readonly camera: number }[],
) {
  const { timeZone } = useDisplay().dates;
  const range = useMemo(() => momentsOf(days, timeZone), [days, timeZone]);
  const query = useQuery({
    // Below the clips: what changes them changes this too.
    queryKey: [CLIPS, 'recordings', vehicleId, range],
    enabled: vehicleId !== null,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) =>
      api.videoRecorded.recordings({
        query: { vehicle: vehicleId ?? 0, ...range },
        signal,
        quiet: true,
      }),
  });
  const { data } = query;
  const lanes = useMemo<Lane[]>(() => {
    const of = (camera: number) => (one: { readonly camera: number }) => one.camera === camera;
    return cameras.map(({ camera }) => ({
      camera,
      onDevice: merged((data?.on_device ?? []).filter(of(camera)).map(spanOf)),
      here: (data?.here ?? []).filter(of(camera)).map(spanOf),
      coming: (data?.coming ?? []).filter(of(camera)).map(spanOf),
    }));
  }, [data, cameras]);
  return { query, lanes, range };
}

export type RecordingsQuery = ReturnType<typeof useRecordings>['query'];
