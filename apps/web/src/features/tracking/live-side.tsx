import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx, stack } from '../../ui/look/look.ts';
import { FleetList, rowsOf } from './fleet-list.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import { LiveSearch } from './live-search.tsx';
import { StateChips } from './state-chips.tsx';
import styles from './track.module.css';
import { ListMessages } from './tracking-messages.tsx';
import { Switches } from './tracking-switches.tsx';
import type { Live } from './use-live.ts';

/** The vehicles that the search found, in the sequence of the list, each once. */
function useMatches({ isFiltered, groups, by, shown, open }: Live): readonly TrackVehicle[] {
  return useMemo(() => {
    if (!isFiltered) return [];
    const rows = rowsOf(groups, by, shown, open, true);
    const listed = rows.flatMap((row) => (row.kind === 'vehicle' ? [row.vehicle] : []));
    return [...new Map(listed.map((vehicle) => [vehicle.id, vehicle])).values()];
  }, [isFiltered, groups, by, shown, open]);
}

/**
 * The list of the live map with its search and filters: the keyboard equivalent of the map.
 *
 * @param finder replaces the search on the screen of one vehicle
 */
export function LiveSide({
  live,
  searchBox,
  finder,
}: {
  readonly live: Live;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly finder: ReactNode;
}) {
  const { t } = useTranslation();
  const { setAddress, by, view, search, states, vehicles, shown, isFiltered, isSingle } = live;
  const [highlightedId, setHighlightedId] = useState<number | null>(null);
  const found = useMatches(live);
  return (
    <aside
      className={cx(
        stack({ columns: 'one', minHeight: 0, ground: 'surface', borderRight: true }),
        styles.liveSide,
      )}
      aria-label={t('track.list')}
    >
      <div
        data-part="live-tools"
        className={cx(
          stack({ columns: 'one', gap: 2, paddingX: 4, paddingTop: 4, paddingBottom: 2 }),
          styles.liveTools,
        )}
      >
        {isSingle ? (
          finder
        ) : (
          <>
            <LiveSearch
              box={searchBox}
              value={search}
              matches={found}
              highlightedId={highlightedId}
              onChange={(text) => setAddress({ search: text || undefined })}
              onHighlight={setHighlightedId}
              onSelect={live.select}
            />
            <StateChips
              vehicles={vehicles}
              states={states}
              onChange={(next) => setAddress({ states: [...next].join(',') || undefined })}
            />
          </>
        )}
        <Switches by={by} view={isSingle ? null : view} onChange={setAddress} />
      </div>
      <ListMessages
        list={live.list}
        count={vehicles.length}
        hasNoMatch={isFiltered && shown.length === 0}
        onClear={() => setAddress({ search: undefined, states: undefined })}
      />
      <FleetList
        groups={live.groups}
        by={by}
        vehicles={shown}
        open={live.open}
        isFiltered={isFiltered}
        selectedId={live.selectedId}
        highlightedId={highlightedId}
        display={live.display}
        onToggle={live.toggle}
        onSelect={live.select}
      />
    </aside>
  );
}
