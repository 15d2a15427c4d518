import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { browserZone } from '../browser-zone.ts';
import { LISTS } from '../vehicle-check-keys.ts';
import type { CheckArea } from '../vehicle-check-place.ts';
import type { ListKind } from './list-kind.ts';
import { type CheckList, listOf, queryOf } from './list-query.ts';

/** What the address asks for, and how to ask for something else. */
export function useCheckList(area: CheckArea) {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const now = today(timeZone);
  const list = useMemo(() => listOf(address, area, now), [address, area, now]);
  return {
    list,
    opened: Number(address.open) || null,
    /** A new record is being written. */
    isNew: address.open === 'new',
    setAddress,
    /** Asks for other rows, from the first page on. */
    change: (changes: Readonly<Record<string, string | undefined>>) =>
      setAddress({ page: undefined, open: undefined, ...changes }),
    open: (what: number | 'new' | null) =>
      setAddress({ open: what === null ? undefined : String(what) }),
  };
}

export type Asking = ReturnType<typeof useCheckList>;

/** The rows of a list. */
export function useRows<Row>(kind: ListKind<Row>, placeId: number, list: CheckList) {
  const query = queryOf(list, browserZone());
  const { data, ...state } = useQuery({
    queryKey: [LISTS, kind.type, placeId, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => kind.load({ placeId, query, signal }),
  });
  return {
    rows: data?.results ?? [],
    count: data?.count ?? 0,
    /** There are more than were counted. */
    isLimit: data?.count_is_limit === true,
    csv: data?.csv,
    state,
  };
}
