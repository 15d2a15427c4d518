import {
  DEFECT_STATES,
  REPAIRER_ANSWERS,
  WARRANTY_STATES,
  WORK_LINE_KINDS,
  WORK_ORDER_PLACES,
  WORK_ORDER_SOURCES,
  WORK_ORDER_STATES,
  WORK_ORDER_STEPS,
} from '@roadworthy/domain';
import { z } from 'zod';
import { date, dateInput, id, idText, openedLink, textOf, utc, utcInput } from './fields.ts';
import {
  captions,
  personName,
  recordText,
  recordTrailEntry,
  vehicleName,
  version,
} from './record-shapes.ts';

/** Net amounts, in the currency of the customer. */
export const money = z.number().min(0).max(9_999_999).multipleOf(0.01);
export const moneyText = z.coerce.number().min(0).max(9_999_999).multipleOf(0.01);
/** More than a technician needs for any job on one vehicle. */
const MAX_MINUTES = 14_400;
const MAX_TECHNICIANS = 8;

const orderTitle = textOf(120).min(2);
const orderDescription = textOf(2000);
const bay = textOf(60).min(1);

/** What a person plans; absent fields of a change stay as they are. */
const plan = {
  place: z.enum(WORK_ORDER_PLACES),
  bay: bay.nullable(),
  planned_at: utcInput.nullable(),
  planned_minutes: z.int().min(1).max(MAX_MINUTES).nullable(),
  technicians: z.array(personName).max(MAX_TECHNICIANS),
  /** A repairer of the customer. */
  repairer: id.nullable(),
  due_on: dateInput.nullable(),
};

export const newOrder = z
  .object({
    vehicle: id,
    title: orderTitle,
    description: orderDescription.default(''),
    /** Open defects of the vehicle that no other open order repairs. */
    defects: z.array(id).max(40).default([]),
    /** The inspection that found the work. */
    inspection: id.nullable().default(null),
    /** The scheduled activity that is due. */
    schedule: id.nullable().default(null),
    /** The fault that a device reports. */
    fault: id.nullable().default(null),
    place: plan.place.default('internal'),
    bay: plan.bay.default(null),
    planned_at: plan.planned_at.default(null),
    planned_minutes: plan.planned_minutes.default(null),
    technicians: plan.technicians.default([]),
    repairer: plan.repairer.default(null),
    due_on: plan.due_on.default(null),
  })
  .meta({ id: 'WorkOrderBody' });

export const orderChange = z
  .object({
    version,
    title: orderTitle.optional(),
    description: orderDescription.optional(),
    defects: z.array(id).max(40).optional(),
    place: plan.place.optional(),
    bay: plan.bay.optional(),
    planned_at: plan.planned_at.optional(),
    planned_minutes: plan.planned_minutes.optional(),
    technicians: plan.technicians.optional(),
    repairer: plan.repairer.optional(),
    due_on: plan.due_on.optional(),
  })
  .meta({ id: 'WorkOrderChange' });

/** Fields of a line; with an invoice, one file `document` may come with them. */
export const lineFields = z
  .object({
    version,
    kind: z.enum(WORK_LINE_KINDS),
    description: textOf(200).min(2),
    /** Hours of labour, pieces of a part; 1 for an invoice. */
    quantity: z.coerce.number().min(0).max(99_999).multipleOf(0.001).default(1),
    unit_price: moneyText,
    vat: moneyText.optional(),
    invoice_number: textOf(60).min(1).optional(),
    /** The defect of the order that the line is for. */
    defect: idText.optional(),
    warranty_state: z.enum(WARRANTY_STATES).default('none'),
    /** What was claimed, or paid back once it is accepted. */
    warranty_amount: moneyText.optional(),
    /** Of a line of a part: the part in the catalogue and the store that it is taken from. */
    part: idText.optional(),
    store: idText.optional(),
  })
  .meta({ id: 'WorkOrderLineBody' });

export const stepFields = z
  .object({
    step: z.enum(WORK_ORDER_STEPS),
    version,
    /** The work done, or why it is refused, taken back or cancelled. */
    note: recordText.optional(),
    captions: captions.optional(),
  })
  .meta({ id: 'WorkOrderStepBody' });

/** What a line says and costs. */
export const lineAmounts = {
  kind: z.enum(WORK_LINE_KINDS),
  description: z.string(),
  quantity: z.number(),
  unit_price: z.number(),
  net: z.number(),
  vat: z.number().nullable(),
  invoice_number: z.string().nullable(),
};

