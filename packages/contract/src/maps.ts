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

/** Names of places and roads from the built-in data (R-157 to R-160, OP-078). */
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
} as const;
