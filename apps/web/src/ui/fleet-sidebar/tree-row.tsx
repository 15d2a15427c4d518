import { useTranslation } from 'react-i18next';
import { SelectAll } from '../select-all/select-all.tsx';
import { VehicleIcon } from '../vehicle-icon.tsx';
import type { GroupVehicle, VehicleGroup } from './vehicle-groups.ts';

/** A row of the tree of vehicles. */
export type TreeRow =
  | { readonly kind: 'all' }
  | { readonly kind: 'group'; readonly group: VehicleGroup }
  | { readonly kind: 'vehicle'; readonly groupId: number; readonly vehicle: GroupVehicle };

/** A selection of several vehicles. */
export interface TreeChoice {
  readonly ids: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
}

function GroupButton({
  group,
  count,
  isOpen,
  onPress,
}: {
  readonly group: VehicleGroup;
  readonly count: string;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className="tree-group" aria-expanded={isOpen} onClick={onPress}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span>{group.name}</span>
      <span className="tree-count">{count}</span>
    </button>
  );
}

/** A row of a tree with single selection. */
export function RowButton({
  row,
  isOpen,
  isSelected,
  onPress,
}: {
  readonly row: TreeRow;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTranslation();
  if (row.kind === 'group') {
    const count = row.group.vehicles.length.toString();
    return <GroupButton group={row.group} count={count} isOpen={isOpen} onPress={onPress} />;
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

/** A selection with some vehicles added or removed. */
function changed(
  { ids }: TreeChoice,
  vehicles: readonly GroupVehicle[],
  isChosen: boolean,
): ReadonlySet<number> {
  const next = new Set(ids);
  for (const { id } of vehicles) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * A row of a tree with multiple selection: each vehicle, each group and the whole tree has a checkbox;
 * those of groups are mixed if only some of their vehicles are selected.
 *
 * @param groups the displayed groups; with a filter, a group contains only matching vehicles
 */
export function ChoiceRow({
  row,
  groups,
  isOpen,
  choice,
  onToggle,
}: {
  readonly row: TreeRow;
  readonly groups: readonly VehicleGroup[];
  readonly isOpen: boolean;
  readonly choice: TreeChoice;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation();
  if (row.kind === 'vehicle') {
    const { vehicle } = row;
    return (
      <label className="tree-vehicle">
        <input
          type="checkbox"
          checked={choice.ids.has(vehicle.id)}
          onChange={(event) =>
            choice.onChange(changed(choice, [vehicle], event.currentTarget.checked))
          }
        />
        <VehicleIcon type={vehicle.type} />
        <span>{vehicle.registration}</span>
      </label>
    );
  }
  const isAll = row.kind === 'all';
  const vehicles = isAll ? groups.flatMap((group) => group.vehicles) : row.group.vehicles;
  const chosen = vehicles.filter(({ id }) => choice.ids.has(id)).length;
  const box = (
    <SelectAll
      label={isAll ? t('fleet.all') : t('fleet.selectGroup', { name: row.group.name })}
      count={vehicles.length}
      chosen={chosen}
      onChange={(isChosen) => choice.onChange(changed(choice, vehicles, isChosen))}
    />
  );
  if (isAll) {
    return (
      // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
      <label className="tree-vehicle all">
        {box}
        <span>{t('fleet.all')}</span>
      </label>
    );
  }
  const count = chosen === 0 ? `${vehicles.length}` : `${chosen}/${vehicles.length}`;
  return (
    <div className="tree-choice">
      {box}
      <GroupButton group={row.group} count={count} isOpen={isOpen} onPress={onToggle} />
    </div>
  );
}
