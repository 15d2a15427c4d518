import { VEHICLE_STATES, type VehicleState } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { storage } from '../../session/storage.ts';
import { useDisplay } from '../../ui/display.ts';
import { later } from '../../ui/later/later.tsx';
import { usePrefetch } from '../../ui/later/parts.tsx';
import type { Viewport } from '../../ui/map/base-map.ts';
import type { MapVehicle } from '../../ui/map/fleet-layers.ts';
import { FleetMap } from '../../ui/map/fleet-map.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { FleetList } from './fleet-list.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import { countStates, matches } from './tracking-filters.ts';
import { StateBadge } from './tracking-state-badge.tsx';
import { useTrail } from './tracking-use-trail.ts';
import { POLL_MS, useFleet } from './use-fleet.ts';
import './track.css';

const table = later(async () => (await import('./fleet-table.tsx')).FleetTable);
const details = later(async () => (await import('./vehicle-details.tsx')).VehicleDetails);
const badgeList = later(async () => (await import('./badge-list.tsx')).BadgeList);
const PARTS = [table, details, badgeList];

function onMap(vehicles: readonly TrackVehicle[]): MapVehicle[] {
  return vehicles.flatMap(({ id, registration, type, state, lat, long, dir }) =>
    lat === null || long === null
      ? []
      : [{ id, registration, type, state, latitudeDeg: lat, longitudeDeg: long, headingDeg: dir }],
  );
}

function readViewport(text: string | undefined): Viewport | null {
  const [latitudeDeg, longitudeDeg, zoom] = (text ?? '').split(',').map(Number);
  if (![latitudeDeg, longitudeDeg, zoom].every((value) => Number.isFinite(value))) return null;
  return { latitudeDeg, longitudeDeg, zoom } as Viewport;
}

function writeViewport({ latitudeDeg, longitudeDeg, zoom }: Viewport): string {
  return `${latitudeDeg.toFixed(5)},${longitudeDeg.toFixed(5)},${zoom.toFixed(2)}`;
}

function StateChips({
  vehicles,
  states,
  onChange,
}: {
  readonly vehicles: readonly TrackVehicle[];
  readonly states: ReadonlySet<VehicleState>;
  readonly onChange: (states: ReadonlySet<VehicleState>) => void;
}) {
  const { t } = useTranslation();
  const counts = countStates(vehicles);
  const toggle = (state: VehicleState) => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    onChange(next);
  };
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{t('track.states')}</legend>
      {VEHICLE_STATES.filter((one) => one !== 'private' || counts.private > 0).map((state) => (
        <button
          key={state}
          type="button"
          className="chip"
          aria-pressed={states.has(state)}
          onClick={() => toggle(state)}
        >
          <StateBadge state={state} />
          <span className="chip-count">{counts[state]}</span>
        </button>
      ))}
    </fieldset>
  );
}

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
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
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

  const groups = useQuery({
    queryKey: ['track-groups', by],
    queryFn: () => (by === 'depot' ? api.tracking.trackGroups() : api.tracking.trackDriverGroups()),
    refetchInterval: POLL_MS,
  });
  // Opening a group loads it, and while it is open it is asked again every 30 seconds.
  useQuery({
    queryKey: ['track-open', by, [...open].sort()],
    enabled: open.size > 0,
    refetchInterval: POLL_MS,
    queryFn: async () => {
      const answers = await Promise.all(
        [...open].map((group_id) => api.tracking.trackGroup({ query: { group_id, by } })),
      );
      store.take(
        answers.flatMap((answer) => answer.vehicles),
        false,
      );
      return answers.length;
    },
  });

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

  // A vehicle that is selected, also by an address, is found in the list: its group opens.
  const groupId = useMemo(
    () =>
      by === 'depot'
        ? groups.data?.results.find(({ id }) => selected?.groups.includes(id))?.id
        : selected?.driver?.id,
    [by, groups.data, selected],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person closes afterwards stays closed
  useEffect(() => {
    if (groupId !== undefined) setOpen((before) => new Set(before).add(groupId));
  }, [selectedId, groupId]);

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
  const toggleGroup = (groupId: number) => {
    const next = new Set(open);
    if (!next.delete(groupId)) next.add(groupId);
    setOpen(next);
  };
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
          <div className="live-switches">
            <fieldset className="segmented">
              <legend className="visually-hidden">{t('track.groupBy')}</legend>
              <button
                type="button"
                aria-pressed={by === 'depot'}
                onClick={() => setAddress({ by: undefined })}
              >
                {t('track.byDepot')}
              </button>
              <button
                type="button"
                aria-pressed={by === 'driver'}
                onClick={() => setAddress({ by: 'driver' })}
              >
                {t('track.byDriver')}
              </button>
            </fieldset>
            {!isSingle && (
              <fieldset className="segmented">
                <legend className="visually-hidden">{t('track.view')}</legend>
                <button
                  type="button"
                  aria-pressed={view === 'map'}
                  onClick={() => setAddress({ view: undefined })}
                >
                  {t('track.viewMap')}
                </button>
                <button
                  type="button"
                  aria-pressed={view === 'table'}
                  onClick={() => setAddress({ view: 'table' })}
                >
                  {t('track.viewTable')}
                </button>
              </fieldset>
            )}
          </div>
        </div>
        {list.isError && vehicles.length === 0 && (
          <div className="live-message" role="alert">
            <p>{t('track.failed')}</p>
            <button type="button" className="button" onClick={() => void list.refetch()}>
              {t('action.retry')}
            </button>
          </div>
        )}
        {list.isPending && (
          <div className="live-skeleton" aria-hidden="true">
            {Array.from({ length: 8 }, (_, index) => index).map((index) => (
              <span key={index} />
            ))}
          </div>
        )}
        {list.isSuccess && vehicles.length === 0 && list.data.count === 0 && (
          <p className="live-message">{t('track.noGroups')}</p>
        )}
        {isFiltered && shown.length === 0 && vehicles.length > 0 && (
          <div className="live-message">
            <p>{t('track.noMatch')}</p>
            <button
              type="button"
              className="button"
              onClick={() => setAddress({ search: undefined, states: undefined })}
            >
              {t('track.clear')}
            </button>
          </div>
        )}
        <FleetList
          groups={groups.data?.results ?? []}
          by={by}
          vehicles={shown}
          open={open}
          isFiltered={isFiltered}
          selectedId={selectedId}
          display={display}
          onToggle={toggleGroup}
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
