import { api } from '../../../api/client.ts';
import { PUSH_SCOPE } from '../../../session/push-scope.ts';

/** Whether and how this browser can receive notifications. */
export type PushSupport = 'ready' | 'denied' | 'unsupported';

/** Missing if the page was not loaded over HTTPS; there is no worker in development. */
const container = () =>
  import.meta.env.PROD
    ? (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
    : undefined;

/** Whether this browser can receive notifications. */
export function pushSupport(): PushSupport {
  if (container() === undefined || !('PushManager' in window) || !('Notification' in window)) {
    return 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

const isSame = (one: ArrayBuffer | null | undefined, other: Uint8Array) =>
  one !== null && one !== undefined && new Uint8Array(one).join() === other.join();

/** The subscription of this browser with the key of the server; null without one. */
export async function ownSubscription(key: string): Promise<PushSubscription | null> {
  const worker = await container()?.getRegistration(PUSH_SCOPE);
  const found = (await worker?.pushManager?.getSubscription()) ?? null;
  return isSame(found?.options.applicationServerKey, bytesOf(key)) ? found : null;
}

/**
 * Asks for permission and subscribes this browser.
 *
 * @returns whether the person allowed it
 */
export async function subscribe(key: string): Promise<boolean> {
  const workers = container();
  if (workers === undefined || (await Notification.requestPermission()) !== 'granted') return false;
  const worker = await workers.register('/push-worker.js', { scope: PUSH_SCOPE });
  await whenActive(worker);
  // A subscription with an earlier key of the server prevents a new one.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint, keys } = made.toJSON();
  await api.notificationPreferences.subscribe({
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    },
  });
  return true;
}

/** Waits until a worker is active; its push manager accepts no subscription before. */
async function whenActive({ active, installing, waiting }: ServiceWorkerRegistration) {
  const next = installing ?? waiting;
  if (active !== null || next === null) return;
  await new Promise<void>((done) =>
    next.addEventListener('statechange', () => {
      if (next.state === 'activated') done();
    }),
  );
}
