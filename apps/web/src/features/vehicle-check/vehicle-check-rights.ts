import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';

/** What fixing damages, writing letters, and adding and removing audit surveys ask for. */
const WRITE = { kind: 'module', anyOf: ['Vehicle Check'], write: true } as const;

/** Whether the person may change something here; the server decides again at every call. */
export function useMayWrite(): boolean {
  const { current } = useSession();
  return may(current, WRITE);
}
