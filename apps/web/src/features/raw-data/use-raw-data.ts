import type { AnswerOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../ui/data-table/pager.tsx';
import { type DayRange, readDay, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { useAddress } from '../../ui/use-address.ts';

export type RawRecord = AnswerOf<typeof contract.trackers.rawData>['results'][number];

export type RawFrame = AnswerOf<typeof contract.trackers.rawFrames>['results'][number];

/** Maximum number of frames in a file for a support case. */
const FRAMES_IN_FILE = 400;

/** Refresh interval in live mode. */
const LIVE_MS = 3000;
/** Time span shown in live mode. */
const LIVE_BACK_MS = 15 * 60_000;
/** Tolerance for device clocks that are ahead. */
const LIVE_AHEAD_MS = 5 * 60_000;

const number = (text: string | undefined) => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : null;
};

/** The filters in the URL: a device, and a period or live mode. */
export function useRawData() {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const trackerId = number(address.tracker);
  const isLive = address.live !== '0';
  const now = today(timeZone);
  const from = readDay(address.from) ?? now;
  const days: DayRange = { from, to: readDay(address.to) ?? from };
  const page = isLive ? 1 : (number(address.page) ?? 1);
  const pageSize =
    PAGE_SIZES.find((size) => String(size) === address.pageSize) ?? DEFAULT_PAGE_SIZE;
  const isFrames = address.view === 'frames';
  const isUnknownOnly = address.unknown === '1';
  const period = () =>
    isLive
      ? {
          start: new Date(Date.now() - LIVE_BACK_MS).toISOString(),
          end: new Date(Date.now() + LIVE_AHEAD_MS).toISOString(),
        }
      : { start: days.from, end: days.to };
  const tracker = useQuery({
    queryKey: ['tracker', 'one', trackerId],
    enabled: trackerId !== null,
    queryFn: ({ signal }) => api.trackers.read({ params: { id: trackerId ?? 0 }, signal }),
  });
  const records = useQuery({
    queryKey: ['raw-data', trackerId, isLive ? 'live' : days, page, pageSize],
    enabled: trackerId !== null && !isFrames,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
    queryFn: ({ signal }) =>
      api.trackers.rawData({
        query: { tracker_id: trackerId ?? 0, ...period(), page, pageSize },
        signal,
      }),
  });
  const framesOf = (from: number, size: number, signal?: AbortSignal) =>
    api.trackers.rawFrames({
      query: {
        ...(trackerId === null ? {} : { tracker_id: trackerId }),
        ...period(),
        not_understood: String(isUnknownOnly),
        page: from,
        pageSize: size,
      },
      ...(signal === undefined ? {} : { signal }),
    });
  const frames = useQuery({
    queryKey: ['raw-frames', trackerId, isUnknownOnly, isLive ? 'live' : days, page, pageSize],
    enabled: isFrames && (trackerId !== null || isUnknownOnly),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
    queryFn: ({ signal }) => framesOf(page, pageSize, signal),
  });
  return {
    address,
    setAddress,
    trackerId,
    tracker: tracker.data,
    isLive,
    days,
    page,
    pageSize,
    records,
    isFrames,
    isUnknownOnly,
    frames,
    /** The newest frames of the period, up to the maximum of a file. */
    framesForFile: () => framesOf(1, FRAMES_IN_FILE),
  };
}

export type RawData = ReturnType<typeof useRawData>;
