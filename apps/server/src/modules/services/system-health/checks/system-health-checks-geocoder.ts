import type { GeocoderState } from '../../../../platform/geocoding/index.ts';
import type { Check, Verdict } from '../system-health-check.ts';

/** A place near which an answer is asked for; never a position of a vehicle. */
const PLACE = { latitudeDeg: 51.5, longitudeDeg: -0.12 };
/** The answer of another place is not in the cache. */
const SPREAD_DEG = 0.2;

/** @param state null if no service is configured */
export function geocoderVerdict(
  state: GeocoderState | null,
  hasAnswered: boolean,
  host: string,
): Verdict<'geocoder'> {
  if (state === null) return { state: 'unused', finding: 'none' };
  if (hasAnswered) return { state: 'ok', finding: 'ok', values: { host } };
  const reason = state.lastFailure?.reason ?? 'unknown';
  return { state: 'warning', finding: 'failing', values: { host, reason } };
}

export const geocoderCheck: Check<'geocoder'> = {
  name: 'geocoder',
  look: async ({ config, geocoder }) => {
    const { url } = config.map.geocoder;
    if (geocoder === null || url === null) return geocoderVerdict(null, false, '');
    const aside = Math.random() * SPREAD_DEG;
    const found = await geocoder.reverse(PLACE.latitudeDeg + aside, PLACE.longitudeDeg + aside);
    return geocoderVerdict(geocoder.state(), found !== null, new URL(url).host);
  },
};
