import workerUrl from './graphics-worker.ts?worker&url';

/** Time limit: without an answer of the worker the map appears then. */
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
 * Starts the graphics process of the browser in a worker. The first map of a page waits for it: creating
 * its context is fast afterwards and does not block input. Never rejects; without workers or graphics
 * the map is created immediately.
 */
export function prepareGraphics(): Promise<void> {
  prepared ??= startWorker();
  return prepared;
}
