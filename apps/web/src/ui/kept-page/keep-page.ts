/**
 * Caches the page on the phone, so that it opens offline and after a restart.
 *
 * @param scopes the addresses that the worker handles
 */
export function keepPage(worker: string, scopes: readonly string[]): void {
  // Missing if the page was not loaded over HTTPS.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  for (const scope of scopes) {
    void serviceWorker.register(worker, { scope }).catch(() => undefined);
  }
}
