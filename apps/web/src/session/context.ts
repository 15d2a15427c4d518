import { InternalError } from '@roadworthy/domain';
import { createContext, useContext } from 'react';
import type { SsoRecord } from './sample-records.ts';
import type { CurrentUser } from './storage.ts';

/** The session as used by the application. */
export interface Session {
  readonly current: CurrentUser;
  /** The permissions list of the sign-on. */
  readonly records: readonly SsoRecord[];
  /** Replaces the user, for example after the preferences were saved. */
  readonly update: (user: CurrentUser['user']) => void;
}

export const SessionContext = createContext<Session | null>(null);

/**
 * The session of the signed-in user.
 *
 * @throws Error outside the signed-in part of the application
 */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new InternalError('session.missing');
  return session;
}
