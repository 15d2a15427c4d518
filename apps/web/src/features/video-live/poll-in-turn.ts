interface Poll<T> {
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** From an answer to the next question; or from question to question. */
  readonly pause: { readonly afterAnswerMs: number } | { readonly everyMs: number };
  readonly onAnswer: (answer: T) => void;
  /** @param isFirst nothing was answered before */
  readonly onFailure: (isFirst: boolean) => void;
}

/**
 * Asks again and again, one question after another, never two at once (OP-022), beginning now.
 *
 * @returns what ends it; a question under way is given up
 */
export function pollInTurn<T>({ ask, pause, onAnswer, onFailure }: Poll<T>): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const run = async () => {
    const startedMs = Date.now();
    try {
      const answer = await ask(signal);
      if (signal.aborted) return;
      isFirst = false;
      onAnswer(answer);
    } catch {
      if (signal.aborted) return;
      onFailure(isFirst);
    }
    // What hears of an answer may end this.
    if (signal.aborted) return;
    const waitMs =
      'afterAnswerMs' in pause
        ? pause.afterAnswerMs
        : Math.max(0, pause.everyMs - (Date.now() - startedMs));
    timer = setTimeout(() => void run(), waitMs);
  };
  void run();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
