import type { AnswerOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useDisplay } from '../../../shell/display.ts';
import { useAddress } from '../../../shell/use-address.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../widgets/data-table/pager.tsx';
import { type DayRange, readDay, today } from '../../../widgets/date-range/calendar.ts';

export type RawRecord = AnswerOf<typeof contract.trackers.rawData>['results'][number];

/** How often a device is looked at again while it is watched. */
const LIVE_MS = 3000;
/** What is shown of a device that is watched. */
const LIVE_BACK_MS = 15 * 60_000;
/** A clock that is a little ahead is no reason to show nothing. */
const LIVE_AHEAD_MS = 5 * 60_000;

const number = (text: string | undefined) => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : null;
};

/** What the screen's address asks for: a device, and a period or now. */
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
  const tracker = useQuery({
    queryKey: ['tracker', 'one', trackerId],
    enabled: trackerId !== null,
    queryFn: ({ signal }) => api.trackers.read({ params: { id: trackerId ?? 0 }, signal }),
  });
  const records = useQuery({
    queryKey: ['raw-data', trackerId, isLive ? 'live' : days, page, pageSize],
    enabled: trackerId !== null,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
    queryFn: ({ signal }) => {
      const period = isLive
        ? {
            start: new Date(Date.now() - LIVE_BACK_MS).toISOString(),
            end: new Date(Date.now() + LIVE_AHEAD_MS).toISOString(),
          }
        : { start: days.from, end: days.to };
      return api.trackers.rawData({
        query: { tracker_id: trackerId ?? 0, ...period, page, pageSize },
        signal,
      });
    },
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
  };
}
