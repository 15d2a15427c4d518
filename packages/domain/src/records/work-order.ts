import { isAdministrator, type Rights } from '../authorisation.ts';
import { ROLE_RIGHTS } from '../roles.ts';
import { isRecordManager } from './defect-life.ts';

/** States of a work order, in sequence; a cancelled one has ended. */
export const WORK_ORDER_STATES = [
  'estimate',
  'awaiting_approval',
  'approved',
  'in_progress',
  'done',
  'invoiced',
  'cancelled',
] as const;
export type WorkOrderState = (typeof WORK_ORDER_STATES)[number];

/**
 * Actions on a work order. `submit` asks for approval, or approves within the own limit; `refuse`
 * sends the estimate back; `reopen` takes back `complete`.
 */
export const WORK_ORDER_STEPS = [
  'submit',
  'approve',
  'refuse',
  'start',
  'complete',
  'invoice',
  'reopen',
  'cancel',
] as const;
export type WorkOrderStep = (typeof WORK_ORDER_STEPS)[number];

export const WORK_ORDER_SOURCES = ['manual', 'defect', 'inspection', 'schedule', 'fault'] as const;
export const WORK_ORDER_PLACES = ['internal', 'repairer'] as const;
export const WORK_LINE_KINDS = ['labour', 'part', 'external'] as const;
export type WorkLineKind = (typeof WORK_LINE_KINDS)[number];
export const WARRANTY_STATES = ['none', 'claimed', 'accepted', 'refused'] as const;
export type WarrantyState = (typeof WARRANTY_STATES)[number];
export const REPAIRER_ANSWERS = ['accepted', 'declined'] as const;

/** States in which nothing of an order changes any more. */
export const CLOSED_WORK_ORDERS: readonly WorkOrderState[] = ['invoiced', 'cancelled'];

/** What the rules of a work order need to know. */
export interface WorkOrderFacts {
  readonly state: WorkOrderState;
  /** Net total of the lines, in the customer's currency. */
  readonly total: number;
  /** The total that was approved; null before the first approval. */
  readonly approvedTotal: number | null;
  /** Whether work has begun. */
  readonly isStarted: boolean;
}

/** A person with the total up to which they may approve; null for any total. */
export interface WorkOrderActor extends Rights {
  readonly limit: number | null;
}

/**
 * Limits without settings: administrators approve any total, all others nothing. An order without
 * costs is within each limit.
 */
export const defaultApprovalLimit = (rights: Rights): number | null =>
  isAdministrator(rights) ? null : 0;

/** Whether a total is within a limit. */
export const isWithinLimit = (limit: number | null, total: number): boolean =>
  limit === null || total <= limit;

/** Managers and users of the workshop; drivers, readers and limited users do not work on orders. */
export function mayWorkOnOrders(rights: Rights): boolean {
  return ROLE_RIGHTS[rights.role].canWrite && rights.role !== 'DRIVER' && !rights.isLimitedUser;
}

/** Whether the lines cost more than what was approved; such an order needs approval again. */
export function isAboveApproved({ state, total, approvedTotal }: WorkOrderFacts): boolean {
  const wasApproved = state === 'approved' || state === 'in_progress' || state === 'done';
  return wasApproved && total > (approvedTotal ?? 0);
}

/** Whether an order waits for a person who may approve its total. */
export const needsApproval = (order: WorkOrderFacts): boolean =>
  order.state === 'awaiting_approval' || isAboveApproved(order);

/** Why a step is not possible; the codes are texts `work_order.<reason>`. */
export type StepRefusal = 'not_allowed' | 'state_wrong' | 'above_limit' | 'above_approved';

export type StepResult =
  | { readonly to: WorkOrderState; readonly refusal: null }
  | { readonly to: null; readonly refusal: StepRefusal };

const FROM: Readonly<Record<WorkOrderStep, readonly WorkOrderState[]>> = {
  submit: ['estimate'],
  approve: ['awaiting_approval', 'approved', 'in_progress', 'done'],
  refuse: ['awaiting_approval'],
  start: ['approved'],
  complete: ['in_progress'],
  invoice: ['done'],
  reopen: ['done'],
  cancel: ['estimate', 'awaiting_approval', 'approved', 'in_progress'],
};
/** Steps of managers and administrators; all others are of everybody who works on orders. */
const FOR_MANAGERS: ReadonlySet<WorkOrderStep> = new Set(['reopen', 'cancel', 'invoice']);

