import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseMap, type Viewport } from './base-map.ts';
import type { Basemap } from './basemap.ts';
import { bringOut, centreOn, fit, zoomInto } from './fleet-camera.ts';
import { stateCounts } from './fleet-clusters.ts';
import { addFleetLayers, isDrawn, MARKER_LAYERS, showLabels, TRAIL } from './fleet-layers.ts';
import { FleetMarkers, type MarkerHit } from './fleet-markers.ts';
import type { MapVehicle } from './map-vehicle.ts';
import { setTrail } from './trail-line.ts';
import { addVehicleImages } from './vehicle-images.ts';

/** A place that a person picked on the map. */
export interface PickedPlace {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/** The map with its layers, for the tools on it. */
export interface DressedMap {
  readonly map: MapLibre;
  readonly scheme: 'light' | 'dark';
}

export interface FleetMapProps {
  readonly basemap: Basemap | null;
  readonly unit: 'MLS' | 'KMS';
  readonly vehicles: readonly MapVehicle[];
  readonly selectedId: number | null;
  readonly trail: readonly (readonly [longitudeDeg: number, latitudeDeg: number])[];
  /** Keeps the selected vehicle centred. */
  readonly isFollowing: boolean;
  readonly hasLabels: boolean;
  /** Incremented to centre the selected vehicle. */
  readonly centreRequest: number;
  readonly viewport: Viewport | null;
  readonly onSelect: (id: number | null) => void;
  /** A cluster was pressed that no zoom level separates. */
  readonly onCluster: (ids: readonly number[], at: PickedPlace) => void;
  /** Takes presses on the map instead of the selection; null if no tool is in use. */
  readonly onPick: ((place: PickedPlace) => void) | null;
  readonly onViewport: (viewport: Viewport) => void;
  /** The person moved the map, other than by zooming. */
  readonly onPan: () => void;
  /** Tools and layers on the map. */
  readonly children?: (dressed: DressedMap) => ReactNode;
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

const PAN_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/** What a person does on the map. */
interface Hands {
  readonly press: (hit: MarkerHit | null) => void;
  readonly latest: RefObject<FleetMapProps>;
  readonly describe: (hit: MarkerHit) => string;
}

function listen(map: MapLibre, markers: FleetMarkers, { press, latest, describe }: Hands): void {
  const canvas = map.getCanvas();
  map.on('click', ({ point, lngLat }) => {
    const { onPick } = latest.current;
    if (onPick === null) return press(markers.at(point));
    onPick({ latitudeDeg: lngLat.lat, longitudeDeg: lngLat.lng });
  });
  map.on('dragstart', () => latest.current.onPan());
  canvas.addEventListener('keydown', (event) => {
    if (PAN_KEYS.has(event.key)) return latest.current.onPan();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const { lng, lat } = map.getCenter();
    const { onPick } = latest.current;
    if (onPick !== null) return onPick({ latitudeDeg: lat, longitudeDeg: lng });
    const hit = markers.atCentre();
    if (hit !== null) press(hit);
  });
  for (const layer of MARKER_LAYERS) {
    map.on('mousemove', layer, ({ point }) => {
      if (latest.current.onPick !== null) return;
      const hit = markers.at(point);
      canvas.style.cursor = 'pointer';
      canvas.title = hit === null ? '' : describe(hit);
    });
    map.on('mouseleave', layer, () => {
      canvas.style.cursor = '';
      canvas.title = '';
    });
  }
}

/** The words of a marker: registration and state, or the number of vehicles in each state. */
function useDescription() {
  const { t } = useTranslation();
  return (hit: MarkerHit): string => {
    if (hit.kind === 'vehicle')
      return `${hit.vehicle.registration}: ${t(`state.${hit.vehicle.state}`)}`;
    const { vehicles } = hit.item;
    const states = stateCounts(vehicles).map(
      ({ state, count }) => `${count} ${t(`state.${state}`)}`,
    );
    return `${t('track.hereCount', { count: vehicles.length })}: ${states.join(', ')}`;
  };
}

/**
 * Moves the map to the selected vehicle: once it is selected, while it is followed, and on request.
 *
 * @param pressed the vehicle that was selected on the map and is in view already
 */
function useCamera(
  dressed: DressedMap | null,
  { vehicles, selectedId, isFollowing, centreRequest }: FleetMapProps,
  latest: RefObject<FleetMapProps>,
  pressed: RefObject<number | null>,
) {
  const selected = vehicles.find(({ id }) => id === selectedId);
  const isKnown = selected !== undefined;
  useEffect(() => {
    const wanted = latest.current.vehicles.find(({ id }) => id === selectedId);
    if (dressed === null || !isKnown || wanted === undefined) return;
    const isPressed = pressed.current === selectedId;
    pressed.current = null;
    if (!latest.current.isFollowing) bringOut(dressed.map, wanted, isPressed);
  }, [selectedId, isKnown, dressed, latest, pressed]);

  const longitude = selected?.longitudeDeg;
  const latitude = selected?.latitudeDeg;
  useEffect(() => {
    if (dressed === null || longitude === undefined || latitude === undefined) return;
    if (!isFollowing) return;
    centreOn(dressed.map, { longitudeDeg: longitude, latitudeDeg: latitude }, true);
  }, [longitude, latitude, isFollowing, dressed]);

  useEffect(() => {
    const wanted = latest.current.vehicles.find(({ id }) => id === latest.current.selectedId);
    if (dressed === null || centreRequest === 0 || wanted === undefined) return;
    centreOn(dressed.map, wanted, false);
  }, [centreRequest, dressed, latest]);
}

/** The map of a fleet: one marker per vehicle or cluster, and the trail of the selected one. */
export function FleetMap(props: FleetMapProps) {
  const { t } = useTranslation();
  const latest = useRef(props);
  latest.current = props;
  const description = useDescription();
  const describe = useRef(description);
  describe.current = description;
  const markers = useRef<FleetMarkers | null>(null);
  const isFitted = useRef(props.viewport !== null);
  /** The vehicle already in view: selected on the map, or within the view of the address. */
  const pressed = useRef(props.viewport === null ? null : props.selectedId);
  const { box, dressed } = useBaseMap({
    basemap: props.basemap,
    unit: props.unit,
    viewport: props.viewport,
    onCreate: (map) => {
      const own = new FleetMarkers(map);
      markers.current = own;
      const press = (hit: MarkerHit | null) => {
        if (hit?.kind === 'cluster') {
          const zoom = own.zoomInto(hit.item);
          if (zoom !== null) return zoomInto(map, hit.item.vehicles, zoom);
          return latest.current.onCluster(
            hit.item.vehicles.map(({ id }) => id),
            hit.item,
          );
        }
        pressed.current = hit?.vehicle.id ?? null;
        latest.current.onSelect(pressed.current);
      };
      listen(map, own, { press, latest, describe: (hit) => describe.current(hit) });
      map.on('moveend', () => {
        const { lng, lat } = map.getCenter();
        latest.current.onViewport({ longitudeDeg: lng, latitudeDeg: lat, zoom: map.getZoom() });
      });
    },
    onDress: (map, scheme) => {
      addVehicleImages(map, scheme);
      addFleetLayers(map, scheme);
      markers.current?.dress(scheme);
    },
  });

  const { vehicles, selectedId, trail, hasLabels, onPick } = props;
  useEffect(() => {
    if (dressed === null) return;
    markers.current?.show(vehicles, selectedId);
    if (box.current !== null) announce(dressed.map, box.current, vehicles);
    if (!isFitted.current && vehicles.length > 0) {
      isFitted.current = true;
      fit(dressed.map, vehicles);
    }
  }, [vehicles, selectedId, dressed, box]);

  useEffect(() => {
    if (dressed !== null) setTrail(dressed.map, TRAIL, trail);
  }, [trail, dressed]);

  useEffect(() => {
    if (dressed !== null) showLabels(dressed.map, hasLabels);
  }, [hasLabels, dressed]);

  const isPicking = onPick !== null;
  useEffect(() => {
    if (dressed !== null) dressed.map.getCanvas().style.cursor = isPicking ? 'crosshair' : '';
  }, [isPicking, dressed]);

  useCamera(dressed, props, latest, pressed);

  return (
    <>
      <section
        ref={box}
        className="base-map fleet-map"
        aria-label={t('track.map')}
        data-ready={dressed !== null}
      />
      {dressed !== null && props.children?.(dressed)}
    </>
  );
}
