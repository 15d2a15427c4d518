import type { Point } from 'geojson';
import {
  type GeoJSONSource,
  LngLatBounds,
  type MapGeoJSONFeature,
  type Map as MapLibre,
} from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { calm, useBaseMap, type Viewport } from './base-map.ts';
import {
  addFleetLayers,
  isDrawn,
  type MapVehicle,
  needsOtherClustering,
  removeFleetLayers,
  setVehicles,
  TRAIL,
  vehiclesOfBadge,
} from './fleet-layers.ts';
import { setTrail } from './trail-line.ts';
import { addVehicleImages } from './vehicle-images.ts';

export interface FleetMapProps {
  readonly styleUrl: string | null;
  readonly unit: 'MLS' | 'KMS';
  readonly vehicles: readonly MapVehicle[];
  readonly selectedId: number | null;
  readonly trail: readonly (readonly [longitudeDeg: number, latitudeDeg: number])[];
  /** Keeps the selected vehicle centred. */
  readonly isFollowing: boolean;
  /** Incremented to centre the selected vehicle. */
  readonly centreRequest: number;
  readonly viewport: Viewport | null;
  readonly onSelect: (id: number | null) => void;
  /** A cluster was clicked. */
  readonly onBadge: (ids: readonly number[]) => void;
  readonly onViewport: (viewport: Viewport) => void;
  /** The person dragged the map. */
  readonly onDrag: () => void;
}

function fit(map: MapLibre, vehicles: readonly MapVehicle[]): void {
  const bounds = new LngLatBounds();
  for (const { longitudeDeg, latitudeDeg } of vehicles) bounds.extend([longitudeDeg, latitudeDeg]);
  if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 64, maxZoom: 12, animate: false });
}

/**
 * Dispatches the event `fleetpaint` on the map's element when these vehicles are rendered, for the marker
 * benchmark, which cannot read the canvas.
 */
function announce(map: MapLibre, element: HTMLElement, vehicles: readonly MapVehicle[]): void {
  const onRender = () => {
    if (!isDrawn(map)) return;
    map.off('render', onRender);
    element.dispatchEvent(new CustomEvent('fleetpaint', { detail: vehicles }));
  };
  map.on('render', onRender);
}

/** Space of the card of the selected vehicle, px: at the side on a desktop, below on a phone. */
const CARD = { widthPx: 400, heightPx: 440 };
const EDGE_PX = 48;

/** Minimum zoom for a vehicle that is selected outside the map. */
const NEAR_ZOOM = 12;

/**
 * Moves the map to the selected vehicle, next to its card. If it was selected on the map, the map moves
 * only as far as the card would cover it.
 */
function bringOut(map: MapLibre, center: [number, number], isPressed: boolean): void {
  // The card may have just changed the height of the map.
  map.resize();
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isPhone = width < 2 * CARD.widthPx;
  const left = isPhone ? EDGE_PX : CARD.widthPx + EDGE_PX;
  const bottom = isPhone ? Math.min(CARD.heightPx, height * 0.7) : EDGE_PX;
  const { x, y } = map.project(center);
  const isSeen =
    x >= left && x <= width - EDGE_PX && y >= Math.min(EDGE_PX, bottom) && y <= height - bottom;
  if (isPressed && isSeen) return;
  map.easeTo({
    center,
    ...(isPressed ? {} : { zoom: Math.max(map.getZoom(), NEAR_ZOOM) }),
    offset: [isPhone ? 0 : CARD.widthPx / 2, isPhone ? -bottom / 2 : 0],
    ...calm(),
  });
}

const PRESSED = ['selected-grounds', 'grounds', 'clusters'] as const;

async function onBadge(
  map: MapLibre,
  { properties, geometry }: Pick<MapGeoJSONFeature, 'properties' | 'geometry'>,
  open: (ids: readonly number[]) => void,
): Promise<void> {
  const ids = await vehiclesOfBadge(map, properties);
  if (ids !== null) return open(ids);
  const source = map.getSource<GeoJSONSource>('vehicles');
  const zoom = await source?.getClusterExpansionZoom(Number(properties.cluster_id));
  if (zoom === undefined) return;
  map.easeTo({ center: (geometry as Point).coordinates as [number, number], zoom, ...calm() });
}

