/** Addresses on which the header does not check for a user (requirement A-44). */
const UNCHECKED = new Set([
  '/',
  '/login',
  '/set_password',
  '/forgot-password',
  '/reset_password_key',
  '/unauthorised',
]);

/** Whether an address is public and "not restricted", including subpaths (OP-014, OP-079, A-47). */
export function isPublicPath(path: string): boolean {
  return /^\/(qr|help|safety)(\/|$)/.test(path) || path.includes('help/vehicle/');
}

/** Whether the header checks for a stored user on this address. */
export function isChecked(path: string): boolean {
  return !UNCHECKED.has(path.replace(/(.)\/$/, '$1')) && !isPublicPath(path);
}

/** A return URL that is a path of this application; otherwise /home (requirement A-P02, OP-011). */
export function safeReturnUrl(wanted: string | null | undefined): string {
  if (wanted == null || !wanted.startsWith('/')) return '/home';
  // Browsers treat "/\host" and "//host" as another site.
  if (/^\/[/\\]/.test(wanted) || /\s/.test(wanted)) return '/home';
  return wanted;
}

/** The login page, with the requested address (requirement A-42). */
export function loginAddress(returnUrl: string): string {
  const safe = safeReturnUrl(returnUrl);
  return safe === '/home' ? '/login' : `/login?returnUrl=${encodeURIComponent(safe)}`;
}
