interface Poll<T> {
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** The interval counts from a response to the next request, or from request to request. */
  readonly pause: { readonly afterAnswerMs: number } | { readonly everyMs: number };
  readonly onAnswer: (answer: T) => void;
  /** @param isFirst no response has arrived before */
  readonly onFailure: (isFirst: boolean) => void;
}

/**
 * Polls, one request after another, never two at once (OP-022), starting now.
 *
 * @returns the function to stop; a pending request is aborted
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
    // The handler of a response may stop the polling.
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
