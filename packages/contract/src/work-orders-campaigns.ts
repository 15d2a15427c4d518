import { RECALL_STATES, WORK_ORDER_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, idText, int4, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { READ, WRITE } from './work-orders-access.ts';

const IDS = ['W-01'] as const;

/** Orders that are created at once. */
const MAX_ORDERS = 200;
const count = z.int().nonnegative();

const row = {
  id,
  /** Of the maker. */
  number: z.string(),
  title: z.string(),
  maker: z.string(),
  is_safety: z.boolean(),
  due_on: date.nullable(),
  /** The due day is over, and a vehicle is open or planned. */
  is_overdue: z.boolean(),
  /** Visible vehicles, in all and by state. */
  vehicles: count,
  open: count,
  planned: count,
  done: count,
  not_affected: count,
  created_at: utc,
  created_by: z.string(),
  version: z.int(),
};
const campaignVehicle = z.object({
  vehicle: z.object({ id, registration: z.string() }),
  model: z.string().nullable(),
  vin: z.string().nullable(),
  state: z.enum(RECALL_STATES),
  work_order: z
    .object({ id, reference_number: z.string(), state: z.enum(WORK_ORDER_STATES) })
    .nullable(),
  done_on: date.nullable(),
  /** Why it is not affected. */
  reason: z.string().nullable(),
});
const dueVehicle = campaignVehicle
  .extend({
    campaign: z.object({ id, number: z.string(), title: z.string(), is_safety: z.boolean() }),
    /** The first visible depot of the vehicle. */
    depot: z.object({ id, name: z.string() }).nullable(),
    due_on: date.nullable(),
    /** The due day is over, and this vehicle is open or planned. */
    is_overdue: z.boolean(),
  })
  .meta({ id: 'RecallVehicle' });
const campaignRow = z.object(row).meta({ id: 'RecallCampaignRow' });
const campaign = z
  .object({
    ...row,
    description: z.string(),
    list: z.array(campaignVehicle),
    may_change: z.boolean(),
    /** Registrations and VINs of the call that no visible vehicle has. */
    unknown: z.array(z.string()),
  })
  .meta({ id: 'RecallCampaign' });

const selection = {
  /** Registrations or VINs, one a line or separated by commas. */
  plates: textOf(40_000).default(''),
  /** Also all vehicles whose make and model contain this text. */
  model: textOf(100).default(''),
};
const fields = {
  number: textOf(40).min(1),
  title: textOf(100).min(2),
  description: textOf(2000).default(''),
  maker: textOf(60).default(''),
  is_safety: z.boolean(),
  due_on: dateInput.nullable().default(null),
};
const query = pagedQuery(['due_on', 'number', 'title', 'created_at']).extend({
  /** With an open or planned vehicle, or also after the due day. */
  state: z.enum(['unfinished', 'overdue']).optional(),
  safety: z.literal('true').optional(),
  vehicle: idText.optional(),
});

/** Recalls and service campaigns of makers. */
export const workOrderCampaigns = {
  list: endpoint({
    method: 'GET',
    path: '/api/work_order_campaigns/',
    ids: IDS,
    summary: 'List the recalls and service campaigns of visible vehicles.',
    access: READ,
    query,
    answer: paged(campaignRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/work_order_campaigns/export/',
    ids: IDS,
    summary: 'Export the vehicles of the filtered campaigns with their state.',
    access: READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  vehicles: endpoint({
    method: 'GET',
    path: '/api/work_order_campaigns/vehicles/',
    ids: IDS,
    summary: 'List the vehicles of campaigns with their state, those due first.',
    access: READ,
    query: pagedQuery(['due_on', 'registration']).extend({
      vehicle: idText.optional(),
      depot: idText.optional(),
      /** Open or planned. */
      state: z.enum(['unfinished']).optional(),
      /** Due days, both included. */
      from: dateInput.optional(),
      to: dateInput.optional(),
    }),
    answer: paged(dueVehicle),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/work_order_campaigns/',
    ids: IDS,
    summary: 'Add a campaign with its vehicles.',
    access: WRITE,
    body: z.object({ ...fields, ...selection }).meta({ id: 'RecallCampaignBody' }),
    answer: campaign,
    status: 201,
    refuses: [409],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/work_order_campaigns/{id}/',
    ids: IDS,
    summary: 'Get one campaign with its visible vehicles.',
    access: READ,
    params: byId,
    answer: campaign,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/work_order_campaigns/{id}/',
    ids: IDS,
    summary: 'Update a campaign, and add vehicles to it.',
    access: WRITE,
    params: byId,
    body: z
      .object({ ...fields, ...selection, version: int4.optional() })
      .meta({ id: 'RecallCampaignChange' }),
    answer: campaign,
    refuses: [409],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/work_order_campaigns/{id}/',
    ids: IDS,
    summary: 'Delete a campaign without work orders.',
    access: WRITE,
    params: byId,
    status: 204,
  }),
  setVehicle: endpoint({
    method: 'PUT',
    path: '/api/work_order_campaigns/{id}/vehicles/{vehicle}/',
    ids: IDS,
    summary: 'Set a vehicle of a campaign as done or not affected, or take that back.',
    access: WRITE,
    params: byId.extend({ vehicle: idText }),
    body: z.object({
      state: z.enum(['open', 'done', 'not_affected']),
      /** Needed for `not_affected`. */
      reason: textOf(300).default(''),
      /** Needed for `done`. */
      done_on: dateInput.nullable().default(null),
    }),
    answer: campaign,
  }),
  createOrders: endpoint({
    method: 'POST',
    path: '/api/work_order_campaigns/{id}/orders/',
    ids: IDS,
    summary: 'Create a work order for each of the open vehicles that are named: all, or none.',
    access: WRITE,
    params: byId,
    body: z.object({
      vehicles: z.array(id).min(1).max(MAX_ORDERS),
      due_on: dateInput.nullable().default(null),
    }),
    answer: campaign,
    refuses: [409],
  }),
} as const;
