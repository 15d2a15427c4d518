import { z } from 'zod';
import { brief, depotChoice } from './depots.ts';
import { endpoint } from './endpoint.ts';
import { eventCodeText, id, idText, longId, moment, utc } from './fields.ts';
import { driverName, paged, pagedQuery } from './shapes.ts';
import { vehicle } from './vehicles.ts';

const eventType = z
  .object({
    name: z.string(),
    eventCode: z.int(),
    /** The group on the screen. */
    group: z.enum([
      'ignition',
      'behaviour',
      'safety',
      'vehicle',
      'geofence',
      'device',
      'driver',
      'camera',
    ]),
  })
  .meta({ id: 'EventType' });

export const fleetEvent = z
  .object({
    id: longId,
    vehicle: z.object({ id, registration: z.string() }),
    event: eventType.omit({ group: true }),
    timestamp: utc,
    /** End of an event with a duration; null while it lasts, and for a single moment. */
    ended_at: utc.nullable(),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    dir: z.number(),
    /** km/h */
    speed: z.number(),
    address: z.string().nullable(),
    driver: driverName.nullable(),
    has_video: z.boolean(),
    /** The ready clip of the event, with video or only photographs; null if there is none. */
    clip: longId.nullable().optional(),
    /** Signed, expiring address of a JPEG of 320 by 180 pixels of its clip; null if there is none. */
    thumbnail: z.string().nullable().optional(),
    /** The source: the device, or a rule of the server. */
    source: z.enum(['device', 'computed']),
    /** The measured value in the unit of the event: m/s², km/h, °C, V; null if none. */
    value: z.number().nullable(),
    /** The geofence of an entry or an exit. */
    geofence: z.object({ id, name: z.string() }).nullable(),
  })
  .meta({ id: 'FleetEvent' });

/** One code or several: `event=40&event=41`; -1 is skipped (requirement E-32). */
const eventCodes = z
  .union([eventCodeText, z.array(eventCodeText).max(100)])
  .transform((codes) => (Array.isArray(codes) ? codes : [codes]))
  .default([]);

/** All fields, or in a brief list those of a sidebar. */
const sidebarVehicle = vehicle
  .partial()
  .required({ id: true, registration: true, type: true })
  .meta({ id: 'SidebarVehicle' });

/** Events (area E; R-140, RP-09, R-077). A range may be 31 days at most. */
export const events = {
  list: endpoint({
    method: 'GET',
    path: '/api/events/',
    ids: ['R-140'],
    summary:
      'List the events of one vehicle, or of all visible vehicles, in a time range, newest first.',
    access: {
      kind: 'module',
      anyOf: ['Events', 'Driver Behaviour', 'Mobileye ADAS', 'Trace', 'TraceVehicle'],
    },
    query: pagedQuery(['timestamp']).extend({
      /** One event alone, for a link to it. */
      id: idText.optional(),
      vehicle: idText.optional(),
      start: moment,
      end: moment,
      event: eventCodes,
      /** A depot; all in scope where absent. */
      vehicle_group: idText.optional(),
      driver: idText.optional(),
    }),
    answer: paged(fleetEvent).extend({
      /** There are more rows than `count`; further pages exist. */
      count_is_limit: z.boolean(),
    }),
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/event_types/',
    ids: ['RP-09'],
    summary: 'List all event types with their codes.',
    access: { kind: 'signed-in' },
    answer: z.array(eventType),
  }),
  /** the same call, with or without `trackers_only`. */
  vehicleGroups: endpoint({
    method: 'GET',
    path: '/api/vehicles_group_list/',
    ids: ['R-076', 'R-077'],
    summary:
      'List the visible depots with their vehicles; with trackers_only, only vehicles with a tracker.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['name']).extend({
      trackers_only: z.enum(['true', 'false']).default('false'),
      brief,
    }),
    answer: z.object({
      count: z.int().nonnegative(),
      vehicle_groups: z.array(
        depotChoice
          .partial()
          .required({ id: true, name: true })
          .extend({ vehicles: z.array(sidebarVehicle) })
          .meta({ id: 'SidebarGroup' }),
      ),
    }),
  }),
} as const;
