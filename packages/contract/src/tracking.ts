import { VEHICLE_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, idText, textOf, utc } from './fields.ts';
import { byId, driverName, paged, pagedQuery, vehicleType } from './shapes.ts';
import { vehicle } from './vehicles-shapes.ts';

const trackGroup = z
  .object({
    id,
    name: z.string(),
    vehicle_count: z.int(),
    moving_count: z.int(),
  })
  .meta({ id: 'TrackGroup' });

/** A value of the vehicle with the unit that decides its display (requirement M-06). */
const displayUnit = z
  .object({
    unit_type: z.enum(['date_time', 'address_location', 'odo', 'battery', 'temperature']),
    date_value: utc.nullable(),
    value: z.number().nullable(),
    text: z.string().nullable(),
    /** Of a battery: the voltage beside the percentage in `value`; null if the device does not report it. */
    volts: z.number().nullable().optional(),
  })
  .meta({ id: 'DisplayUnit' });

export const trackVehicle = z
  .object({
    id,
    registration: z.string(),
    type: vehicleType,
    /** Depots of the vehicle, to place an update in the list. */
    groups: z.array(id),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    /** Degrees clockwise from north. */
    dir: z.number(),
    timestamp: utc.nullable(),
    /** km/h */
    speed: z.number(),
    ignition: z.boolean().nullable(),
    state: z.enum(VEHICLE_STATES),
    driver: driverName.nullable(),
    /** A fault of the device, for example a clock that cannot be right; null without one. */
    device_fault: z.enum(['clock_future', 'clock_past']).nullable(),
    display_units: z.array(displayUnit),
    /**
     * True for a trailer, tail lift or plant that never sent a position: it has no tracker that could be
     * offline, whatever `state` says. Absent for others.
     */
    is_untracked: z.literal(true).optional(),
  })
  .meta({ id: 'TrackVehicle' });

/** A depot on the map. */
const depotPlace = z
  .object({
    id,
    name: z.string(),
    /** Both are null if the position is unknown. */
    lat: z.number().nullable(),
    long: z.number().nullable(),
    /** Postal address in one line; null without one. */
    address: z.string().nullable(),
  })
  .meta({ id: 'DepotPlace' });

/**
 * The changing fields of a vehicle in the event stream. Short, as there can be ten thousand
 * of them a second.
 */
const trackUpdate = trackVehicle.omit({
  driver: true,
  groups: true,
  type: true,
  is_untracked: true,
});
export type TrackUpdate = z.output<typeof trackUpdate>;

const TRACK = { kind: 'module', anyOf: ['Track', 'TrackVehicle'] } as const;
const search = z.object({ search: textOf(200).default('') });

/** Live tracking and the trail (area M; ). */
export const tracking = {
  trackGroups: endpoint({
    method: 'GET',
    path: '/api/collapsible/track/',
    ids: ['R-080'],
    summary: 'List the visible depots with their number of vehicles, without positions.',
    access: TRACK,
    query: search,
    answer: paged(trackGroup),
  }),
  trackDriverGroups: endpoint({
    method: 'GET',
    path: '/api/collapsible/driver/track/',
    ids: ['R-081'],
    summary: 'List the visible drivers as groups, each with the assigned vehicles.',
    access: TRACK,
    query: search,
    answer: paged(trackGroup),
  }),
  track: endpoint({
    method: 'GET',
    path: '/api/track/',
    ids: ['R-132'],
    summary: 'List the last known state of every visible vehicle.',
    access: TRACK,
    query: search,
    answer: paged(trackVehicle),
  }),
  trackGroup: endpoint({
    method: 'GET',
    path: '/api/expanded/track/',
    ids: ['R-133'],
    summary: 'List the vehicles of one group with their last known state.',
    access: TRACK,
    query: z.object({ group_id: idText, by: z.enum(['depot', 'driver']).default('depot') }),
    answer: z.object({ group_id: id, vehicles: z.array(trackVehicle) }),
  }),
  trackVehicle: endpoint({
    method: 'GET',
    path: '/api/expanded/track/vehicle/{id}/',
    ids: ['R-134'],
    summary: 'Get one vehicle with its last known state.',
    access: TRACK,
    params: byId,
    answer: trackVehicle,
  }),
  vehicleStop: endpoint({
    method: 'GET',
    path: '/api/track/vehicle/{id}/stop/',
    ids: ['M-P01'],
    summary:
      'Get the time since when a vehicle has been stopped; null while it drives or in private use.',
    access: TRACK,
    params: byId,
    answer: z.object({ vehicle_id: id, stopped_since: utc.nullable() }),
  }),
  depotPlaces: endpoint({
    method: 'GET',
    path: '/api/track/depots/',
    ids: ['M-P01'],
    summary: 'List the visible depots with their position, for the map.',
    access: TRACK,
    query: pagedQuery(['name']),
    answer: paged(depotPlace),
  }),
  /**
   * Server-sent events: `snapshot` is not sent (the screens ask `track`); `positions` carries an
   * array of trackUpdate, at once or gathered under load; a comment line every 15 s keeps proxies awake.
   */
  liveTrack: endpoint({
    method: 'GET',
    path: '/api/track/live/',
    ids: ['M-03'],
    summary: 'Stream the updates of visible vehicles as server-sent events, coalesced under load.',
    refuses: [429],
    access: TRACK,
    raw: 'event-stream',
  }),
  simpleVehicleList: endpoint({
    method: 'GET',
    path: '/api/fmt/simple_vehicle_list/',
    ids: ['R-097'],
    summary: 'List the visible vehicles for the vehicle autocomplete.',
    access: { kind: 'signed-in' },
    query: pagedQuery(['registration']).extend({
      /** Only trailers. */
      trailers: flag.default(false),
    }),
    answer: paged(vehicle).extend({ count_is_limit: z.boolean() }),
  }),
} as const;
