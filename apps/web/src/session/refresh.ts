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

/**
 * Renews the access token when it is about to expire. One renewal at a time across all tabs: a refresh
 * token is valid once, and a second use would end the session.
 *
 * @returns whether there is a valid access token afterwards
 */
export async function renewAccess(): Promise<boolean> {
  if (isFresh()) return true;
  const renew = async () => (isFresh() ? true : ask());
  try {
    if (navigator.locks === undefined) return await renew();
    return await navigator.locks.request(LOCK, renew);
  } catch {
    // Offline: the present token may still be valid.
    return accessToken() !== null;
  }
}

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
