import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { cx, look, row } from '../../../ui/look/look.ts';
import { COUNT_PILL } from '../../../ui/look/looks.ts';
import {
  addressOfPlace,
  type CheckArea,
  matchingRegions,
  type Place,
  type Region,
  regionOfPlace,
} from '../vehicle-check-place.ts';
import styles from './folder-list.module.css';
import { useRegions } from './use-regions.ts';

interface Entries {
  readonly area: CheckArea;
  readonly place: Place | null;
}

/** URL parameters that stay when another place is selected. */
const keptSearch = ({
  type,
  start_date,
  end_date,
}: Readonly<Record<string, string | undefined>>) => ({
  type,
  start_date,
  end_date,
});

function Entry({ area, place, to, name }: Entries & { readonly to: Place; readonly name: string }) {
  const isSelected = place?.kind === to.kind && place.id === to.id;
  return (
    <Link
      to={addressOfPlace(area, to)}
      // The same list and days of another place.
      search={keptSearch as never}
      className={cx(
        look({
          grow: true,
          flow: 'block',
          minWidth: 0,
          minHeight: 40,
          tone: 'text',
          breaks: true,
          plain: true,
        }),
        styles.folderEntry,
        styles[to.kind],
      )}
      aria-current={isSelected ? 'page' : undefined}
    >
      {name}
    </Link>
  );
}

/** A collapsible region with its depots (requirement L-04). */
function Folder({
  region,
  isOpen,
  onToggle,
  ...entries
}: Entries & {
  readonly region: Region;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation();
  const { id, name, vehicle_groups: depots } = region;
  const label = t(isOpen ? 'vehicleCheck.foldRegion' : 'vehicleCheck.unfoldRegion', { name });
  return (
    <li>
      <span
        data-part="folder-head"
        className={cx(row({ align: 'center', relative: true }), styles.folderHead)}
      >
        <Button
          kind="icon"
          aria-expanded={isOpen}
          aria-label={label}
          disabled={depots.length === 0}
          onClick={onToggle}
        >
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        </Button>
        <Entry {...entries} to={{ kind: 'region', id }} name={name} />
        <span className={cx(look(COUNT_PILL), styles.folderCount)} aria-hidden="true">
          {depots.length}
        </span>
      </span>
      {isOpen && depots.length > 0 && (
        <ul aria-label={name}>
          {depots.map((depot) => (
            <li key={depot.id}>
              <Entry {...entries} to={{ kind: 'depot', id: depot.id }} name={depot.name} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Up and Down move through the buttons. */
function walk(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const item = (event.target as HTMLElement)
    .closest('[data-part=folder-head], li')
    ?.querySelector('a');
  const next = links[links.indexOf(item as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/**
 * The regions with their depots in two levels, the selected entry highlighted (L-04, L-05). The
 * region of the selected entry is expanded; the arrows expand others.
 *
 * @param hasFilter shows the filter of the entries; this release hides it (L-06, OP-048)
 */
export function FolderList({
  area,
  place,
  hasFilter = false,
}: Entries & { readonly hasFilter?: boolean }) {
  const { t } = useTranslation();
  const { regions, isPending } = useRegions();
  const [search, setSearch] = useState('');
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => matchingRegions(regions, search), [regions, search]);
  const chosenId = regionOfPlace(regions, place)?.id;
  const toggle = (id: number) => {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  };
  return (
    <>
      {hasFilter && (
        <input
          type="search"
          className="tree-search"
          aria-label={t('vehicleCheck.filterRegions')}
          placeholder={t('vehicleCheck.filterRegions')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {isPending && (
        <div className="tree-waiting" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <span key={row} />
          ))}
        </div>
      )}
      <nav aria-label={t('vehicleCheck.regions')}>
        <ul className={styles.folderList} onKeyDown={walk}>
          {shown.map((region) => (
            <Folder
              key={region.id}
              area={area}
              place={place}
              region={region}
              isOpen={search !== '' || toggled.has(region.id) !== (region.id === chosenId)}
              onToggle={() => toggle(region.id)}
            />
          ))}
        </ul>
      </nav>
    </>
  );
}
