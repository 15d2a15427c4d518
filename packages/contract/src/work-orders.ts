import { WORK_ORDER_PLACES, WORK_ORDER_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateInput, id, idText, textOf, utc, utcInput } from './fields.ts';
import { RECORD_FILES } from './form-files.ts';
import { captions, recordScope, recordText } from './record-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import { READ, WRITE } from './work-orders-access.ts';
import { workOrderLines } from './work-orders-lines.ts';
import {
  newOrder,
  orderChange,
  stepFields,
  workOrder,
  workOrderRow,
  workOrderSettings,
} from './work-orders-shapes.ts';

/** The sort fields of the list; newest first by default. */
const orderings = ['created_at', 'registration', 'state', 'due_on', 'repairer', 'total'] as const;

const listFilter = {
  ...recordScope,
  /** One state, or `open` for all orders that are neither invoiced nor cancelled. */
  state: z.enum(['open', ...WORK_ORDER_STATES]).optional(),
  place: z.enum(WORK_ORDER_PLACES).optional(),
  repairer: textOf(100).min(1).optional(),
  /** Only open orders after their due day. */
  overdue: z.literal('true').optional(),
  /** Only orders whose total the caller may approve and that wait for it. */
  to_approve: z.literal('true').optional(),
  /** Only orders with a warranty claim. */
  warranty: z.literal('true').optional(),
  defect: idText.optional(),
  inspection: idText.optional(),
  schedule: idText.optional(),
  /** Days of the creation, in the person's zone; one end is enough. */
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
};

const count = z.int().nonnegative();

/** Longest life of a link to a repairer. */
const MAX_LINK_DAYS = 90;

