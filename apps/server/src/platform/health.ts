/**
 * Checks one part: true if it is healthy; otherwise a short fixed description of the problem. The
 * result is public, so it must not name hosts, people or secrets.
 */
export type HealthCheck = () => Promise<true | string>;

/** The result of one part. */
export interface HealthAnswer {
  readonly name: string;
  readonly ok: boolean;
  /** The problem of an unhealthy part. */
  readonly reason?: string;
}

const LIMIT_MS = 2000;

/** The parts that `/healthz` checks (requirement RP-07). */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();

  /** Adds a part; a check that throws or takes over two seconds counts as unhealthy. */
  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** Checks all parts concurrently. */
  async ask(): Promise<HealthAnswer[]> {
    const late = () =>
      new Promise<string>((done) => {
        setTimeout(done, LIMIT_MS, 'no answer within two seconds').unref();
      });
    return Promise.all(
      [...this.#checks].map(async ([name, check]) => {
        // The error itself may contain an address or a password, so it is not included.
        const found = await Promise.race([check().catch(() => 'does not answer'), late()]);
        return found === true ? { name, ok: true } : { name, ok: false, reason: found };
      }),
    );
  }
}
