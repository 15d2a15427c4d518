import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, longId, textOf, utc } from './fields.ts';
import { paged, pagedQuery } from './shapes.ts';

/** The state of a message: queued, sent to the device, accepted, or not deliverable. */
export const MESSAGE_STATES = ['queued', 'sent', 'delivered', 'failed', 'expired'] as const;

const message = z
  .object({
    id: longId,
    vehicle: id,
    message: z.string(),
    state: z.enum(MESSAGE_STATES),
    created_at: utc,
    sent_at: utc.nullable(),
    delivered_at: utc.nullable(),
    /** The answer of the device, if any. */
    answer: z.string().nullable(),
    /** Why it cannot be delivered, as a code. */
    failure: z.enum(['no_tracker', 'not_supported', 'refused']).nullable(),
  })
  .meta({ id: 'VehicleMessage' });

const TRACK = { kind: 'module', anyOf: ['Track', 'TrackVehicle'] } as const;

/** Messages to a vehicle's device (requirements M-05, M-P04; R-139). */
export const messages = {
  send: endpoint({
    method: 'POST',
    path: '/api/vehicle/message/',
    ids: ['R-139'],
    summary: 'Send a text to the device of a vehicle. It is queued until the device connects.',
    access: { ...TRACK, write: true },
    query: z.object({ vehicle: idText }),
    body: z.object({ message: textOf(160).min(1) }),
    answer: z.object({ id: longId, state: z.enum(MESSAGE_STATES) }),
    status: 202,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/vehicle/message/',
    ids: ['R-139'],
    summary: 'List the messages to a vehicle with their state, newest first.',
    access: TRACK,
    query: pagedQuery(['created_at']).extend({ vehicle: idText }),
    answer: paged(message),
  }),
} as const;
