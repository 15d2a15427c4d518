import { served } from '../api/bases.ts';
import { clearCookies } from './cookies.ts';
import { forgetAnswers } from './keep-page.ts';
import { endPush } from './push-scope.ts';
import { isPublicPath, loginAddress } from './routes.ts';
import { storage } from './storage.ts';

/** Requirement B-26. */
const SIGN_OUT_DELAY_MS = 500;

/** The browser is about to open the logout of the sign-on; no other redirect may happen. */
let isSigningOut = false;

/** Removes the user, permissions and roles from storage (B-23, B-25), and what the phone keeps of them. */
export function forgetUser(): void {
  storage.currentUser.set(null);
  storage.permissions.set(null);
  void forgetAnswers().catch(() => undefined);
}

/**
 * Logs out: removes the stored user, cookies and permissions; half a second later the browser opens the
 * logout of the sign-on, which redirects to the login page. A public page stays open (B-26, A-46).
 *
 * @returns once the server has ended the session, or could not be reached
 */
export async function logout(): Promise<void> {
  forgetUser();
  void endPush().catch(() => undefined);
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
 * Opens the login page, which returns to the current address. Not during a logout: rejected calls
 * would redirect past the logout of the sign-on, and the login page would sign the person in again.
 */
export function goToLogin(): void {
  if (isSigningOut && storage.currentUser.get() === null) return;
  forgetUser();
  location.assign(loginAddress(location.pathname + location.search));
}
