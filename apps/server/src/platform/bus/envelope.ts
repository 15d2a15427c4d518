import type { Topics } from './topics.ts';

/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7900;

/** A message to other processes. */
export interface Envelope {
  /** The sending process, which ignores its own message. */
  readonly from: string;
  readonly topic: keyof Topics;
  readonly message: Topics[keyof Topics];
}

/**
 * The notifications of a message: one, or as few as possible for the states of many vehicles.
 * Each state is serialised once, regardless of their number.
 */
export function payloads<T extends keyof Topics>(
  from: string,
  topic: T,
  message: Topics[T],
): string[] {
  if (topic !== 'positions.committed') return [JSON.stringify({ from, topic, message })];
  const head = `{"from":${JSON.stringify(from)},"topic":"${topic}","message":{"states":[`;
  const tail = ']}}';
  const room = PAYLOAD_LIMIT_BYTES - head.length - tail.length;
  const parts: string[] = [];
  let part = '';
  for (const state of (message as Topics['positions.committed']).states) {
    const text = JSON.stringify(state);
    // A state has about 300 bytes; one that fills a whole notification cannot come from a device.
    if (Buffer.byteLength(text) > room) continue;
    if (part !== '' && Buffer.byteLength(part) + Buffer.byteLength(text) + 1 > room) {
      parts.push(part);
      part = '';
    }
    part = part === '' ? text : `${part},${text}`;
  }
  if (part !== '') parts.push(part);
  return parts.map((states) => head + states + tail);
}
