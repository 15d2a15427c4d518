import { api } from '../api/client.ts';
import { accessToken } from './cookies.ts';
import { sayOwnTexts } from './i18n.ts';
import { forgetAnswers } from './keep-page.ts';
import type { LanguageReference } from './languages.ts';
import { logout } from './leave.ts';
import { renewal } from './refresh.ts';
import { isPublicPath, loginAddress } from './routes.ts';
import { SAMPLE_RECORDS, type SsoRecord } from './sample-records.ts';
import { type CurrentUser, storage } from './storage.ts';

/** The entry imports one file: each further one would cost a request. */
export { startTexts } from './i18n.ts';

/**
 * Stores a user: clears storage if another user was stored before (B-18), then stores user and
 * permissions (B-14, B-19). The rights of screens follow from the stored user.
 */
export function enter(current: CurrentUser): void {
  const before = storage.lastUserId.get();
  if (before !== null && before !== current.user.id) {
    const language = storage.language.get();
    storage.clear();
    void forgetAnswers().catch(() => undefined);
    storage.language.set(language);
  }
  storage.lastUserId.set(current.user.id);
  storage.currentUser.set(current);
  storage.permissions.set({ perms: current.user.permission.perms });
  if (current.user.prefs.theme !== null) storage.theme.set(current.user.prefs.theme);
}

/**
 * The current user.
 *
 * @throws Error "Network response was not OK" if the server cannot be reached (T-07)
 */
export async function load(): Promise<CurrentUser> {
  return api.signIn.currentUser();
}

/** The custom texts of the customer; none if the call fails. */
const customerTexts = (language: string) =>
  api.customTexts
    .own({ params: { reference: language as LanguageReference }, quiet: true })
    .catch(() => ({}));

const UNAUTHORISED = /^\/unauthorised\/?(\?|$)/;

/** Outcome of the start of the application. */
export type Start =
  | { readonly user: CurrentUser; readonly records: readonly SsoRecord[] }
  | { readonly to: string }
  | { readonly offline: true }
  /** A page without sign-in. */
  | { readonly visitor: true };

/**
 * The permissions list of the sign-on. If it is missing, there is none in production; elsewhere the
 * sample set is used (requirements B-31, B-32, U-43).
 */
async function permissionsList(): Promise<readonly SsoRecord[] | null> {
  const info = await api.signIn.userInfo({ quiet: true }).catch(() => null);
  const list = info?.extra_vars?.permissions;
  if (Array.isArray(list)) return list;
  const { production } = await api.platformInfo.config();
  return production ? null : SAMPLE_RECORDS;
}

/**
 * Determines the user at the start (requirements B-16 to B-21, B-27 to B-33).
 *
 * @param address requested path and query
 */
export async function start(address: string): Promise<Start> {
  const stored = storage.currentUser.get();
  // Requirements: this page does not check for a user.
  if (UNAUTHORISED.test(address) && (stored === null || accessToken() === null)) {
    return { visitor: true };
  }
  // Requirements: without a stored user, sign-in comes first.
  if (stored === null) return { to: loginAddress(address) };
  // Requirements B-16, B-21: a user record without its cookie is not a session. Without a network the
  // phone of a driver shows what it has kept.
  if (accessToken() === null && (await renewal()) === 'ended') {
    void logout();
    return { to: loginAddress(address) };
  }
  try {
    const [current, records] = await Promise.all([
      load(),
      permissionsList(),
      sayOwnTexts(customerTexts),
    ]);
    // Requirement B-31: without a permissions list the user is logged out and redirected to /.
    if (records === null) {
      await logout();
      return { to: '/' };
    }
    // Requirement B-33: a missing customer config ends the session.
    if (current.customer_config === undefined) {
      await logout();
      return { to: '/login?signed_out=1' };
    }
    enter(current);
    return { user: current, records };
  } catch (error) {
    if (error instanceof Error && error.message === 'Network response was not OK') {
      return { offline: true };
    }
    // Requirement B-20: if the user cannot be loaded, the browser opens the sign-on.
    return { to: isPublicPath(address) ? address : loginAddress(address) };
  }
}

let begun: { readonly address: string; readonly start: Promise<Start> } | null = null;

/** Starts to determine the user while the code of the application loads. */
export function startEarly(address: string): void {
  begun = { address, start: start(address) };
}

/** The early start for this address; a new one if there is none, and at each retry. */
export function startOnce(address: string): Promise<Start> {
  const early = begun?.address === address ? begun.start : start(address);
  begun = null;
  return early;
}
