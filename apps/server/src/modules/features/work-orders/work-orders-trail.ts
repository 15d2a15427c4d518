import type { Actor } from '../../../platform/audit/index.ts';
import type { FieldChange, Transaction } from '../../../platform/db/index.ts';
import { storeTrail } from '../records/index.ts';
import type { WorkOrderRow } from './work-orders.repository.ts';

/** Adds an entry to the history of an order. */
export function orderTrail(
  trx: Transaction,
  order: Pick<WorkOrderRow, 'id' | 'customer_id' | 'vehicle_id'>,
  author: Actor,
  entry: {
    readonly action: string;
    readonly note?: string;
    readonly changes?: readonly FieldChange[];
  },
): Promise<void> {
  return storeTrail(trx, {
    customerId: order.customer_id,
    vehicleId: order.vehicle_id,
    kind: 'work_order',
    recordId: order.id,
    author,
    ...entry,
  });
}

/** The changed fields of two sets of values, as texts. */
export function fieldChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  const text = (value: unknown): string | null => {
    if (value === null || value === undefined || value === '') return null;
    if (value instanceof Date) return value.toISOString();
    return Array.isArray(value) ? value.join(', ') || null : String(value);
  };
  return Object.keys(after).map((field) => ({
    field,
    before: text(before[field]),
    after: text(after[field]),
  }));
}
