import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// Waits end when what they wait for is there; this only bounds them, on a machine that is busy.
configure({ asyncUtilTimeout: 15_000 });

// What happy-dom lacks and the kit asks for.
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

// The test files of one worker share its libraries and its page, which costs a third of what a page for
// each costs. Each begins with the product's own modules fresh (toasts, session, texts), and leaves an
// empty page behind.
vi.resetModules();
const assigned = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight');

afterAll(() => {
  vi.useRealTimers();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) {
    // With its path and without: a cookie is known by name and path.
    for (const path of ['', '; Path=/']) {
      // biome-ignore lint/suspicious/noDocumentCookie: the page here has no cookie store
      document.cookie = `${pair.split('=')[0]}=${path}; Max-Age=0`;
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
