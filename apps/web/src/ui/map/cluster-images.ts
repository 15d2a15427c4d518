import { DESIGN_TOKENS, VEHICLE_STATES, type VehicleState } from '@roadworthy/domain';
import type { Map as MapLibre } from 'maplibre-gl';
import { badgeRadiusPx, stateCounts } from './fleet-clusters.ts';
import type { MapVehicle } from './map-vehicle.ts';
import { STATE_ROLES, STATE_SHAPES } from './state-shapes.ts';

const RATIO = 2;
const RING_PX = 5;
/** Parts of the ring. Few, so that the number of images is limited. */
const PARTS = 8;
/** The sign of the most relevant state at the edge of the badge, px. */
const SIGN = { radiusPx: 8, shapePx: 10 } as const;
/** The pattern of the ring: the colour alone does not show the state. */
const DASHES: Readonly<Record<VehicleState, readonly number[]>> = {
  moving: [],
  idle: [6, 2],
  stopped: [],
  offline: [2, 3],
  private: [2, 3],
};

/** How many of the eight parts of a ring each state has: at least one if it occurs. */
export function ringParts(vehicles: readonly Pick<MapVehicle, 'state'>[]): number[] {
  const counts = stateCounts(vehicles);
  const parts = VEHICLE_STATES.map((state) => {
    const count = counts.find((one) => one.state === state)?.count ?? 0;
    return count === 0 ? 0 : Math.max(1, Math.round((count / vehicles.length) * PARTS));
  });
  // The largest share gains or loses what rounding left over.
  for (let rest = PARTS - parts.reduce((a, b) => a + b, 0); rest !== 0; rest -= Math.sign(rest)) {
    const largest = parts.indexOf(Math.max(...parts));
    parts[largest] = (parts[largest] ?? 0) + Math.sign(rest);
  }
  return parts;
}

/** Name of the image of a cluster. */
export const badgeImage = (vehicles: readonly MapVehicle[]): string =>
  `badge-${badgeRadiusPx(vehicles.length)}-${ringParts(vehicles).join('.')}`;

function drawRing(
  context: CanvasRenderingContext2D,
  scheme: 'light' | 'dark',
  parts: readonly number[],
  radius: number,
): void {
  const colours = DESIGN_TOKENS[scheme];
  let from = -Math.PI / 2;
  for (const [index, state] of VEHICLE_STATES.entries()) {
    const part = parts[index] ?? 0;
    if (part === 0) continue;
    const to = from + (part / PARTS) * Math.PI * 2;
    context.beginPath();
    context.arc(0, 0, radius, from, to);
    context.setLineDash([...DASHES[state]]);
    context.strokeStyle = colours[STATE_ROLES[state]];
    context.stroke();
    from = to;
  }
  context.setLineDash([]);
}

/** A disc with a ring by states, and the sign of the most relevant state. */
function badge(scheme: 'light' | 'dark', radius: number, parts: readonly number[]): ImageData {
  const colours = DESIGN_TOKENS[scheme];
  const side = 2 * (radius + SIGN.radiusPx);
  const element = document.createElement('canvas');
  element.width = side * RATIO;
  element.height = side * RATIO;
  const context = element.getContext('2d', { willReadFrequently: true });
  if (context === null) return new ImageData(1, 1);
  context.scale(RATIO, RATIO);
  context.translate(side / 2, side / 2);
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.shadowColor = 'rgb(0 0 0 / 40%)';
  context.shadowBlur = 4;
  context.shadowOffsetY = 1;
  context.fillStyle = colours.surface;
  context.fill();
  context.shadowColor = 'transparent';
  context.lineWidth = RING_PX;
  drawRing(context, scheme, parts, radius - RING_PX / 2 - 1);
  const state = VEHICLE_STATES.find((_, index) => (parts[index] ?? 0) > 0) ?? 'offline';
  const at = radius * Math.SQRT1_2;
  context.translate(at, -at);
  context.beginPath();
  context.arc(0, 0, SIGN.radiusPx, 0, Math.PI * 2);
  context.fillStyle = colours[STATE_ROLES[state]];
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = colours.surface;
  context.stroke();
  context.translate(-SIGN.shapePx / 2, -SIGN.shapePx / 2);
  context.scale(SIGN.shapePx / 12, SIGN.shapePx / 12);
  context.fillStyle = colours.surface;
  context.fill(new Path2D(STATE_SHAPES[state]));
  return context.getImageData(0, 0, element.width, element.height);
}

/** Adds the image of a cluster unless the map has it. */
export function addBadgeImage(map: MapLibre, name: string, scheme: 'light' | 'dark'): void {
  if (map.hasImage(name)) return;
  const [, radius, parts] = name.split('-');
  const image = badge(scheme, Number(radius), (parts ?? '').split('.').map(Number));
  map.addImage(name, image, { pixelRatio: RATIO });
}
