import { InternalError } from '@roadworthy/domain';

/** Styles of parts that could not be loaded. */
const missing = new Set<string>();

// Vite's loader requests a style only once, even if it fails: missing ones are requested again here.
window.addEventListener('vite:preloadError', ({ payload }) => {
  const [, href] = /CSS for (\S+)/.exec(payload.message) ?? [];
  if (href !== undefined) missing.add(href);
});

function loadStyle(href: string): Promise<void> {
  return new Promise((done, failed) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => {
      missing.delete(href);
      done();
    };
    link.onerror = () => {
      link.remove();
      failed(new InternalError('style.not_loaded', { href }));
    };
    document.head.append(link);
  });
}

/** Loads a part again, with its missing styles. */
export async function withMissingStyles<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...missing].map(loadStyle));
  return load();
}
