import { DATA_TYPE, encodeJt1078Packet, FRAGMENT, STANDARD_BODY_BYTES } from './packet.ts';
import { type Jt1078Coding, PAYLOAD_TYPE } from './payload.ts';

/** A frame to encode. */
export interface Jt1078Input {
  /** Six bytes (1078-2016) or ten (2019-style terminals). */
  readonly sim: Buffer;
  readonly channel: number;
  readonly coding: Exclude<Jt1078Coding, 'other'>;
  readonly type: keyof typeof DATA_TYPE;
  /** ms in the device's own count. */
  readonly timestampMs: number;
  readonly lastIFrameIntervalMs?: number;
  readonly lastFrameIntervalMs?: number;
  readonly body: Buffer;
}

/**
 * Splits a frame into packets, in order.
 *
 * @param firstSequence sequence number of the first packet
 * @param maxBodyBytes 950 by the standard; at most 65,535
 */
export function encodeJt1078Frame(
  input: Jt1078Input,
  firstSequence: number,
  maxBodyBytes = STANDARD_BODY_BYTES,
): Buffer[] {
  const { body, type } = input;
  const count = Math.max(1, Math.ceil(body.length / maxBodyBytes));
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const cut = index === 0 ? FRAGMENT.first : isLast ? FRAGMENT.last : FRAGMENT.middle;
    return encodeJt1078Packet({
      sequence: firstSequence + index,
      isMarked: isLast,
      payloadType: PAYLOAD_TYPE[input.coding],
      sim: input.sim,
      channel: input.channel,
      dataType: DATA_TYPE[type],
      fragment: count === 1 ? FRAGMENT.whole : cut,
      timestampMs: input.timestampMs,
      lastIFrameIntervalMs: input.lastIFrameIntervalMs ?? 0,
      lastFrameIntervalMs: input.lastFrameIntervalMs ?? 0,
      body: body.subarray(index * maxBodyBytes, (index + 1) * maxBodyBytes),
    });
  });
}
