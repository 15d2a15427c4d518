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

/** The filters in the URL, and functions to change them. */
export function useCheckList(area: CheckArea) {
  const [address, setAddress] = useAddress();
  const { timeZone } = useDisplay().dates;
  const now = today(timeZone);
  const list = useMemo(() => listOf(address, area, now), [address, area, now]);
  return {
    list,
    opened: Number(address.open) || null,
    /** The panel for a new record is open. */
    isNew: address.open === 'new',
    setAddress,
    /** Changes the filters and returns to the first page. */
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
    /** The count is a lower limit. */
    isLimit: data?.count_is_limit === true,
    csv: data?.csv,
    state,
  };
}
