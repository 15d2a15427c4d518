import { RecentValues } from '../recent-values.ts';
import type { Geocoder } from './geocoder.ts';

/** Addresses that are remembered: about 10 MB. A restart empties the memory. */
const REMEMBERED = 100_000;
/** Positions that wait for the service; more are looked up when they are shown again. */
const MOST_WAITING = 2000;
/** Requests at the same time; the services of these addresses answer in some 10 ms. */
const PARALLEL = 2;
/** About ten metres, as the service is asked. */
const DECIMALS = 4;

interface Position {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/**
 * Addresses of positions from the configured service. A list never waits for the service: an unknown
 * position is looked up in the background, and has its address when the list is read again.
 */
export class AddressBook {
  readonly #known = new RecentValues<string>(REMEMBERED);
  readonly #waiting = new Map<string, Position>();
  /** Positions whose answer is awaited. */
  readonly #asked = new Set<string>();

  /** @param geocoder null if no service is configured */
  constructor(readonly geocoder: Geocoder | null) {}

  /** The address at a position; null if the service has none there, or has not been asked yet. */
  find(latitudeDeg: number, longitudeDeg: number): string | null {
    if (this.geocoder === null) return null;
    const key = `${latitudeDeg.toFixed(DECIMALS)},${longitudeDeg.toFixed(DECIMALS)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known === '' ? null : known;
    if (this.#asked.has(key)) return null;
    if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { latitudeDeg, longitudeDeg });
    if (this.#asked.size < PARALLEL) void this.#work(this.geocoder);
    return null;
  }

  async #work(geocoder: Geocoder): Promise<void> {
    for (const [key, { latitudeDeg, longitudeDeg }] of this.#waiting) {
      this.#waiting.delete(key);
      this.#asked.add(key);
      const found = await geocoder.reverse(latitudeDeg, longitudeDeg);
      this.#asked.delete(key);
      // The service fails: these positions are requested again when they are shown again.
      if (found === null) this.#waiting.clear();
      else this.#known.set(key, found[0]?.address ?? '');
    }
  }
}
