/**
 * Asks one part: true when it is well; otherwise a few fixed words that say what is wrong. They are
 * read by everybody, so they name no host, person or secret.
 */
export type HealthCheck = () => Promise<true | string>;

/** What one part answered. */
export interface HealthAnswer {
  readonly name: string;
  readonly ok: boolean;
  /** What is wrong with a part that is not well. */
  readonly reason?: string;
}

const LIMIT_MS = 2000;

/** The parts that `/healthz` asks (requirement RP-07). */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();

  /** Adds a part; a check that throws or takes over two seconds counts as not well. */
  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** Asks every part at once. */
  async ask(): Promise<HealthAnswer[]> {
    const late = () =>
      new Promise<string>((done) => {
        setTimeout(done, LIMIT_MS, 'no answer within two seconds').unref();
      });
    return Promise.all(
      [...this.#checks].map(async ([name, check]) => {
        // The error itself may hold an address or a password: only that there was one is told.
        const found = await Promise.race([check().catch(() => 'does not answer'), late()]);
        return found === true ? { name, ok: true } : { name, ok: false, reason: found };
      }),
    );
  }
}
