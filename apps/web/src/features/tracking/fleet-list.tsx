import type { AnswerOf, contract } from '@roadworthy/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import { cx, look, stack } from '../../ui/look/look.ts';
import { COUNT_PILL } from '../../ui/look/looks.ts';
import { VehicleIcon } from '../../ui/vehicle-icon.tsx';
import styles from './fleet-list.module.css';
import type { TrackVehicle } from './fleet-store.ts';
import { speedText } from './tracking-display.ts';
import { VehicleStateBadge } from './tracking-state-badge.tsx';

export type TrackGroup = AnswerOf<typeof contract.tracking.trackGroups>['results'][number];

type Row =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly group: TrackGroup;
      readonly shown: number;
    }
  | { readonly kind: 'vehicle'; readonly key: string; readonly vehicle: TrackVehicle };

const GROUP_HEIGHT = 44;
const VEHICLE_HEIGHT = 56;

/** The vehicles of a group. */
export function membersOf(
  group: TrackGroup,
  by: 'depot' | 'driver',
  vehicles: readonly TrackVehicle[],
): TrackVehicle[] {
  return vehicles.filter((vehicle) =>
    by === 'depot' ? vehicle.groups.includes(group.id) : vehicle.driver?.id === group.id,
  );
}

/** Groups and the vehicles of the expanded ones, as one flat list. */
export function rowsOf(
  groups: readonly TrackGroup[],
  by: 'depot' | 'driver',
  vehicles: readonly TrackVehicle[],
  open: ReadonlySet<number>,
  isFiltered: boolean,
): Row[] {
  return groups.flatMap((group): Row[] => {
    const members = membersOf(group, by, vehicles);
    if (isFiltered && members.length === 0) return [];
    const head: Row = { kind: 'group', key: `g${group.id}`, group, shown: members.length };
    if (!open.has(group.id) && !isFiltered) return [head];
    return [
      head,
      ...members.map(
        (vehicle): Row => ({ kind: 'vehicle', key: `g${group.id}v${vehicle.id}`, vehicle }),
      ),
    ];
  });
}

function GroupRow({
  row,
  isOpen,
  moving,
  onToggle,
}: {
  readonly row: Extract<Row, { kind: 'group' }>;
  readonly isOpen: boolean;
  readonly moving: number;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      data-part="group-row"
      kind="bare"
      className={styles.groupRow}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <svg
        viewBox="0 0 12 12"
        width="12"
        height="12"
        aria-hidden="true"
        className={styles.groupArrow}
      >
        <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className={look({ grow: true, overflow: 'hidden', ellipsis: true, nowrap: true })}>
        {row.group.name}
      </span>
      {moving > 0 && (
        <span className={look({ tone: 'good', size: 'small', weight: 'medium' })}>
          {t('track.moving', { count: moving })}
        </span>
      )}
      <span className={cx(look(COUNT_PILL), styles.groupCount)}>{row.shown}</span>
    </Button>
  );
}

function VehicleRow({
  vehicle,
  isSelected,
  isHighlighted,
  display,
  onSelect,
}: {
  readonly vehicle: TrackVehicle;
  readonly isSelected: boolean;
  readonly isHighlighted: boolean;
  readonly display: Display;
  readonly onSelect: () => void;
}) {
  const { t } = useTranslation();
  const driver =
    vehicle.driver === null
      ? t('track.noDriver')
      : `${vehicle.driver.first_name} ${vehicle.driver.surname}`;
  return (
    <Button
      data-part="vehicle-row"
      kind="bare"
      className={isSelected ? cx(styles.vehicleRow, styles.selected) : styles.vehicleRow}
      data-highlighted={isHighlighted || undefined}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      <VehicleIcon type={vehicle.type} />
      <span className={cx(stack({ grow: true, minWidth: 0 }), styles.vehicleName)}>
        <strong>{vehicle.registration}</strong>
        <span>{driver}</span>
      </span>
      <span className={stack({ items: 'end', size: 'small', numeric: true })}>
        <VehicleStateBadge vehicle={vehicle} />
        <span>{vehicle.state === 'moving' ? speedText(vehicle, display) : ''}</span>
      </span>
    </Button>
  );
}

/** The row to which an arrow key moves from the focused one, which stays at the ends; null for other keys. */
function rowBeside({ key, target }: React.KeyboardEvent, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const item = (target as HTMLElement).closest<HTMLElement>('[data-index]');
  if (step === undefined || item === null) return null;
  return Math.min(count - 1, Math.max(0, Number(item.dataset.index) + step));
}

interface FleetListProps {
  readonly groups: readonly TrackGroup[];
  readonly by: 'depot' | 'driver';
  readonly vehicles: readonly TrackVehicle[];
  readonly open: ReadonlySet<number>;
  readonly isFiltered: boolean;
  readonly selectedId: number | null;
  /** The match that arrow keys of the search reached. */
  readonly highlightedId: number | null;
  readonly display: Display;
  readonly onToggle: (groupId: number) => void;
  readonly onSelect: (vehicleId: number) => void;
}

/** The collapsible groups with their vehicles (requirement M-P01), virtualised. */
export function FleetList({
  groups,
  by,
  vehicles,
  open,
  isFiltered,
  selectedId,
  highlightedId,
  display,
  onToggle,
  onSelect,
}: FleetListProps) {
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => rowsOf(groups, by, vehicles, open, isFiltered),
    [groups, by, vehicles, open, isFiltered],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_HEIGHT : VEHICLE_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    initialRect: { width: 320, height: 800 },
  });

  const indexOf = (id: number | null) =>
    id === null ? -1 : rows.findIndex((row) => row.kind === 'vehicle' && row.vehicle.id === id);
  const selectedAt = indexOf(selectedId);
  const highlightedAt = indexOf(highlightedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: does not scroll when rows move
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'auto' });
  }, [selectedId, selectedAt >= 0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: does not scroll when rows move
  useEffect(() => {
    if (highlightedAt >= 0) virtual.scrollToIndex(highlightedAt, { align: 'auto' });
  }, [highlightedId]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = rowBeside(event, rows.length);
    if (next === null) return;
    event.preventDefault();
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroll.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus(),
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div
      ref={scroll}
      className={cx(look({ minHeight: 0, overflowY: 'auto', paddingBottom: 4 }), styles.fleetList)}
      onKeyDown={onKeyDown}
    >
      <ul aria-label={t('track.list')} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              data-index={item.index}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {row.kind === 'group' ? (
                <GroupRow
                  row={row}
                  isOpen={open.has(row.group.id) || isFiltered}
                  moving={
                    membersOf(row.group, by, vehicles).filter(({ state }) => state === 'moving')
                      .length
                  }
                  onToggle={() => onToggle(row.group.id)}
                />
              ) : (
                <VehicleRow
                  vehicle={row.vehicle}
                  isSelected={row.vehicle.id === selectedId}
                  isHighlighted={item.index === highlightedAt}
                  display={display}
                  onSelect={() => onSelect(row.vehicle.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
