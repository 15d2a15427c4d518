import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CommandAnswer } from './device-command.ts';

/** Size of a part on the bus: PostgreSQL's limit is 8,000 bytes per notification. */
export interface AnswerPart {
  readonly id: string;
  readonly part: number;
  readonly parts: number;
  /** Base64 of deflated JSON. */
  readonly data: string;
}

const PART_LENGTH = 7000;
/** About 900 KB: a photo of a few hundred KB, a list of tens of thousands of recordings. */
const MAX_PARTS = 128;
/** Limit of the decompressed size, against decompression bombs. */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;

/** The parts of a response; one that is too large becomes a refusal. */
export function answerParts(id: string, answer: CommandAnswer): AnswerPart[] {
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

/** Reassembles responses. */
export class PartedAnswers {
  readonly #begun = new Map<string, Map<number, string>>();

  /** The response once its last part has arrived, else null; invalid parts are dropped. */
  add({ id, part, parts, data }: AnswerPart): CommandAnswer | null {
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

function readAnswer(whole: string): CommandAnswer | null {
  try {
    const plain = inflateRawSync(Buffer.from(whole, 'base64'), {
      maxOutputLength: MAX_INFLATED_BYTES,
    });
    return JSON.parse(plain.toString()) as CommandAnswer;
  } catch {
    return null;
  }
}
