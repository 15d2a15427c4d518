import { allows, DESIGN_TOKENS, formatDistance, formatDuration } from '@roadworthy/domain';
import type { Coordinates } from '@roadworthy/domain/geography';
import type { FeatureCollection } from 'geojson';
import { MapPin } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { rightsOf } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { Display } from '../../../ui/display.ts';
import { fit, hasRoomForCard } from '../../../ui/map/fleet-camera.ts';
import type { DressedMap, PickedPlace } from '../../../ui/map/fleet-map.tsx';
import { VehicleIcon } from '../../../ui/vehicle-icon.tsx';
import type { TrackVehicle } from '../fleet-store.ts';
import { StateBadge } from '../tracking-state-badge.tsx';
import { type NearVehicle, nearestVehicles } from './nearest.ts';
import { type OverlayLayer, useFeatures } from './overlay.ts';
import { ToolPanel } from './tool-panel.tsx';
import styles from './tools.module.css';
import { type FoundPlace, type PlaceChoice, useFoundPlaces } from './use-found-places.ts';

const MOST_SHOWN = 10;
/** Vehicles that the map shows together with the place. */
const MOST_FITTED = 3;

function layersOf(scheme: 'light' | 'dark'): OverlayLayer[] {
  const { bad, surface, text } = DESIGN_TOKENS[scheme];
  return [
    {
      id: 'nearest-place',
      type: 'circle',
      paint: {
        'circle-radius': 18,
        'circle-color': surface,
        'circle-opacity': 0.6,
        'circle-stroke-color': bad,
        'circle-stroke-width': 4,
      },
    },
    {
      id: 'nearest-name',
      type: 'symbol',
      layout: {
        'text-field': ['get', 'name'],
        'text-size': 13,
        'text-offset': [0, -1.8],
        'text-anchor': 'bottom',
      },
      paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 2 },
    },
  ];
}

function featuresOf(place: PlaceChoice | null): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features:
      place === null
        ? []
        : [
            {
              type: 'Feature',
              properties: { name: place.name },
              geometry: { type: 'Point', coordinates: [place.longitudeDeg, place.latitudeDeg] },
            },
          ],
  };
}

function NearRow({
  near: { vehicle, distanceM },
  display: { unit, locale },
  onSelect,
}: {
  readonly near: NearVehicle;
  readonly display: Display;
  readonly onSelect: (id: number) => void;
}) {
  const { t, i18n } = useTranslation();
  const ageS =
    vehicle.timestamp === null
      ? null
      : Math.max(0, (Date.now() - Date.parse(vehicle.timestamp)) / 1000);
  return (
    <li>
      <Button kind="bare" className={styles.near} onClick={() => onSelect(vehicle.id)}>
        <VehicleIcon type={vehicle.type} />
        <span className={styles.nearName}>
          <strong>{vehicle.registration}</strong>
          <StateBadge state={vehicle.state} />
        </span>
        <span className={styles.nearPlace}>
          <span>{formatDistance(distanceM, unit, locale)}</span>
          <span className={styles.quiet}>
            {ageS === null
              ? t('track.unknown')
              : t('nearest.age', {
                  age: formatDuration(Math.floor(ageS / 60) * 60 || ageS, i18n.language, 'narrow'),
                })}
          </span>
        </span>
      </Button>
    </li>
  );
}

