import type { Feature, GeoJsonObject, Geometry, Position } from 'geojson';
import { DEFAULT_COLOUR } from '../geofences-draft.ts';
import {
  CORRIDOR_RADIUS_M,
  type GeofenceBody,
  type Point,
  type Shape,
} from '../geofences-shape.ts';

/** Maximum file size, the same as on the server. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Limits of the contract. */
const MAX_FEATURES = 1000;
const MAX_CORNERS = 5000;
/** Default radius of a point, metres. */
const POINT_RADIUS_M = 100;

/** Ids of groups and categories by name. */
export interface LabelIds {
  readonly groups: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
}

/** The key of a text with its parameters. */
export type Note = readonly [key: string, values?: Readonly<Record<string, string | number>>];

/** A feature of a file as a geofence, with its errors and warnings. */
export interface Candidate {
  readonly key: number;
  readonly body: GeofenceBody;
  /** Errors: it cannot be imported. */
  readonly faults: readonly Note[];
  /** Warnings: it can be imported in part. */
  readonly notes: readonly Note[];
}

/** A file that cannot be read; its message is the key of a text. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

const pointOf = ([long = Number.NaN, lat = Number.NaN]: Position): Point => ({ lat, long });

/** A ring without the closing corner. */
function openRing(ring: readonly Position[]): Point[] {
  const points = ring.map(pointOf);
  const [first, last] = [points[0], points.at(-1)];
  const isClosed = points.length > 1 && first?.lat === last?.lat && first?.long === last?.long;
  return isClosed ? points.slice(0, -1) : points;
}

/** The shapes of a geometry: each part of a collection becomes a geofence. */
function shapesOf(geometry: Geometry | null, radius: number | null): Shape[] {
  const nothing = { points: [], holes: [], centre: null, radius: null };
  switch (geometry?.type) {
    case 'Point':
      return [
        {
          ...nothing,
          shape: 'circle',
          centre: pointOf(geometry.coordinates),
          radius: radius ?? POINT_RADIUS_M,
        },
      ];
    case 'LineString':
      return [
        {
          ...nothing,
          shape: 'corridor',
          points: geometry.coordinates.map(pointOf),
          radius: radius ?? CORRIDOR_RADIUS_M,
        },
      ];
    case 'Polygon': {
      const [outer = [], ...holes] = geometry.coordinates.map(openRing);
      return [{ ...nothing, shape: 'polygon', points: outer, holes }];
    }
    case 'MultiPoint':
      return geometry.coordinates.flatMap((coordinates) =>
        shapesOf({ type: 'Point', coordinates }, radius),
      );
    case 'MultiLineString':
      return geometry.coordinates.flatMap((coordinates) =>
        shapesOf({ type: 'LineString', coordinates }, radius),
      );
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((coordinates) =>
        shapesOf({ type: 'Polygon', coordinates }, radius),
      );
    case 'GeometryCollection':
      return geometry.geometries.flatMap((part) => shapesOf(part, radius));
    default:
      return [];
  }
}

function shapeFaults({ shape, points, holes, centre, radius }: Shape): Note[] {
  const all = [...points, ...holes.flat(), ...(centre === null ? [] : [centre])];
  const isPlace = ({ lat, long }: Point) => Math.abs(lat) <= 90 && Math.abs(long) <= 180;
  if (!all.every(isPlace)) return [['geofence.import.place']];
  if (all.length > MAX_CORNERS) return [['geofence.import.corners', { most: MAX_CORNERS }]];
  if (shape === 'polygon' && points.length < 3) return [['geofence.import.few']];
  if (shape === 'corridor' && points.length < 2) return [['geofence.import.few']];
  if (radius !== null && !(radius >= 5)) return [['geofence.fault.radius']];
  return [];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isTrue = (value: unknown) => value === true || value === 'true';

function numberOf(value: unknown): number | null {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Names of groups: a list, or in KML a list as text. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf).filter((name) => name !== '');
  try {
    return typeof value === 'string' && value.startsWith('[') ? namesOf(JSON.parse(value)) : [];
  } catch {
    return [];
  }
}

