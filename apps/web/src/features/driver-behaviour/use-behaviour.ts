import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { addDays, type DayRange, momentsOf, readDay, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { useAddress } from '../../ui/use-address.ts';
import { browserZone } from '../tracking/tracking-hours.ts';
import type { BehaviourKind, BehaviourRow, Trend } from './driver-behaviour-kinds.ts';

export type RankBy = 'vehicle' | 'driver' | 'depot';
const RANK_BY: readonly RankBy[] = ['vehicle', 'driver', 'depot'];
/** Default range: from this many days ago to today, as elsewhere (G-42). */
const DAYS_BEFORE = 7;
/** Best score first. */
const FIRST_ORDER = '-score';

interface Answer {
  readonly results: readonly BehaviourRow[];
  readonly trend: Trend;
}

/** The league table of a group and a range, both from the URL (M-P11, M-P12). */
export function useBehaviour(kind: BehaviourKind) {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const now = today(timeZone);
  const from = readDay(address.startDate) ?? addDays(now, -DAYS_BEFORE);
  const to = readDay(address.endDate) ?? now;
  const days: DayRange = { from, to: to < from ? from : to };
  const groupId = Number(address.group) > 0 ? Number(address.group) : null;
  const by = RANK_BY.find((one) => one === address.by) ?? 'vehicle';
  const range = momentsOf(days, timeZone);
  const selection = { ...range, ...(groupId === null ? {} : { vehicle_group: groupId }) };
  const list = useQuery({
    queryKey: ['behaviour', kind.name, selection, by, timeZone],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<Answer> =>
      api.driverBehaviour[kind.name]({
        query: { ...selection, by, time_zone: browserZone() },
        signal,
      }),
  });
  return {
    days,
    groupId,
    by,
    selection,
    list,
    order: address.order ?? FIRST_ORDER,
    isRates: address.figures === 'rates',
    setDays: (next: DayRange) => setAddress({ startDate: next.from, endDate: next.to }),
    setGroup: (id: number | null) => setAddress({ group: id === null ? undefined : String(id) }),
    setBy: (next: RankBy) => setAddress({ by: next === 'vehicle' ? undefined : next }),
    setOrder: (order: string) => setAddress({ order: order === FIRST_ORDER ? undefined : order }),
    setRates: (isRates: boolean) => setAddress({ figures: isRates ? 'rates' : undefined }),
  };
}
