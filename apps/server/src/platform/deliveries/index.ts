export { createDeliveries, type Deliveries } from './deliveries.ts';
export { checkedAddress, httpPost, WebhookError } from './http-post.ts';
export { type Message, publicPushKey } from './message.ts';
export { openSocket } from './open-socket.ts';
export {
  type DeliveryRow,
  enqueueDeliveries,
  enqueueMail,
  enqueuePushNotice,
  type Notice,
} from './repository.ts';
export {
  failureOf,
  failureText,
  isPermanentFailure,
  pauseAfter,
  Undeliverable,
} from './retry.ts';
