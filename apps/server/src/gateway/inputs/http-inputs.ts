import type { IncomingMessage } from 'node:http';
import { INPUT_MESSAGE_BYTES } from '@roadworthy/domain';
import { DATA_INPUT_PATH } from '../../platform/data-inputs.ts';
import type { InputIntake, InputOutcome } from './input-intake.ts';
import type { InputRefusal } from './input-log.ts';
import type { InputRegistry } from './input-registry.ts';

/** An answer to a message: its status, and a code or counts as JSON. */
export interface InputAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Messages of an input in a minute, in this process. */
const MOST_A_MINUTE = 1200;
const MINUTE_MS = 60_000;
/** A larger message is refused, but read until here, so that its sender receives the answer. */
const READ_ON_BYTES = 2 * INPUT_MESSAGE_BYTES;

const refusal = (
  status: number,
  code: InputRefusal,
  headers: Record<string, string> = {},
): InputAnswer => ({ status, body: { code }, headers });

/** Counts per minute. */
class PerMinute {
  readonly #counts = new Map<string, number>();
  #sinceMs = Date.now();

  constructor(private readonly most: number) {}

  /** Whether there are too many already. */
  isOver(key: string): boolean {
    if (Date.now() - this.#sinceMs >= MINUTE_MS) {
      this.#counts.clear();
      this.#sinceMs = Date.now();
    }
    return (this.#counts.get(key) ?? 0) >= this.most;
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

/** The whole body; null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > READ_ON_BYTES) return null;
    if (bytes <= INPUT_MESSAGE_BYTES) parts.push(part as Buffer);
  }
  return bytes > INPUT_MESSAGE_BYTES ? null : Buffer.concat(parts);
}

function answerOf({ refusal: code, isSingle, ...counts }: InputOutcome): InputAnswer {
  const { stored, ignored, refused, unknown } = counts;
  if (code === 'data_input.not_mapped') return refusal(503, code, { 'Retry-After': '60' });
  const isNothing = stored + ignored === 0 && refused + unknown > 0;
  // One device must not hold up the others of a list; a single record is answered as a phone is.
  if (isNothing && code !== null && (unknown === 0 || isSingle)) {
    return refusal(code === 'data_input.network' ? 403 : 400, code);
  }
  return { status: 200, body: { stored, ignored, refused, unknown } };
}

/** Messages to the addresses of HTTP inputs. 200 means stored. */
export class HttpInputs {
  readonly #messages = new PerMinute(MOST_A_MINUTE);

  constructor(
    private readonly registry: InputRegistry,
    private readonly inputs: InputIntake,
  ) {}

  /** Whether a request is for an input. */
  static isFor(request: IncomingMessage): boolean {
    return request.url?.startsWith(DATA_INPUT_PATH) === true;
  }

  /** @throws if the message was not stored: the sender repeats it */
  async answer(request: IncomingMessage): Promise<InputAnswer> {
    const address = request.socket.remoteAddress ?? '';
    const token = (request.url ?? '').slice(DATA_INPUT_PATH.length).split(/[?/]/, 1)[0] ?? '';
    const input = await this.registry.find(token);
    if (input === undefined) return refusal(404, 'data_input.token');
    if (request.method !== 'POST') return refusal(405, 'data_input.method', { Allow: 'POST' });
    if (!input.isOn) return refusal(403, 'data_input.off');
    if (!['', 'identity'].includes(request.headers['content-encoding'] ?? '')) {
      return refusal(415, 'data_input.encoding');
    }
    const key = String(input.id);
    if (this.#messages.isOver(key)) {
      return refusal(429, 'data_input.too_often', { 'Retry-After': '60' });
    }
    this.#messages.add(key);
    const text = await bodyOf(request);
    if (text === null) {
      return refusal(413, 'data_input.too_large', { Connection: 'close' });
    }
    if (this.inputs.isFull) return refusal(503, 'data_input.busy', { 'Retry-After': '5' });
    return answerOf(await this.inputs.take(input, { text, topic: '' }, address));
  }
}
