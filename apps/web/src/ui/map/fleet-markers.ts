import type { Map as MapLibre, PointLike } from 'maplibre-gl';
import {
  clusterVehicles,
  clusterZoomOf,
  type MapItem,
  SEPARATING_MAX_ZOOM,
  separatingZoom,
} from './fleet-clusters.ts';
import { MARKER_LAYERS, setItems } from './fleet-layers.ts';
import type { MapVehicle } from './map-vehicle.ts';

/** What is at a point of the map. */
export type MarkerHit =
  | { readonly kind: 'vehicle'; readonly vehicle: MapVehicle }
  | { readonly kind: 'cluster'; readonly item: MapItem };

/** How close to a marker a press by keyboard must be, px. */
const NEAR_PX = 24;

/** Below this zoom all vehicles have markers: the map may show the whole world, or its date line. */
const WHOLE_BELOW_ZOOM = 6;

/** West, south, east and north, degrees. */
type Part = readonly [west: number, south: number, east: number, north: number];

const partOf = (map: MapLibre): Part => {
  const bounds = map.getBounds();
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
};

/** A part with its own size added on each side, so that a short pan needs no new markers. */
function widened([west, south, east, north]: Part): Part {
  const [width, height] = [east - west, north - south];
  return [west - width, south - height, east + width, north + height];
}

/** The markers of a fleet on a map: clusters by zoom, and what is under the pointer. */
export class FleetMarkers {
  readonly #map: MapLibre;
  #scheme: 'light' | 'dark' | null = null;
  #vehicles: readonly MapVehicle[] = [];
  #selectedId: number | null = null;
  #items: readonly MapItem[] = [];
  #zoom = Number.NaN;
  /** The part of the map with markers; null for all. */
  #part: Part | null = null;

  constructor(map: MapLibre) {
    this.#map = map;
    map.on('move', () => {
      if (clusterZoomOf(map.getZoom()) !== this.#zoom || !this.#covers(partOf(map))) {
        this.#draw();
      }
    });
  }

  /** Call after a change of style, when the layers exist. */
  dress(scheme: 'light' | 'dark'): void {
    this.#scheme = scheme;
  }

  /** Shows vehicles; the selected one is on top and never part of a cluster. */
  show(vehicles: readonly MapVehicle[], selectedId: number | null): void {
    this.#vehicles = vehicles;
    this.#selectedId = selectedId;
    this.#draw();
  }

  /** The topmost marker at a point. */
  at(point: PointLike): MarkerHit | null {
    const layers = MARKER_LAYERS.filter((id) => this.#map.getLayer(id) !== undefined);
    const [hit] = this.#map.queryRenderedFeatures(point, { layers });
    if (hit === undefined) return null;
    if (hit.properties.badge !== undefined) {
      const item = this.#items[Number(hit.properties.badge)];
      return item === undefined ? null : { kind: 'cluster', item };
    }
    const vehicle = this.#vehicles.find(({ id }) => id === Number(hit.properties.id));
    return vehicle === undefined ? null : { kind: 'vehicle', vehicle };
  }

  /** The marker at the centre of the map, for people who move the map by keyboard. */
  atCentre(): MarkerHit | null {
    const { x, y } = this.#map.project(this.#map.getCenter());
    for (const reach of [1, NEAR_PX / 2, NEAR_PX]) {
      const box: PointLike = [
        [x - reach, y - reach],
        [x + reach, y + reach],
      ] as unknown as PointLike;
      const hit = this.at(box);
      if (hit !== null) return hit;
    }
    return null;
  }

  /** The zoom level at which a press separates the vehicles of a cluster; null if they are at one place. */
  zoomInto({ vehicles, isBeside }: MapItem): number | null {
    if (this.#map.getZoom() >= SEPARATING_MAX_ZOOM) return null;
    const selected = this.#vehicles.find(({ id }) => id === this.#selectedId);
    const all = isBeside && selected !== undefined ? [...vehicles, selected] : vehicles;
    return separatingZoom(all, this.#map.getZoom());
  }

  #covers([west, south, east, north]: Part): boolean {
    if (this.#part === null) return true;
    const [w, s, e, n] = this.#part;
    return west >= w && south >= s && east <= e && north <= n;
  }

  #draw(): void {
    if (this.#scheme === null) return;
    this.#zoom = clusterZoomOf(this.#map.getZoom());
    const part = this.#zoom < WHOLE_BELOW_ZOOM ? null : widened(partOf(this.#map));
    this.#part = part;
    const selected = this.#vehicles.find(({ id }) => id === this.#selectedId);
    const [west, south, east, north] = part ?? [-Infinity, -Infinity, Infinity, Infinity];
    const others = this.#vehicles.filter(
      (vehicle) =>
        vehicle !== selected &&
        vehicle.longitudeDeg >= west &&
        vehicle.longitudeDeg <= east &&
        vehicle.latitudeDeg >= south &&
        vehicle.latitudeDeg <= north,
    );
    this.#items = clusterVehicles(others, this.#zoom, selected);
    setItems(this.#map, this.#scheme, this.#items, selected);
  }
}
