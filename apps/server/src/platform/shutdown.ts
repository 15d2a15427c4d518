const LIMIT_MS = 20_000;

interface Step {
  readonly name: string;
  readonly undo: () => Promise<unknown>;
}

/** Steps to undo when the process ends, last started first. */
export class Shutdown {
  readonly #steps: Step[] = [];
  #running: Promise<boolean> | null = null;

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Registers an undo step; runs it at once if the process is already ending. */
  add(name: string, undo: () => Promise<unknown>): void {
    if (this.isRunning) void undo().catch(() => undefined);
    else this.#steps.unshift({ name, undo });
  }

  /** Runs every undo step once. Returns false if one failed or they took over twenty seconds. */
  run(): Promise<boolean> {
    this.#running ??= Promise.race([
      this.#undoAll(),
      new Promise<boolean>((done) => {
        setTimeout(done, LIMIT_MS, false).unref();
      }),
    ]);
    return this.#running;
  }

  async #undoAll(): Promise<boolean> {
    let clean = true;
    for (const { name, undo } of this.#steps) {
      try {
        await undo();
      } catch (error) {
        clean = false;
        console.error(`While stopping ${name}:`, error);
      }
    }
    return clean;
  }
}
