import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** Upper limit for waits, for a busy machine; vite.config.ts has it for `expect.poll`. */
const WAIT_MS = 15_000;

configure({ asyncUtilTimeout: WAIT_MS });
const { waitFor } = vi;
vi.waitFor = (condition, options = WAIT_MS) => waitFor(condition, options);

// Missing in happy-dom, used by the components.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// The test files of one worker share libraries and page, which takes a third of the time of separate
// pages. Each starts with fresh modules of the product (toasts, session, texts) and leaves an empty
// page.
vi.resetModules();
// Loaded after the page in the product: tests begin with a page that has them.
await (await import('./ui/overlays/overlays.ts')).loadOverlays();
/** A router, which the library exposes on the page. */
interface Router {
  readonly history: { destroy(): void };
}
// Each application of a test exposes its own: all of them follow the addresses of later tests until they are destroyed.
const routers: Router[] = [];
Object.defineProperty(window, '__TSR_ROUTER__', {
  configurable: true,
  get: () => routers.at(-1),
  set: (router: Router) => routers.push(router),
});
afterEach(() => {
  for (const { history } of routers.splice(0).reverse()) history.destroy();
});

// A timer that outlives its test changes a later one: a logout, for example, opens another address after half a second.
const { clearTimeout: clear, setInterval: interval, setTimeout: timeout } = globalThis;
let timers: ReturnType<typeof setTimeout>[] = [];
const noted =
  <A extends readonly unknown[], T extends ReturnType<typeof setTimeout>>(start: (...of: A) => T) =>
  (...of: A): T => {
    const timer = start(...of);
    timers.push(timer);
    return timer;
  };
globalThis.setTimeout = Object.assign(noted(timeout), timeout) as typeof setTimeout;
globalThis.setInterval = Object.assign(noted(interval), interval) as typeof setInterval;
beforeEach(() => {
  timers = [];
});
afterEach(() => {
  for (const timer of timers) clear(timer);
});

// The modules of a test file end with it, but what they added to the window does not: an outbox, for example, sends what
// is stored as soon as a later test says that the network is back.
const { addEventListener } = window;
const whenOnline: EventListenerOrEventListenerObject[] = [];
window.addEventListener = ((type: string, ...rest: [EventListenerOrEventListenerObject]) => {
  if (type === 'online') whenOnline.push(rest[0]);
  addEventListener.call(window, type, ...rest);
}) as typeof addEventListener;
afterAll(() => {
  window.addEventListener = addEventListener;
  for (const listener of whenOnline) window.removeEventListener('online', listener);
});

// The libraries stay: after a test without a network, they would hold back the calls of the next one.
afterEach(() => onlineManager.setOnline(true));

const assigned = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight');

afterAll(() => {
  vi.useRealTimers();
  globalThis.setTimeout = timeout;
  globalThis.setInterval = interval;
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  const cookies = document.cookie.split('; ').map((pair) => pair.split('=')[0]);
  // Those that a logout has removed come back in a test whose clock is before it.
  for (const name of [...cookies, 'access-token', 'jwt-token']) {
    // With and without its path: a cookie is identified by name and path.
    for (const path of ['', '; Path=/']) {
      // biome-ignore lint/suspicious/noDocumentCookie: the page here has no cookie store
      document.cookie = `${name}=${path}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    }
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const root of [document.documentElement, document.body])
    for (const { name } of [...root.attributes]) root.removeAttribute(name);
  window.history.replaceState(null, '', '/');
  // `test-screen.tsx` gives every element a height.
  if (assigned === undefined) Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
  else Object.defineProperty(HTMLElement.prototype, 'clientHeight', assigned);
});
