import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  mayTakeOrderStep,
  mayWorkOnOrders,
  PURCHASE_ORDER_STEPS,
  toApiDateTime,
} from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
import {
  type OrderLineRow,
  type OrderRow,
  orderLines,
  visibleOrder,
} from './parts-orders.repository.ts';

export type Calls = typeof contract.partOrders;

export type Order = AnswerOf<Calls['read']>;

export const toListed = (row: OrderRow): AnswerOf<Calls['list']>['results'][number] => ({
  id: row.id,
  reference_number: row.reference_number,
  supplier: { id: row.supplier_id, name: row.supplier },
  store: { id: row.store_id, name: row.store },
  state: row.state,
  total: row.total,
  created_at: toApiDateTime(row.created_at.getTime()),
  ordered_at: row.ordered_at === null ? null : toApiDateTime(row.ordered_at.getTime()),
  version: row.version,
});

const toLine = ({ part_id, part_number, part_name, unit, ...line }: OrderLineRow) => ({
  ...line,
  part: { id: part_id, number: part_number, name: part_name, unit },
});

export async function answerOf(trx: Transaction, viewer: Viewer, id: number): Promise<Order> {
  const row = orNotFound(await visibleOrder(trx, viewer, id));
  return {
    ...toListed(row),
    note: row.note,
    created_by: row.created_by,
    ordered_by: row.ordered_by,
    mailed_to: row.mailed_to,
    supplier_email: row.supplier_email,
    lines: (await orderLines(trx, id)).map(toLine),
    next_steps: mayWorkOnOrders(viewer)
      ? PURCHASE_ORDER_STEPS.filter((step) => mayTakeOrderStep(row.state, step))
      : [],
  };
}

export const described = (row: OrderRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'purchase_order' as const, id: String(row.id), name: row.reference_number },
  facts: {
    supplier: row.supplier,
    store: row.store,
    state: row.state,
    total: row.total,
    note: row.note,
    mailed_to: row.mailed_to,
  },
});
