import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceRow, RowButton, type TreeChoice, type TreeRow } from './tree-row.tsx';
import {
  type GroupVehicle,
  matchingGroups,
  useVehicleGroups,
  type VehicleGroup,
} from './vehicle-groups.ts';
import './fleet-sidebar.css';

const ROW_PX = 40;

function rowsOf(
  groups: readonly VehicleGroup[],
  isOpen: (id: number) => boolean,
  hasAll: boolean,
): TreeRow[] {
  const rows = groups.flatMap((group): TreeRow[] => [
    { kind: 'group', group },
    ...(isOpen(group.id)
      ? group.vehicles.map((vehicle): TreeRow => ({ kind: 'vehicle', groupId: group.id, vehicle }))
      : []),
  ]);
  return hasAll ? [{ kind: 'all' }, ...rows] : rows;
}

const keyOf = (row: TreeRow) =>
  row.kind === 'all'
    ? 'all'
    : row.kind === 'group'
      ? `g${row.group.id}`
      : `g${row.groupId}v${row.vehicle.id}`;

/**
 * The visible rows. The group of the selected vehicle is expanded initially, and so is a single
 * group; a filter expands all.
 */
function useTreeRows(
  groups: readonly VehicleGroup[],
  selectedId: number | null,
  isFiltered: boolean,
  hasAll: boolean,
) {
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => {
    const isOpen = (id: number) => {
      const group = groups.find((one) => one.id === id);
      const opensItself =
        groups.length === 1 || group?.vehicles.some((one) => one.id === selectedId) === true;
      return isFiltered || toggled.has(id) !== opensItself;
    };
    return rowsOf(groups, isOpen, hasAll);
  }, [groups, isFiltered, toggled, hasAll, selectedId]);
  const toggle = (groupId: number) => {
    const next = new Set(toggled);
    if (!next.delete(groupId)) next.add(groupId);
    setToggled(next);
  };
  return { rows, toggle };
}

/** Instead of the rows: loading, an error with a retry, or why there are none. */
function TreeMessage({
  list,
  isEmpty,
  isFiltered,
}: {
  readonly list: ReturnType<typeof useVehicleGroups>;
  readonly isEmpty: boolean;
  readonly isFiltered: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
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
      {list.isSuccess && isEmpty && (
        <p className="tree-message">{t(isFiltered ? 'fleet.noMatch' : 'fleet.none')}</p>
      )}
    </>
  );
}

/**
 * The vehicle groups with their vehicles, shown as type icon and registration, with a filter (requirements
 * E-04 to E-06). Arrow keys move; rows are virtual, so that any number of vehicles stays fast.
 *
 * @param selectedId its group is expanded initially
 * @param hasAll offers "all vehicles", which is selected if `selectedId` is null
 * @param choice multiple selection with checkboxes, instead of one vehicle
 */
export function VehicleTree({
  selectedId,
  hasAll = false,
  choice,
  onSelect = () => undefined,
}: {
  readonly selectedId: number | null;
  readonly hasAll?: boolean;
  readonly choice?: TreeChoice;
  readonly onSelect?: (vehicle: GroupVehicle | null) => void;
}) {
  const { t } = useTranslation();
  const list = useVehicleGroups();
  const [search, setSearch] = useState('');
  const scroll = useRef<HTMLDivElement>(null);
  const all = list.data;
  const groups = useMemo(() => matchingGroups(all ?? [], search), [all, search]);
  const isMany = choice !== undefined;
  const isWithAll = isMany ? groups.length > 1 : hasAll && search === '';
  const { rows, toggle } = useTreeRows(groups, selectedId, search !== '', isWithAll);
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
      scroll.current
        ?.querySelector<HTMLElement>(`[data-index="${next}"] :is(button, input)`)
        ?.focus(),
    );
  };
  const press = (row: TreeRow) => {
    if (row.kind === 'all') return onSelect(null);
    if (row.kind === 'vehicle') return onSelect(row.vehicle);
    toggle(row.group.id);
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
      <TreeMessage list={list} isEmpty={groups.length === 0} isFiltered={search !== ''} />
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
                {choice === undefined ? (
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
                ) : (
                  <ChoiceRow
                    row={row}
                    groups={groups}
                    isOpen={next?.kind === 'vehicle'}
                    choice={choice}
                    onToggle={() => press(row)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
