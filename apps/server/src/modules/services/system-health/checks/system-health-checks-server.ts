import type { HealthAnswer } from '../../../../platform/health.ts';
import type { Check, Verdict } from '../system-health-check.ts';

/** The parts of the server, as `/healthz` shows them. */
export function serverVerdict(parts: readonly HealthAnswer[] | null): Verdict<'server'> {
  if (parts === null) return { state: 'unused', finding: 'stopped' };
  const faults = parts.filter(({ ok }) => !ok);
  if (faults.length === 0) {
    return {
      state: 'ok',
      finding: 'ok',
      values: { parts: parts.map(({ name }) => name).join(', ') },
    };
  }
  const named = faults.map(({ name, reason }) => `${name} (${reason ?? 'unknown'})`).join(', ');
  return { state: 'error', finding: 'faulty', values: { parts: named } };
}

export const serverCheck: Check<'server'> = {
  name: 'server',
  look: async ({ serverHealth }) => serverVerdict(await serverHealth()),
};
