import { DEFECT_STATES, FAULT_ENDS, FAULT_KINDS, SEVERITIES } from '@roadworthy/domain';
import { z } from 'zod';
import { eventCode, id, longId, utc } from './fields.ts';
import { driverName } from './shapes.ts';

export const IDS = ['R-P07'] as const;

const vehicle = z.object({ id, registration: z.string() });

/** A record that was deleted, or that is hidden since. */
export const deleted = z
  .object({
    id: z.union([longId, z.string()]),
    deleted: z.literal(true),
    changed_at: utc,
    /** The vehicle that it belonged to; null for a record of a driver. */
    vehicle_id: id.nullable(),
  })
  .meta({ id: 'FeedDeleted' });

export const position = z
  .object({
    /** Vehicle, time and digest of the record. */
    id: z.string(),
    deleted: z.literal(false),
    vehicle,
    /** Time of the device. */
    timestamp: utc,
    received_at: utc,
    lat: z.number().nullable(),
    long: z.number().nullable(),
    /** metres */
    altitude: z.number().nullable(),
    /** km/h */
    speed: z.number().nullable(),
    /** degrees */
    dir: z.number().nullable(),
    satellites: z.int().nullable(),
    fix_valid: z.boolean(),
    ignition: z.boolean().nullable(),
    /** metres */
    odometer: z.number().nullable(),
    /** volts */
    external_voltage: z.number().nullable(),
    battery_voltage: z.number().nullable(),
    battery_percent: z.number().nullable(),
    /** °C */
    temperature: z.number().nullable(),
    driver_tag: z.string().nullable(),
    event_codes: z.array(z.int()),
    /** What the device sent besides, under the names of its codec. */
    attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'FeedPosition' });

/** Fields of every record but positions. */
const record = {
  id: longId,
  deleted: z.literal(false),
  changed_at: utc,
};

const place = z.object({ lat: z.number(), long: z.number() });

export const feedTrip = z
  .object({
    ...record,
    vehicle,
    driver: driverName.nullable(),
    start_time: utc,
    end_time: utc,
    start: place,
    end: place,
    /** metres */
    distance: z.number(),
    /** seconds */
    driving_time: z.number(),
    idle_time: z.number(),
    /** km/h */
    max_speed: z.number(),
    /** litres */
    fuel_used: z.number().nullable(),
    in_progress: z.boolean(),
  })
  .meta({ id: 'FeedTrip' });

export const feedEvent = z
  .object({
    ...record,
    vehicle,
    driver: driverName.nullable(),
    event: z.object({ name: z.string(), eventCode }),
    timestamp: utc,
    ended_at: utc.nullable(),
    lat: z.number().nullable(),
    long: z.number().nullable(),
    dir: z.number().nullable(),
    speed: z.number().nullable(),
    source: z.enum(['device', 'computed']),
    value: z.number().nullable(),
    geofence: z.object({ id, name: z.string() }).nullable(),
  })
  .meta({ id: 'FeedEvent' });

export const feedDefect = z
  .object({
    ...record,
    vehicle,
    reference_number: z.string(),
    state: z.enum(DEFECT_STATES),
    /** Of the worst item. */
    severity: z.enum(SEVERITIES),
    items: z.array(
      z.object({
        name: z.string(),
        severity: z.enum(SEVERITIES),
        finding: z.string(),
        remedy: z.string().nullable(),
      }),
    ),
    /** metres */
    odometer: z.number().nullable(),
    place: z.string().nullable(),
    reported_at: utc,
    reported_by: z.string(),
    repairer: z.string().nullable(),
    expected_back: utc.nullable(),
    due_at: utc.nullable(),
    repaired_at: utc.nullable(),
    signed_off_at: utc.nullable(),
    cost: z.number(),
  })
  .meta({ id: 'FeedDefect' });

export const feedCheck = z
  .object({
    ...record,
    vehicle,
    reference_number: z.string(),
    checked_at: utc,
    /** seconds */
    duration: z.number().nullable(),
    driver: z.string(),
    /** metres */
    odometer: z.number().nullable(),
    place: z.string().nullable(),
    /** Number of defects that were found. */
    defects: z.int().nonnegative(),
    /** The defect record that was made of them. */
    defect: id.nullable(),
  })
  .meta({ id: 'FeedCheck' });

export const feedFault = z
  .object({
    ...record,
    vehicle,
    kind: z.enum(FAULT_KINDS),
    /** `P0301` or `SPN110-FMI3`, the position of a tyre, or `camera` or `storage`. */
    key: z.string(),
    severity: z.enum(SEVERITIES),
    first_seen: utc,
    /** At the last change: that a device reports the same fault again is no change. */
    last_seen: utc,
    occurrences: z.int().positive(),
    /** kPa; null for other kinds. */
    pressure_kpa: z.number().nullable(),
    recommended_kpa: z.number().nullable(),
    ended_at: utc.nullable(),
    end_reason: z.enum(FAULT_ENDS).nullable(),
    /** The defect record that was made of it. */
    defect: id.nullable(),
  })
  .meta({ id: 'FeedFault' });

export const feedWorkOrder = z
  .object({
    ...record,
    vehicle,
    reference_number: z.string(),
    title: z.string(),
    source: z.string(),
    place: z.string(),
    state: z.string(),
    repairer: z.string().nullable(),
    due_on: z.string().nullable(),
    created_at: utc,
    started_at: utc.nullable(),
    completed_at: utc.nullable(),
    closed_at: utc.nullable(),
    /** Net, in the currency of the customer. */
    labour_cost: z.number(),
    parts_cost: z.number(),
    external_cost: z.number(),
    total: z.number(),
  })
  .meta({ id: 'FeedWorkOrder' });

export const feedActivity = z
  .object({
    ...record,
    driver: driverName,
    start: utc,
    end: utc,
    kind: z.string(),
    source: z.string(),
    is_crew: z.boolean(),
    is_ferry: z.boolean(),
    is_out_of_scope: z.boolean(),
  })
  .meta({ id: 'FeedDriverActivity' });
