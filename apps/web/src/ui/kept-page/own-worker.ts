/*
 * Keeps a driver's own screens on the phone: their page and files, and the last answers of their calls.
 * With a network everything comes from the server. The build (`page-workers-plugin.ts`) sets the
 * page, its files and the calls.
 */
import type { WorkerScope } from './worker-scope.ts';

/** Hashed files, which never change. */
declare const FILES: readonly string[];
declare const VERSION: string;
declare const PREFIX: string;
/** An address that returns the page. */
declare const PAGE: string;
/** Paths of these screens, as a regular expression. */
declare const PATHS: string;
/** Files without a hash in their names. */
declare const NEWEST: readonly string[];
/** Paths of the kept calls, as a regular expression. */
declare const CALLS: string;
/** The cache with the answers; the page deletes it when the user signs out. */
declare const ANSWERS: string;
/** Header with the time at which a kept answer arrived. */
declare const KEPT_AT: string;

const worker = self as unknown as WorkerScope;

const CACHE = `${PREFIX}${VERSION}`;
const isPath = new RegExp(PATHS);
const isCall = new RegExp(CALLS);
/** With a weak signal, a person should not wait longer for what is on the phone. */
const PATIENCE_MS = 5_000;
/** Older answers mislead more than they help. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Answers of a proxy whose server does not run. */
const UNREACHABLE = [502, 503, 504];

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The HTTP cache of the browser may still have those of the previous build.
  await cache.addAll([PAGE, ...NEWEST].map((path) => new Request(path, { cache: 'reload' })));
  await cache.addAll([...FILES]);
  await worker.skipWaiting();
}

/** Deletes the files of earlier builds: an open page has loaded what it needs. */
async function forget(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What the server answers; null without a network, if it takes too long, and if it is not running. */
async function inTime(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const answer = await Promise.race([asked.catch(() => null), late]);
  return answer === null || UNREACHABLE.includes(answer.status) ? null : answer;
}

/** The newest page or file; the kept one if the server cannot be reached. */
async function newest(request: Request, path: string): Promise<Response> {
  const asked = fetch(request);
  const answer = await inTime(asked);
  if (answer !== null) return answer;
  // The files do not depend on request headers.
  return (await (await caches.open(CACHE)).match(path, { ignoreVary: true })) ?? asked;
}

async function file(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}

/** The answer of a call, which replaces the kept one; the kept one if the server cannot be reached. */
async function call(request: Request): Promise<Response> {
  const cache = await caches.open(ANSWERS);
  const asked = fetch(request);
  const answer = await inTime(asked);
  if (answer === null) {
    const kept = await cache.match(request.url);
    const age = Date.now() - Date.parse(kept?.headers.get(KEPT_AT) ?? '');
    return kept !== undefined && age < KEPT_MS ? kept : asked;
  }
  if (answer.ok) {
    const headers = new Headers({ 'Content-Type': answer.headers.get('Content-Type') ?? '' });
    headers.set(KEPT_AT, new Date().toISOString());
    // The address alone identifies an answer: the phone keeps those of one user.
    await cache.put(request.url, new Response(await answer.clone().blob(), { headers }));
  } else if (answer.status === 401) {
    // The session has ended: nothing of it may stay.
    await caches.delete(ANSWERS);
  }
  return answer;
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(forget()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPath.test(pathname)) event.respondWith(newest(request, PAGE));
  } else if (FILES.includes(pathname)) event.respondWith(file(request));
  else if (NEWEST.includes(pathname)) event.respondWith(newest(request, pathname));
  else if (isCall.test(pathname)) event.respondWith(call(request));
});
