import { cellText } from '../bytes/network.ts';
import { heading, knownPlace, present } from '../bytes/text-values.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { eventsOf } from './events.ts';
import { ports } from './text-report.ts';
import { voltages } from './voltages.ts';

/** Protocol version, length of a record, and the number of records that wait in the device. */
const HEADER_BYTES = 8;
const RECORD_BYTES = 52;
/** Device times count seconds from here. */
export const EPOCH_MS = Date.UTC(2000, 0, 1);

function readRecord(body: Buffer, at: number, model: string): DeviceRecord {
  const event = body[at] as number;
  const country = body.readUInt16LE(at + 32);
  const place = knownPlace(body.readInt32LE(at + 1) / 1e6, body.readInt32LE(at + 5) / 1e6);
  const battery = body.readUInt16LE(at + 44);
  const supply = body.readUInt16LE(at + 46);
  const { batteryVoltageV, externalVoltageV } = voltages(battery, supply, model);
  return {
    ...EMPTY_RECORD,
    timeMs: EPOCH_MS + body.readUInt32LE(at + 9) * 1000,
    ...place,
    fixValid: body[at + 13] === 1 && place.latitudeDeg !== null,
    satellites: body[at + 14] as number,
    speedKmh: body.readUInt16LE(at + 16),
    headingDeg: heading(body.readUInt16LE(at + 18)),
    altitudeM: body.readInt16LE(at + 22),
    odometerM: body.readUInt32LE(at + 24),
    batteryVoltageV,
    externalVoltageV,
    events: eventsOf(event),
    attributes: present({
      event,
      mobileSignal: body[at + 15] as number,
      hdop: body.readUInt16LE(at + 20) / 10,
      runTimeS: body.readUInt32LE(at + 28),
      cells:
        country === 0
          ? null
          : cellText(
              country,
              body.readUInt16LE(at + 34),
              body.readUInt16LE(at + 36),
              body.readUInt16LE(at + 38),
            ),
      ...ports(body.readUInt16BE(at + 40)),
      analogInput1: body.readUInt16LE(at + 42),
      geofence: body.readUInt32LE(at + 48),
    }),
  };
}

/** Reads the records of a binary report (CCC); null if the body has another length. */
export function readBinaryReport(body: Buffer, model: string): DeviceRecord[] | null {
  const isRecords =
    body.length > HEADER_BYTES &&
    body.readUInt16LE(2) === RECORD_BYTES &&
    (body.length - HEADER_BYTES) % RECORD_BYTES === 0;
  if (!isRecords) return null;
  const records: DeviceRecord[] = [];
  for (let at = HEADER_BYTES; at < body.length; at += RECORD_BYTES) {
    records.push(readRecord(body, at, model));
  }
  return records;
}
