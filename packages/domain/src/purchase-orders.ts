/** States of a purchase order, in sequence; received and cancelled ones have ended. */
export const PURCHASE_ORDER_STATES = [
  'draft',
  'ordered',
  'partly_received',
  'received',
  'cancelled',
] as const;
export type PurchaseOrderState = (typeof PURCHASE_ORDER_STATES)[number];

/** States in which parts can still come. */
export const OPEN_PURCHASE_ORDERS: readonly PurchaseOrderState[] = [
  'draft',
  'ordered',
  'partly_received',
];

/** What a person can do with a purchase order now; received and cancelled ones stay as they are. */
export const PURCHASE_ORDER_STEPS = ['change', 'order', 'receive', 'cancel'] as const;
export type PurchaseOrderStep = (typeof PURCHASE_ORDER_STEPS)[number];

const FROM: Readonly<Record<PurchaseOrderStep, readonly PurchaseOrderState[]>> = {
  change: ['draft'],
  order: ['draft'],
  receive: ['ordered', 'partly_received'],
  cancel: ['draft', 'ordered', 'partly_received'],
};

/** Whether a step is possible in a state. */
export const mayTakeOrderStep = (state: PurchaseOrderState, step: PurchaseOrderStep): boolean =>
  FROM[step].includes(state);

/** The state after a receipt. */
export const stateAfterReceipt = (
  lines: readonly { readonly quantity: number; readonly received: number }[],
): PurchaseOrderState =>
  lines.every(({ quantity, received }) => received >= quantity) ? 'received' : 'partly_received';
