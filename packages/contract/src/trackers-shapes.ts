import { DEVICE_PROTOCOL_NAMES } from '@roadworthy/domain';
import { z } from 'zod';
import { flag, id, longId, textOf, utc } from './fields.ts';
import { pagedQuery } from './shapes.ts';

export const PROTOCOLS = DEVICE_PROTOCOL_NAMES;

/** Protocols of connections: those of trackers, and those of their cameras for video and files. */
export const CONNECTION_PROTOCOLS = [...PROTOCOLS, 'jt1078', 'ftp', 'rtsp'] as const;

export const tracker = z
  .object({
    id,
    tracker: z.string(),
    permission: z.string().nullable(),
    model: z.string(),
    protocol: z.enum(PROTOCOLS),
    sim: z.string().nullable(),
    vehicle: id.nullable(),
    registration: z.string().nullable(),
    last_seen: utc.nullable(),
    device_fault: z.enum(['clock_future', 'clock_past']).nullable(),
    /** IP address of its last connection; null before the first. */
    last_address: z.string().nullable(),
    /** Networks that it may connect from; empty for any. */
    allowed_networks: z.array(z.string()),
    customer: id,
    is_archived: z.boolean(),
  })
  .meta({ id: 'Tracker' });

export const unknownDevice = z
  .object({
    identifier: z.string(),
    protocol: z.enum(PROTOCOLS),
    first_seen: utc,
    last_seen: utc,
    attempts: z.int(),
  })
  .meta({ id: 'UnknownDevice' });

export const failedArrival = z
  .object({
    /** Nothing was understood, or the network of the sender is not allowed. */
    kind: z.enum(['not_understood', 'network']),
    /** The protocol of the port. */
    protocol: z.enum(PROTOCOLS),
    /** The protocol that the bytes belong to; `tls` is an encrypted connection; null if unknown. */
    looks_like: z.enum([...PROTOCOLS, 'tls']).nullable(),
    count: z.int().positive(),
    first_at: utc,
    last_at: utc,
    /** IP address of the last one. */
    address: z.string(),
  })
  .meta({ id: 'FailedArrival' });

export const number = z
  .string()
  .trim()
  .regex(/^[\w.-]{3,64}$/, '3 to 64 letters, digits, dots, hyphens and underscores');

export const trackerBody = z
  .object({
    tracker: number,
    model: textOf(80).default(''),
    protocol: z.enum(PROTOCOLS),
    sim: textOf(40).nullable().default(null),
    /** The vehicle from now on; earlier records stay with the earlier vehicle. */
    vehicle: id.nullable().default(null),
    /** The customer; by default your own. Required from a global administrator. */
    customer: id.optional(),
    /** Addresses, or networks like 10.0.0.0/8; none allows all. */
    allowed_networks: z.array(textOf(50)).max(20).default([]),
    /** Whether an IMEI with a wrong check digit is refused. */
    verify_imei: z.boolean().optional(),
  })
  .meta({ id: 'TrackerBody' });

export const connection = z
  .object({
    id: z.string(),
    /** IP address of the device, or of the network address translation in front of it. */
    address: z.string(),
    /** `jt1078`, `ftp` and `rtsp` are cameras; of those, only refused connections are listed. */
    protocol: z.enum(CONNECTION_PROTOCOLS),
    connected_at: utc,
    /** Null while it is open. */
    disconnected_at: utc.nullable(),
    /** The rule that ended it; `device`: the device did; `network`: it was refused. Null while it is open. */
    ended_by: z.string().nullable(),
    /** Address of the connection that replaced it. */
    replaced_by: z.string().nullable(),
    /** Refused attempts in a row; 1 of a connection. */
    attempts: z.int(),
  })
  .meta({ id: 'TrackerConnection' });

export const rawRecord = z
  .object({
    /** Follows from the record's content: the same record has the same id in every answer. */
    id: longId,
    tracker_id: id,
    vehicle: id,
    received_at: utc,
    timestamp: utc,
    protocol: z.enum(PROTOCOLS),
    /** The frame of the record; empty if it is no longer stored. */
    hex: z.string(),
    decoded: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RawRecord' });

export const rawFrame = z
  .object({
    id: z.string(),
    tracker_id: id,
    tracker: z.string(),
    vehicle: id,
    received_at: utc,
    protocol: z.enum(PROTOCOLS),
    /** The protocol's own name for the kind of message. */
    kind: z.string(),
    understood: z.boolean(),
    hex: z.string(),
    /** The current decoding of the frame: its records, or the kind of each message. */
    decoded: z.array(z.record(z.string(), z.unknown())),
  })
  .meta({ id: 'RawFrame' });

export const query = pagedQuery(['tracker', 'model', 'protocol', 'last_seen']).extend({
  archived: flag.default(false),
});
