import { ANSWERS_CACHE } from './own-screens.ts';

/** Scope of the worker of drivers' own screens. */
const OWN_SCOPE = '/';

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
 * Keeps a driver's own screens on the phone, with the answers of their calls.
 *
 * @param read makes the calls of all these screens; called once the worker sees them
 */
export async function keepOwnScreens(read: () => Promise<unknown>): Promise<void> {
  const serviceWorker = workers();
  if (serviceWorker === undefined) return;
  await serviceWorker.register('/own-worker.js', { scope: OWN_SCOPE });
  if (serviceWorker.controller === null) {
    await new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  }
  await read();
}

/** Deletes the answers that the phone has kept for a user, and keeps none of the next one. */
export async function forgetAnswers(): Promise<void> {
  await (await workers()?.getRegistration(OWN_SCOPE))?.unregister();
  // Missing if the page was not loaded over HTTPS.
  const { caches: stored } = globalThis as { caches?: CacheStorage };
  await stored?.delete(ANSWERS_CACHE);
}
