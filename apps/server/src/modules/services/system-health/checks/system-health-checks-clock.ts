import { currentWarnings } from '../../../../platform/installation-warnings.ts';
import { databaseClock } from '../system-health.repository.ts';
import { type Check, type CheckedParts, databaseOf, type Verdict } from '../system-health-check.ts';

const LIMIT_MS = 3000;
/** An S3-compatible store refuses requests that are 15 minutes apart; certificates need far less. */
const APART_S = 30;

/** How far another clock is ahead of this machine's, in seconds. */
export interface OtherClock {
  readonly name: string;
  readonly aheadS: number;
}

/** @param areDevicesAhead whether most devices agree, by satellite time, that this server is behind */
export function clockVerdict(
  clocks: readonly OtherClock[],
  areDevicesAhead: boolean,
): Verdict<'clock'> {
  const [farthest] = [...clocks].sort((a, b) => Math.abs(b.aheadS) - Math.abs(a.aheadS));
  if (areDevicesAhead) return { state: 'error', finding: 'behindDevices' };
  if (farthest !== undefined && Math.abs(farthest.aheadS) > APART_S) {
    const values = { name: farthest.name, apart: { durationS: Math.abs(farthest.aheadS) } };
    return { state: 'error', finding: farthest.aheadS > 0 ? 'behind' : 'ahead', values };
  }
  return {
    state: 'ok',
    finding: 'ok',
    values: { names: clocks.map(({ name }) => name).join(', ') },
  };
}

/** The clock of a server by the header Date of its answer; none if it does not answer. */
async function httpClock(url: string): Promise<OtherClock[]> {
  const { host, origin } = new URL(url);
  const askedMs = Date.now();
  const answer = await fetch(origin, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => null);
  const dateMs = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return [];
  // The header has whole seconds.
  return [{ name: host, aheadS: (dateMs + 500 - (askedMs + Date.now()) / 2) / 1000 }];
}

async function clocksOf(parts: CheckedParts): Promise<OtherClock[]> {
  const { filesUrl, map, oidc, publicUrl, hasPublicUrl } = parts.config;
  const urls = [filesUrl, map.geocoder.url, oidc?.issuer ?? null, hasPublicUrl ? publicUrl : null];
  const askedMs = Date.now();
  const databaseMs = await databaseOf(parts).asSystem(databaseClock);
  const aheadS = (databaseMs - (askedMs + Date.now()) / 2) / 1000;
  const others = await Promise.all(urls.filter((url) => url !== null).map((url) => httpClock(url)));
  return [{ name: 'PostgreSQL', aheadS }, ...others.flat()];
}

export const clockCheck: Check<'clock'> = {
  name: 'clock',
  needsDatabase: true,
  look: async (parts) => {
    const warnings = await currentWarnings(databaseOf(parts).pool);
    const areDevicesAhead = warnings.some(({ code }) => code === 'clock_behind');
    return clockVerdict(await clocksOf(parts), areDevicesAhead);
  },
};
