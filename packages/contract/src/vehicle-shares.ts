import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, idText, longId, openedLink, textOf, utc } from './fields.ts';
import { byId } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['Track'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;

/** The longest time that a link works. */
const MAX_HOURS = 30 * 24;

const destination = z.object({
  name: textOf(100).min(1),
  lat: z.number().min(-90).max(90),
  long: z.number().min(-180).max(180),
});

const share = z
  .object({
    id: longId,
    note: z.string(),
    destination: z.object({ name: z.string(), lat: z.number(), long: z.number() }).nullable(),
    ...openedLink,
  })
  .meta({ id: 'VehicleShare' });

const sharedVehicle = z
  .object({
    registration: z.string(),
    note: z.string(),
    expires_at: utc,
    /** `private`: the vehicle is in private use and its position is hidden; `unknown`: no position, or an old one. */
    state: z.enum(['moving', 'stopped', 'private', 'unknown']),
    /** The last position; null if there is none to show. */
    position: z
      .object({
        lat: z.number(),
        long: z.number(),
        dir: z.number().nullable(),
        speed_kmh: z.number().nullable(),
        at: utc,
      })
      .nullable(),
    destination: z.object({ name: z.string(), lat: z.number(), long: z.number() }).nullable(),
    /** An estimate from distance and average speed; null without destination or position. */
    arrival: z
      .object({ distance_m: z.int().nonnegative(), duration_s: z.int().nonnegative() })
      .nullable(),
  })
  .meta({ id: 'SharedVehicle' });

/** Links that show a vehicle live without sign-in. */
export const vehicleShares = {
  list: endpoint({
    method: 'GET',
    path: '/api/vehicle/{id}/shares/',
    ids: ['M-P01'],
    summary: 'List the live share links of a vehicle, newest first, at most 50.',
    access: READ,
    params: byId,
    answer: z.object({ results: z.array(share) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/vehicle/{id}/shares/',
    ids: ['M-P01'],
    summary:
      'Create a link that shows the vehicle live without sign-in. Its address is returned once.',
    access: WRITE,
    params: byId,
    body: z.object({
      expires_in_hours: z.int().min(1).max(MAX_HOURS),
      note: textOf(200).default(''),
      destination: destination.nullable().default(null),
    }),
    answer: z.object({ id: longId, address: z.string(), expires_at: utc }),
    status: 201,
    ratePerMinute: 30,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/vehicle/{id}/shares/{share}/',
    ids: ['M-P01'],
    summary: 'Revoke a link. Its page ends at the next update.',
    access: WRITE,
    params: byId.extend({ share: idText }),
  }),
  /** A body instead of a path, so that no token is ever logged. */
  follow: endpoint({
    method: 'POST',
    path: '/api/shared_vehicle/',
    ids: ['M-P01'],
    summary: 'Get the position of a vehicle by a share link.',
    access: { kind: 'public' },
    body: z.object({
      token: exactText(100).min(20),
      /** The page has just been opened: it counts as a view. */
      begins: z.boolean().default(false),
    }),
    answer: sharedVehicle,
    ratePerMinute: 120,
  }),
} as const;
