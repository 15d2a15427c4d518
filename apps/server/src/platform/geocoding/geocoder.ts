import { InternalError } from '@roadworthy/domain';
import type { Config } from '../config/index.ts';
import type { Log } from '../log/index.ts';
import { RecentValues } from '../recent-values.ts';
import { successBody } from '../response-body.ts';
import { nominatimPlaces, type OutsidePlace, photonPlaces } from './answers.ts';

/**
 * Names of places from an external service. Each method returns null if the service is unavailable.
 */
export interface Geocoder {
  /** Places for an address, best first. */
  search(address: string): Promise<readonly OutsidePlace[] | null>;
  /** The place at a position; none at sea. */
  reverse(latitudeDeg: number, longitudeDeg: number): Promise<readonly OutsidePlace[] | null>;
  /** A place that a search has returned. */
  place(id: string): Promise<OutsidePlace | null>;
  /** Results of requests since the start of the process. */
  state(): GeocoderState;
}

/** Whether an external service answers. */
export interface GeocoderState {
  readonly lastSuccessMs: number | null;
  /** The reason contains no address and no position. */
  readonly lastFailure: { readonly atMs: number; readonly reason: string } | null;
}

/** Time limit; the known places of the product are then used at once. */
const TIMEOUT_MS = 3000;
/** After a failure, the service is not tried for this time. */
const REST_MS = 30_000;
const MAX_ANSWER_BYTES = 500_000;
const MOST_RESULTS = 5;
/** Cache of recently named places, so that a lookup needs no second request. */
const REMEMBERED = 1000;
/** Cache of answers. Streets seldom change; a restart empties it. */
const REMEMBERED_ANSWERS = 20_000;
/** About ten metres. */
const DECIMALS = 4;

interface Dialect {
  readonly places: (answer: unknown) => OutsidePlace[];
  readonly search: (address: string) => string;
  readonly reverse: (lat: string, lon: string) => string;
  /** Null if the service finds nothing for an id. */
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

/**
 * The configured service; null if there is none (requirement K-P05). After a failure, all methods
 * return null for half a minute, and callers fall back to the known places of the product. The log
 * records the failure, but never the request: positions of people are private.
 */
export function outsideGeocoder(
  { url, kind }: Config['map']['geocoder'],
  log: Log,
): Geocoder | null {
  if (url === null) return null;
  const dialect = DIALECTS[kind];
  const known = new RecentValues<OutsidePlace>(REMEMBERED);
  const answers = new RecentValues<readonly OutsidePlace[]>(REMEMBERED_ANSWERS);
  let restsUntilMs = 0;
  let state: GeocoderState = { lastSuccessMs: null, lastFailure: null };

  const remember = (places: readonly OutsidePlace[]) => {
    for (const place of places) known.set(place.id, place);
  };

  const ask = async (path: string): Promise<readonly OutsidePlace[] | null> => {
    const answered = answers.get(path);
    if (answered !== undefined) return answered;
    if (Date.now() < restsUntilMs) return null;
    try {
      const response = await fetch(`${url}${path}`, {
        headers: { accept: 'application/json', 'user-agent': 'Roadworthy' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const places = dialect
        .places(JSON.parse(String(await successBody(response, MAX_ANSWER_BYTES))))
        .slice(0, MOST_RESULTS);
      remember(places);
      answers.set(path, places);
      state = { ...state, lastSuccessMs: Date.now() };
      return places;
    } catch (error) {
      restsUntilMs = Date.now() + REST_MS;
      const reason = error instanceof InternalError ? error.message : (error as Error).name;
      state = { ...state, lastFailure: { atMs: Date.now(), reason } };
      log.warn({ reason }, 'the geocoder did not respond; using known places');
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
    state: () => state,
  };
}
