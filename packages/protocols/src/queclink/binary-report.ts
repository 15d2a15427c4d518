import { cellText } from '../bytes/network.ts';
import { heading, knownPlace, percentage, present, utcMs } from '../bytes/text-values.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';

/** Messages with a position; an event has no report type. */
const REPORTS: Readonly<Record<string, { readonly skip: number; readonly isBuffered: boolean }>> = {
  '+RSP': { skip: 1, isBuffered: false },
  '+BSP': { skip: 1, isBuffered: true },
  '+EVT': { skip: 0, isBuffered: false },
  '+BVT': { skip: 0, isBuffered: true },
};
/** The only mask whose fields are known here. */
const KNOWN_MASK = 0x00fc1fbf;
const MASK_AT = 5;
/** Behind the mask, length, model and two versions. */
const ID_AT = { report: 16, login: 8, acknowledgement: 12 } as const;
const ID_BYTES = 8;

/** Two decimal digits per byte, and one in the last: the fifteen digits of an IMEI. */
function imeiOf(id: Buffer): string | null {
  const digits = [...id.subarray(0, 7)].map((byte) => String(byte).padStart(2, '0')).join('');
  const all = `${digits}${id[7]}`;
  return /^\d{15}$/.test(all) ? all : null;
}

/** The device of a binary message: its IMEI, and the same bytes as a number. */
export function binaryIdentity(name: string, bytes: Buffer) {
  const at = name === '+LGN' ? ID_AT.login : name === '+ACK' ? ID_AT.acknowledgement : ID_AT.report;
  if (bytes.length < at + ID_BYTES) return null;
  const id = bytes.subarray(at, at + ID_BYTES);
  const deviceId = imeiOf(id);
  return deviceId === null ? null : { deviceId, alsoKnownAs: [id.readBigUInt64BE(0).toString()] };
}

/**
 * Reads a binary report with the known mask; null for others.
 *
 * Battery percentage, supply, state, satellites, report type, count; then accuracy, speed, heading,
 * altitude, place, time and cell.
 */
export function readBinaryReport(name: string, bytes: Buffer): DeviceRecord | null {
  const form = REPORTS[name];
  if (form === undefined || bytes.readUInt32BE(MASK_AT) !== KNOWN_MASK) return null;
  const from = ID_AT.report + ID_BYTES;
  const at = from + 6 + form.skip;
  if (bytes.length < at + 31) return null;
  const timeMs = utcMs(
    bytes.readUInt16BE(at + 16),
    bytes[at + 18] as number,
    bytes[at + 19] as number,
    bytes[at + 20] as number,
    bytes[at + 21] as number,
    bytes[at + 22] as number,
  );
  if (timeMs === null) return null;
  const accuracy = bytes[at] as number;
  const place = knownPlace(bytes.readInt32BE(at + 12) / 1e6, bytes.readInt32BE(at + 8) / 1e6);
  const country = bytes.readUInt16BE(at + 23);
  return {
    ...EMPTY_RECORD,
    timeMs,
    ...place,
    // Without a fix the accuracy is zero, and the place is the last one.
    fixValid: accuracy > 0 && place.latitudeDeg !== null,
    speedKmh: bytes.readUInt16BE(at + 1) + (bytes[at + 3] as number) / 10,
    headingDeg: heading(bytes.readUInt16BE(at + 4)),
    altitudeM: bytes.readInt16BE(at + 6),
    satellites: bytes[from + 4] as number,
    batteryPercent: percentage(bytes[from] as number),
    externalVoltageV: bytes.readUInt16BE(from + 1) / 1000,
    attributes: present({
      deviceState: (bytes[from + 3] as number).toString(16),
      hdop: accuracy,
      resent: form.isBuffered ? true : null,
      cells:
        country === 0
          ? null
          : cellText(
              country,
              bytes.readUInt16BE(at + 25),
              bytes.readUInt16BE(at + 27),
              bytes.readUInt16BE(at + 29),
            ),
    }),
  };
}
