import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byText, type Column, type Order } from '../../ui/data-table/order.ts';
import type { Display } from '../../ui/display.ts';
import { type FleetRow, fleetRows, isByVehicle } from './fleet-rows.ts';
import { totalTexts, tripColumns } from './trip-columns.tsx';
import styles from './trips.module.css';
import { isRead, isUnseen, sumOf, type VehicleLine } from './use-fleet-trips.ts';
import type { TripRow } from './use-trips.ts';

const nameOf = ({ registration }: VehicleLine['vehicle'], t: TFunction) =>
  registration ?? t('trips.unknownVehicle');

/** The cell of a vehicle: its totals, or its error. */
function vehicleCell(key: string, line: VehicleLine, display: Display, t: TFunction, lang: string) {
  if (isRead(line)) {
    const totals: Readonly<Record<string, string>> = totalTexts(line.totals, display, t, lang);
    return totals[key] === undefined ? null : <strong>{totals[key]}</strong>;
  }
  if (key !== 'start') return null;
  return (
    <span className={styles.tripFailed}>
      <span aria-hidden="true">⚠</span>{' '}
      {t(isUnseen(line) ? 'trips.outOfScope' : 'trips.vehicleFailed')}
    </span>
  );
}

/** A column of trips in the table of several vehicles. */
function fleetColumn(
  column: Column<TripRow>,
  cellOf: (key: string, line: VehicleLine) => React.ReactNode,
): Column<FleetRow> {
  const { key, compare, cell, ...rest } = column;
  return {
    ...rest,
    key,
    cell: (row) => (row.kind === 'of' ? cell(row.row) : cellOf(key, row.line)),
    ...(compare === undefined
      ? {}
      : {
          compare: (a: FleetRow, b: FleetRow) =>
            a.kind === 'of' && b.kind === 'of' ? compare(a.row, b.row) : 0,
        }),
  };
}

/** Sorts rows by a column; failed vehicles stay first. */
function sorted(rows: readonly FleetRow[], columns: readonly Column<FleetRow>[], order: Order) {
  const compare = columns.find(({ key }) => key === order.replace('-', ''))?.compare;
  if (isByVehicle(order) || compare === undefined) return rows;
  const failed = rows.filter(({ kind }) => kind === 'vehicle');
  const others = rows.filter(({ kind }) => kind === 'of');
  others.sort((a, b) => (order.startsWith('-') ? compare(b, a) : compare(a, b)));
  return [...failed, ...others];
}

/**
 * Rows and columns of the table of several vehicles in the selected sort order; by vehicle at
 * first.
 */
export function useFleetTable(
  lines: ReadonlyMap<number, VehicleLine>,
  display: Display,
  hasStops: boolean,
) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [order, setOrder] = useState<Order>('vehicle');
  const columns = useMemo((): Column<FleetRow>[] => {
    const totals = lines.size === 0 ? undefined : sumOf(lines.values());
    const ofVehicle: Column<FleetRow> = {
      key: 'vehicle',
      label: t('trips.vehicle'),
      widthPx: 112,
      compare: byText((row) => (row.kind === 'of' ? (row.vehicle.registration ?? '') : '')),
      cell: (row) =>
        row.kind === 'of' ? nameOf(row.vehicle, t) : <strong>{nameOf(row.line.vehicle, t)}</strong>,
      foot: totals === undefined ? '' : t('trips.allVehicles'),
    };
    const cellOf = (key: string, line: VehicleLine) => vehicleCell(key, line, display, t, language);
    const others = tripColumns(totals, display, t, language);
    return [ofVehicle, ...others.map((column) => fleetColumn(column, cellOf))];
  }, [lines, display, t, language]);
  const rows = useMemo(
    () => sorted(fleetRows(lines.values(), order, hasStops), columns, order),
    [lines, columns, order, hasStops],
  );
  return { columns, rows, order, setOrder };
}
