import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { cellBytes } from './cells.ts';
import { withPhone } from './information-messages.ts';
import { cellMessage, countedCells } from './network-messages.ts';
import { GPS_BYTES, isPositionAt } from './position.ts';
import { commonTail, isOwnImei, type MessageReader, part, type Reading, whole } from './reading.ts';
import { merged, readPlace, tagOf, withOdometer, withReport } from './record-fields.ts';
import { withSupply } from './status.ts';

/** Position only (10); some devices add a word, others the fields of the common format. */
export const gpsOnly: MessageReader = (content, { offsetMin }) => {
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  const reading = commonTail(record, content, GPS_BYTES);
  return content.length === GPS_BYTES + 2 ? whole(record) : reading;
};

/** Position and phone number (1A, 2A). */
export const positionWithPhone: MessageReader = (content, { offsetMin }) => {
  const record = readPlace(content, offsetMin);
  return record === null ? null : withPhone(record, content, GPS_BYTES);
};

/** Position and a list of cells (1E), which is not read. */
export const positionWithCells: MessageReader = (content, { offsetMin }) => {
  const record = readPlace(content, offsetMin);
  return record === null ? null : whole(record);
};

/** Position, cell, and the fields that common devices append. */
export const positionWithCell =
  (areaAndCell: number): MessageReader =>
  (content, { offsetMin }) => {
    const record = readPlace(content, offsetMin);
    if (record === null) return null;
    if (content.length < GPS_BYTES + 2) return part(record);
    const at = GPS_BYTES + cellBytes(content, GPS_BYTES, areaAndCell);
    return content.length < at ? part(record) : commonTail(record, content, at);
  };

/** Lengths of 31 with an ordinary cell of eight bytes. */
const NARROW_LENGTHS = new Set([26, 29, 30]);

/** Position and network of two bytes, ignition, altitude (31; 11 ends after the cell). */
export const positionWithWideCell: MessageReader = (content, { offsetMin }) => {
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  if (NARROW_LENGTHS.has(content.length)) return commonTail(record, content, GPS_BYTES + 8);
  const at = GPS_BYTES + 10;
  if (content.length === at + 9 || content.length === at + 5) {
    const reported = withReport(record, content, at);
    const far = content.length === at + 9 ? content.readUInt32BE(at + 3) : null;
    const altitudeM = content.readInt16BE(content.length - 2);
    const tall = { ...reported, altitudeM };
    return whole(far === null ? tall : withOdometer(tall, far));
  }
  return content.length < at ? part(record) : commonTail(record, content, at);
};

/** A card number as text, preceded by the odometer and optionally followed by the driving time. */
function withCard(record: DeviceRecord, content: Buffer, at: number): Reading {
  const far = withOdometer(record, content.readUInt32BE(at));
  const length = content[at + 4] as number;
  const end = at + 5 + length;
  if (content.length < end + 2) return part(far);
  const card = content
    .toString('latin1', at + 5, end)
    .replaceAll('\0', '')
    .trim();
  const driverTag = /^0*$/.test(card) ? null : card;
  const attributes: Record<string, AttributeValue> = {
    cardAlarm: content[end] as number,
    cardStatus: content[end + 1] as number,
  };
  if (content.length >= end + 4) attributes.drivingTime = content.readUInt16BE(end + 2);
  return { record: merged(far, { driverTag }, attributes), complete: content.length <= end + 4 };
}

/** Position with cell (12) and the additions of several manufacturers, distinguished by length. */
export const position12: MessageReader = (content, context) => {
  const imeiFirst = isOwnImei(content, 0, context) && isPositionAt(content, 8);
  const body = imeiFirst ? content.subarray(8) : content;
  const record = readPlace(body, context.offsetMin);
  if (record === null) return null;
  const at = GPS_BYTES + cellBytes(body, GPS_BYTES, 5);
  switch (body.length) {
    case 28: {
      const mask = body.readUInt16BE(26);
      return whole(merged(record, { ignition: (mask & 0x8000) !== 0 }, { inputs: mask }));
    }
    case 31:
      return withSupply(record, body, 26, null);
    case 36:
    case 108:
      return withCard(record, body, 26);
    case 38: {
      const supplied = withSupply(record, body, 26, context.model);
      const temperature = body[33] as number;
      const degrees = (temperature & 0x80) !== 0 ? -(temperature & 0x7f) : temperature;
      const far = withOdometer(supplied.record, body.readUInt32BE(34) * 10);
      const attributes = { ...far.attributes, fuelSensor1Level: body.readUInt16BE(31) };
      return { ...supplied, record: { ...far, temperatureC: degrees, attributes } };
    }
    default:
      return body.length < at ? part(record) : commonTail(record, body, at);
  }
};

/** Position and card (17 of 35 bytes); other messages with this number contain WiFi data. */
export const position17: MessageReader = (content, { offsetMin }) => {
  if (content.length < 34 || !isPositionAt(content, 0)) return null;
  const record = readPlace(content, offsetMin) ?? EMPTY_RECORD;
  const at = GPS_BYTES + cellBytes(content, GPS_BYTES, 5);
  if (content.length !== at + 9) return part(record);
  return whole({ ...record, driverTag: tagOf(content.subarray(at, at + 8)) });
};

const SEVEN_CELLS = cellMessage(7, { area: 2, cell: 3 }, false);
const COUNTED_CELLS_BYTES = 44;

/**
 * Position, ignition and voltages (24 of 41 bytes); other messages with this number contain cells.
 */
export const position24: MessageReader = (content, context) => {
  const { offsetMin } = context;
  if (content.length === COUNTED_CELLS_BYTES) return countedCells(content, offsetMin);
  if (content.length !== 41 || !isPositionAt(content, 0)) return SEVEN_CELLS(content, context);
  const record = readPlace(content, offsetMin) ?? EMPTY_RECORD;
  return whole({
    ...record,
    ignition: content[26] === 1,
    externalVoltageV: content.readUInt16BE(27) / 100,
    batteryVoltageV: content.readUInt16BE(29) / 100,
    attributes: { extension: content.toString('hex', 31) },
  });
};
