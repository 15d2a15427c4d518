import type { BusConfig } from '../../platform/config/index.ts';

const LIMIT_MS = 3000;
/** Longer than this, a power cut of all servers loses too much to accept it silently. */
const LONGEST_FLUSH_NS = 1e9;

interface Varz {
  readonly jetstream?: {
    readonly config?: { readonly sync_interval?: number; readonly sync_always?: boolean };
  };
}

/**
 * Asks the monitoring of each NATS server whether it flushes messages to disk before it acknowledges
 * them.
 *
 * @returns the problem in a sentence, for the log; null if every server flushes
 */
export async function flushProblem({ hosts, monitorPort }: BusConfig): Promise<string | null> {
  if (monitorPort === 0) return null;
  for (const host of hosts) {
    const found = await fetch(`http://${host}:${monitorPort}/varz`, {
      signal: AbortSignal.timeout(LIMIT_MS),
    })
      .then((response) => response.json() as Promise<Varz>)
      .catch(() => null);
    if (found === null) {
      return `the monitoring of ${host} does not answer on port ${monitorPort}, so it is unknown whether messages are flushed before they are acknowledged`;
    }
    const { sync_always: always, sync_interval: interval } = found.jetstream?.config ?? {};
    if (always !== true && (interval ?? Number.POSITIVE_INFINITY) > LONGEST_FLUSH_NS) {
      return `${host} acknowledges messages before it flushes them to disk (sync_interval): a power cut of all servers loses acknowledged records`;
    }
  }
  return null;
}
