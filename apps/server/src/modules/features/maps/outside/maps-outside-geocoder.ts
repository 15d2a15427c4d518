import type { Config } from '../../../../platform/config/index.ts';
import type { Log } from '../../../../platform/log/index.ts';
import { nominatimPlaces, type OutsidePlace, photonPlaces } from './maps-outside-answers.ts';

/** Names of places from an outside service. Each answers null where it cannot be had just now. */
export interface Geocoder {
  /** Places by an address, the best first. */
  search(address: string): Promise<readonly OutsidePlace[] | null>;
  /** What is at a position; none in the sea. */
  reverse(latitudeDeg: number, longitudeDeg: number): Promise<readonly OutsidePlace[] | null>;
  /** A place that a search has named. */
  place(id: string): Promise<OutsidePlace | null>;
}

/** Whoever stands in the rain waits no longer; what the product knows itself is there at once. */
const TIMEOUT_MS = 3000;
/** After a failure nobody else waits for it: it is asked again after this. */
const REST_MS = 30_000;
const MAX_ANSWER_BYTES = 500_000;
const MOST_RESULTS = 5;
/** Places that were named lately, so that one is found again without another question. */
const REMEMBERED = 1000;
/** About ten metres. */
const DECIMALS = 4;

interface Dialect {
  readonly places: (answer: unknown) => OutsidePlace[];
  readonly search: (address: string) => string;
  readonly reverse: (lat: string, lon: string) => string;
  /** Null where the service finds nothing by an id. */
  readonly lookup: ((id: string) => string) | null;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const limit = String(MOST_RESULTS);

const DIALECTS: Readonly<Record<Config['map']['geocoder']['kind'], Dialect>> = {
  nominatim: {
    places: nominatimPlaces,
    search: (q) => `/search?${query({ q, format: 'jsonv2', limit })}`,
    reverse: (lat, lon) => `/reverse?${query({ lat, lon, format: 'jsonv2' })}`,
    lookup: (id) => `/lookup?${query({ osm_ids: id, format: 'jsonv2' })}`,
  },
  photon: {
    places: photonPlaces,
    search: (q) => `/api?${query({ q, limit })}`,
    reverse: (lat, lon) => `/reverse?${query({ lat, lon, limit: '1' })}`,
    lookup: null,
  },
};

async function boundedJson(response: Response): Promise<unknown> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`It answered ${response.status}.`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/**
 * The service of the configuration; null where there is none (requirement K-P05). Where it fails, all
 * answer null for half a minute, and whoever asks falls back to what the product knows itself. The log
 * says that it failed, and never what was asked: where somebody stands is nobody else's business.
 */
export function outsideGeocoder(
  { url, kind }: Config['map']['geocoder'],
  log: Log,
): Geocoder | null {
  if (url === null) return null;
  const dialect = DIALECTS[kind];
  const known = new Map<string, OutsidePlace>();
  let restsUntilMs = 0;

  const remember = (places: readonly OutsidePlace[]) => {
    for (const place of places) {
      known.delete(place.id);
      known.set(place.id, place);
    }
    for (const id of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(id);
    }
  };

  const ask = async (path: string): Promise<readonly OutsidePlace[] | null> => {
    if (Date.now() < restsUntilMs) return null;
    try {
      const response = await fetch(`${url}${path}`, {
        headers: { accept: 'application/json', 'user-agent': 'Roadworthy' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const places = dialect.places(await boundedJson(response)).slice(0, MOST_RESULTS);
      remember(places);
      return places;
    } catch (error) {
      restsUntilMs = Date.now() + REST_MS;
      const reason = error instanceof Error ? error.name : 'unknown';
      log.warn({ reason }, 'the geocoder did not answer; known places are used meanwhile');
      return null;
    }
  };

  return {
    search: (address) => ask(dialect.search(address)),
    reverse: (lat, long) => ask(dialect.reverse(lat.toFixed(DECIMALS), long.toFixed(DECIMALS))),
    place: async (id) => {
      const place = known.get(id);
      if (place !== undefined) return place;
      if (dialect.lookup === null) return null;
      return (await ask(dialect.lookup(id)))?.[0] ?? null;
    },
  };
}
