import type { Page, Request } from '@playwright/test';

/** Minimum time without a call before a screen counts as loaded, ms. */
const QUIET_MS = 120;
/** Maximum loading time of a screen, ms. */
const LIMIT_MS = 30_000;
/**
 * Files of the offline map. The map's worker loads them, and Chromium does not report the end of a
 * call when its worker is removed with the map. Answers of 400 and above still count as failed.
 */
const MAP_FILE = /\/map\/\w+\.json$/;

/** Failed calls of a page, and whether any is pending. */
export interface Calls {
  readonly failed: readonly string[];
  /** Forgets pending calls: a removed map cancels its calls silently. */
  forget(): void;
  /** Resolves once loading is complete; live streams do not count, because they stay open. */
  quiet(): Promise<void>;
}

/**
 * Monitors the calls of a page.
 *
 * @param at describes the current step, for the messages
 */
export function watchCalls(page: Page, at: () => string): Calls {
  const failed: string[] = [];
  const open = new Set<Request>();
  let changedMs = Date.now();
  const ended = (request: Request) => {
    if (open.delete(request)) changedMs = Date.now();
  };
  page.on('request', (request) => {
    if (MAP_FILE.test(request.url())) return;
    open.add(request);
    changedMs = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', (request) => {
    ended(request);
    const why = request.failure()?.errorText ?? '';
    // A screen cancels its calls when it is left.
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
