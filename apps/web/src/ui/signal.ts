/** A value that changes many times a second, for whoever must not draw the page anew each time. */
export class Signal<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  /** The value now. */
  readonly get = (): T => this.#value;

  /** Takes a new value and tells the watchers; the same value tells nobody. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of this.#watchers) watcher();
  }

  /** Calls a watcher after each change; returns what ends that. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}
