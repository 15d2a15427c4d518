/** A value that changes many times per second, without rendering the page each time. */
export class Signal<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  /** The current value. */
  readonly get = (): T => this.#value;

  /** Sets the value and calls the watchers if it has changed. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls a watcher after each change. Returns a function that stops this. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}
