/** The cookies of a session (requirements B-42, B-43, B-P02); here and nowhere else by name. */
export const ACCESS_COOKIE = 'access-token';
export const JWT_COOKIE = 'jwt-token';
/** HttpOnly, of the authentication path only: no script ever reads it. */
export const REFRESH_COOKIE = 'refresh-token';
export const REFRESH_PATH = '/auth/session';
