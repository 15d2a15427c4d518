import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl';
import { calm } from './base-map.ts';
import type { MapVehicle } from './map-vehicle.ts';

/** Space of the card of the selected vehicle, px: at the side on a desktop, below on a phone. */
const CARD = { widthPx: 400, heightPx: 440 };
const EDGE_PX = 48;
/** Space of the buttons above the map, px. */
const TOOLS_PX = 96;
/** Minimum zoom for a vehicle that is selected outside the map. */
const NEAR_ZOOM = 12;
const FOLLOW_ZOOM = 10;

type Place = Pick<MapVehicle, 'latitudeDeg' | 'longitudeDeg'>;

const centreOf = ({ latitudeDeg, longitudeDeg }: Place): [number, number] => [
  longitudeDeg,
  latitudeDeg,
];

/** The part of the map next to the card, px. */
function freePart(map: MapLibre) {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isPhone = !hasRoomForCard(map);
  const left = isPhone ? EDGE_PX : CARD.widthPx + EDGE_PX;
  const bottom = isPhone ? Math.min(CARD.heightPx, height * 0.7) : EDGE_PX;
  const offset: [number, number] = [isPhone ? 0 : CARD.widthPx / 2, isPhone ? -bottom / 2 : 0];
  return { width, height, left, bottom, offset };
}

/** Whether a card or panel leaves enough of the map beside it; otherwise it is at the bottom. */
export const hasRoomForCard = (map: MapLibre): boolean =>
  map.getContainer().clientWidth >= 2 * CARD.widthPx;

/**
 * Shows all vehicles.
 *
 * @param hasPanel leaves space for the panel of a tool
 */
export function fit(
  map: MapLibre,
  vehicles: readonly Place[],
  { maxZoom = 12, hasPanel = false }: { maxZoom?: number; hasPanel?: boolean } = {},
): void {
  const bounds = new LngLatBounds();
  for (const vehicle of vehicles) bounds.extend(centreOf(vehicle));
  if (bounds.isEmpty()) return;
  const isBeside = hasPanel && hasRoomForCard(map);
  const padding = {
    top: TOOLS_PX,
    left: EDGE_PX,
    right: isBeside ? CARD.widthPx + EDGE_PX : EDGE_PX,
    bottom: hasPanel && !isBeside ? map.getContainer().clientHeight * 0.6 : EDGE_PX,
  };
  map.fitBounds(bounds, { padding, maxZoom, animate: false });
}

/** Zooms in until the vehicles of a cluster are separate. */
export function zoomInto(map: MapLibre, vehicles: readonly Place[], leastZoom: number): void {
  const bounds = new LngLatBounds();
  for (const vehicle of vehicles) bounds.extend(centreOf(vehicle));
  const camera = map.cameraForBounds(bounds, { padding: 80, maxZoom: 18 });
  map.easeTo({
    center: camera?.center ?? bounds.getCenter(),
    zoom: Math.max(leastZoom, camera?.zoom ?? leastZoom),
    ...calm(),
  });
}

/**
 * Moves the map to the selected vehicle, next to its card. If it was selected on the map, the map moves
 * only as far as the card would cover it.
 */
export function bringOut(map: MapLibre, vehicle: Place, isPressed: boolean): void {
  // The card may have just changed the height of the map.
  map.resize();
  const { width, height, left, bottom, offset } = freePart(map);
  const { x, y } = map.project(centreOf(vehicle));
  const isSeen =
    x >= left && x <= width - EDGE_PX && y >= Math.min(EDGE_PX, bottom) && y <= height - bottom;
  if (isPressed && isSeen) return;
  map.easeTo({
    center: centreOf(vehicle),
    ...(isPressed ? {} : { zoom: Math.max(map.getZoom(), NEAR_ZOOM) }),
    offset,
    ...calm(),
  });
}

/** Centres a vehicle in the part of the map next to its card. */
export function centreOn(map: MapLibre, vehicle: Place, isFollowing: boolean): void {
  const leastZoom = isFollowing ? FOLLOW_ZOOM : NEAR_ZOOM;
  map.easeTo({
    center: centreOf(vehicle),
    zoom: Math.max(map.getZoom(), leastZoom),
    offset: freePart(map).offset,
    ...calm(),
  });
}
