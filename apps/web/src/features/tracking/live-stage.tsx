import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { later } from '../../ui/later/later.tsx';
import { cx, look, row } from '../../ui/look/look.ts';
import { FleetMap, type PickedPlace } from '../../ui/map/fleet-map.tsx';
import { SPIDER_MAX } from '../../ui/map/spider.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { useMapLayers } from './tools/use-map-layers.ts';
import styles from './track.module.css';
import { onMap, readViewport, writeViewport } from './tracking-positions.ts';
import { useTrail } from './tracking-use-trail.ts';
import type { Live } from './use-live.ts';

const table = later(async () => (await import('./fleet-table.tsx')).FleetTable);
const details = later(async () => (await import('./vehicle-details.tsx')).VehicleDetails);
const badgeList = later(async () => (await import('./badge-list.tsx')).BadgeList);
const tools = later(async () => (await import('./tools/map-tools.tsx')).MapTools);
const spider = later(async () => (await import('./tools/spider.tsx')).Spider);
/** Parts of the stage that are loaded in advance. */
export const STAGE_PARTS = [table, details, badgeList, tools, spider];

type PickHandler = (place: PickedPlace) => void;

/** The map with its tools. */
function LiveMap({ live }: { readonly live: Live }) {
  const { isSingle, selected, selectedId, shown, setAddress, cluster, setCluster, select } = live;
  const config = usePlatformConfig();
  const [layers, setLayer] = useMapLayers();
  const [pick, setPick] = useState<{ readonly handler: PickHandler } | null>(null);
  const onPick = useCallback(
    (handler: PickHandler | null) => setPick(handler === null ? null : { handler }),
    [],
  );
  const closeCluster = useCallback(() => setCluster(null), [setCluster]);
  const markers = useMemo(
    () => onMap(isSingle ? (selected === undefined ? [] : [selected]) : shown),
    [isSingle, selected, shown],
  );
  const trail = useTrail(selected);
  const members = cluster === null ? [] : shown.filter(({ id }) => cluster.ids.has(id));
  if (config.data === undefined) return null;
  const { map } = config.data;
  return (
    <FleetMap
      basemap={map}
      unit={live.display.unit}
      vehicles={markers}
      selectedId={selectedId}
      trail={trail}
      isFollowing={live.isFollowing}
      hasLabels={layers.labels}
      centreRequest={live.centreRequest}
      viewport={readViewport(live.address.at)}
      onSelect={isSingle ? () => undefined : select}
      onCluster={(ids, at) => setCluster({ ids: new Set(ids), at })}
      onPick={pick?.handler ?? null}
      onViewport={(viewport) => setAddress({ at: writeViewport(viewport) })}
      onPan={() => {
        if (live.isFollowing) live.stopFollowing();
      }}
    >
      {(dressed) => (
        <>
          <tools.Part
            dressed={dressed}
            vehicles={live.vehicles}
            display={live.display}
            traffic={map.traffic ?? null}
            layers={layers}
            onLayer={setLayer}
            tool={live.tool}
            onTool={live.setTool}
            onPick={onPick}
            onSelect={select}
          />
          {cluster !== null && members.length > 0 && members.length <= SPIDER_MAX && (
            <spider.Part
              dressed={dressed}
              at={cluster.at}
              vehicles={members}
              onSelect={select}
              onClose={closeCluster}
            />
          )}
          {members.length > SPIDER_MAX && (
            <badgeList.Part vehicles={members} onSelect={select} onClose={closeCluster} />
          )}
        </>
      )}
    </FleetMap>
  );
}

/** The map or the table, with the card of the selected vehicle. */
export function LiveStage({ live }: { readonly live: Live }) {
  const { t } = useTranslation();
  const { view, isSingle, selected, selectedId, display, vehicles } = live;
  const hasNoPosition =
    !isSingle && vehicles.length > 0 && vehicles.every(({ lat }) => lat === null);
  return (
    <div className={cx(look({ relative: true, minWidth: 0, minHeight: 0 }), styles.liveStage)}>
      {live.stream === 'down' && (
        <p
          className={cx(
            look({ paddingY: 2, paddingX: 4, tone: 'warn', ground: 'warn' }),
            styles.liveBanner,
          )}
          role="status"
        >
          {t('track.down')}
        </p>
      )}
      {view === 'table' ? (
        <table.Part
          vehicles={live.shown}
          selectedId={selectedId}
          display={display}
          onSelect={live.select}
        />
      ) : (
        <LiveMap live={live} />
      )}
      {view === 'map' && live.isFollowing && selected !== undefined && (
        <p
          className={cx(
            row({
              align: 'center',
              gap: 3,
              paddingY: 1,
              paddingX: 4,
              weight: 'strong',
              nowrap: true,
              ground: 'accent',
              shadow: 'low',
            }),
            styles.liveFollow,
          )}
        >
          <span>{t('track.followingVehicle', { registration: selected.registration })}</span>
          <Button kind="link" onClick={live.stopFollowing}>
            {t('track.stopFollowing')}
          </Button>
        </p>
      )}
      {view === 'map' && hasNoPosition && (
        <p
          className={cx(
            look({ paddingY: 3, paddingX: 6, ground: 'raised', radius: 'medium', shadow: 'low' }),
            styles.liveHint,
          )}
        >
          {t('track.noPositions')}
        </p>
      )}
      {isSingle && selected === undefined && (
        <p
          className={cx(
            look({ paddingY: 3, paddingX: 6, ground: 'raised', radius: 'medium', shadow: 'low' }),
            styles.liveHint,
          )}
        >
          {t('track.choose')}
        </p>
      )}
      {selected !== undefined && (
        <details.Part
          vehicle={selected}
          display={display}
          isFollowing={live.isFollowing}
          mayFollow={live.mayFollow}
          onFollow={live.follow}
          onCentre={live.centre}
          onClose={() => live.select(null)}
        />
      )}
    </div>
  );
}
