import { accessExpiresMs, accessToken } from './cookies.ts';

/** The token is renewed this long before it expires. */
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
 * Renews the access token when it is about to expire. One renewal at a time over all tabs: a refresh
 * token works once, and a second use would end the session.
 *
 * @returns whether there is a living access token afterwards
 */
export async function renewAccess(): Promise<boolean> {
  if (isFresh()) return true;
  const renew = async () => (isFresh() ? true : ask());
  try {
    if (navigator.locks === undefined) return await renew();
    return await navigator.locks.request(LOCK, renew);
  } catch {
    // The network is away: what we have may still serve.
    return accessToken() !== null;
  }
}

/** Keeps the access token alive while the page is open. Returns the function that stops it. */
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
