/** A map that keeps only the values that were set or read last. */
export class RecentValues<Value> {
  readonly #values = new Map<string, Value>();

  constructor(private readonly limit: number) {}

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.limit && oldest !== undefined) this.#values.delete(oldest);
  }
}
