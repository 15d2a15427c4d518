import type { AnswerOf, contract } from '@roadworthy/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, api } from '../../../api/client.ts';
import { type Faults, faultsOf } from '../../../ui/field/form-dialog.tsx';

export type LinkedOrder = AnswerOf<typeof contract.workOrderLinks.open>;

/** What the page shows. */
export type Linked =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly order: LinkedOrder }
  | { readonly state: 'ended' }
  | { readonly state: 'failed' };

/** The minimum length of a token; a shorter one was truncated. */
const LEAST_LENGTH = 20;

/** The secret of the link, in the fragment, which browsers do not send to servers. */
export const linkToken = (): string => location.hash.slice(1);

const isEnded = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The order of the link of this page. */
export function useLinkedOrder() {
  const [linked, setLinked] = useState<Linked>({ state: 'opening' });
  const load = useCallback(async () => {
    const token = linkToken();
    if (token.length < LEAST_LENGTH) {
      setLinked({ state: 'ended' });
      return;
    }
    try {
      const order = await api.workOrderLinks.open({ body: { token, begins: true }, quiet: true });
      setLinked({ state: 'open', order });
    } catch (error) {
      setLinked({ state: isEnded(error) ? 'ended' : 'failed' });
    }
  }, []);
  useEffect(() => {
    const run = () => void load();
    run();
    window.addEventListener('hashchange', run);
    return () => window.removeEventListener('hashchange', run);
  }, [load]);
  return {
    linked,
    load: () => void load(),
    setOrder: (order: LinkedOrder) => setLinked({ state: 'open', order }),
  };
}

/** Sends an answer; its errors stay beside the fields, or above the button. */
export function useSending(onSent: (order: LinkedOrder) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (call: () => Promise<LinkedOrder>): Promise<boolean> => {
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
