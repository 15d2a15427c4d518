import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDate, toApiDateTime } from '@roadworthy/domain';
import { momentOrNull } from '../records/index.ts';
import type { PartLineRow } from './lines/work-orders-lines.repository.ts';
import type { PartWarrantyRow } from './lines/work-orders-lines-warranty.ts';
import type { WorkOrderLineRow, WorkOrderRow } from './work-orders.repository.ts';

type Calls = typeof contract.workOrders;
export type WorkOrder = AnswerOf<Calls['read']>;
export type ListedOrder = AnswerOf<Calls['list']>['results'][number];

/** The columns of an order that lists show. */
export type ListedOrderRow = Pick<
  WorkOrderRow,
  | 'id'
  | 'reference_number'
  | 'vehicle_id'
  | 'title'
  | 'source'
  | 'place'
  | 'state'
  | 'needs_approval'
  | 'repairer'
  | 'repairer_answer'
  | 'bay'
  | 'planned_at'
  | 'planned_minutes'
  | 'technicians'
  | 'due_on'
  | 'total'
  | 'has_warranty'
  | 'created_at'
  | 'closed_at'
  | 'version'
> & { readonly registration: string };

/** Whether the due day of an open order is over, in UTC. */
const isOverdue = ({ due_on: dueOn, closed_at: closedAt, state }: ListedOrderRow) =>
  dueOn !== null && closedAt === null && state !== 'done' && dueOn < toApiDate(Date.now(), 'UTC');

/** The part of an order that lists and the board show. */
export function toListed(row: ListedOrderRow): Omit<ListedOrder, 'depot'> {
  return {
    id: row.id,
    reference_number: row.reference_number,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    title: row.title,
    source: row.source,
    place: row.place,
    state: row.state,
    needs_approval: row.needs_approval,
    repairer: row.repairer,
    repairer_answer: row.repairer_answer,
    bay: row.bay,
    planned_at: momentOrNull(row.planned_at),
    planned_minutes: row.planned_minutes,
    technicians: row.technicians,
    due_on: row.due_on,
    is_overdue: isOverdue(row),
    total: Number(row.total),
    has_warranty: row.has_warranty,
    created_at: toApiDateTime(row.created_at.getTime()),
    version: row.version,
  };
}

/** The amounts of a line. */
export const toLineAmounts = (line: WorkOrderLineRow) => ({
  kind: line.kind,
  description: line.description,
  quantity: Number(line.quantity),
  unit_price: Number(line.unit_price),
  net: Number(line.net),
  vat: line.vat === null ? null : Number(line.vat),
  invoice_number: line.invoice_number,
  is_superseded: line.is_superseded,
});

export function toLine(
  line: WorkOrderLineRow,
  document: string | null,
  of: PartLineRow | undefined,
  warranty: PartWarrantyRow | undefined,
): WorkOrder['lines'][number] {
  return {
    id: line.id,
    ...toLineAmounts(line),
    document,
    defect: line.defect_record_id,
    is_by_repairer: line.is_by_repairer,
    warranty_state: line.warranty_state,
    warranty_amount: line.warranty_amount === null ? null : Number(line.warranty_amount),
    part: of === undefined ? null : { id: of.part_id, number: of.part_number, name: of.part_name },
    store: of === undefined ? null : { id: of.store_id, name: of.store },
    issued_at: momentOrNull(line.issued_at),
    returned_quantity: Number(line.returned_quantity),
    under_warranty:
      warranty === undefined
        ? null
        : {
            work_order: { id: warranty.order_id, reference_number: warranty.reference_number },
            issued_at: toApiDateTime(warranty.issued_at.getTime()),
            until: warranty.until,
          },
  };
}
