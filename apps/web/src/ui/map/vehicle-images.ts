import {
  DESIGN_TOKENS,
  VEHICLE_STATES,
  VEHICLE_TYPES,
  type VehicleState,
} from '@roadworthy/domain';
import type { Map as MapLibre } from 'maplibre-gl';
import { VEHICLE_PATHS } from '../vehicle-icon.tsx';
import { STATE_ROLES } from './state-shapes.ts';

const SIZE = 44;
const RATIO = 2;

function canvas(): CanvasRenderingContext2D {
  const element = document.createElement('canvas');
  element.width = SIZE * RATIO;
  element.height = SIZE * RATIO;
  // The pixels are read immediately: with a canvas in graphics memory each read would block the page.
  const context = element.getContext('2d', {
    willReadFrequently: true,
  }) as CanvasRenderingContext2D;
  context.scale(RATIO, RATIO);
  return context;
}

const image = (context: CanvasRenderingContext2D) =>
  context.getImageData(0, 0, SIZE * RATIO, SIZE * RATIO);

/** Shape of a marker: a drop that points ahead when moving, a disc, a square, a ring. */
function ground(state: VehicleState, scheme: 'light' | 'dark'): ImageData {
  const colours = DESIGN_TOKENS[scheme];
  const context = canvas();
  const middle = SIZE / 2;
  context.beginPath();
  if (state === 'moving') {
    context.arc(middle, middle, 14, -Math.PI * 0.25, Math.PI * 1.25);
    context.lineTo(middle, middle - 21);
    context.closePath();
  } else if (state === 'stopped') context.roundRect(middle - 13, middle - 13, 26, 26, 6);
  else context.arc(middle, middle, 14, 0, Math.PI * 2);
  context.shadowColor = 'rgb(0 0 0 / 35%)';
  context.shadowBlur = 4;
  context.shadowOffsetY = 1;
  context.fillStyle = state === 'offline' ? colours.surface : colours[STATE_ROLES[state]];
  context.fill();
  context.shadowColor = 'transparent';
  context.lineWidth = state === 'offline' ? 3 : 2;
  if (state === 'idle') context.setLineDash([5, 4]);
  context.strokeStyle = state === 'offline' ? colours.quiet : '#ffffff';
  context.stroke();
  return image(context);
}

/** The upright type icon on the shape. */
function typeIcon(path: string, colour: string): ImageData {
  const context = canvas();
  context.translate(SIZE / 2 - 10, SIZE / 2 - 10);
  context.scale(20 / 24, 20 / 24);
  context.fillStyle = colour;
  context.fill(new Path2D(path), 'evenodd');
  return image(context);
}

/** Adds the images of all types and states to a map. */
export function addVehicleImages(map: MapLibre, scheme: 'light' | 'dark'): void {
  const add = (name: string, data: ImageData) => {
    if (map.hasImage(name)) map.removeImage(name);
    map.addImage(name, data, { pixelRatio: RATIO });
  };
  for (const state of VEHICLE_STATES) add(`ground-${state}`, ground(state, scheme));
  for (const type of VEHICLE_TYPES) {
    add(`type-${type}`, typeIcon(VEHICLE_PATHS[type], '#ffffff'));
    add(`type-${type}-offline`, typeIcon(VEHICLE_PATHS[type], DESIGN_TOKENS[scheme].quiet));
  }
}
