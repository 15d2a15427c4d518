import { z } from 'zod';
import { type Check, reasonOf, type Verdict } from '../system-health-check.ts';

const LIMIT_MS = 5000;
/** The answer of `/healthz`, by which the server recognises itself. */
const OURS = z.object({ status: z.enum(['ok', 'degraded']), checks: z.array(z.object({})) });

export type AddressFacts =
  /** No PUBLIC_URL is set. */
  | { readonly kind: 'unset' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'answered'; readonly isOurs: boolean; readonly status: number };

/** @param host of PUBLIC_URL */
export function addressVerdict(facts: AddressFacts, host: string): Verdict<'address'> {
  switch (facts.kind) {
    case 'unset':
      return { state: 'unused', finding: 'unset' };
    // A machine behind a router may be unable to reach its own public address.
    case 'unreachable':
      return { state: 'warning', finding: 'unreachable', values: { host, reason: facts.reason } };
    case 'answered':
      return facts.isOurs
        ? { state: 'ok', finding: 'ok', values: { host } }
        : { state: 'error', finding: 'other', values: { host, status: facts.status } };
  }
}

async function ask(publicUrl: string): Promise<AddressFacts> {
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const body: unknown = await answer.json().catch(() => null);
    return { kind: 'answered', isOurs: OURS.safeParse(body).success, status: answer.status };
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) };
  }
}

export const addressCheck: Check<'address'> = {
  name: 'address',
  look: async ({ config, serverHealth }) => {
    const { host } = new URL(config.publicUrl);
    if (!config.hasPublicUrl) return addressVerdict({ kind: 'unset' }, host);
    if ((await serverHealth()) === null) return { state: 'unused', finding: 'stopped' };
    return addressVerdict(await ask(config.publicUrl), host);
  },
};
