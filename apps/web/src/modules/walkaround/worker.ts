/*
 * Keeps the page of the walkaround check on the phone: it opens without a network and after a restart.
 * What it says and sends is not its business: no call of the interface passes through it. The build
 * (`check-worker-plugin.ts`) says which files belong to the page.
 */
export type {};

declare const FILES: readonly string[];
declare const VERSION: string;

/** What of a service worker is used; the browser's own types are those of a page here. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
}
const worker = self as unknown as WorkerScope;

const PREFIX = 'roadworthy-check-';
const CACHE = `${PREFIX}${VERSION}`;
const PAGE = '/check';

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The page itself may have stood in the browser's cache since the build before.
  await cache.add(new Request(PAGE, { cache: 'reload' }));
  await cache.addAll([...FILES]);
  await worker.skipWaiting();
}

/** Of the builds before, nothing stays: what a page needs it has loaded when it was opened. */
async function forget(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // The files are the same for everybody, whatever headers a request has.
  const kept = await cache.match(request.mode === 'navigate' ? PAGE : request, {
    ignoreVary: true,
  });
  return kept ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(forget()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const isPage = request.mode === 'navigate' && /^\/check\/?$/.test(pathname);
  if (isPage || FILES.includes(pathname)) event.respondWith(answer(request));
});
