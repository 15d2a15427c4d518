/** One part of the server that can be well or not. */
export type HealthCheck = () => Promise<boolean>;

/** The parts that `/healthz` asks (requirement RP-07). */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();

  /** Adds a part; a check that throws or takes over two seconds counts as not well. */
  register(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** Asks every part at once. */
  async ask(): Promise<{ name: string; ok: boolean }[]> {
    const late = () =>
      new Promise<boolean>((done) => {
        setTimeout(done, 2000, false).unref();
      });
    return Promise.all(
      [...this.#checks].map(async ([name, check]) => ({
        name,
        ok: await Promise.race([check().catch(() => false), late()]),
      })),
    );
  }
}
