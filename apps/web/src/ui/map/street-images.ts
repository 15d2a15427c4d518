import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Scheme } from './basemap.ts';

/** Points of interest that help to find a depot; cafés and benches do not. */
export const SHOWN_POIS = [
  'aerodrome',
  'ferry_terminal',
  'library',
  'marina',
  'museum',
  'park',
  'peak',
  'post_office',
  'school',
  'stadium',
  'station',
  'supermarket',
  'townhall',
  'university',
  'zoo',
];

const RATIO = 2;
const SHIELD_HEIGHT = 18;
const SHIELD_PADDING = 10;
const CHARACTER_WIDTH = 8;
/** Names of road shields in the style of Protomaps: `generic_shield-3char`. */
const SHIELD = /^(?:generic_shield|US:I|NL:S-road)-(\d)char$/;

function canvas(width: number, height: number): CanvasRenderingContext2D {
  const element = document.createElement('canvas');
  element.width = width * RATIO;
  element.height = height * RATIO;
  const context = element.getContext('2d', {
    willReadFrequently: true,
  }) as CanvasRenderingContext2D;
  context.scale(RATIO, RATIO);
  return context;
}

function shield(characters: number, scheme: Scheme): ImageData {
  const colours = DESIGN_TOKENS[scheme];
  const width = characters * CHARACTER_WIDTH + SHIELD_PADDING;
  const context = canvas(width, SHIELD_HEIGHT);
  context.beginPath();
  context.roundRect(1, 1, width - 2, SHIELD_HEIGHT - 2, 4);
  context.fillStyle = colours.surface;
  context.strokeStyle = colours['text-quiet'];
  context.fill();
  context.stroke();
  return context.getImageData(0, 0, width * RATIO, SHIELD_HEIGHT * RATIO);
}

/** An arrow upwards; the style turns it into the direction of a one-way road. */
function arrow(scheme: Scheme): ImageData {
  const size = 12;
  const context = canvas(size, size);
  context.strokeStyle = DESIGN_TOKENS[scheme]['text-quiet'];
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(size / 2, size - 2);
  context.lineTo(size / 2, 2);
  context.moveTo(3, 5);
  context.lineTo(size / 2, 2);
  context.lineTo(size - 3, 5);
  context.stroke();
  return context.getImageData(0, 0, size * RATIO, size * RATIO);
}

function dot(scheme: Scheme): ImageData {
  const size = 9;
  const colours = DESIGN_TOKENS[scheme];
  const context = canvas(size, size);
  context.beginPath();
  context.arc(size / 2, size / 2, size / 2 - 1.5, 0, Math.PI * 2);
  context.fillStyle = colours['text-quiet'];
  context.strokeStyle = colours.surface;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
  return context.getImageData(0, 0, size * RATIO, size * RATIO);
}

/** The image with a name of the style; points of interest share a dot. */
function imageOf(id: string, scheme: Scheme): ImageData {
  const [, characters] = SHIELD.exec(id) ?? [];
  if (characters !== undefined) return shield(Number(characters), scheme);
  return id === 'arrow' ? arrow(scheme) : dot(scheme);
}

/** Names that the layers of the streets use; others belong to layers of the screens. */
const NAMES: ReadonlySet<string> = new Set([
  ...SHOWN_POIS,
  'train_station',
  'arrow',
  'townspot',
  'capital',
]);

/** Draws the images of the streets when the map first needs one: no sprite is loaded. */
export function drawStreetImages(map: MapLibre, schemeOf: () => Scheme): void {
  map.setMissingStyleImageResolver(async (id) => {
    const isOurs = NAMES.has(id) || SHIELD.test(id);
    if (isOurs && !map.hasImage(id)) {
      map.addImage(id, imageOf(id, schemeOf()), { pixelRatio: RATIO });
    }
  });
}
