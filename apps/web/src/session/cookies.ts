/** Cookies of a session (requirements B-42, B-43); the refresh cookie is not for scripts. */
const ACCESS = 'access-token';
const JWT = 'jwt-token';

function cookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1));
  }
  return null;
}

function forget(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** The access token; null if missing or expired with its cookie (B-P06). */
export const accessToken = (): string | null => cookie(ACCESS) || null;

/** Deletes the cookies that a script can delete (requirement B-24). */
export function clearCookies(): void {
  forget(ACCESS);
  forget(JWT);
}

/** The claims of the access token; null without one. */
function claims(): { readonly exp?: unknown; readonly sub?: unknown } | null {
  const payload = accessToken()?.split('.')[1];
  if (payload === undefined) return null;
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/** Expiry of the access token, ms since 1970 UTC; null without one. */
export function accessExpiresMs(): number | null {
  const exp = claims()?.exp;
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** The user of the access token; null without one. For display only: the server decides. */
export function accessUserId(): number | null {
  const id = Number(claims()?.sub);
  return Number.isInteger(id) && id > 0 ? id : null;
}
