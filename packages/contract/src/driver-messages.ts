import {
  DRIVER_MESSAGE_FILTERS,
  MAX_DRIVER_MESSAGE_LETTERS,
  MAX_MESSAGE_DRIVERS,
} from '@roadworthy/domain';
import { z } from 'zod';
import {
  PLANNING_IDS as IDS,
  PLANNING_READ as READ,
  SIGNED_IN,
  PLANNING_WRITE as WRITE,
} from './driver-planning-shapes.ts';
import { endpoint } from './endpoint.ts';
import { id, idText, textOf, utc } from './fields.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const count = z.int().nonnegative();
const text = textOf(MAX_DRIVER_MESSAGE_LETTERS).min(1);

const reply = z
  .object({
    id,
    is_from_driver: z.boolean(),
    author: z.string(),
    text: z.string(),
    created_at: utc,
  })
  .meta({ id: 'DriverMessageReply' });

const fields = {
  id,
  text: z.string(),
  asks_confirmation: z.boolean(),
  author: z.string(),
  created_at: utc,
};

/** When a driver opened the message, and confirmed it; null until then. */
const receipt = { read_at: utc.nullable(), confirmed_at: utc.nullable(), replies: z.array(reply) };

/** The counts are those of the drivers whom the caller may see. */
const messageRow = z
  .object({
    ...fields,
    reminded_at: utc.nullable(),
    /** The only driver; null for several. */
    driver: driverName.nullable(),
    drivers: count,
    read: count,
    confirmed: count,
    /** Drivers who answered. */
    answered: count,
  })
  .meta({ id: 'DriverMessageRow' });

const message = messageRow
  .extend({
    /** Of each visible driver, by name. */
    receipts: z.array(
      z.object({ driver: driverName, ...receipt }).meta({ id: 'DriverMessageReceipt' }),
    ),
  })
  .meta({ id: 'DriverMessage' });

const ownMessage = z.object({ ...fields, ...receipt }).meta({ id: 'OwnDriverMessage' });

/** An answer; its key makes a second delivery of the same answer harmless. */
const answerFields = { text, key: z.uuid() };

/** Messages from the office to drivers, with receipts and answers. */
export const driverMessages = {
  list: endpoint({
    method: 'GET',
    path: '/api/driver_messages/',
    ids: IDS,
    summary: 'List the messages to visible drivers with their receipts, newest first.',
    access: READ,
    query: pagedQuery(['created_at']).extend({
      driver: idText.optional(),
      state: z.enum(DRIVER_MESSAGE_FILTERS).optional(),
    }),
    answer: paged(messageRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/driver_messages/{id}/',
    ids: IDS,
    summary: 'Get one message with the receipt and the answers of each visible driver.',
    access: READ,
    params: byId,
    answer: message,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/driver_messages/',
    ids: IDS,
    summary:
      'Send a message to drivers, and to the drivers of depots. Each is notified by push message and e-mail.',
    access: WRITE,
    body: z
      .object({
        text,
        /** Drivers are asked to confirm that they have read and understood it. */
        asks_confirmation: z.boolean().default(false),
        drivers: z.array(id).max(MAX_MESSAGE_DRIVERS).default([]),
        /** The drivers of the vehicles of these depots. */
        depots: z.array(id).max(100).default([]),
      })
      .meta({ id: 'DriverMessageBody' }),
    answer: message.extend({
      /** Chosen drivers without an active account, whom it does not reach. */
      left_out: z.array(driverName),
    }),
    status: 201,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/driver_messages/{id}/replies/',
    ids: IDS,
    summary: 'Answer one driver of a message. Only this driver sees the answer.',
    access: WRITE,
    params: byId,
    body: z.object({ driver: id, ...answerFields }).meta({ id: 'DriverMessageReplyBody' }),
    answer: message,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/driver_messages/{id}/reminders/',
    ids: IDS,
    summary: 'Remind the drivers who have not read or not confirmed a message; once an hour.',
    access: WRITE,
    params: byId,
    answer: message.extend({ reminded: count }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/driver_messages/own/',
    ids: IDS,
    summary: 'List the messages to the driver who is signed in, newest first.',
    access: SIGNED_IN,
    query: pagedQuery(['created_at']),
    answer: paged(ownMessage).extend({
      /** Null if the account is not linked to a driver. */
      driver: driverName.nullable(),
      /** Messages that are not read, and read ones that wait for the confirmation. */
      unread: count,
      unconfirmed: count,
    }),
  }),
  receive: endpoint({
    method: 'POST',
    path: '/api/driver_messages/own/{id}/receipt/',
    ids: IDS,
    summary: 'Record that you have read your message, or confirm it. The first time counts.',
    access: SIGNED_IN,
    params: byId,
    body: z
      .object({ confirms: z.boolean().default(false) })
      .meta({ id: 'DriverMessageReceiptBody' }),
    answer: ownMessage,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/driver_messages/own/{id}/replies/',
    ids: IDS,
    summary: 'Answer your message. The sender is notified.',
    access: SIGNED_IN,
    params: byId,
    body: z.object(answerFields).meta({ id: 'OwnDriverMessageReplyBody' }),
    answer: ownMessage,
  }),
} as const;