const to = (state: WorkOrderState): StepResult => ({ to: state, refusal: null });
const refused = (refusal: StepRefusal): StepResult => ({ to: null, refusal });

/** The state of an approved order: work that had begun goes on. */
const approved = ({ state, isStarted }: WorkOrderFacts): WorkOrderState =>
  state === 'done' || state === 'in_progress' ? state : isStarted ? 'in_progress' : 'approved';

/**
 * The state after a step of a person, or why it is refused.
 *
 * - `approve` needs a limit of at least the total, `refuse` a limit above zero or none.
 * - `submit` approves at once within the own limit.
 * - `start` and `invoice` wait while the lines cost more than what was approved; work that has begun
 *   may be completed, because the vehicle is already in the workshop.
 */
export function workOrderAfter(
  order: WorkOrderFacts,
  step: WorkOrderStep,
  actor: WorkOrderActor,
): StepResult {
  const { state, total } = order;
  const { limit } = actor;
  if (!mayWorkOnOrders(actor)) return refused('not_allowed');
  if (FOR_MANAGERS.has(step) && !isRecordManager(actor)) return refused('not_allowed');
  if (!FROM[step].includes(state)) return refused('state_wrong');
  switch (step) {
    case 'submit':
      return to(isWithinLimit(limit, total) ? approved(order) : 'awaiting_approval');
    case 'approve':
      if (!needsApproval(order)) return refused('state_wrong');
      return isWithinLimit(limit, total) ? to(approved(order)) : refused('above_limit');
    case 'refuse':
      return limit === null || limit > 0 ? to('estimate') : refused('above_limit');
    case 'start':
      return isAboveApproved(order) ? refused('above_approved') : to('in_progress');
    case 'complete':
      return to('done');
    case 'invoice':
      return isAboveApproved(order) ? refused('above_approved') : to('invoiced');
    case 'reopen':
      return to('in_progress');
    case 'cancel':
      return to('cancelled');
  }
}

/** The steps that a person may take now, in the sequence of {@link WORK_ORDER_STEPS}. */
export const workOrderSteps = (order: WorkOrderFacts, actor: WorkOrderActor): WorkOrderStep[] =>
  WORK_ORDER_STEPS.filter((step) => workOrderAfter(order, step, actor).to !== null);

/** Net amount of a line, rounded to hundredths. */
export const lineNet = (quantity: number, unitPrice: number): number =>
  Math.round(quantity * unitPrice * 100 + 1e-6) / 100;

/** A line with its net amount in hundredths, and the defect that it repairs. */
export interface CostedLine {
  readonly kind: WorkLineKind;
  readonly netCents: number;
  readonly defectId: number | null;
}

/** Labour and parts of one defect, in hundredths. */
export interface DefectShare {
  readonly defectId: number;
  readonly labourCents: number;
  readonly partsCents: number;
}

/** Divides an amount into equal parts that add up; the first parts take what is left over. */
function divided(cents: number, parts: number): number[] {
  const each = Math.floor(cents / parts);
  const rest = cents - each * parts;
  return Array.from({ length: parts }, (_, n) => each + (n < rest ? 1 : 0));
}

/**
 * Shares the cost of an order among its defects: a line for one defect is its own, all others are
 * shared equally. Work that was bought counts as labour. The shares add up to the cost of the order.
 *
 * @param defectIds of the order; empty gives no shares
 */
export function shareCosts(
  lines: readonly CostedLine[],
  defectIds: readonly number[],
): DefectShare[] {
  if (defectIds.length === 0) return [];
  const known = new Set(defectIds);
  const sumOf = (isPart: boolean, defectId: number | null) =>
    lines
      .filter((line) => (line.kind === 'part') === isPart)
      .filter((line) => {
        const of = line.defectId !== null && known.has(line.defectId) ? line.defectId : null;
        return of === defectId;
      })
      .reduce((sum, { netCents }) => sum + netCents, 0);
  const labour = divided(sumOf(false, null), defectIds.length);
  const parts = divided(sumOf(true, null), defectIds.length);
  return defectIds.map((defectId, n) => ({
    defectId,
    labourCents: sumOf(false, defectId) + (labour[n] ?? 0),
    partsCents: sumOf(true, defectId) + (parts[n] ?? 0),
  }));
}
