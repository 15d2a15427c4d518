import 'maplibre-gl/dist/maplibre-gl.css';
import type { Point } from 'geojson';
import {
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colourScheme } from '../../shell/design.ts';
import {
  addFleetLayers,
  isDrawn,
  type MapVehicle,
  needsOtherClustering,
  removeFleetLayers,
  setTrail,
  setVehicles,
} from './fleet-layers.ts';
import { offlineStyle } from './offline-style.ts';
import { addVehicleImages } from './vehicle-images.ts';

setWorkerUrl(workerUrl);

/** A configured style that has not come by then gives way to the offline one. */
const STYLE_LIMIT_MS = 5000;
/** Great Britain, before there are vehicles to fit. */
const BRITAIN: [number, number, number, number] = [-7.6, 49.9, 1.9, 58.7];

export interface Viewport {
  readonly longitudeDeg: number;
  readonly latitudeDeg: number;
  readonly zoom: number;
}

async function styleOf(url: string | null, scheme: 'light' | 'dark'): Promise<StyleSpecification> {
  if (url === null) return offlineStyle(scheme);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(STYLE_LIMIT_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()) as StyleSpecification;
  } catch (error) {
    console.warn('The map style could not be loaded; the offline map is shown.', error);
    return offlineStyle(scheme);
  }
}

export interface FleetMapProps {
  readonly styleUrl: string | null;
  readonly unit: 'MLS' | 'KMS';
  readonly vehicles: readonly MapVehicle[];
  readonly selectedId: number | null;
  readonly trail: readonly (readonly [longitudeDeg: number, latitudeDeg: number])[];
  /** Keep the selected vehicle in the middle. */
  readonly isFollowing: boolean;
  /** Goes up by one for each wish to see the selected vehicle in the middle. */
  readonly centreRequest: number;
  readonly viewport: Viewport | null;
  readonly onSelect: (id: number | null) => void;
  readonly onViewport: (viewport: Viewport) => void;
  /** The person moved the map by hand. */
  readonly onDrag: () => void;
}

function fit(map: MapLibre, vehicles: readonly MapVehicle[]): void {
  const bounds = new LngLatBounds();
  for (const { longitudeDeg, latitudeDeg } of vehicles) bounds.extend([longitudeDeg, latitudeDeg]);
  if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 64, maxZoom: 12, animate: false });
}

/**
 * Says on the map's element, as the event `fleetpaint`, that these vehicles are drawn: the
 * benchmark of the marker waits for it, who cannot look into a canvas.
 */
function announce(map: MapLibre, element: HTMLElement, vehicles: readonly MapVehicle[]): void {
  const onRender = () => {
    if (!isDrawn(map)) return;
    map.off('render', onRender);
    element.dispatchEvent(new CustomEvent('fleetpaint', { detail: vehicles }));
  };
  map.on('render', onRender);
}

function calm(): { animate: boolean } {
  return { animate: !matchMedia('(prefers-reduced-motion: reduce)').matches };
}

/** Space that the card of the selected vehicle takes, px: beside it on a desk, below it on a phone. */
const CARD = { widthPx: 400, heightPx: 440 };
const EDGE_PX = 48;

/** Brings a chosen vehicle out from under its card, or into the picture; moves nothing otherwise. */
function reveal(map: MapLibre, center: [number, number]): void {
  // The card may just have given the map another height.
  map.resize();
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isPhone = width < 2 * CARD.widthPx;
  const left = isPhone ? EDGE_PX : CARD.widthPx + EDGE_PX;
  const bottom = isPhone ? Math.min(CARD.heightPx, height * 0.7) : EDGE_PX;
  const { x, y } = map.project(center);
  const isSeen =
    x >= left && x <= width - EDGE_PX && y >= Math.min(EDGE_PX, bottom) && y <= height - bottom;
  if (isSeen) return;
  map.easeTo({
    center,
    offset: [isPhone ? 0 : CARD.widthPx / 2, isPhone ? -bottom / 2 : 0],
    ...calm(),
  });
}

