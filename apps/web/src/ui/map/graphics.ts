import workerUrl from './graphics-worker.ts?worker&url';

/** A map appears after that long even where the worker does not answer. */
const LIMIT_MS = 3000;

let prepared: Promise<void> | undefined;

function startWorker(): Promise<void> {
  if (typeof OffscreenCanvas === 'undefined' || typeof Worker === 'undefined') {
    return Promise.resolve();
  }
  return new Promise((done) => {
    const worker = new Worker(workerUrl, { type: 'module' });
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
      done();
    };
    const timer = setTimeout(end, LIMIT_MS);
    worker.onmessage = end;
    worker.onerror = end;
  });
}

/**
 * Starts the graphics of the browser beside the page. The first map of a page waits for it: creating
 * its context is quick afterwards and does not block input. Never fails; without workers or
 * graphics the map is created at once.
 */
export function prepareGraphics(): Promise<void> {
  prepared ??= startWorker();
  return prepared;
}
