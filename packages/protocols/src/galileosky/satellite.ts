import { type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { type GalileoskyContent, readTags } from './content.ts';

/** Elements of a message from the Iridium gateway: identifier, two bytes of length, content. */
const HEADER = 0x01;
const PAYLOAD = 0x02;
const PLACE = 0x03;
const ELEMENT_HEAD_BYTES = 3;
const HEADER_BYTES = 28;
const PLACE_BYTES = 11;
/** Thousandths of a minute in a degree. */
const PARTS_PER_DEGREE = 60_000;
const IS_SOUTH = 2;
const IS_WEST = 1;

/** The modem's own position: less exact than that of the device. */
function readPlace(element: Buffer): Pick<DeviceRecord, 'latitudeDeg' | 'longitudeDeg'> {
  const flags = element[0] as number;
  const latitude = (element[1] as number) + element.readUInt16BE(2) / PARTS_PER_DEGREE;
  const longitude = (element[4] as number) + element.readUInt16BE(5) / PARTS_PER_DEGREE;
  return placeOf(
    (flags & IS_SOUTH) !== 0 ? -latitude : latitude,
    (flags & IS_WEST) !== 0 ? -longitude : longitude,
  );
}

/**
 * Reads a message from the Iridium gateway. Its IMEI is that of the modem.
 *
 * @returns null if the elements do not fill the content
 */
export function readSatellite(content: Buffer): GalileoskyContent | null {
  let imei = '';
  let sentMs = 0;
  let place: ReturnType<typeof readPlace> | null = null;
  let payload: GalileoskyContent | null = null;
  for (let at = 0; at < content.length; ) {
    if (at + ELEMENT_HEAD_BYTES > content.length) return null;
    const end = at + ELEMENT_HEAD_BYTES + content.readUInt16BE(at + 1);
    if (end > content.length) return null;
    const element = content.subarray(at + ELEMENT_HEAD_BYTES, end);
    if (content[at] === HEADER && element.length === HEADER_BYTES) {
      imei = element.toString('latin1', 4, 19);
      sentMs = element.readUInt32BE(24) * 1000;
    } else if (content[at] === PLACE && element.length === PLACE_BYTES) place = readPlace(element);
    else if (content[at] === PAYLOAD) payload = readTags(element);
    at = end;
  }
  if (payload === null || payload.records.length > 0) {
    if (payload !== null) return { ...payload, imei };
  }
  // Without a record of the device, the time and place of the transmission remain.
  const record: DeviceRecord = {
    ...EMPTY_RECORD,
    timeMs: sentMs,
    ...(place ?? {}),
    fixValid: false,
    attributes: { satelliteModemPlace: place !== null },
  };
  const complete = payload?.complete ?? true;
  return { imei, deviceNumber: null, text: payload?.text ?? null, records: [record], complete };
}
