import { knownPlace } from '../bytes/text-values.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';

/** Two bytes, time, latitude and longitude, altitude, a byte, satellites. */
const MIN_BYTES = 28;

/**
 * Reads the position of a message of the third generation. What follows the satellites has no public
 * description and stays as it is.
 *
 * @returns null if the payload is too short, or has no place
 */
export function readCheckedReport(payload: Buffer): DeviceRecord | null {
  if (payload.length < MIN_BYTES) return null;
  const [latitude, longitude] = [payload.readDoubleBE(6), payload.readDoubleBE(14)];
  const place = knownPlace(latitude, longitude);
  const altitude = payload.readFloatBE(22);
  if (place.latitudeDeg === null || !Number.isFinite(altitude)) return null;
  return {
    ...EMPTY_RECORD,
    timeMs: payload.readUInt32BE(2) * 1000,
    ...place,
    fixValid: true,
    altitudeM: Math.round(altitude * 10) / 10,
    satellites: payload[27] as number,
    attributes: { extra: payload.toString('hex', MIN_BYTES) },
  };
}
