import { DESIGN_TOKENS, type EventGroup } from '@roadworthy/domain';
import type { Map as MapLibre } from 'maplibre-gl';
import { EVENT_PATHS, EVENT_ROLES } from '../event-icon.tsx';

const RATIO = 2;

function canvas(size: number): CanvasRenderingContext2D {
  const element = document.createElement('canvas');
  element.width = size * RATIO;
  element.height = size * RATIO;
  const context = element.getContext('2d') as CanvasRenderingContext2D;
  context.scale(RATIO, RATIO);
  return context;
}

const image = (context: CanvasRenderingContext2D) =>
  context.getImageData(0, 0, context.canvas.width, context.canvas.height);

/** Fills the current path with a shadow, then strokes its edge. */
function fillRaised(context: CanvasRenderingContext2D, fill: string, edge: string): void {
  context.shadowColor = 'rgb(0 0 0 / 35%)';
  context.shadowBlur = 3;
  context.shadowOffsetY = 1;
  context.fillStyle = fill;
  context.fill();
  context.shadowColor = 'transparent';
  context.lineWidth = 2;
  context.strokeStyle = edge;
  context.stroke();
}

function disc(fill: string, edge: string, size: number, shape: 'disc' | 'square'): ImageData {
  const context = canvas(size);
  context.beginPath();
  if (shape === 'disc') context.arc(size / 2, size / 2, size / 2 - 3, 0, Math.PI * 2);
  else context.roundRect(3, 3, size - 6, size - 6, 5);
  fillRaised(context, fill, edge);
  return image(context);
}

/** A small arrow head that points along the line. */
function arrow(fill: string, edge: string): ImageData {
  const context = canvas(16);
  context.beginPath();
  context.moveTo(13, 8);
  context.lineTo(4, 3);
  context.lineTo(6.5, 8);
  context.lineTo(4, 13);
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = 2.5;
  context.strokeStyle = edge;
  context.stroke();
  context.fillStyle = fill;
  context.fill();
  return image(context);
}

/** A pin whose tip is at the place: a triangle for the start, a chequered flag for the end. */
function pin(fill: string, edge: string, sign: 'start' | 'end'): ImageData {
  const context = canvas(40);
  context.beginPath();
  context.arc(20, 15, 12, Math.PI * 0.85, Math.PI * 0.15);
  context.lineTo(20, 38);
  context.closePath();
  fillRaised(context, fill, edge);
  context.fillStyle = edge;
  if (sign === 'start') context.fill(new Path2D('M16.5 9.5v11l9-5.5z'));
  else
    for (const [x, y] of [
      [14, 9],
      [22, 9],
      [18, 13],
      [14, 17],
      [22, 17],
    ] as const) {
      context.fillRect(x, y, 4, 4);
    }
  return image(context);
}

function eventImage(group: EventGroup, scheme: 'light' | 'dark'): ImageData {
  const colours = DESIGN_TOKENS[scheme];
  const context = canvas(30);
  context.putImageData(disc(colours.surface, colours[EVENT_ROLES[group]], 30, 'disc'), 0, 0);
  context.translate(15 - 8, 15 - 8);
  context.scale(16 / 24, 16 / 24);
  context.fillStyle = colours[EVENT_ROLES[group]];
  context.fill(new Path2D(EVENT_PATHS[group]), 'evenodd');
  return image(context);
}

/** Adds the images of a trace to a map: arrows, start, end, stops, and an icon per event group. */
export function addTraceImages(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  const add = (name: string, data: ImageData) => {
    if (map.hasImage(name)) map.removeImage(name);
    map.addImage(name, data, { pixelRatio: RATIO });
  };
  add('trace-arrow', arrow(colours.surface, colours.text));
  add('trace-start', pin(colours.good, colours.surface, 'start'));
  add('trace-end', pin(colours.text, colours.surface, 'end'));
  add('trace-stop', disc(colours.text, colours.surface, 28, 'square'));
  for (const group of Object.keys(EVENT_PATHS) as EventGroup[]) {
    add(`event-${group}`, eventImage(group, scheme));
  }
}
