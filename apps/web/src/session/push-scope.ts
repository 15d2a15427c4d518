/** Scope of the service worker that shows notifications: no page lies in it. */
export const PUSH_SCOPE = '/push-notifications/';

/** Ends the notifications of this browser; the server also ends them with the session. */
export async function endPush(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const worker = await serviceWorker?.getRegistration(PUSH_SCOPE);
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}
