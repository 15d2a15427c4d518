import { parseArgs } from 'node:util';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { AREAS } from './maps-extract-areas.ts';
import type { Box } from './maps-extract-tiles.ts';

/** Protomaps has no tiles above this zoom. */
const MAX_ZOOM = 15;

/** What the command installs. */
export interface Choice {
  /** Null to copy the whole archive of `url`. */
  readonly box: Box | null;
  /** Name of the area; null for a bounding box. */
  readonly area: string | null;
  /** Address or path of the source; null for the newest build. */
  readonly url: string | null;
  /** Name of the installed file without its ending; null for that of `url`. */
  readonly name: string | null;
  readonly maxZoom: number;
}

export type Arguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'install'; readonly choice: Choice };

const OPTIONS = {
  area: { type: 'string' },
  bbox: { type: 'string' },
  url: { type: 'string' },
  maxzoom: { type: 'string' },
  name: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function boxOf(text: string): Box {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const isValid =
    numbers.length === 4 &&
    [west, east].every((value) => Math.abs(value) <= 180) &&
    [south, north].every((value) => Math.abs(value) <= 90) &&
    south < north &&
    west !== east;
  if (!isValid) throw new OperatorError('map.bbox_wrong', { bbox: text });
  return [west, south, east, north];
}

/** Areas whose name begins with or contains the text, for the message about an unknown one. */
function similar(name: string): string {
  const found = Object.keys(AREAS).filter((one) => one.includes(name.slice(0, 4)));
  return found.length === 0 ? 'npm run map -- --list' : found.slice(0, 5).join(', ');
}

function areaBox(name: string): Box {
  const box = Object.hasOwn(AREAS, name) ? AREAS[name] : undefined;
  if (box === undefined)
    throw new OperatorError('map.area_unknown', { area: name, similar: similar(name) });
  return box;
}

function zoomOf(text: string | undefined): number {
  if (text === undefined) return MAX_ZOOM;
  const zoom = Number(text);
  if (!Number.isInteger(zoom) || zoom < 0 || zoom > MAX_ZOOM || text.trim() === '') {
    throw new OperatorError('map.maxzoom_wrong', { value: text, most: MAX_ZOOM });
  }
  return zoom;
}

/** `--bbox -1,…` as `--bbox=-1,…`: a west of the meridian of Greenwich looks like an option. */
const withBox = (args: readonly string[]) =>
  args.flatMap((arg, n) => {
    if (args[n - 1] === '--bbox') return [];
    return arg === '--bbox' ? [`--bbox=${args[n + 1] ?? ''}`] : [arg];
  });

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: withBox(args), options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new OperatorError('map.arguments_wrong', { reason: (error as Error).message });
  }
}

/**
 * Reads the arguments of `npm run map`.
 *
 * @throws OperatorError with a sentence about the wrong one
 */
export function readArguments(args: readonly string[]): Arguments {
  const { area, bbox, url, maxzoom, name, list, help } = parsed(args);
  if (list === true) return { kind: 'list' };
  if (help === true || (area ?? bbox ?? url) === undefined) return { kind: 'help' };
  if (area !== undefined && bbox !== undefined) throw new OperatorError('map.area_and_bbox');
  if (name !== undefined && !/^[\w-]{1,60}$/.test(name)) {
    throw new OperatorError('map.name_wrong', { name });
  }
  const slug = area?.trim().toLowerCase().replace(/[ _]+/g, '-') ?? null;
  const box = slug !== null ? areaBox(slug) : bbox === undefined ? null : boxOf(bbox);
  const ownName = slug ?? (box === null ? null : `area-${box.join('-').replaceAll('.', '_')}`);
  return {
    kind: 'install',
    choice: { box, area: slug, url: url ?? null, name: name ?? ownName, maxZoom: zoomOf(maxzoom) },
  };
}
