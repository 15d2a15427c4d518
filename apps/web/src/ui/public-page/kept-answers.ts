/** Not named like the files of a build (`page-workers-plugin.ts`): a new build must not remove the answers. */
const CACHE = 'roadworthy-answers';
/** About ten vehicles: a phone that scans many keeps the last. */
const MOST = 60;

type Listener = (isKept: boolean) => void;
let isKept = false;
let listener: Listener = () => undefined;

/** Calls the listener, now and at each change, with whether the page shows what the phone kept. */
export function onKeptAnswer(next: Listener): void {
  listener = next;
  listener(isKept);
}

function report(kept: boolean): void {
  isKept = kept;
  listener(kept);
}

/** The store of the browser; absent where the page was not loaded over HTTPS. */
async function opened(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE) : null;
}

/** Keeps an answer for a visit without a network. A phone without room for it loses nothing else. */
export async function keepAnswer(address: string, answer: Response): Promise<void> {
  report(false);
  try {
    const cache = await opened();
    if (cache === null) return;
    // Put again, an answer would keep its place among the oldest.
    await cache.delete(address);
    await cache.put(address, answer);
    const kept = await cache.keys();
    for (const old of kept.slice(0, -MOST)) await cache.delete(old);
  } catch {
    // Shown it is all the same.
  }
}

/** The last answer to this address that the phone kept; null for none. */
export async function keptAnswer(address: string): Promise<Response | null> {
  try {
    const found = (await (await opened())?.match(address, { ignoreVary: true })) ?? null;
    if (found !== null) report(true);
    return found;
  } catch {
    return null;
  }
}
