import { MAP_ARCHIVE_FAULTS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, textOf } from './fields.ts';
import { paged } from './shapes.ts';

const PUBLIC = { kind: 'public' } as const;
/** Requests a minute from one address. */
const RATE = 60;

const place = z
  .object({
    place_id: z.string(),
    address: z.string(),
    lat: z.number(),
    long: z.number(),
  })
  .meta({ id: 'Place' });

const position = z.object({
  lat: z.coerce.number().min(-90).max(90),
  long: z.coerce.number().min(-180).max(180),
});

/** West, south, east and north, degrees. */
export const mapBounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const mapFile = z
  .object({
    /** Name of the file. */
    name: z.string(),
    /** Null where a fault says why the file is not used. */
    area: z.string().nullable(),
    bounds: mapBounds.nullable(),
    min_zoom: z.number().int().nullable(),
    max_zoom: z.number().int().nullable(),
    /** Time of the map data. */
    data_at: z.string().nullable(),
    size_bytes: z.number().int().nullable(),
    /** When the file was installed. */
    changed_at: z.string().nullable(),
    fault: z.enum(MAP_ARCHIVE_FAULTS).nullable(),
  })
  .meta({ id: 'MapFile' });

/** Street maps, the services behind the maps, and names of places and roads (R-157 to R-160, OP-078). */
export const maps = {
  geocode: endpoint({
    method: 'GET',
    path: '/api/maps/geocode/',
    ids: ['R-157'],
    summary: 'Search places by part of their name, larger ones first.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: z.object({ address: textOf(200).min(2) }),
    answer: paged(place),
  }),
  reverseGeocode: endpoint({
    method: 'GET',
    path: '/api/maps/reverse_geocode/',
    ids: ['R-158'],
    summary: 'Get the nearest place of a position, with distance and direction.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: position,
    answer: paged(place),
  }),
  nearestRoads: endpoint({
    method: 'GET',
    path: '/api/maps/nearest_roads/',
    ids: ['R-159'],
    summary: 'List motorways and main roads within two kilometres, nearest first.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: position,
    answer: paged(
      z.object({
        name: z.string(),
        /** The point of the road that is nearest. */
        lat: z.number(),
        long: z.number(),
        /** Metres. */
        distance: z.number(),
      }),
    ),
  }),
  place: endpoint({
    method: 'GET',
    path: '/api/maps/place/{placeId}/',
    ids: ['R-160'],
    summary: 'Get one place of a search.',
    access: PUBLIC,
    ratePerMinute: RATE,
    params: z.object({ placeId: exactText(20) }),
    answer: place,
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/maps/archives/{digest}/',
    ids: ['K-P05'],
    summary:
      'Get a part of a street map archive (PMTiles). A Range header of at most 4 MiB is required. ' +
      'Public, because the accident form shows a map before sign-in.',
    access: PUBLIC,
    params: z.object({ digest: exactText(22) }),
    raw: 'file',
    refuses: [400, 404, 416],
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/maps/status/',
    ids: ['K-P05'],
    summary: 'Get which map and which address service this installation uses.',
    access: { kind: 'administrator' },
    answer: z
      .object({
        /** The map that people see: a configured style, street map archives or the built-in map. */
        shown: z.enum(['style', 'archives', 'built-in']),
        /** Host of the configured style. */
        style_host: z.string().nullable(),
        /** Files in the folder of the maps, the newest first. */
        files: z.array(mapFile),
        /** Whether the file is set by MAP_FILE. */
        is_single_file: z.boolean(),
        satellite: z.object({ host: z.string(), attribution: z.string() }).nullable(),
        /** The service that names addresses; null if none is configured. */
        addresses: z
          .object({
            kind: z.enum(['nominatim', 'photon']),
            host: z.string(),
            state: z.enum(['unused', 'working', 'failing']),
            /** Since the start of the server. */
            last_success_at: z.string().nullable(),
            last_failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
          })
          .nullable(),
        /** Host of the service that snaps trails to roads. */
        matching_host: z.string().nullable(),
      })
      .meta({ id: 'MapStatus' }),
  }),
} as const;
