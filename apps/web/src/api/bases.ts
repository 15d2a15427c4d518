import type { AnswerOf, contract } from '@roadworthy/contract';

type Bases = AnswerOf<typeof contract.platformInfo.config>['bases'];

/** The base that replaces each first part of a path (catalogue, column "Host"). */
const SERVICES = {
  '/auth': 'authentication',
  '/safety-inspection': 'safety_inspection',
  '/defect': 'defect',
  '/vehicle-check': 'vehicle_check',
  '/video-evidence': 'video_evidence',
} as const satisfies Record<string, keyof Bases>;

/**
 * Calls that set or read cookies of the page's host, and the configuration, which contains the bases:
 * these go to the server of the page.
 */
const OWN = /^\/(auth\/session|api\/config)\//;

/** Key of the last answer, for offline visits. */
const KEY = 'serviceBases';

let bases: Partial<Bases> = {};

/** The address of an API path under its configured base; other addresses are not changed. */
export function served(path: string): string {
  if (OWN.test(path)) return path;
  const [service = ''] = /^\/[^/?]+/.exec(path) ?? [];
  const name = SERVICES[service as keyof typeof SERVICES];
  if (name !== undefined) return (bases[name] ?? service) + path.slice(service.length);
  return service === '/api' ? (bases.main ?? '') + path : path;
}

/** Whether an address is on another origin than the page, which receives no cookies of the page. */
export const isElsewhere = (address: string): boolean =>
  new URL(address, location.href).origin !== location.origin;

/** The attribute with which a canvas can read images of another origin. */
export const crossOriginOf = (address: string): 'anonymous' | undefined =>
  isElsewhere(address) ? 'anonymous' : undefined;

function use(given: Partial<Bases>): void {
  bases = Object.fromEntries(
    Object.entries(given).map(([name, base]) => [name, base.replace(/\/+$/, '')]),
  );
}

/**
 * Reads the bases (RP-06) if the server has marked its page as having some; when offline, the last known
 * ones. Call before the first call of a page.
 */
export async function readBases(): Promise<void> {
  if (document.documentElement.dataset.bases === undefined) return;
  try {
    const answer = await fetch('/api/config/');
    const given = ((await answer.json()) as { bases: Bases }).bases;
    localStorage.setItem(KEY, JSON.stringify(given));
    use(given);
  } catch {
    use(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  }
}