const line = z
  .object({
    id,
    ...lineAmounts,
    /** An address that expires. */
    document: z.string().nullable(),
    defect: id.nullable(),
    is_by_repairer: z.boolean(),
    /** An estimate that an invoice replaced; it does not count. */
    is_superseded: z.boolean(),
    warranty_state: z.enum(WARRANTY_STATES),
    warranty_amount: z.number().nullable(),
    part: z.object({ id, number: z.string(), name: z.string() }).nullable(),
    store: z.object({ id, name: z.string() }).nullable(),
    /** When the part was taken from the store; its cost is then that of the stock. */
    issued_at: utc.nullable(),
    /** What was returned of the issued part; `quantity` is what stays. */
    returned_quantity: z.number(),
    /**
     * The same part was issued for the vehicle before, and its warranty has not ended; null for a part
     * without warranty.
     */
    under_warranty: z
      .object({
        work_order: z.object({ id, reference_number: z.string() }),
        issued_at: utc,
        /** The last day. */
        until: date,
      })
      .nullable(),
  })
  .meta({ id: 'WorkOrderLine' });

const row = {
  id,
  reference_number: z.string(),
  vehicle: vehicleName,
  title: z.string(),
  source: z.enum(WORK_ORDER_SOURCES),
  place: z.enum(WORK_ORDER_PLACES),
  state: z.enum(WORK_ORDER_STATES),
  /** It waits for a person who may approve its total. */
  needs_approval: z.boolean(),
  repairer: z.string().nullable(),
  repairer_answer: z.enum(REPAIRER_ANSWERS).nullable(),
  bay: z.string().nullable(),
  planned_at: utc.nullable(),
  planned_minutes: z.int().nullable(),
  technicians: z.array(z.string()),
  due_on: date.nullable(),
  is_overdue: z.boolean(),
  total: z.number(),
  has_warranty: z.boolean(),
  created_at: utc,
  /** Send it back with a change; a stale value is refused. */
  version: z.int(),
};

export const workOrderRow = z
  .object({ ...row, depot: z.object({ id, name: z.string() }).nullable() })
  .meta({ id: 'WorkOrderRow' });

export const workOrder = z
  .object({
    ...row,
    description: z.string(),
    created_by: z.string(),
    inspection: z.object({ id, reference_number: z.string() }).nullable(),
    /** `activity_type` is the document that fulfils it; the vehicle file records it. */
    schedule: z.object({ id, name: z.string(), due_at: utc, is_fulfilled: z.boolean() }).nullable(),
    repairer_id: id.nullable(),
    repairer_ready_on: date.nullable(),
    repairer_note: z.string().nullable(),
    repairer_done_at: utc.nullable(),
    defects: z.array(
      z.object({
        id,
        reference_number: z.string(),
        finding: z.string(),
        state: z.enum(DEFECT_STATES),
        is_off_road: z.boolean(),
      }),
    ),
    lines: z.array(line),
    labour_cost: z.number(),
    parts_cost: z.number(),
    external_cost: z.number(),
    /** What makers and suppliers paid back. */
    recovered: z.number(),
    approved_total: z.number().nullable(),
    approved: z.object({ at: utc, by: z.string() }).nullable(),
    started_at: utc.nullable(),
    completed: z.object({ at: utc, by: z.string(), note: z.string() }).nullable(),
    /** An address that expires. */
    signature: z.string().nullable(),
    photographs: z.array(
      z.object({ id, caption: z.string(), address: z.string(), is_by_repairer: z.boolean() }),
    ),
    times: z.array(
      z.object({
        id,
        user: id.nullable(),
        name: z.string(),
        started_at: utc,
        /** Null while the clock runs. */
        ended_at: utc.nullable(),
      }),
    ),
    /** Whether the clock of the caller runs on this order. */
    is_clock_running: z.boolean(),
    links: z.array(
      z.object({
        id,
        email: z.string().nullable(),
        ...openedLink,
      }),
    ),
    /** The steps that the caller may take now. */
    next_steps: z.array(z.enum(WORK_ORDER_STEPS)),
    /** Whether the caller may change the order and its lines. */
    may_change: z.boolean(),
    /** Up to which total the caller may approve; null for any. */
    own_limit: z.number().nullable(),
    trail: z.array(recordTrailEntry),
  })
  .meta({ id: 'WorkOrder' });

export const workOrderSettings = z
  .object({
    bays: z.array(bay).max(60),
    /** For an hour of labour. */
    labour_rate: money,
    /** Null for any total. Administrators approve any total. */
    role_limits: z.object({ MANAGER: money.nullable(), USER: money.nullable() }),
    user_limits: z.array(z.object({ user: id, limit: money.nullable() })).max(200),
    version: z.int().min(0).max(2_147_483_647),
  })
  .meta({ id: 'WorkOrderSettings' });
