export {
  createDeviceMedia,
  type DeviceMedia,
  type DeviceMediaItem,
} from './media.ts';
export {
  type CameraStream,
  type DeviceOrder,
  type DeviceRecording,
  ORDER_LIMIT_MS,
  type OrderAnswer,
  type PhotographSize,
  type Refusal,
} from './order.ts';
export { createOrders, type OrderServer, type Orders } from './orders.ts';
