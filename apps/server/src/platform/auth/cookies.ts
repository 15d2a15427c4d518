/** The cookies of a session (requirements B-42, B-43, B-P02); their names are only defined here. */
export const ACCESS_COOKIE = 'access-token';
export const JWT_COOKIE = 'jwt-token';
/** HttpOnly, for the authentication path only: scripts cannot read it. */
export const REFRESH_COOKIE = 'refresh-token';
export const REFRESH_PATH = '/auth/session';
