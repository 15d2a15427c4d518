export { createDeliveries, type Deliveries, type DeliveryKind } from './deliveries.ts';
export type { Message } from './message.ts';
export {
  type DeliveryRow,
  type DeliveryState,
  enqueueDeliveries,
  enqueueMail,
} from './repository.ts';
export { failureOf, failureText, isPermanentFailure, Undeliverable } from './retry.ts';
