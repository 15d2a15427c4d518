import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import { byRegistration, type TrackVehicle } from './fleet-store.ts';
import styles from './track.module.css';
import { compass, speedText, textOf } from './tracking-display.ts';
import { VehicleStateBadge } from './tracking-state-badge.tsx';

const ROW_HEIGHT = 36;

const driverOf = ({ driver }: TrackVehicle) =>
  driver === null ? '' : `${driver.first_name} ${driver.surname}`;
const unitValue = (
  vehicle: TrackVehicle,
  type: TrackVehicle['display_units'][number]['unit_type'],
) =>
  vehicle.display_units.find(({ unit_type }) => unit_type === type)?.value ??
  Number.NEGATIVE_INFINITY;

interface Column {
  readonly key: string;
  readonly compare: (a: TrackVehicle, b: TrackVehicle) => number;
  readonly isNumber?: boolean;
}

const text = (of: (vehicle: TrackVehicle) => string) => (a: TrackVehicle, b: TrackVehicle) =>
  of(a).localeCompare(of(b));
const number = (of: (vehicle: TrackVehicle) => number) => (a: TrackVehicle, b: TrackVehicle) =>
  of(a) - of(b);

const COLUMNS: readonly Column[] = [
  { key: 'registration', compare: byRegistration },
  { key: 'state', compare: text(({ state }) => state) },
  { key: 'speed', compare: number(({ speed }) => speed), isNumber: true },
  { key: 'heading', compare: number(({ dir }) => dir) },
  {
    key: 'place',
    compare: text(
      (one) =>
        one.display_units.find(({ unit_type }) => unit_type === 'address_location')?.text ?? '',
    ),
  },
  { key: 'driver', compare: text(driverOf) },
  { key: 'odometer', compare: number((one) => unitValue(one, 'odo')), isNumber: true },
  { key: 'battery', compare: number((one) => unitValue(one, 'battery')), isNumber: true },
  { key: 'temperature', compare: number((one) => unitValue(one, 'temperature')), isNumber: true },
  { key: 'time', compare: text(({ timestamp }) => timestamp ?? '') },
];

function Cells({
  vehicle,
  display,
}: {
  readonly vehicle: TrackVehicle;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const shown = (type: Parameters<typeof textOf>[1]) =>
    textOf(vehicle, type, display, t) ?? t('track.unknown');
  return (
    <>
      <td>
        <strong>{vehicle.registration}</strong>
      </td>
      <td>
        <VehicleStateBadge vehicle={vehicle} />
      </td>
      <td className="number">{speedText(vehicle, display)}</td>
      <td>
        {vehicle.state === 'moving' ? t(`compass.${compass(vehicle.dir)}`) : t('track.unknown')}
      </td>
      <td>{shown('address_location')}</td>
      <td>{driverOf(vehicle)}</td>
      <td className="number">{shown('odo')}</td>
      <td className="number">{shown('battery')}</td>
      <td className="number">{shown('temperature')}</td>
      <td>{shown('date_time')}</td>
    </>
  );
}

/** The fleet as a compact table, sortable by every column. */
export function FleetTable({
  vehicles,
  selectedId,
  display,
  onSelect,
}: {
  readonly vehicles: readonly TrackVehicle[];
  readonly selectedId: number | null;
  readonly display: Display;
  readonly onSelect: (id: number) => void;
}) {
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState({ key: 'registration', isDescending: false });
  const sorted = useMemo(() => {
    const column = COLUMNS.find(({ key }) => key === order.key);
    const list = [...vehicles].sort(column?.compare ?? byRegistration);
    return order.isDescending ? list.reverse() : list;
  }, [vehicles, order]);
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 16,
    initialRect: { width: 1000, height: 800 },
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const sortBy = (key: string) =>
    setOrder((now) => ({ key, isDescending: now.key === key && !now.isDescending }));
  return (
    <div
      data-part="fleet-table"
      ref={scroll}
      className={cx(look({ overflow: 'auto', ground: 'surface' }), styles.fleetTable)}
    >
      <table>
        <thead>
          <tr>
            {COLUMNS.map(({ key, isNumber }) => (
              <th
                key={key}
                scope="col"
                className={isNumber === true ? 'number' : undefined}
                aria-sort={
                  order.key !== key ? 'none' : order.isDescending ? 'descending' : 'ascending'
                }
              >
                <Button kind="bare" onClick={() => sortBy(key)}>
                  {t(`track.${key}`)}
                  {order.key === key && (
                    <span aria-hidden="true">{order.isDescending ? ' ↓' : ' ↑'}</span>
                  )}
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr>
              <td colSpan={COLUMNS.length} style={{ height: before }} />
            </tr>
          )}
          {items.map(({ index }) => {
            const vehicle = sorted[index];
            return vehicle === undefined ? null : (
              <tr
                key={vehicle.id}
                tabIndex={0}
                aria-selected={vehicle.id === selectedId}
                className={vehicle.id === selectedId ? styles.selected : undefined}
                onClick={() => onSelect(vehicle.id)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') onSelect(vehicle.id);
                }}
              >
                <Cells vehicle={vehicle} display={display} />
              </tr>
            );
          })}
          {after > 0 && (
            <tr>
              <td colSpan={COLUMNS.length} style={{ height: after }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