function colourOf(properties: Readonly<Record<string, unknown>>): string {
  const given = [properties.colour, properties.stroke, properties.fill].map(textOf);
  return given.find((colour) => /^#[0-9a-f]{6}$/i.test(colour)) ?? DEFAULT_COLOUR;
}

/** Properties of a feature by the names that the export uses. */
function fieldsOf(properties: Readonly<Record<string, unknown>>, labels: LabelIds) {
  const category = textOf(properties.category);
  const groups = namesOf(properties.groups);
  const notes: Note[] = [
    ...(category !== '' && !labels.categories.has(category)
      ? [['geofence.import.category', { name: category }] as const]
      : []),
    ...groups
      .filter((name) => !labels.groups.has(name))
      .map((name) => ['geofence.import.group', { name }] as const),
  ];
  const fields = {
    category: labels.categories.get(category) ?? null,
    groups: groups.flatMap((name) => labels.groups.get(name) ?? []),
    colour: colourOf(properties),
    alert_on_entry: isTrue(properties.alert_on_entry),
    alert_on_exit: isTrue(properties.alert_on_exit),
    alert_dwell_min: numberOf(properties.alert_dwell_min),
    speed_limit_kmh: numberOf(properties.speed_limit_kmh),
  };
  return { fields, notes };
}

function featuresOf(json: unknown): Feature<Geometry | null>[] {
  const object = json as GeoJsonObject | null;
  if (object?.type === 'FeatureCollection') {
    const { features } = object as unknown as { features?: unknown };
    if (Array.isArray(features)) return features as Feature<Geometry | null>[];
  }
  if (object?.type === 'Feature') return [object as Feature<Geometry | null>];
  throw new UnreadableFile('geofence.import.notGeoJson');
}

async function featuresOfFile(name: string, text: string): Promise<Feature<Geometry | null>[]> {
  if (/\.kml$/i.test(name) || text.trimStart().startsWith('<')) {
    const { kml } = await import('@tmcw/togeojson');
    const document = new DOMParser().parseFromString(text, 'text/xml');
    if (document.querySelector('kml, Document, Placemark') === null) {
      throw new UnreadableFile('geofence.import.notKml');
    }
    return kml(document).features;
  }
  try {
    return featuresOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('geofence.import.notGeoJson');
  }
}

/**
 * Reads the geofences of a GeoJSON or KML file: exported ones completely, others as far as
 * possible: a point becomes a circle, a line becomes a corridor (M-17).
 *
 * @throws UnreadableFile if the file has another format, is empty or too large
 */
export async function readGeofences(
  file: Pick<File, 'name' | 'size' | 'text'>,
  labels: LabelIds,
): Promise<Candidate[]> {
  if (file.size > MAX_FILE_BYTES) throw new UnreadableFile('geofence.import.large');
  const features = await featuresOfFile(file.name, await file.text());
  const plainName = file.name.replace(/\.[^.]*$/, '').slice(0, 80);
  const candidates: Candidate[] = [];
  for (const { geometry, properties } of features) {
    const given = properties ?? {};
    const shapes = shapesOf(geometry, numberOf(given.radius));
    const { fields, notes } = fieldsOf(given, labels);
    const named = textOf(given.name) || textOf(given.Name) || textOf(given.title);
    const nowhere: Shape = { shape: 'polygon', points: [], holes: [], centre: null, radius: null };
    for (const [part, shape] of (shapes.length === 0 ? [nowhere] : shapes).entries()) {
      const key = candidates.length;
      const name = named === '' ? `${plainName} ${key + 1}` : named.slice(0, 85);
      candidates.push({
        key,
        body: { ...fields, ...shape, name: part === 0 ? name : `${name} ${part + 1}` },
        faults: shapes.length === 0 ? [['geofence.import.nothing']] : shapeFaults(shape),
        notes,
      });
    }
  }
  if (candidates.length === 0) throw new UnreadableFile('geofence.import.empty');
  if (candidates.length > MAX_FEATURES) throw new UnreadableFile('geofence.import.many');
  return candidates;
}
