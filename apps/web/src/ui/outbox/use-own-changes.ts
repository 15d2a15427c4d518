import { useSyncExternalStore } from 'react';
import { useSession } from '../../session/context.ts';
import type { LaterCall } from '../../session/own-screens.ts';
import { type KeptChange, type NewChange, type Outcome, ownChanges } from './own-changes.ts';

/** The changes of the signed-in user that are stored on this phone and not sent, oldest first. */
export function useUnsent(): readonly KeptChange[] {
  const { id } = useSession().current.user;
  const all = useSyncExternalStore(ownChanges.subscribe, ownChanges.get);
  return all.filter(({ draft }) => draft.userId === id);
}

/** The changes by one call: those that are not sent, and a function that makes one. */
export function useOwnChanges<C extends LaterCall>(call: C) {
  const { id: userId } = useSession().current.user;
  const unsent = useUnsent().filter(({ draft }) => draft.call === call);
  return {
    /** The changes of a record that are not sent. */
    unsentOf: (id: number) => unsent.filter(({ draft }) => draft.id === id),
    /** The key of a change that a person makes at most once of a record, such as its receipt. */
    keyOf: (id: number) => `${userId}.${call}.${id}`,
    /** As {@link ownChanges.make}, for the signed-in user. */
    make: (change: Omit<NewChange<C>, 'userId' | 'call'>): Promise<Outcome> =>
      ownChanges.make({ ...change, userId, call } as NewChange<C>),
  };
}
