import type { DeviceMessage, StreamCodec } from './codec.ts';
import { gt06Codec } from './gt06/index.ts';
import { jt808Codec } from './jt808/index.ts';
import type { DeviceRecord } from './record.ts';
import { decodeTeltonikaDatagram, teltonikaCodec } from './teltonika/index.ts';

/** The content of one message of a frame, for display. */
export type FrameReading =
  | { readonly message: 'record'; readonly record: DeviceRecord }
  | { readonly message: string; readonly text?: string };

const CODECS: Readonly<Record<string, StreamCodec>> = {
  teltonika: teltonikaCodec,
  gt06: gt06Codec,
  jt808: jt808Codec,
};

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
  if (kind === 'datagram') {
    const decoded = decodeTeltonikaDatagram(bytes, { model: () => model });
    if (decoded.kind === 'bad') return [{ message: 'bad', text: decoded.reason }];
    return decoded.records.map((record) => ({ message: 'record', record }));
  }
  const options = { clockOffsetMin: () => offsetMin, model: () => model };
  return CODECS[protocol]?.createSession(options).push(bytes).flatMap(readings) ?? [];
}
