import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VehicleIcon } from '../vehicle-icon.tsx';
import {
  type GroupVehicle,
  matchingGroups,
  useVehicleGroups,
  type VehicleGroup,
} from './vehicle-groups.ts';
import './fleet-sidebar.css';

const ROW_PX = 40;

type Row =
  | { readonly kind: 'all' }
  | { readonly kind: 'group'; readonly group: VehicleGroup }
  | { readonly kind: 'vehicle'; readonly groupId: number; readonly vehicle: GroupVehicle };

function rowsOf(
  groups: readonly VehicleGroup[],
  isOpen: (id: number) => boolean,
  hasAll: boolean,
): Row[] {
  const rows = groups.flatMap((group): Row[] => [
    { kind: 'group', group },
    ...(isOpen(group.id)
      ? group.vehicles.map((vehicle): Row => ({ kind: 'vehicle', groupId: group.id, vehicle }))
      : []),
  ]);
  return hasAll ? [{ kind: 'all' }, ...rows] : rows;
}

const keyOf = (row: Row) =>
  row.kind === 'all'
    ? 'all'
    : row.kind === 'group'
      ? `g${row.group.id}`
      : `g${row.groupId}v${row.vehicle.id}`;

function RowButton({
  row,
  isOpen,
  isSelected,
  onPress,
}: {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTranslation();
  if (row.kind === 'group') {
    return (
      <button type="button" className="tree-group" aria-expanded={isOpen} onClick={onPress}>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        <span>{row.group.name}</span>
        <span className="tree-count">{row.group.vehicles.length}</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      className={row.kind === 'all' ? 'tree-vehicle all' : 'tree-vehicle'}
      aria-pressed={isSelected}
      onClick={onPress}
    >
      {row.kind === 'vehicle' && <VehicleIcon type={row.vehicle.type} />}
      <span>{row.kind === 'vehicle' ? row.vehicle.registration : t('fleet.all')}</span>
    </button>
  );
}

/**
 * The vehicle groups and within each its vehicles, as registration with the icon of its type, with a
 * filter box (requirements E-04 to E-06). Arrow keys walk; any number of vehicles stays smooth.
 *
 * @param hasAll offer "all vehicles", which is chosen where `selectedId` is null
 */
export function VehicleTree({
  selectedId,
  hasAll = false,
  onSelect,
}: {
  readonly selectedId: number | null;
  readonly hasAll?: boolean;
  readonly onSelect: (vehicle: GroupVehicle | null) => void;
}) {
  const { t } = useTranslation();
  const list = useVehicleGroups();
  const [search, setSearch] = useState('');
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const scroll = useRef<HTMLDivElement>(null);
  const all = list.data;
  const rows = useMemo(() => {
    const groups = matchingGroups(all ?? [], search);
    // The group of the chosen vehicle is open from the start, the only one too; a filter opens all.
    const isOpen = (id: number) => {
      const group = groups.find((one) => one.id === id);
      const opensItself =
        groups.length === 1 || group?.vehicles.some((one) => one.id === selectedId) === true;
      return search !== '' || toggled.has(id) !== opensItself;
    };
    return rowsOf(groups, isOpen, hasAll && search === '');
  }, [all, search, toggled, hasAll, selectedId]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => keyOf(rows[index] ?? { kind: 'all' }),
    overscan: 12,
    initialRect: { width: 320, height: 800 },
  });

  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (step === undefined || item === null) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(rows.length - 1, Number(item.dataset.index) + step));
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroll.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus(),
    );
  };
  const press = (row: Row) => {
    if (row.kind === 'all') return onSelect(null);
    if (row.kind === 'vehicle') return onSelect(row.vehicle);
    const next = new Set(toggled);
    if (!next.delete(row.group.id)) next.add(row.group.id);
    setToggled(next);
  };

  return (
    <div className="vehicle-tree">
      <input
        type="search"
        className="tree-search"
        aria-label={t('fleet.filter')}
        placeholder={t('fleet.filter')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {list.isError && (
        <div className="tree-message" role="alert">
          <p>{t('fleet.failed')}</p>
          <button type="button" className="button" onClick={() => void list.refetch()}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {list.isPending && (
        <div className="tree-waiting" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <span key={index} />
          ))}
        </div>
      )}
      {list.isSuccess && rows.length === (hasAll && search === '' ? 1 : 0) && (
        <p className="tree-message">{t(search === '' ? 'fleet.none' : 'fleet.noMatch')}</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside */}
      <div ref={scroll} className="tree-scroll" onKeyDown={onKeyDown}>
        <ul aria-label={t('fleet.vehicles')} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const next = rows[item.index + 1];
            return (
              <li
                key={item.key}
                data-index={item.index}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <RowButton
                  row={row}
                  isOpen={next?.kind === 'vehicle'}
                  isSelected={
                    row.kind === 'all'
                      ? selectedId === null
                      : row.kind === 'vehicle' && row.vehicle.id === selectedId
                  }
                  onPress={() => press(row)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
