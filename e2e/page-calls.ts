import type { Page, Request } from '@playwright/test';

/** The least time without a call before a screen counts as loaded, ms. */
const QUIET_MS = 120;
/** The longest that a screen may load, ms. */
const LIMIT_MS = 30_000;

/** Calls of a page that were refused or lost, and whether any is still under way. */
export interface Calls {
  readonly failed: readonly string[];
  /** Forgets what is still under way: a map that is left drops its calls without a word. */
  forget(): void;
  /** Resolves once nothing is loaded any more; live streams do not count, as they stay open. */
  quiet(): Promise<void>;
}

/**
 * Watches the calls of a page.
 *
 * @param at what is being done, for the messages
 */
export function watchCalls(page: Page, at: () => string): Calls {
  const failed: string[] = [];
  const open = new Set<Request>();
  let changedMs = Date.now();
  const ended = (request: Request) => {
    if (open.delete(request)) changedMs = Date.now();
  };
  page.on('request', (request) => {
    open.add(request);
    changedMs = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', (request) => {
    ended(request);
    const why = request.failure()?.errorText ?? '';
    // A screen that is left drops its own calls.
    if (!/ABORTED/.test(why)) failed.push(`${at()}: ${why} ${request.url()}`);
  });
  page.on('response', (answer) => {
    if (answer.headers()['content-type']?.startsWith('text/event-stream')) ended(answer.request());
    if (answer.status() >= 400) failed.push(`${at()}: ${answer.status()} ${answer.url()}`);
  });
  return {
    failed,
    forget: () => open.clear(),
    quiet: async () => {
      const limitMs = Date.now() + LIMIT_MS;
      while (open.size > 0 || Date.now() - changedMs < QUIET_MS) {
        if (Date.now() > limitMs) {
          throw new Error(`${at()}: without an answer: ${[...open].map((one) => one.url())}`);
        }
        await new Promise((done) => setTimeout(done, 20));
      }
    },
  };
}
