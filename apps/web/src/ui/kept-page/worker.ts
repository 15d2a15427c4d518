/*
 * Caches a page on the phone, so that it opens offline and after a restart. API calls do not pass through
 * it. The build (`page-workers-plugin.ts`) sets the page and its files.
 */
import type { WorkerScope } from './worker-scope.ts';

declare const FILES: readonly string[];
declare const VERSION: string;
/** Prefix of the names of this page's caches. */
declare const PREFIX: string;
/** An address of the page; all of its addresses return the same HTML. */
declare const PAGE: string;
/** The paths of the page, as a regular expression. */
declare const PATHS: string;

const worker = self as unknown as WorkerScope;

const CACHE = `${PREFIX}${VERSION}`;
const isPath = new RegExp(PATHS);

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The HTTP cache of the browser may still have the page of the previous build.
  await cache.add(new Request(PAGE, { cache: 'reload' }));
  await cache.addAll([...FILES]);
  await worker.skipWaiting();
}

/** Deletes the caches of earlier builds: an open page has loaded what it needs. */
async function forget(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // The files do not depend on request headers.
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
  const isPage = request.mode === 'navigate' && isPath.test(pathname);
  if (isPage || FILES.includes(pathname)) event.respondWith(answer(request));
});
