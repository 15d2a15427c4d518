import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { type Faults, faultsOf } from './field/form-dialog.tsx';

/** What the page of a link shows. */
export type Linked<T> =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly value: T }
  | { readonly state: 'ended' }
  | { readonly state: 'failed' };

/** The minimum length of a token; a shorter one was truncated. */
const LEAST_LENGTH = 20;

/** The secret of the link, in the fragment, which browsers do not send to servers. */
export const linkToken = (): string => location.hash.slice(1);

const isEnded = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/**
 * What the link of this page opens.
 *
 * @param open a call with the token; the same function at each rendering
 */
export function useLink<T>(open: (token: string) => Promise<T>) {
  const [linked, setLinked] = useState<Linked<T>>({ state: 'opening' });
  const load = useCallback(async () => {
    const token = linkToken();
    if (token.length < LEAST_LENGTH) {
      setLinked({ state: 'ended' });
      return;
    }
    try {
      setLinked({ state: 'open', value: await open(token) });
    } catch (error) {
      setLinked({ state: isEnded(error) ? 'ended' : 'failed' });
    }
  }, [open]);
  useEffect(() => {
    const run = () => void load();
    run();
    window.addEventListener('hashchange', run);
    return () => window.removeEventListener('hashchange', run);
  }, [load]);
  return {
    linked,
    load: () => void load(),
    setValue: (value: T) => setLinked({ state: 'open', value }),
  };
}

/** Sends an answer; its errors stay beside the fields, or above the button. */
export function useSending<T>(onSent: (value: T) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (call: () => Promise<T>): Promise<boolean> => {
    setIsBusy(true);
    setFaults({});
    setFailure(null);
    try {
      onSent(await call());
      return true;
    } catch (error) {
      const found = faultsOf(error);
      if (found === null) setFailure((error as Error).message);
      else setFaults(found);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, faults, failure, setFaults, send };
}
