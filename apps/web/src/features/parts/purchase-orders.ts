import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { numberOf } from './parts.ts';

type Calls = typeof contract.partOrders;
export type PurchaseOrder = AnswerOf<Calls['read']>;
export type PurchaseOrderRow = AnswerOf<Calls['list']>['results'][number];

/** Key of the list in the cache, and kind of the history. */
export const PURCHASE_ORDERS_KEY = 'purchase_order';

/** A line of the form; numbers as typed. */
export interface OrderLineDraft {
  readonly part: { readonly id: number; readonly name: string };
  readonly quantity: string;
  readonly unit_price: string;
}

export interface OrderDraft {
  readonly supplier: number | null;
  readonly store: number | null;
  readonly note: string;
  readonly lines: readonly OrderLineDraft[];
}

/** The values of an order, or of a new one. */
export const draftOf = (one: PurchaseOrder | null): OrderDraft => ({
  supplier: one?.supplier.id ?? null,
  store: one?.store.id ?? null,
  note: one?.note ?? '',
  lines: (one?.lines ?? []).map(({ part, quantity, unit_price: price }) => ({
    part: { id: part.id, name: `${part.number} ${part.name}` },
    quantity: String(quantity),
    unit_price: String(price),
  })),
});

/** Fields without a value. */
export function checkOrder(draft: OrderDraft, t: TFunction): Faults {
  const isIncomplete =
    draft.lines.length === 0 || draft.lines.some(({ quantity }) => !(Number(quantity) > 0));
  return {
    ...missing(draft, ['supplier', 'store'], t),
    ...(isIncomplete ? { lines: [t('parts.order.linesMissing')] } : {}),
  };
}

/** Creates or changes a draft. */
export function saveOrder(draft: OrderDraft, one: PurchaseOrder | null): Promise<unknown> {
  const body: BodyOf<Calls['create']> = {
    supplier: draft.supplier ?? 0,
    store: draft.store ?? 0,
    note: draft.note,
    lines: draft.lines.map(({ part, quantity, unit_price: price }) => ({
      part: part.id,
      quantity: Number(quantity),
      unit_price: numberOf(price),
    })),
    version: one?.version,
  };
  return one === null
    ? api.partOrders.create({ body })
    : api.partOrders.change({ params: { id: one.id }, body });
}
