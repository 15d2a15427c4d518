import type { FieldProblem } from '@roadworthy/protocols';
import type pg from 'pg';
import type { ErrorCode } from '../../platform/error-texts.ts';
import type { GatewayInput } from './input-registry.ts';

/** Why a message, or a part of it, was not stored. */
export type InputRefusal = Extract<ErrorCode, `data_input.${string}`>;

/** A message as it arrived. */
export interface ArrivedMessage {
  readonly text: string | Buffer;
  /** Of an MQTT message; empty for others. */
  readonly topic: string;
}

const FLUSH_EVERY_MS = 2000;
/** Kept bytes of a message: enough for a sample. */
const MOST_BYTES = 256 * 1024;
/** Kept messages of an input that were stored whole, and of others. */
const KEPT_STORED = 5;
const KEPT_REFUSED = 20;
const MOST_PROBLEMS = 20;
const MOST_TOPIC = 500;

interface Counts {
  stored: number;
  refused: number;
  atMs: number;
  /** Of the last message; null if all of it was stored. */
  refusal: InputRefusal | null;
  lastRefusal: InputRefusal | null;
  refusedMs: number | null;
}

/**
 * Counts what arrives at inputs, and keeps the last messages of each. Counts and stored messages are
 * written every two seconds; a refused message is kept before its sender is answered.
 */
export class InputLog {
  readonly #counts = new Map<number, Counts>();
  readonly #samples = new Map<number, { input: GatewayInput; message: ArrivedMessage }>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly pool: pg.Pool) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Counts a message. */
  count(
    { id }: GatewayInput,
    { stored, refused }: { readonly stored: number; readonly refused: number },
    refusal: InputRefusal | null,
  ): void {
    const before = this.#counts.get(id);
    const atMs = Date.now();
    this.#counts.set(id, {
      stored: (before?.stored ?? 0) + stored,
      refused: (before?.refused ?? 0) + refused,
      atMs,
      refusal,
      lastRefusal: refusal ?? before?.lastRefusal ?? null,
      refusedMs: refusal === null ? (before?.refusedMs ?? null) : atMs,
    });
  }

  /** Keeps a stored message as a sample: the last one of an input until the next flush. */
  sample(input: GatewayInput, message: ArrivedMessage): void {
    this.#samples.set(input.id, { input, message });
  }

  /**
   * Keeps a message of which something was not stored.
   *
   * @throws the database error
   */
  async keep(
    input: GatewayInput,
    message: ArrivedMessage,
    refusal: InputRefusal | null,
    problems: readonly FieldProblem[],
  ): Promise<void> {
    const bytes = Buffer.from(message.text as string);
    await this.pool.query({
      name: 'keep-input-message',
      text: `insert into data_input_messages
          (customer_id, input_id, topic, content, full_bytes, refusal, problems)
        select customer_id, id, $2, $3, $4, $5, $6::jsonb from data_inputs where id = $1`,
      values: [
        input.id,
        message.topic.slice(0, MOST_TOPIC),
        bytes.subarray(0, MOST_BYTES),
        bytes.length,
        refusal,
        JSON.stringify(problems.slice(0, MOST_PROBLEMS)),
      ],
    });
    await this.pool.query({
      name: 'trim-input-messages',
      text: `delete from data_input_messages where input_id = $1 and (refusal is null) = $2
        and id not in (select id from data_input_messages
          where input_id = $1 and (refusal is null) = $2 order by id desc limit $3)`,
      values: [input.id, refusal === null, refusal === null ? KEPT_STORED : KEPT_REFUSED],
    });
  }

  /** Writes the counts and samples; keeps the counts for the next time when the database is down. */
  async flush(): Promise<void> {
    const samples = [...this.#samples.values()];
    this.#samples.clear();
    const counts = [...this.#counts.entries()];
    this.#counts.clear();
    try {
      await this.#writeCounts(counts);
    } catch {
      for (const [id, { stored, refused, ...rest }] of counts) {
        const since = this.#counts.get(id);
        this.#counts.set(id, {
          ...(since ?? rest),
          stored: stored + (since?.stored ?? 0),
          refused: refused + (since?.refused ?? 0),
        });
      }
      return;
    }
    for (const { input, message } of samples) {
      await this.keep(input, message, null, []).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #writeCounts(counts: readonly (readonly [number, Counts])[]): Promise<void> {
    if (counts.length === 0) return;
    const column = <T>(of: (one: Counts) => T): T[] => counts.map(([, one]) => of(one));
    await this.pool.query({
      name: 'count-input-records',
      text: `update data_inputs i set records_stored = i.records_stored + n.stored,
          records_refused = i.records_refused + n.refused,
          last_message_at = greatest(i.last_message_at, to_timestamp(n.at_ms / 1000)),
          is_refusing = n.refusal is not null,
          refusal = coalesce(n.last_refusal, i.refusal),
          refused_at = greatest(i.refused_at, to_timestamp(n.refused_ms / 1000))
        from unnest($1::int[], $2::bigint[], $3::bigint[], $4::float8[], $5::text[], $6::text[],
          $7::float8[]) as n(id, stored, refused, at_ms, refusal, last_refusal, refused_ms)
        where i.id = n.id`,
      values: [
        counts.map(([id]) => id),
        column(({ stored }) => stored),
        column(({ refused }) => refused),
        column(({ atMs }) => atMs),
        column(({ refusal }) => refusal),
        column(({ lastRefusal }) => lastRefusal),
        column(({ refusedMs }) => refusedMs),
      ],
    });
  }
}
