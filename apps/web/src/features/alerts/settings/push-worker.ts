/*
 * Shows notifications of the server, also while no page is open. The build (`page-workers-plugin.ts`)
 * writes it to `/push-worker.js`. It caches nothing and handles no requests.
 */
export type {};

/** The content of a notification, as the server encrypts it. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  /** Path in the web app that it opens. */
  readonly path: string;
  readonly tag: string;
}

/** The used parts of a service worker; the global types here are those of a page. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Push extends Lasting {
  readonly data: { json(): Pushed } | null;
}
interface Click extends Lasting {
  readonly notification: Notification & { readonly data: { readonly path: string } };
}
interface Page {
  readonly url: string;
  focus(): Promise<Page>;
  navigate(url: string): Promise<Page | null>;
  postMessage(message: string): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install', listener: (event: Lasting) => void): void;
  addEventListener(name: 'push', listener: (event: Push) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: Click) => void): void;
}
const worker = self as unknown as WorkerScope;

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function show({ title, body, path, tag }: Pushed): Promise<void> {
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { path },
    icon: '/favicon.svg',
  });
  // Open pages update their count at once.
  for (const page of await pages()) page.postMessage('alerts.changed');
}

/** Opens the target in an open page of the app, otherwise in a new one. Never another origin. */
async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  for (const page of await pages()) {
    if (new URL(page.url).origin !== url.origin) continue;
    // An uncontrolled page cannot be navigated, so that a new one opens.
    const shown = await page.navigate(url.href).catch(() => null);
    if (shown !== null) return void (await shown.focus().catch(() => undefined));
  }
  await worker.clients.openWindow(url.href);
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json()));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
