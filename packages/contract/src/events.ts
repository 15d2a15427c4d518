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
    /** What it is about, for grouping on the screen. */
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
    /** End of an event that lasts; null while it does, and for one that happens once. */
    ended_at: utc.nullable(),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    dir: z.number(),
    /** km/h */
    speed: z.number(),
    address: z.string().nullable(),
    driver: driverName.nullable(),
    has_video: z.boolean(),
    /** The ready clip that shows it, with video or photographs alone; null where there is none. */
    clip: longId.nullable().optional(),
    /** Signed and expiring: a JPEG of 320 by 180 pixels of a clip that shows it; null where there is none. */
    thumbnail: z.string().nullable().optional(),
    /** Who saw it: the device, or our own rules. */
    source: z.enum(['device', 'computed']),
    /** What was measured, in the unit of the event: m/s², km/h, °C, V; null where nothing was. */
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

/** Whole, or, of a brief list, what a sidebar shows. */
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
    summary: 'What happened to one vehicle, or to all in scope, between two moments; newest first.',
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
      /** There are more rows than `count`; pages go on beyond it. */
      count_is_limit: z.boolean(),
    }),
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/event_types/',
    ids: ['RP-09'],
    summary: 'Every type of event with its code.',
    access: { kind: 'signed-in' },
    answer: z.array(eventType),
  }),
  /** the same call, with or without `trackers_only`. */
  vehicleGroups: endpoint({
    method: 'GET',
    path: '/api/vehicles_group_list/',
    ids: ['R-076', 'R-077'],
    summary: 'The depots in scope, each with its vehicles; with trackers_only those that have one.',
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
