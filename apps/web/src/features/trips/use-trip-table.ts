import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Order, useOrdered } from '../../ui/data-table/order.ts';
import type { Display } from '../../ui/display.ts';
import { tripColumns } from './trip-columns.tsx';
import type { TripRow, TripTotals } from './use-trips.ts';

/** Whether the sort order is by time, in which stops are between the trips. */
export const isByTime = (order: Order) => order === 'start' || order === '-start';

/**
 * Rows and columns of the table of trips in the selected sort order.
 *
 * @param all trips, stops and private use in time order
 */
export function useTripTable(
  all: readonly TripRow[],
  totals: TripTotals | undefined,
  display: Display,
  hasStops: boolean,
) {
  const { t, i18n } = useTranslation();
  const [order, setOrder] = useState<Order>('start');
  const columns = useMemo(
    () => tripColumns(totals, display, t, i18n.language),
    [totals, display, t, i18n.language],
  );
  const rows = useMemo(
    () => (hasStops && isByTime(order) ? all : all.filter(({ kind }) => kind !== 'stop')),
    [all, hasStops, order],
  );
  const ordered = useOrdered(rows, columns, isByTime(order) ? '' : order);
  const shown = useMemo(
    () => (order === '-start' ? [...ordered].reverse() : ordered),
    [order, ordered],
  );
  return { columns, rows: shown, order, setOrder };
}
