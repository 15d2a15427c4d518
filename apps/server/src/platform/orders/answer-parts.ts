import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OrderAnswer } from './order.ts';

/** A piece of an answer on the bus: PostgreSQL takes less than 8,000 bytes a notification. */
export interface AnswerPart {
  readonly id: string;
  readonly part: number;
  readonly parts: number;
  /** Base64 of deflated JSON. */
  readonly data: string;
}

const PART_LENGTH = 7000;
/** Some 900 KB: a photograph of a few hundred KB, a list of tens of thousands of recordings. */
const MAX_PARTS = 128;
/** What a stranger's few bytes could otherwise grow to. */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;

/** The pieces that carry an answer; one that is too large becomes a refusal. */
export function answerParts(id: string, answer: OrderAnswer): AnswerPart[] {
  const whole = deflateRawSync(JSON.stringify(answer)).toString('base64');
  const parts = Math.ceil(whole.length / PART_LENGTH);
  if (parts > MAX_PARTS) return answerParts(id, { state: 'refused', why: 'failed' });
  return Array.from({ length: parts }, (_, part) => ({
    id,
    part,
    parts,
    data: whole.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH),
  }));
}

/** Puts answers together again. */
export class PartedAnswers {
  readonly #begun = new Map<string, Map<number, string>>();

  /** The answer once its last piece is here, else null; a piece that makes no sense is dropped. */
  add({ id, part, parts, data }: AnswerPart): OrderAnswer | null {
    if (!(parts >= 1 && parts <= MAX_PARTS && part >= 0 && part < parts)) return null;
    const held = this.#begun.get(id) ?? new Map<number, string>();
    this.#begun.set(id, held);
    held.set(part, data);
    if (held.size < parts) return null;
    this.#begun.delete(id);
    const whole = Array.from({ length: parts }, (_, at) => held.get(at) ?? '').join('');
    return readAnswer(whole);
  }

  forget(id: string): void {
    this.#begun.delete(id);
  }
}

function readAnswer(whole: string): OrderAnswer | null {
  try {
    const plain = inflateRawSync(Buffer.from(whole, 'base64'), {
      maxOutputLength: MAX_INFLATED_BYTES,
    });
    return JSON.parse(plain.toString()) as OrderAnswer;
  } catch {
    return null;
  }
}
