import type { VehicleState } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { storage } from '../../session/storage.ts';
import { useDisplay } from '../../ui/display.ts';
import { later } from '../../ui/later/later.tsx';
import { usePrefetch } from '../../ui/later/parts.tsx';
import { FleetMap } from '../../ui/map/fleet-map.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { FleetList } from './fleet-list.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import { StateChips } from './state-chips.tsx';
import { matches } from './tracking-filters.ts';
import { ListMessages } from './tracking-messages.tsx';
import { onMap, readViewport, writeViewport } from './tracking-positions.ts';
import { Switches } from './tracking-switches.tsx';
import { useTrail } from './tracking-use-trail.ts';
import { useFleet } from './use-fleet.ts';
import { useOpenGroups } from './use-open-groups.ts';
import './track.css';

const table = later(async () => (await import('./fleet-table.tsx')).FleetTable);
const details = later(async () => (await import('./vehicle-details.tsx')).VehicleDetails);
const badgeList = later(async () => (await import('./badge-list.tsx')).BadgeList);
const PARTS = [table, details, badgeList];

/**
 * The live map with its list and table, for the whole fleet or for one vehicle (M-P01, M-P02).
 *
 * @param finder for the screen of one vehicle: what stands above the list and chooses it
 */
export function LiveScreen({
  title,
  isSingle,
  finder,
}: {
  readonly title: string;
  readonly isSingle: boolean;
  readonly finder?: (props: {
    selected: TrackVehicle | undefined;
    select: (id: number | null) => void;
  }) => React.ReactNode;
}) {
  const { t } = useTranslation();
  const display = useDisplay();
  const [address, setAddress] = useAddress();
  const { store, vehicles, stream, list } = useFleet();
  const [centre, setCentre] = useState(0);
  const [badge, setBadge] = useState<ReadonlySet<number> | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  usePrefetch(PARTS);

  const by = address.by === 'driver' ? 'driver' : 'depot';
  const view = address.view === 'table' ? 'table' : 'map';
  const search = address.search ?? '';
  const states = useMemo(
    () => new Set((address.states ?? '').split(',').filter((one) => one !== '') as VehicleState[]),
    [address.states],
  );
  const selectedId = address.vehicle === undefined ? null : Number(address.vehicle);
  const selected = selectedId === null ? undefined : vehicles.find(({ id }) => id === selectedId);
  const isFollowing = address.follow === '1' && selected !== undefined;

  const { groups, open, toggle } = useOpenGroups(by, store, selected);
  const filter = useMemo(
    () => ({ search: isSingle ? '' : search, states }),
    [isSingle, search, states],
  );
  const shown = useMemo(
    () => vehicles.filter((vehicle) => matches(vehicle, filter)),
    [vehicles, filter],
  );
  const markers = useMemo(
    () => onMap(isSingle ? (selected === undefined ? [] : [selected]) : shown),
    [isSingle, selected, shown],
  );
  const trail = useTrail(selected);

  const select = useCallback(
    (id: number | null) => {
      setBadge(null);
      storage.selectedVehicle.set(id);
      setAddress({
        vehicle: id === null ? undefined : String(id),
        follow: id !== null && isSingle ? '1' : undefined,
      });
    },
    [setAddress, isSingle],
  );
  const follow = useCallback(
    () => setAddress({ follow: isFollowing ? undefined : '1' }),
    [setAddress, isFollowing],
  );

  useShortcuts(
    useMemo(
      () => [
        { key: '/', label: 'shortcut.search', run: () => searchBox.current?.focus() },
        { key: 'f', label: 'shortcut.follow', run: follow },
        {
          key: 't',
          label: 'shortcut.table',
          run: () => setAddress({ view: view === 'map' ? 'table' : undefined }),
        },
        { key: 'Escape', label: 'shortcut.close', run: () => select(null) },
      ],
      [follow, setAddress, view, select],
    ),
  );

  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => api.platformInfo.config(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isFiltered = !isSingle && (search !== '' || states.size > 0);

  return (
    <div className={selected === undefined ? 'live' : 'live has-selection'}>
      <PageTitle title={title} isHidden />
      <aside className="live-side" aria-label={t('track.list')}>
        <div className="live-tools">
          {isSingle ? (
            finder?.({ selected, select })
          ) : (
            <input
              ref={searchBox}
              type="search"
              className="live-search"
              aria-label={t('track.search')}
              placeholder={t('track.search')}
              value={search}
              onChange={(event) => setAddress({ search: event.currentTarget.value || undefined })}
              onKeyDown={(event) => {
                const [only] = shown;
                if (event.key !== 'Enter' || only === undefined || shown.length > 1) return;
                select(only.id);
              }}
            />
          )}
          {!isSingle && (
            <StateChips
              vehicles={vehicles}
              states={states}
              onChange={(next) => setAddress({ states: [...next].join(',') || undefined })}
            />
          )}
          <Switches by={by} view={isSingle ? null : view} onChange={setAddress} />
        </div>
        <ListMessages
          list={list}
          count={vehicles.length}
          hasNoMatch={isFiltered && shown.length === 0}
          onClear={() => setAddress({ search: undefined, states: undefined })}
        />
        <FleetList
          groups={groups}
          by={by}
          vehicles={shown}
          open={open}
          isFiltered={isFiltered}
          selectedId={selectedId}
          display={display}
          onToggle={toggle}
          onSelect={select}
        />
      </aside>
      <div className="live-stage">
        {stream === 'down' && (
          <p className="live-banner" role="status">
            {t('track.down')}
          </p>
        )}
        {view === 'table' && !isSingle ? (
          <table.Part
            vehicles={shown}
            selectedId={selectedId}
            display={display}
            onSelect={select}
          />
        ) : (
          config.data !== undefined && (
            <FleetMap
              styleUrl={config.data.map.style_url}
              unit={display.unit}
              vehicles={markers}
              selectedId={selectedId}
              trail={trail}
              isFollowing={isFollowing}
              centreRequest={centre}
              viewport={readViewport(address.at)}
              onSelect={isSingle ? () => undefined : select}
              onBadge={(ids) => setBadge(new Set(ids))}
              onViewport={(viewport) => setAddress({ at: writeViewport(viewport) })}
              onDrag={() => {
                if (isFollowing) setAddress({ follow: undefined });
              }}
            />
          )
        )}
        {badge !== null && view === 'map' && (
          <badgeList.Part
            vehicles={shown.filter(({ id }) => badge.has(id))}
            onSelect={select}
            onClose={() => setBadge(null)}
          />
        )}
        {isSingle && selected === undefined && <p className="live-hint">{t('track.choose')}</p>}
        {selected !== undefined && (
          <details.Part
            vehicle={selected}
            display={display}
            isFollowing={isFollowing}
            onFollow={follow}
            onCentre={() => {
              setAddress({ view: undefined });
              setCentre((count) => count + 1);
            }}
            onClose={() => select(null)}
          />
        )}
      </div>
    </div>
  );
}
