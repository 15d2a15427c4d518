import type { DeviceMessage } from './codec.ts';
import type { DeviceRecord } from './record.ts';
import { codecsOf } from './registry.ts';

/** The content of one message of a frame, for display. */
export type FrameReading =
  | { readonly message: 'record'; readonly record: DeviceRecord }
  | { readonly message: string; readonly text?: string };

function readings(message: DeviceMessage): FrameReading[] {
  switch (message.kind) {
    case 'records':
      return message.records.map((record) => ({ message: 'record', record }));
    case 'login':
      return [{ message: 'login', text: message.deviceId }];
    case 'command-answer':
      return [{ message: 'command-answer', text: message.text }];
    case 'bad':
      return [{ message: 'bad', text: message.reason }];
    default:
      return [{ message: message.kind === 'notice' ? message.name : message.cameraMessage.kind }];
  }
}

/**
 * Decodes a stored frame. Never throws; empty if the protocol has no frames.
 *
 * @param offsetMin the offset used at reception: minutes the device's clock was ahead of UTC
 * @param model the device's model
 */
export function decodeFrame(
  protocol: string,
  kind: string,
  bytes: Uint8Array,
  { offsetMin, model }: { readonly offsetMin: number; readonly model: string },
): FrameReading[] {
  const options = { clockOffsetMin: () => offsetMin, model: () => model };
  const codecs = codecsOf(protocol);
  const messages =
    kind === 'datagram'
      ? codecs?.datagrams?.decode(bytes, options)
      : codecs?.stream.createSession(options).push(bytes);
  if (messages === undefined) return [];
  // A frame that names its device together with its content is shown as its content only.
  const isContent = ({ kind: message }: DeviceMessage) => message !== 'login';
  return (messages.some(isContent) ? messages.filter(isContent) : messages).flatMap(readings);
}