/** Work orders: estimate, approval, work, invoice; in the own workshop or at a repairer. */
export const workOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/work_orders/',
    ids: ['W-01'],
    summary: 'List the work orders of visible vehicles. The count stops at 10,000.',
    access: READ,
    query: pagedQuery(orderings).extend(listFilter),
    answer: paged(workOrderRow).extend({ count_is_limit: z.boolean() }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/work_order_figures/',
    ids: ['W-01'],
    summary: 'Count the open work orders, filtered by region, depot and vehicle.',
    access: READ,
    query: z.object(recordScope),
    answer: z.object({
      open: count,
      to_approve: count,
      approved: count,
      in_progress: count,
      done: count,
      overdue: count,
      /** Repairers of open orders, by name: the values of the filter. */
      repairers: z.array(z.string()),
    }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/work_orders_export/',
    ids: ['W-01'],
    summary: 'Export the filtered list, up to 10,000 rows.',
    access: READ,
    query: pagedQuery(orderings)
      .omit({ page: true, pageSize: true })
      .extend({ ...listFilter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/work_orders/',
    ids: ['W-01'],
    summary: 'Create a work order.',
    access: WRITE,
    body: newOrder,
    answer: workOrder,
    status: 201,
    refuses: [404, 409],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/work_orders/{id}/',
    ids: ['W-01'],
    summary: 'Get one work order with its lines, hours, photographs, history and next steps.',
    access: READ,
    params: byId,
    answer: workOrder,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/work_orders/{id}/',
    ids: ['W-01'],
    summary: 'Change or plan a work order.',
    access: WRITE,
    params: byId,
    body: orderChange,
    answer: workOrder,
    refuses: [409],
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/steps/',
    ids: ['W-01'],
    summary: 'Take a step of a work order. The header Idempotency-Key makes a retry safe.',
    access: WRITE,
    params: byId,
    multipart: stepFields,
    files: RECORD_FILES,
    answer: workOrder.extend({
      /** Defects that completion leaves as they are, because their next step is another. */
      left: z.array(z.object({ id, reference_number: z.string() })),
    }),
    refuses: [409],
  }),
  addPhotographs: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/photographs/',
    ids: ['W-01'],
    summary: 'Add photographs to a work order.',
    access: WRITE,
    params: byId,
    multipart: z.object({ captions: captions.optional() }),
    files: { photos: RECORD_FILES.photos },
    answer: workOrder,
  }),
  ...workOrderLines,
  clock: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/clock/',
    ids: ['W-01'],
    summary: 'Start or stop your clock on a work order. A clock on another order stops.',
    access: WRITE,
    params: byId,
    body: z.object({ is_running: z.boolean() }),
    answer: workOrder,
    refuses: [409],
  }),
  correctTime: endpoint({
    method: 'PUT',
    path: '/api/work_orders/{id}/times/{time}/',
    ids: ['W-01'],
    summary: 'Correct hours of a technician, with a reason. The history keeps the values before.',
    access: WRITE,
    params: byId.extend({ time: idText }),
    body: z.object({ started_at: utcInput, ended_at: utcInput, reason: recordText.min(2) }),
    answer: workOrder,
    refuses: [409],
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/work_orders/{id}/links/',
    ids: ['W-01'],
    summary:
      'Create a link by which the repairer answers without an account, and send it by e-mail. Its address is returned once.',
    access: WRITE,
    params: byId,
    body: z.object({
      /** Where it is sent; without it, it is only returned. */
      email: z.email().max(254).nullable().default(null),
      expires_in_days: z.int().min(1).max(MAX_LINK_DAYS),
      language: z.enum(['en', 'pt']).default('en'),
    }),
    answer: z.object({ id, address: z.string(), expires_at: utc }),
    status: 201,
    ratePerMinute: 30,
    refuses: [409],
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/api/work_orders/{id}/links/{link}/',
    ids: ['W-01'],
    summary: 'Revoke a link of a repairer.',
    access: WRITE,
    params: byId.extend({ link: idText }),
  }),
  board: endpoint({
    method: 'GET',
    path: '/api/work_order_board/',
    ids: ['W-01'],
    summary: 'Get the planned orders of the own workshop by day, and those that wait for a day.',
    access: READ,
    query: z.object({
      depot: idText.optional(),
      /** Both inclusive, at most 14 days, in the person's zone. */
      start_date: dateInput,
      end_date: dateInput,
    }),
    answer: z.object({
      bays: z.array(z.string()),
      /** At most 500. */
      planned: z.array(workOrderRow),
      /** Open orders without a planned time, the first due first; at most 100. */
      unplanned: z.array(workOrderRow),
    }),
    refuses: [400],
  }),
  costs: endpoint({
    method: 'GET',
    path: '/api/work_order_costs/',
    ids: ['W-01'],
    summary: 'Get the cost of the completed work orders of a vehicle by month, for 12 months.',
    access: READ,
    query: z.object({ vehicle: idText }),
    answer: z.object({
      months: z.array(
        z.object({
          /** YYYY-MM, in the person's zone. */
          month: z.string(),
          orders: count,
          labour_cost: z.number(),
          parts_cost: z.number(),
          external_cost: z.number(),
          total: z.number(),
          recovered: z.number(),
        }),
      ),
    }),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/work_orders/{id}/pdf/',
    ids: ['W-01'],
    summary: 'Get a work order as PDF.',
    access: READ,
    params: byId,
    raw: 'file',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/work_order_settings/',
    ids: ['W-01'],
    summary: 'Get the bays of the workshop, the labour rate and the approval limits.',
    access: READ,
    answer: workOrderSettings.extend({
      may_change: z.boolean(),
      /** People who may have a limit of their own. */
      users: z.array(z.object({ id, name: z.string() })),
      /** The repairers of the customer. */
      repairers: z.array(z.object({ id, name: z.string(), email: z.string().nullable() })),
    }),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/work_order_settings/',
    ids: ['W-01'],
    summary: 'Change the bays of the workshop, the labour rate and the approval limits.',
    access: { kind: 'administrator' },
    customerWide: true,
    body: workOrderSettings,
    answer: workOrderSettings,
    refuses: [409],
  }),
} as const;