function onMarkers(
  map: MapLibre,
  select: (id: number | null) => void,
  open: (ids: readonly number[]) => void,
): void {
  map.on('click', (event) => {
    const hits = map.queryRenderedFeatures(event.point, { layers: [...PRESSED] });
    // The selected vehicle covers the cluster at its position: a second press selects the cluster.
    const isOnTop = hits[0]?.layer.id === 'selected-grounds';
    const hit = (isOnTop && hits.find(({ layer }) => layer.id === 'clusters')) || hits[0];
    if (hit === undefined) return select(null);
    if (hit.layer.id !== 'clusters') return select(Number(hit.properties.id));
    // The fleet may have moved meanwhile, and the cluster with it.
    void onBadge(map, hit, open).catch(() => undefined);
  });
  for (const layer of PRESSED) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
}

/** The map of a fleet: one marker per vehicle, and the trail of the selected one. */
export function FleetMap(props: FleetMapProps) {
  const { t } = useTranslation();
  const latest = useRef(props);
  latest.current = props;
  const shownCount = useRef(0);
  const isFitted = useRef(props.viewport !== null);
  /** The vehicle already in view: selected on the map, or within the view of the address. */
  const pressed = useRef(props.viewport === null ? null : props.selectedId);
  const { box, dressed } = useBaseMap({
    styleUrl: props.styleUrl,
    unit: props.unit,
    viewport: props.viewport,
    onCreate: (map) => {
      onMarkers(
        map,
        (id) => {
          pressed.current = id;
          latest.current.onSelect(id);
        },
        (ids) => latest.current.onBadge(ids),
      );
      map.on('dragstart', () => latest.current.onDrag());
      map.on('moveend', () => {
        const { lng, lat } = map.getCenter();
        latest.current.onViewport({ longitudeDeg: lng, latitudeDeg: lat, zoom: map.getZoom() });
      });
    },
    onDress: (map, scheme) => {
      shownCount.current = latest.current.vehicles.length;
      addVehicleImages(map, scheme);
      addFleetLayers(map, scheme, shownCount.current);
    },
  });

  const { vehicles, selectedId, trail, isFollowing, centreRequest } = props;
  useEffect(() => {
    if (dressed === null) return;
    const { map, scheme } = dressed;
    if (needsOtherClustering(shownCount.current, vehicles.length)) {
      removeFleetLayers(map);
      addFleetLayers(map, scheme, vehicles.length);
      setTrail(map, TRAIL, latest.current.trail);
    }
    shownCount.current = vehicles.length;
    setVehicles(map, vehicles, selectedId);
    if (box.current !== null) announce(map, box.current, vehicles);
    if (!isFitted.current && vehicles.length > 0) {
      isFitted.current = true;
      fit(map, vehicles);
    }
  }, [vehicles, selectedId, dressed, box]);

  useEffect(() => {
    if (dressed !== null) setTrail(dressed.map, TRAIL, trail);
  }, [trail, dressed]);

  const isKnown = vehicles.some(({ id }) => id === selectedId);
  useEffect(() => {
    const wanted = latest.current.vehicles.find(({ id }) => id === selectedId);
    if (dressed === null || !isKnown || wanted === undefined) return;
    const isPressed = pressed.current === selectedId;
    pressed.current = null;
    const place: [number, number] = [wanted.longitudeDeg, wanted.latitudeDeg];
    if (!latest.current.isFollowing) bringOut(dressed.map, place, isPressed);
  }, [selectedId, isKnown, dressed]);

  const selected = vehicles.find(({ id }) => id === selectedId);
  const longitude = selected?.longitudeDeg;
  const latitude = selected?.latitudeDeg;
  useEffect(() => {
    if (dressed === null || longitude === undefined || latitude === undefined) return;
    if (!isFollowing) return;
    const { map } = dressed;
    map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), 10), ...calm() });
  }, [longitude, latitude, isFollowing, dressed]);

  useEffect(() => {
    const wanted = latest.current.vehicles.find(({ id }) => id === latest.current.selectedId);
    if (dressed === null || centreRequest === 0 || wanted === undefined) return;
    const { map } = dressed;
    const center: [number, number] = [wanted.longitudeDeg, wanted.latitudeDeg];
    map.easeTo({ center, zoom: Math.max(map.getZoom(), 12), ...calm() });
  }, [centreRequest, dressed]);

  return (
    <section
      ref={box}
      className="base-map fleet-map"
      aria-label={t('track.map')}
      data-ready={dressed !== null}
    />
  );
}
