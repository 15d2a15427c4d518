import { ANSWERS_CACHE } from './own-screens.ts';

/** Service workers; undefined in a development build, and if the page was not loaded over HTTPS. */
function workers(): ServiceWorkerContainer | undefined {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  return import.meta.env.PROD ? serviceWorker : undefined;
}

/**
 * Caches the page on the phone, so that it opens offline and after a restart.
 *
 * @param scopes the addresses that the worker handles
 */
export function keepPage(worker: string, scopes: readonly string[]): void {
  for (const scope of scopes) {
    void workers()
      ?.register(worker, { scope })
      .catch(() => undefined);
  }
}

/**
 * Keeps the own screens of a driver on the phone, with the answers of their calls.
 *
 * @param read makes the calls of all own screens; called once the worker sees them
 */
export async function keepOwnScreens(read: () => Promise<unknown>): Promise<void> {
  const serviceWorker = workers();
  if (serviceWorker === undefined) return;
  await serviceWorker.register('/own-worker.js', { scope: '/' });
  if (serviceWorker.controller === null) {
    await new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  }
  await read();
}

/** Deletes the answers that the phone has kept for a user. */
export async function forgetAnswers(): Promise<void> {
  // Missing if the page was not loaded over HTTPS.
  const { caches: stored } = globalThis as { caches?: CacheStorage };
  await stored?.delete(ANSWERS_CACHE);
}
