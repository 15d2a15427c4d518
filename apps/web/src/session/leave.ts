import { served } from '../api/bases.ts';
import { clearCookies } from './cookies.ts';
import { isPublicPath, loginAddress } from './routes.ts';
import { storage } from './storage.ts';

/** Requirement B-26. */
const SIGN_OUT_DELAY_MS = 500;

/** The browser is about to go to the sign-on's logout, and nowhere else. */
let isSigningOut = false;

/** Drops what is known of the user: storage, permissions and roles (B-23, B-25). */
export function forgetUser(): void {
  storage.currentUser.set(null);
  storage.permissions.set(null);
}

/**
 * Logs out: stored user, cookies and permissions go; half a second later the browser goes to the
 * sign-on's logout, which ends on the login page. On a public page it stays where it is (B-26, A-46).
 *
 * @returns once the server has ended the session, or could not be reached
 */
export async function logout(): Promise<void> {
  forgetUser();
  const ended = fetch('/auth/session/', { method: 'DELETE' }).catch(() => undefined);
  clearCookies();
  const stays = isPublicPath(location.pathname);
  if (!stays) {
    isSigningOut = true;
    setTimeout(() => {
      const back = encodeURIComponent(`${location.origin}/login?signed_out=1`);
      location.assign(served(`/auth/oauth2/logout/?post_logout_redirect_uri=${back}`));
    }, SIGN_OUT_DELAY_MS);
  }
  await ended;
}

/**
 * Goes to the login page, to come back to where the browser is now. Not during a logout: calls that
 * it refuses would lead past the sign-on's logout, and the login page would sign the person in again.
 */
export function goToLogin(): void {
  if (isSigningOut && storage.currentUser.get() === null) return;
  forgetUser();
  location.assign(loginAddress(location.pathname + location.search));
}