function onMarkers(map: MapLibre, select: (id: number | null) => void): void {
  map.on('click', (event) => {
    const [hit] = map.queryRenderedFeatures(event.point, { layers: ['grounds', 'clusters'] });
    if (hit === undefined) return select(null);
    if (hit.layer.id === 'grounds') return select(Number(hit.properties.id));
    const source = map.getSource<GeoJSONSource>('vehicles');
    void source?.getClusterExpansionZoom(Number(hit.properties.cluster_id)).then((zoom) => {
      const center = (hit.geometry as Point).coordinates as [number, number];
      map.easeTo({ center, zoom, ...calm() });
    });
  });
  for (const layer of ['grounds', 'clusters']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
}

/** The map of a fleet: a marker a vehicle, the selected one's trail. */
export function FleetMap(props: FleetMapProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const mapRef = useRef<MapLibre | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [readyFor, setReadyFor] = useState<'light' | 'dark' | null>(null);
  const shownCount = useRef(0);
  const isFitted = useRef(props.viewport !== null);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let isGone = false;
    const { viewport, unit } = latest.current;
    const map = new MapLibre({
      container: element,
      style: { version: 8, sources: {}, layers: [] },
      ...(viewport === null
        ? { bounds: BRITAIN }
        : { center: [viewport.longitudeDeg, viewport.latitudeDeg], zoom: viewport.zoom }),
      attributionControl: { compact: true },
      pitchWithRotate: false,
      dragRotate: false,
      // Fading draws the map over and over after each change, and here something always changes.
      fadeDuration: 0,
    });
    mapRef.current = map;
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(
      new ScaleControl({ unit: unit === 'KMS' ? 'metric' : 'imperial' }),
      'bottom-right',
    );
    onMarkers(map, (id) => latest.current.onSelect(id));
    map.on('dragstart', () => latest.current.onDrag());
    map.on('moveend', () => {
      const { lng, lat } = map.getCenter();
      latest.current.onViewport({ longitudeDeg: lng, latitudeDeg: lat, zoom: map.getZoom() });
    });
    const dress = async () => {
      const scheme = colourScheme();
      const style = await styleOf(latest.current.styleUrl, scheme);
      if (isGone) return;
      map.setStyle(style, { diff: false });
      map.once('style.load', () => {
        shownCount.current = latest.current.vehicles.length;
        addVehicleImages(map, scheme);
        addFleetLayers(map, scheme, shownCount.current);
        setReadyFor(null);
        setReadyFor(scheme);
      });
    };
    const redress = () =>
      void dress().catch((error) => {
        if (!isGone) console.warn('The map could not be drawn.', error);
      });
    redress();
    window.addEventListener('schemechange', redress);
    return () => {
      isGone = true;
      window.removeEventListener('schemechange', redress);
      map.remove();
    };
  }, []);

  const { vehicles, selectedId, trail, isFollowing, centreRequest } = props;
  useEffect(() => {
    const map = mapRef.current;
    if (map === null || readyFor === null) return;
    if (needsOtherClustering(shownCount.current, vehicles.length)) {
      removeFleetLayers(map);
      addFleetLayers(map, readyFor, vehicles.length);
      setTrail(map, latest.current.trail);
    }
    shownCount.current = vehicles.length;
    setVehicles(map, vehicles, selectedId);
    if (box.current !== null) announce(map, box.current, vehicles);
    if (!isFitted.current && vehicles.length > 0) {
      isFitted.current = true;
      fit(map, vehicles);
    }
  }, [vehicles, selectedId, readyFor]);

  useEffect(() => {
    const map = mapRef.current;
    if (map !== null && readyFor !== null) setTrail(map, trail);
  }, [trail, readyFor]);

  const isKnown = vehicles.some(({ id }) => id === selectedId);
  useEffect(() => {
    const map = mapRef.current;
    const wanted = latest.current.vehicles.find(({ id }) => id === selectedId);
    if (map === null || readyFor === null || !isKnown || wanted === undefined) return;
    if (!latest.current.isFollowing) reveal(map, [wanted.longitudeDeg, wanted.latitudeDeg]);
  }, [selectedId, isKnown, readyFor]);

  const selected = vehicles.find(({ id }) => id === selectedId);
  const longitude = selected?.longitudeDeg;
  const latitude = selected?.latitudeDeg;
  useEffect(() => {
    const map = mapRef.current;
    if (map === null || readyFor === null || longitude === undefined || latitude === undefined)
      return;
    if (!isFollowing) return;
    map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), 10), ...calm() });
  }, [longitude, latitude, isFollowing, readyFor]);

  useEffect(() => {
    const map = mapRef.current;
    const wanted = latest.current.vehicles.find(({ id }) => id === latest.current.selectedId);
    if (map === null || readyFor === null || centreRequest === 0 || wanted === undefined) return;
    const center: [number, number] = [wanted.longitudeDeg, wanted.latitudeDeg];
    map.easeTo({ center, zoom: Math.max(map.getZoom(), 12), ...calm() });
  }, [centreRequest, readyFor]);

  return (
    <section
      ref={box}
      className="fleet-map"
      aria-label={t('track.map')}
      data-ready={readyFor !== null}
    />
  );
}
