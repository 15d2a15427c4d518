import 'maplibre-gl/dist/maplibre-gl.css';
import './base-map.css';
import type { DistanceUnit } from '@roadworthy/domain';
import { Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { storage } from '../../session/storage.ts';
import { colourScheme } from '../design.ts';
import { type Basemap, type Scheme, styleOf } from './basemap.ts';
import { prepareGraphics } from './graphics.ts';
import { drawStreetImages } from './street-images.ts';

setWorkerUrl(workerUrl);
// While the data of the first map loads.
void prepareGraphics();

/** Great Britain, until there is data to fit. */
const BRITAIN: [number, number, number, number] = [-7.6, 49.9, 1.9, 58.7];

/** Animations, unless the person prefers reduced motion. */
export function calm(): { animate: boolean } {
  return { animate: !matchMedia('(prefers-reduced-motion: reduce)').matches };
}

/** A map view as stored in the address. */
export interface Viewport {
  readonly longitudeDeg: number;
  readonly latitudeDeg: number;
  readonly zoom: number;
}

interface BaseMapOptions {
  /** Null for the built-in map. */
  readonly basemap: Basemap | null;
  readonly unit: DistanceUnit;
  /** Initial view; default Great Britain. */
  readonly viewport?: Viewport | null;
  /** Called once when the map exists, to add listeners. */
  readonly onCreate?: (map: MapLibre) => void;
  /** Called after each style, to add images, sources and layers. */
  readonly onDress: (map: MapLibre, scheme: Scheme) => void;
}

interface BaseMap {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The map with its sources and layers, a new object after each style; null before. */
  readonly dressed: { readonly map: MapLibre; readonly scheme: Scheme } | null;
}

/**
 * Creates the map in its element and adds its layers after each style.
 *
 * @returns a function that removes the map
 */
function createMap(
  container: HTMLElement,
  latest: RefObject<BaseMapOptions>,
  setDressed: (dressed: BaseMap['dressed']) => void,
): () => void {
  let isGone = false;
  const { viewport = null, unit, onCreate } = latest.current;
  const map = new MapLibre({
    container,
    style: { version: 8, sources: {}, layers: [] },
    ...(viewport === null
      ? { bounds: BRITAIN }
      : { center: [viewport.longitudeDeg, viewport.latitudeDeg], zoom: viewport.zoom }),
    attributionControl: { compact: true },
    pitchWithRotate: false,
    dragRotate: false,
    // Fading would redraw the map many times after each change, and a moving map changes all the time.
    fadeDuration: 0,
  });
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(
    new ScaleControl({ unit: unit === 'KMS' ? 'metric' : 'imperial' }),
    'bottom-right',
  );
  onCreate?.(map);
  drawStreetImages(map, colourScheme);
  const dress = async () => {
    const scheme = colourScheme();
    const hasSatellite = storage.mapLayer.get() === 'satellite';
    const style = await styleOf(latest.current.basemap, scheme, hasSatellite);
    if (isGone) return;
    map.setStyle(style, { diff: false });
    map.once('style.load', () => {
      latest.current.onDress(map, scheme);
      setDressed({ map, scheme });
    });
  };
  const redress = () =>
    void dress().catch((error) => {
      if (!isGone) console.warn('The map could not be drawn.', error);
    });
  redress();
  if (latest.current.basemap?.satellite != null) {
    void import('./satellite-control.ts').then(({ SatelliteControl }) => {
      if (!isGone) map.addControl(new SatelliteControl(redress), 'top-right');
    });
  }
  window.addEventListener('schemechange', redress);
  return () => {
    isGone = true;
    setDressed(null);
    window.removeEventListener('schemechange', redress);
    map.remove();
  };
}

/**
 * A map in an element, with its style reloaded when the colour scheme changes. Options are read when
 * needed; a changed base map applies from the next style on.
 */
export function useBaseMap(options: BaseMapOptions): BaseMap {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  latest.current = options;
  const [dressed, setDressed] = useState<BaseMap['dressed']>(null);

  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    void prepareGraphics().then(() => {
      if (!isGone && box.current !== null) remove = createMap(box.current, latest, setDressed);
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, []);

  return { box, dressed };
}
