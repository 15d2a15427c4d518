import type { EncodedPosition } from '../encoded-position.ts';
import { KMH_PER_KNOT } from './decode.ts';

/** A phone's report. */
export interface PhoneInput extends EncodedPosition {
  readonly batteryPercent: number;
}

/** The path and query of a phone's request. */
export function encodePhoneQuery(deviceId: string, input: PhoneInput): string {
  const query = new URLSearchParams({
    id: deviceId,
    timestamp: String(input.timeMs),
    lat: input.latitudeDeg.toFixed(6),
    lon: input.longitudeDeg.toFixed(6),
    speed: (input.speedKmh / KMH_PER_KNOT).toFixed(2),
    bearing: String(Math.round(input.headingDeg)),
    batt: String(input.batteryPercent),
    ignition: String(input.ignition),
  });
  return `/?${query}`;
}
