import { accessExpiresMs, accessToken } from './cookies.ts';

/** Time before expiry at which the token is renewed. */
const AHEAD_MS = 2 * 60 * 1000;
const CHECK_EVERY_MS = 20_000;
const LOCK = 'roadworthy-refresh';

async function ask(): Promise<boolean> {
  const answer = await fetch('/auth/session/refresh/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  return answer.ok && ((await answer.json()) as { success: boolean }).success;
}

const isFresh = () => (accessExpiresMs() ?? 0) - Date.now() > AHEAD_MS;

/** Outcome of a renewal: without a network it is unknown whether the session has ended. */
type Renewal = 'valid' | 'ended' | 'unreachable';

/**
 * Renews the access token when it is about to expire. One renewal at a time across all tabs: a refresh
 * token is valid once, and a second use would end the session.
 */
export async function renewal(): Promise<Renewal> {
  if (isFresh()) return 'valid';
  const renew = async () => isFresh() || (await ask());
  try {
    const { locks } = navigator as { locks?: LockManager | null };
    const isRenewed = await (locks?.request(LOCK, renew) ?? renew());
    return isRenewed ? 'valid' : 'ended';
  } catch {
    // The present token may still be valid.
    return accessToken() === null ? 'unreachable' : 'valid';
  }
}

/** Renews the access token; returns whether there is a valid one afterwards. */
export const renewAccess = async (): Promise<boolean> => (await renewal()) === 'valid';

/** Renews the access token while the page is open. Returns a function that stops this. */
export function keepAccess(): () => void {
  const check = () => void renewAccess();
  const timer = setInterval(check, CHECK_EVERY_MS);
  const onVisible = () => {
    if (document.visibilityState === 'visible') check();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
