const LIMIT_MS = 20_000;

interface Step {
  readonly name: string;
  readonly undo: () => Promise<unknown>;
}

/** What has to be undone when the process ends, the last begun first. */
export class Shutdown {
  readonly #steps: Step[] = [];
  #running: Promise<boolean> | null = null;

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Remembers how to undo what was just begun; at once where the process is ending already. */
  add(name: string, undo: () => Promise<unknown>): void {
    if (this.isRunning) void undo().catch(() => undefined);
    else this.#steps.unshift({ name, undo });
  }

  /** Undoes everything, once. Returns false where a step failed or it took over twenty seconds. */
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
