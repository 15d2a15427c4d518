/** An answer that was asked for before the page could use it: texts and data come in one go. */
export class Early<T> {
  #asked: { readonly key: string; readonly answer: Promise<T> } | null = null;

  /** Asks now, for {@link take}. */
  ask(key: string, ask: () => Promise<T>): void {
    const answer = ask();
    // Whoever takes it hears of a failure.
    answer.catch(() => undefined);
    this.#asked = { key, answer };
  }

  /** What was asked early, once; else asks. */
  take(key: string, ask: () => Promise<T>): Promise<T> {
    const asked = this.#asked;
    this.#asked = null;
    return asked?.key === key ? asked.answer : ask();
  }
}
