import type { DeviceProtocol } from '@roadworthy/domain';
import type pg from 'pg';

/** Maximum rows of the list; the oldest are removed. */
export const MAX_UNKNOWN_DEVICES = 500;
const FLUSH_EVERY_MS = 2000;
const MAX_IDENTIFIER_LENGTH = 64;

interface Attempt {
  readonly protocol: DeviceProtocol;
  readonly identifier: string;
  attempts: number;
}

/**
 * Unregistered devices that tried to connect. Attempts are buffered in memory, bounded, and written
 * every two seconds, so a flood of invented numbers costs one small statement and little memory.
 */
export class UnknownDevices {
  readonly #attempts = new Map<string, Attempt>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly pool: pg.Pool) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Records an attempt; printable identifiers only. */
  note(protocol: DeviceProtocol, identifier: string): void {
    if (!/^[\x20-\x7e]+$/.test(identifier) || identifier.length > MAX_IDENTIFIER_LENGTH) return;
    const key = `${protocol} ${identifier}`;
    const known = this.#attempts.get(key);
    if (known !== undefined) known.attempts += 1;
    else if (this.#attempts.size < MAX_UNKNOWN_DEVICES) {
      this.#attempts.set(key, { protocol, identifier, attempts: 1 });
    }
  }

  /** Writes the buffered attempts; keeps them for the next time when the database is down. */
  async flush(): Promise<void> {
    if (this.#attempts.size === 0) return;
    const waiting = [...this.#attempts.values()];
    try {
      await this.pool.query(
        `insert into unknown_devices as known (protocol, identifier, attempts)
         select * from unnest($1::text[], $2::text[], $3::int[])
         on conflict (protocol, identifier) do update
           set attempts = known.attempts + excluded.attempts, last_seen_at = now()`,
        [
          waiting.map((attempt) => attempt.protocol),
          waiting.map((attempt) => attempt.identifier),
          waiting.map((attempt) => attempt.attempts),
        ],
      );
      await this.pool.query(
        `delete from unknown_devices where (protocol, identifier) in
           (select protocol, identifier from unknown_devices order by last_seen_at desc offset $1)`,
        [MAX_UNKNOWN_DEVICES],
      );
      this.#attempts.clear();
    } catch {
      // The database is down: the bounded buffer waits.
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
