/** Not named like the caches of a build (`page-workers-plugin.ts`): a new build must not remove answers. */
const CACHE = 'roadworthy-answers';
/** About ten vehicles: a phone that scans many keeps the newest. */
const MOST = 60;

type Listener = (isKept: boolean) => void;
let isKept = false;
let listener: Listener = () => undefined;

/** Calls the listener now and at each change with whether the page shows cached data. */
export function onKeptAnswer(next: Listener): void {
  listener = next;
  listener(isKept);
}

function report(kept: boolean): void {
  isKept = kept;
  listener(kept);
}

/** The cache of the browser; missing if the page was not loaded over HTTPS. */
async function opened(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE) : null;
}

/** Caches an answer for offline visits. If the phone has no space, nothing else is lost. */
export async function keepAnswer(address: string, answer: Response): Promise<void> {
  report(false);
  try {
    const cache = await opened();
    if (cache === null) return;
    // Without deletion, an updated answer would keep its place among the oldest.
    await cache.delete(address);
    await cache.put(address, answer);
    const kept = await cache.keys();
    for (const old of kept.slice(0, -MOST)) await cache.delete(old);
  } catch {
    // The answer is shown anyway.
  }
}

/** The cached answer of this address; null for none. */
export async function keptAnswer(address: string): Promise<Response | null> {
  try {
    const found = (await (await opened())?.match(address, { ignoreVary: true })) ?? null;
    if (found !== null) report(true);
    return found;
  } catch {
    return null;
  }
}
