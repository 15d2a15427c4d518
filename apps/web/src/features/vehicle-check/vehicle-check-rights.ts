import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';

/** Permission to fix damage, write letters, and create and delete audit surveys. */
const WRITE = { kind: 'module', anyOf: ['Vehicle Check'], write: true } as const;

/** Whether the user can make changes here; the server checks each call again. */
export function useMayWrite(): boolean {
  const { current } = useSession();
  return may(current, WRITE);
}