/** The matches of a search for a place: depots, geofences and addresses. */
function Matches({
  found,
  onChoose,
}: {
  readonly found: ReturnType<typeof useFoundPlaces>;
  readonly onChoose: (place: FoundPlace) => void;
}) {
  const { t } = useTranslation();
  if (found.places.length === 0) {
    if (found.isSearching) return <p className={styles.hint}>{t('nearest.searching')}</p>;
    return (
      <p role="status" className={styles.hint}>
        {t(found.isFailed ? 'nearest.failed' : 'nearest.noPlace')}
      </p>
    );
  }
  return (
    <ul className={styles.list} aria-label={t('nearest.places')}>
      {found.places.map((place) => (
        <li key={place.key}>
          <Button kind="bare" className={styles.place} onClick={() => onChoose(place)}>
            <span>{place.name}</span>
            <span className={styles.quiet}>{t(`nearest.${place.kind}`)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The vehicles nearest to a place, by distance. */
function NearList({
  place,
  near,
  display,
  onSelect,
}: {
  readonly place: PlaceChoice;
  readonly near: readonly NearVehicle[];
  readonly display: Display;
  readonly onSelect: (id: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className={styles.subtitle}>{t('nearest.to', { place: place.name })}</h3>
      {near.length === 0 ? (
        <p className={styles.hint}>{t('nearest.noVehicle')}</p>
      ) : (
        <ol className={styles.list} aria-label={t('nearest.to', { place: place.name })}>
          {near.map((one) => (
            <NearRow key={one.vehicle.id} near={one} display={display} onSelect={onSelect} />
          ))}
        </ol>
      )}
      <p className={styles.quiet}>{t('nearest.straight')}</p>
    </>
  );
}

/** Moves the map to a place and the vehicles nearest to it. */
function fitAround(map: DressedMap['map'], at: Coordinates, vehicles: readonly TrackVehicle[]) {
  const closest = nearestVehicles(vehicles, at, MOST_FITTED);
  fit(
    map,
    [
      at,
      ...closest.flatMap(({ vehicle: { lat, long } }) =>
        lat === null || long === null ? [] : [{ latitudeDeg: lat, longitudeDeg: long }],
      ),
    ],
    { maxZoom: 14, hasPanel: true },
  );
}

/** Finds the vehicles nearest to an address, a depot, a geofence or a point of the map. */
export function NearestPanel({
  dressed,
  vehicles,
  display,
  onPick,
  onSelect,
  onClose,
}: {
  readonly dressed: DressedMap;
  readonly vehicles: readonly TrackVehicle[];
  readonly display: Display;
  readonly onPick: (handler: ((place: PickedPlace) => void) | null) => void;
  readonly onSelect: (id: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const rights = rightsOf(useSession().current);
  const [text, setText] = useState('');
  const [place, setPlace] = useState<PlaceChoice | null>(null);
  const [isPicking, setIsPicking] = useState(false);
  const found = useFoundPlaces(text, allows({ kind: 'module', anyOf: ['Geofence'] }, rights));
  const near = useMemo(
    () => (place === null ? [] : nearestVehicles(vehicles, place, MOST_SHOWN)),
    [vehicles, place],
  );
  useFeatures(
    dressed,
    'nearest',
    layersOf,
    useMemo(() => featuresOf(place), [place]),
    true,
  );
  const show = (name: string, at: Coordinates) => {
    setPlace({ name, latitudeDeg: at.latitudeDeg, longitudeDeg: at.longitudeDeg });
    setText('');
    fitAround(dressed.map, at, vehicles);
  };
  const choose = async (one: FoundPlace) => {
    const at = await found.locate(one);
    if (at !== null) show(one.name, at);
  };
  const pick = () => {
    setIsPicking(!isPicking);
    if (isPicking) return onPick(null);
    onPick((at) => {
      show(t('nearest.point'), at);
      setIsPicking(false);
      onPick(null);
    });
  };
  useEffect(() => () => onPick(null), [onPick]);
  return (
    <ToolPanel title={t('nearest.title')} onClose={onClose}>
      <div className={styles.row}>
        <input
          type="search"
          className={styles.input}
          aria-label={t('nearest.place')}
          placeholder={t('nearest.place')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found.places;
            if (event.key === 'Enter' && first !== undefined) void choose(first);
          }}
        />
        <Button aria-pressed={isPicking} onClick={pick}>
          <MapPin size={16} aria-hidden="true" />
          {t('nearest.pick')}
        </Button>
      </div>
      {isPicking && (
        <p role="status" className={styles.hint}>
          {t('nearest.pickHint')}
        </p>
      )}
      {text.trim().length > 1 && <Matches found={found} onChoose={(one) => void choose(one)} />}
      {found.isMissing && (
        <p role="alert" className={styles.wrong}>
          {t('nearest.missing')}
        </p>
      )}
      {place !== null && text.trim().length < 2 && (
        <NearList
          place={place}
          near={near}
          display={display}
          onSelect={(id) => {
            onSelect(id);
            if (!hasRoomForCard(dressed.map)) onClose();
          }}
        />
      )}
    </ToolPanel>
  );
}
