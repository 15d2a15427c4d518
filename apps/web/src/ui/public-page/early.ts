/** An answer requested before the page can use it, so that texts and data load in parallel. */
export class Early<T> {
  #asked: { readonly key: string; readonly answer: Promise<T> } | null = null;

  /** Sends the request now, for {@link take}. */
  ask(key: string, ask: () => Promise<T>): void {
    const answer = ask();
    // The caller of `take` gets the failure.
    answer.catch(() => undefined);
    this.#asked = { key, answer };
  }

  /** The early answer, once; otherwise sends the request. */
  take(key: string, ask: () => Promise<T>): Promise<T> {
    const asked = this.#asked;
    this.#asked = null;
    return asked?.key === key ? asked.answer : ask();
  }
}
