import type { Topics } from './topics.ts';

/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7900;

/** A message on its way to other processes. */
export interface Envelope {
  /** The process that sent it; it has the message already. */
  readonly from: string;
  readonly topic: keyof Topics;
  readonly message: Topics[keyof Topics];
}

/**
 * The notifications that carry a message: one, or for the states of many vehicles as few as fit.
 * Each state becomes text once, however many there are.
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
    // A state has some 300 bytes; one that fills a notification alone is nothing a device sent.
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
