import { EMPTY_RECORD } from '../record.ts';
import { wideAlarm } from './alarms.ts';
import { cellBytes, typedCellBytes } from './cells.ts';
import { MESSAGE } from './message-numbers.ts';
import { readStatusModules } from './modules.ts';
import { GPS_BYTES } from './position.ts';
import { type MessageReader, part, type Reading, whole } from './reading.ts';
import { merged, readPlace, tagOf } from './record-fields.ts';
import { STATUS_BYTES, statusA3, withStatus, withSupply } from './status.ts';

const CARD_BYTES = 8;
/** In the status before a card, 0x09 is any crossing of a fence: there is no event for it. */
const CARD_FENCE = 0x09;

/** The smallest cell; a length below it is arbitrary. */
const CELL_BYTES = 8;

/**
 * Finds the status of an alarm. The byte before the cell is its length, but manufacturers disagree
 * on whether it counts itself, and some write arbitrary values. So the end of the message decides:
 * the status is five bytes (or four, without the language), optionally followed by a card (eight
 * bytes) or a fence (one byte), and the length or the size of the cell must lead there.
 *
 * @returns offset of the information byte; null if no layout fits
 */
function statusAt(content: Buffer, behind: number): number | null {
  const length = content[GPS_BYTES] as number;
  const cellAt = GPS_BYTES + 1;
  const starts = [
    ...(length >= CELL_BYTES ? [cellAt + length] : []),
    ...(length > CELL_BYTES ? [GPS_BYTES + length] : []),
    cellAt + cellBytes(content, cellAt, 5),
    cellAt + cellBytes(content, cellAt, 12),
  ];
  const last = content.length - STATUS_BYTES - behind;
  if (last <= GPS_BYTES) return null;
  if (length === 0 || starts.includes(last)) return last;
  if (behind > 0) return null;
  return [last - CARD_BYTES, last + 1].find((at) => starts.includes(at)) ?? null;
}

/** A mobile country code (MCC). */
const isCountry = (word: number) => (word & 0x7fff) >= 200 && (word & 0x7fff) < 800;

/** An alarm with a position (16, 26, 27, A3, A4). */
export const alarm: MessageReader = (content, { protocolNumber, offsetMin, model }) => {
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  if (content.length < GPS_BYTES + 1) return part(record);
  const hasFence =
    protocolNumber === MESSAGE.fenceAlarm || protocolNumber === MESSAGE.lteFenceAlarm;
  if (content.length === 31 && isCountry(content.readUInt16BE(GPS_BYTES))) {
    return withSupply(record, content, 26, model);
  }
  const at = statusAt(content, hasFence ? 1 : 0);
  if (at === null) return part(record);
  const cardAt = at + STATUS_BYTES;
  const isCard = !hasFence && content.length === cardAt + CARD_BYTES;
  const number = hasFence ? wideAlarm(content, at + 3) : (content[at + 3] as number);
  const status = withStatus(whole(record), content, at, number, model);
  if (hasFence) return withFence(status, content[cardAt] as number);
  if (!isCard) return status;
  const events = number === CARD_FENCE ? [] : status.record.events;
  const driverTag = tagOf(content.subarray(cardAt));
  return { ...status, record: { ...status.record, events, driverTag } };
};

const NO_FENCE = 0xff;
const withFence = (status: Reading, fence: number): Reading =>
  fence === NO_FENCE ? status : { ...status, record: merged(status.record, {}, { fence }) };

/** An alarm without a position (19, A5): cells and status. */
export const alarmWithoutPlace =
  (areaAndCell: number): MessageReader =>
  (content, { model }) => {
    if (content.length < 2) return null;
    const at = cellBytes(content, 0, areaAndCell);
    if (content.length !== at + STATUS_BYTES && content.length !== at + STATUS_BYTES - 1)
      return null;
    return withStatus(whole(EMPTY_RECORD), content, at, content[at + 3] as number, model);
  };

/** Alarm of the short form (32): network of two bytes, and an altitude after the status. */
export const alarm32: MessageReader = (content, context) => {
  const record = readPlace(content, context.offsetMin);
  if (record === null) return null;
  const length = content[GPS_BYTES] ?? 0;
  const at = [GPS_BYTES + 1 + length, GPS_BYTES + length].find((start) =>
    [STATUS_BYTES, STATUS_BYTES + 2].includes(content.length - start),
  );
  if (at === undefined) return part(record);
  const number = content[at + 3] as number;
  const status = withStatus(whole(record), content, at, number, context.model);
  const hasAltitude = content.length === at + STATUS_BYTES + 2;
  const altitudeM = hasAltitude ? content.readInt16BE(at + STATUS_BYTES) : null;
  return { ...status, record: { ...status.record, altitudeM } };
};

/** Alarm with a cell that states its generation, and modules after the status (39). */
export const alarm39: MessageReader = (content, { offsetMin, model }) => {
  const record = readPlace(content, offsetMin);
  if (record === null) return null;
  if (content.length < GPS_BYTES + 3) return part(record);
  const at = GPS_BYTES + typedCellBytes(content, GPS_BYTES);
  if (content.length < at + STATUS_BYTES) return part(record);
  const status = withStatus(whole(record), content, at, wideAlarm(content, at + 3), model);
  const { values, complete } = readStatusModules(content, at + STATUS_BYTES);
  const full = merged(status.record, values);
  return { ...status, record: full, complete: status.complete && complete };
};

/** A3 is an alarm with a position, or the status of other devices. */
export const alarmA3: MessageReader = (content, context) =>
  content.length > GPS_BYTES + STATUS_BYTES ? alarm(content, context) : statusA3(content, context);
