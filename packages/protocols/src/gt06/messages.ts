import type { AttributeValue, DeviceEvent, DeviceRecord } from '../record.ts';
import { EMPTY_RECORD } from '../record.ts';
import { readImei } from './content.ts';
import { modularRecord, readStatusModules } from './modules.ts';
import {
  GPS_BYTES,
  isPositionAt,
  located,
  readAlarmPosition,
  readPosition,
  readTime,
} from './position.ts';
import { alarmEvents, heartbeatRecord, readBattery, readInfo } from './status.ts';

/** What a message says. `complete` is false where bytes of it have no known meaning. */
export interface Reading {
  readonly record: DeviceRecord;
  readonly complete: boolean;
}

/** What a reader knows besides the content. */
export interface MessageContext {
  readonly protocolNumber: number;
  /** Whether the frame is of the long form (7979), in which some numbers mean something else. */
  readonly isLong: boolean;
  /** IMEI of the login; empty before it. */
  readonly deviceId: string;
  /** Minutes the device's clock is ahead of UTC. */
  readonly offsetMin: number;
}

/** Null where nothing of the message can be read. */
type MessageReader = (content: Buffer, context: MessageContext) => Reading | null;

const whole = (record: DeviceRecord): Reading => ({ record, complete: true });
const part = (record: DeviceRecord): Reading => ({ record, complete: false });

/** Beyond 10 million km no odometer is right. */
const MAX_ODOMETER_M = 1e10;

/** Bytes of country, network, area and cell; a country with bit 15 has a network of two bytes. */
function cellBytes(content: Buffer, at: number, areaAndCell: number): number {
  const isWide = content.length >= at + 2 && (content.readUInt16BE(at) & 0x8000) !== 0;
  return 2 + (isWide ? 2 : 1) + areaAndCell;
}

function merged(
  record: DeviceRecord,
  values: Partial<DeviceRecord>,
  attributes: Record<string, AttributeValue> = {},
): DeviceRecord {
  const ignition = values.ignition ?? record.ignition;
  return {
    ...record,
    ...values,
    ignition,
    attributes: { ...record.attributes, ...values.attributes, ...attributes },
  };
}

/** Ignition, upload mode and resent flag. */
function withReport(record: DeviceRecord, content: Buffer, at: number): DeviceRecord {
  return merged(
    record,
    { ignition: content[at] === 1 },
    { uploadMode: content[at + 1] as number, resent: content[at + 2] === 1 },
  );
}

function withOdometer(record: DeviceRecord, metres: number): DeviceRecord {
  return metres > MAX_ODOMETER_M ? record : { ...record, odometerM: metres };
}

/** Whether a device wrote its IMEI at an offset: that of its login, where it made one. */
function isOwnImei(content: Buffer, at: number, { deviceId }: MessageContext): boolean {
  const imei = readImei(content, at);
  return imei !== null && (deviceId === '' || imei === deviceId);
}

/** A digit string for a card or key; null where all bytes are zero. */
function tagOf(bytes: Buffer): string | null {
  return bytes.every((byte) => byte === 0) ? null : bytes.toString('hex');
}

/** What stands behind position and cell in all messages of the common kind. */
function commonTail(record: DeviceRecord, content: Buffer, at: number): Reading {
  const rest = content.length - at;
  if (rest === 0) return whole(record);
  if (rest === 4) return whole(withOdometer(record, content.readUInt32BE(at)));
  if (rest !== 3 && rest !== 7) return part(record);
  const reported = withReport(record, content, at);
  return whole(rest === 3 ? reported : withOdometer(reported, content.readUInt32BE(at + 3)));
}

const READ_PLACE = (content: Buffer, offsetMin: number, at = 0): DeviceRecord | null => {
  const position = readPosition(content, at);
  return position === null ? null : located(position, offsetMin);
};

/** Position alone (10); some devices add a word. */
const gpsOnly: MessageReader = (content, { offsetMin }) => {
  const record = READ_PLACE(content, offsetMin);
  return record === null ? null : whole(record);
};

/** Position, cell, and what common devices put behind it. */
const positionWithCell =
  (areaAndCell: number): MessageReader =>
  (content, { offsetMin }) => {
    const record = READ_PLACE(content, offsetMin);
    if (record === null) return null;
    if (content.length < GPS_BYTES + 2) return part(record);
    const at = GPS_BYTES + cellBytes(content, GPS_BYTES, areaAndCell);
    return content.length < at ? part(record) : commonTail(record, content, at);
  };

/** Position and network of two bytes, ignition, altitude (31; 11 without what follows the cell). */
const positionWithWideCell: MessageReader = (content, { offsetMin }) => {
  const record = READ_PLACE(content, offsetMin);
  if (record === null) return null;
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

/** Information byte, supply voltage, signal and alarm (0x12 and 0x16 of 31 bytes). */
function withSupply(record: DeviceRecord, content: Buffer, at: number, isAlarm: boolean) {
  const info = content[at] as number;
  const { ignition, attributes } = readInfo(info);
  const alarm = content[at + 4] as number;
  return merged(
    record,
    {
      ignition,
      externalVoltageV: content.readUInt16BE(at + 1) / 100,
      events: isAlarm ? alarmEvents(alarm, info) : [],
      attributes,
    },
    { mobileSignal: content[at + 3] as number, ...(isAlarm ? { alarm } : {}) },
  );
}

/** A card's number in text, with the odometer before it and perhaps driving time behind. */
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
  const attributes = { cardStatus: content[end + 1] as number };
  return { record: merged(far, { driverTag }, attributes), complete: content.length <= end + 4 };
}

/** Position with cell (12) and the additions of several makers, told apart by their length. */
const position12: MessageReader = (content, context) => {
  const imeiFirst = isOwnImei(content, 0, context) && isPositionAt(content, 8);
  const body = imeiFirst ? content.subarray(8) : content;
  const record = READ_PLACE(body, context.offsetMin);
  if (record === null) return null;
  const at = GPS_BYTES + cellBytes(body, GPS_BYTES, 5);
  switch (body.length) {
    case 28: {
      const mask = body.readUInt16BE(26);
      return whole(merged(record, { ignition: (mask & 0x8000) !== 0 }, { inputs: mask }));
    }
    case 31:
      return whole(withSupply(record, body, 26, false));
    case 36:
    case 108:
      return withCard(record, body, 26);
    case 38: {
      const supplied = withSupply(record, body, 26, true);
      const temperature = body[33] as number;
      const degrees = (temperature & 0x80) !== 0 ? -(temperature & 0x7f) : temperature;
      const fuel = { ...supplied.attributes, fuel: body.readUInt16BE(31) };
      const far = withOdometer(supplied, body.readUInt32BE(34) * 10);
      return whole({ ...far, temperatureC: degrees, attributes: fuel });
    }
    default:
      return body.length < at ? part(record) : commonTail(record, body, at);
  }
};

const NT_PLACE_AT = 15;
/** Information byte, supply, battery, signal, alarm, language, odometer and hours. */
const NT_STATUS_BYTES = 13;

/** Status, distance and running time of NT and XT models. */
function withNtStatus(record: DeviceRecord, content: Buffer, at: number): DeviceRecord {
  const info = content[at] as number;
  const { ignition, attributes } = readInfo(info);
  return merged(
    withOdometer(record, content.readUIntBE(at + 7, 3)),
    {
      ignition,
      externalVoltageV: content.readUInt16BE(at + 1) / 100,
      batteryVoltageV: (content[at + 3] as number) / 10,
      events: alarmEvents(content[at + 5] as number, 0),
      attributes,
    },
    {
      mobileSignal: content[at + 4] as number,
      alarm: content[at + 5] as number,
      runningMin: content.readUIntBE(at + 10, 3),
    },
  );
}

/** Source, IMEI and the device's own time before the position (22, 25 of NT and XT models). */
function ntRecord(content: Buffer, { protocolNumber, offsetMin }: MessageContext): Reading {
  const record = READ_PLACE(content, offsetMin, NT_PLACE_AT) ?? EMPTY_RECORD;
  const cellAt = NT_PLACE_AT + GPS_BYTES;
  const cell = content[cellAt] ?? 0;
  if (protocolNumber === 0x22) {
    const at = content.length - NT_STATUS_BYTES;
    return at <= cellAt ? part(record) : whole(withNtStatus(record, content, at));
  }
  const at = cellAt + 1 + cell;
  const driverAt = at + NT_STATUS_BYTES;
  const driverBytes = content[driverAt];
  if (cell === 0 || driverBytes === undefined) return part(record);
  if (driverAt + 1 + driverBytes !== content.length) return part(record);
  const status = withNtStatus(record, content, at);
  // The first byte is the kind of key.
  const driverTag = driverBytes > 1 ? tagOf(content.subarray(driverAt + 2)) : null;
  return whole({ ...status, driverTag });
}

const isNt: (content: Buffer, context: MessageContext) => boolean = (content, context) =>
  isOwnImei(content, 1, context) &&
  readTime(content, 9) !== null &&
  isPositionAt(content, NT_PLACE_AT);

/** Temperature or humidity behind the distance (22 of 42 bytes): sign and hundredths. */
function signed(word: number): number {
  return ((word & 0x8000) !== 0 ? -(word & 0x7fff) : word) / 100;
}

/** Position of newer models (22). */
const position22: MessageReader = (content, context) => {
  if (isNt(content, context)) return ntRecord(content, context);
  const record = READ_PLACE(content, context.offsetMin);
  if (record === null) return null;
  if (content.length === 42) {
    const far = withOdometer(withReport(record, content, 27), content.readUInt32BE(30));
    const humidityPercent = content.readUInt16BE(40) / 100;
    const temperatureC = signed(content.readUInt16BE(38));
    return whole(merged({ ...far, temperatureC }, {}, { humidityPercent }));
  }
  return positionWithCell(5)(content, context);
};

const position25: MessageReader = (content, context) =>
  isNt(content, context) ? ntRecord(content, context) : null;

/** Position and a list of cells (1E). */
const positionWithCells: MessageReader = gpsOnly;

/** Position and a card (17 of 35 bytes); other messages of this number are WiFi. */
const position17: MessageReader = (content, { offsetMin }) => {
  if (content.length < 34 || !isPositionAt(content, 0)) return null;
  const record = READ_PLACE(content, offsetMin) ?? EMPTY_RECORD;
  const at = GPS_BYTES + cellBytes(content, GPS_BYTES, 5);
  if (content.length !== at + 9) return part(record);
  return whole({ ...record, driverTag: tagOf(content.subarray(at, at + 8)) });
};

/** Position, ignition and voltages (24 of 41 bytes); other messages of this number are cells. */
const position24: MessageReader = (content, { offsetMin }) => {
  if (content.length !== 41 || !isPositionAt(content, 0)) return null;
  const record = READ_PLACE(content, offsetMin) ?? EMPTY_RECORD;
  return whole({
    ...record,
    ignition: content[26] === 1,
    externalVoltageV: content.readUInt16BE(27) / 100,
    batteryVoltageV: content.readUInt16BE(29) / 100,
    attributes: { extension: content.toString('hex', 31) },
  });
};

/** Status behind a position: information byte, battery, signal, alarm. */
function withStatus(record: DeviceRecord, content: Buffer, at: number): DeviceRecord {
  const info = content[at] as number;
  const { ignition, attributes } = readInfo(info);
  const battery = readBattery(content[at + 1] as number);
  const alarm = content[at + 3] as number;
  return merged(
    record,
    {
      ignition,
      batteryPercent: battery.batteryPercent,
      events: alarmEvents(alarm, info),
      attributes: battery.attributes,
    },
    { mobileSignal: content[at + 2] as number, alarm, ...attributes },
  );
}

const STATUS_BYTES = 5;
const CARD_BYTES = 8;

/**
 * Where the status of an alarm stands. The byte before the cell is its length: with some makers it counts
 * itself, with others not, and some write anything. So the end of the message decides: the status is five
 * bytes, with a card's eight or a fence's one behind it.
 *
 * @returns offset of the information byte; null where nothing fits
 */
function statusAt(content: Buffer, hasFence: boolean): { at: number; isExact: boolean } | null {
  const length = content[GPS_BYTES] as number;
  const behind = hasFence ? 1 : 0;
  const last = content.length - STATUS_BYTES - behind;
  if (last <= GPS_BYTES) return null;
  const starts = [GPS_BYTES + length, GPS_BYTES + 1 + length];
  if (length === 0 || hasFence || starts.includes(last)) return { at: last, isExact: true };
  const withCardAt = last - CARD_BYTES;
  if (starts.includes(withCardAt)) return { at: withCardAt, isExact: true };
  return { at: last, isExact: false };
}

/** A country code of mobile networks. */
const isCountry = (word: number) => (word & 0x7fff) >= 200 && (word & 0x7fff) < 800;

/** An alarm with a place (16, 26, 27, A3, A4). */
const alarm: MessageReader = (content, { protocolNumber, offsetMin }) => {
  const record = READ_PLACE(content, offsetMin);
  if (record === null) return null;
  if (content.length < GPS_BYTES + 1) return part(record);
  const hasFence = protocolNumber === 0x27 || protocolNumber === 0xa4;
  if (content.length === 31 && isCountry(content.readUInt16BE(GPS_BYTES))) {
    return whole(withSupply(record, content, 26, true));
  }
  const found = statusAt(content, hasFence);
  if (found === null) return part(record);
  const { at, isExact } = found;
  const status = withStatus(record, content, at);
  const isCard = !hasFence && content.length === at + STATUS_BYTES + CARD_BYTES;
  const driverTag = isCard ? tagOf(content.subarray(at + STATUS_BYTES)) : null;
  return { record: { ...status, driverTag }, complete: isExact };
};

/** An alarm without a place (19, A5): cells and status. */
const alarmWithoutPlace =
  (areaAndCell: number): MessageReader =>
  (content) => {
    if (content.length < 2) return null;
    const at = cellBytes(content, 0, areaAndCell);
    if (content.length !== at + STATUS_BYTES) return null;
    return whole(withStatus(EMPTY_RECORD, content, at));
  };

/** Alarm of the short form (32): network of two bytes, and an altitude behind the status. */
const alarm32: MessageReader = (content, { offsetMin, isLong }) => {
  if (isLong) return position32Long(content, offsetMin);
  const record = READ_PLACE(content, offsetMin);
  if (record === null) return null;
  const at = GPS_BYTES + 1 + (content[GPS_BYTES] ?? 0);
  if (content.length !== at + STATUS_BYTES + 2 && content.length !== at + STATUS_BYTES) {
    return part(record);
  }
  const status = withStatus(record, content, at);
  const hasAltitude = content.length === at + STATUS_BYTES + 2;
  const altitudeM = hasAltitude ? content.readInt16BE(at + STATUS_BYTES) : null;
  return whole({ ...status, altitudeM });
};

/** Length of the position of the long form of 32, without its time. */
const SHORT_GPS_BYTES = 12;

/** The long form of 32: time, the position's length (0 without a fix), position, cells. */
function position32Long(content: Buffer, offsetMin: number): Reading | null {
  const timeMs = readTime(content, 0);
  if (timeMs === null) return null;
  if (content[6] !== SHORT_GPS_BYTES || content.length < 7 + SHORT_GPS_BYTES) {
    return part({ ...EMPTY_RECORD, timeMs: timeMs - offsetMin * 60_000 });
  }
  const block = Buffer.concat([content.subarray(0, 6), content.subarray(7, 7 + SHORT_GPS_BYTES)]);
  const record = READ_PLACE(block, offsetMin);
  return record === null ? null : part(record);
}

/** Position of vehicle terminals (34): alarm word first, odometer, driver and voltages behind. */
const position34: MessageReader = (content, { offsetMin }) => {
  if (content.length < 51 || !isPositionAt(content, 4)) return null;
  const record = READ_PLACE(content, offsetMin, 4) ?? EMPTY_RECORD;
  const driver = content.readUInt32BE(37);
  return whole(
    merged(
      withOdometer(record, content.readUInt32BE(24)),
      {
        driverTag: driver === 0 ? null : String(driver),
        externalVoltageV: content.readUInt16BE(41) / 100,
        batteryVoltageV: content.readUInt16BE(43) / 100,
      },
      {
        alarmWord: content.readUInt32BE(0),
        inputs: content[49] as number,
        outputs: content[50] as number,
      },
    ),
  );
};

/** Position with a card (36 of 48 bytes), otherwise status with modules. */
const position36: MessageReader = (content, { offsetMin, isLong }) => {
  if (isLong) return null;
  if (content.length === 48 && isPositionAt(content, 0)) {
    const place = READ_PLACE(content, offsetMin) ?? EMPTY_RECORD;
    const far = withOdometer(withReport(place, content, 27), content.readUInt32BE(30));
    return whole(
      merged(
        far,
        {
          externalVoltageV: content.readUInt16BE(34) / 100,
          batteryVoltageV: (content[36] as number) / 10,
          driverTag: tagOf(content.subarray(40)),
        },
        { runningMin: content.readUIntBE(37, 3) },
      ),
    );
  }
  if (content.length < STATUS_BYTES) return null;
  const { values, complete } = readStatusModules(content, STATUS_BYTES);
  if (!complete && content.length > STATUS_BYTES + 120) return null;
  // In a status the fourth byte is no alarm (section 3).
  const status = heartbeatRecord(0x13, content.subarray(0, STATUS_BYTES)) ?? EMPTY_RECORD;
  return { record: merged(status, values), complete };
};

/** Position with cell, report and modules (37). */
const position37: MessageReader = (content, context) => {
  const record = READ_PLACE(content, context.offsetMin);
  if (record === null) return null;
  const at = GPS_BYTES + cellBytes(content, GPS_BYTES, 5);
  if (content.length < at + 3) return part(record);
  const { values, complete } = readStatusModules(content, at + 3);
  return { record: merged(withReport(record, content, at), values), complete };
};

/** Position, upload mode and resent flag, cell of its own kind (38). */
const position38: MessageReader = (content, { offsetMin }) => {
  const record = READ_PLACE(content, offsetMin);
  if (record === null) return null;
  if (content.length < GPS_BYTES + 2) return part(record);
  const attributes = {
    uploadMode: content[GPS_BYTES] as number,
    resent: content[GPS_BYTES + 1] === 1,
  };
  return whole(merged(record, {}, attributes));
};

/** IMEI, position, cell and the number of an iButton (61). */
const position61: MessageReader = (content, context) => {
  if (content.length < 41 || !isOwnImei(content, 0, context)) return null;
  const record = READ_PLACE(content, context.offsetMin, 8);
  if (record === null) return null;
  const driver = content.readUIntBE(35, 6);
  const driverTag = driver === 0 ? null : String(driver);
  return { record: { ...record, driverTag }, complete: content.length === 41 };
};

/** Events of cameras (95) with their codes. */
const CAMERA_EVENTS: Readonly<Record<number, number>> = {
  1: 50,
  14: 60,
  118: 67,
  128: 49,
  135: 43,
  136: 58,
  144: 40,
  145: 41,
  146: 42,
  147: 45,
};

/** Event, its number and the names of its files. */
function withCameraEvent(record: DeviceRecord, content: Buffer, at: number): Reading {
  const event = content[at];
  if (event === undefined) return part(record);
  const code = CAMERA_EVENTS[event];
  const events: DeviceEvent[] = code === undefined ? [] : [{ code, kind: 'pulse' }];
  const attributes: Record<string, AttributeValue> = { event };
  if (content.length >= at + 3) attributes.eventData = content.readUInt16BE(at + 1);
  const files = content.toString('latin1', at + 3).replaceAll('\0', '');
  if (files !== '') attributes.eventFiles = files;
  return { record: merged({ ...record, events }, {}, attributes), complete: code !== undefined };
}

/** Alarm of a camera (95) in its three forms: marked, with a place, with a time only. */
const alarm95: MessageReader = (content, { offsetMin }) => {
  if (content.length >= 3 && content.readUInt16BE(0) === 0xffff) {
    const position = readAlarmPosition(content, 3, true);
    if (position === null || content.length < 24) return null;
    const externalVoltageV = content.readUInt16BE(22) / 10;
    return withCameraEvent({ ...located(position, offsetMin), externalVoltageV }, content, 24);
  }
  const timeMs = readTime(content, 0);
  if (timeMs === null) return null;
  const position = content.length > 9 ? readAlarmPosition(content, 0, false) : null;
  if (position !== null) return withCameraEvent(located(position, offsetMin), content, 16);
  const record = { ...EMPTY_RECORD, timeMs: timeMs - offsetMin * 60_000 };
  return withCameraEvent(record, content, 6);
};

/** Position with a 4G cell, status, odometer and hours (A2 of 59 bytes); otherwise WiFi and cells. */
const positionA2: MessageReader = (content, { offsetMin }) => {
  const at = GPS_BYTES + cellBytes(content, GPS_BYTES, 12) + 1;
  if (content.length !== at + 25 || !isPositionAt(content, 0)) return null;
  const record = READ_PLACE(content, offsetMin) ?? EMPTY_RECORD;
  const info = content[at] as number;
  const { ignition, attributes } = readInfo(info);
  const battery = readBattery(content[at + 3] as number);
  const supply = content.readUInt16BE(at + 1) / 100;
  const alarmByte = content[at + 5] as number;
  return whole(
    merged(
      withOdometer(record, content.readUInt32BE(at + 7)),
      {
        ignition,
        externalVoltageV: supply === 0 ? null : supply,
        batteryPercent: battery.batteryPercent,
        events: alarmEvents(alarmByte, info),
        attributes: battery.attributes,
      },
      {
        mobileSignal: content[at + 4] as number,
        alarm: alarmByte,
        runningS: content.readUInt32BE(at + 11),
        inputs: content.readUInt16BE(at + 23),
        ...attributes,
      },
    ),
  );
};

/** Information of the short form (94): the supply in hundredths of a volt. */
const information: MessageReader = (content, { isLong }) => {
  if (isLong || content.length !== 2) return null;
  return whole({ ...EMPTY_RECORD, externalVoltageV: content.readInt16BE(0) / 100 });
};

/** Alarm with the number of a fence and a 4G cell (A3). */
const alarmA3: MessageReader = (content, context) =>
  content.length > GPS_BYTES + STATUS_BYTES ? alarm(content, context) : null;

const heartbeat: MessageReader = (content, { protocolNumber }) => {
  const record = heartbeatRecord(protocolNumber, content);
  return record === null ? null : whole(record);
};

/** Readers by protocol number. */
const READERS: Readonly<Record<number, MessageReader>> = {
  16: gpsOnly,
  17: positionWithWideCell,
  18: position12,
  19: heartbeat,
  22: alarm,
  23: position17,
  25: alarmWithoutPlace(5),
  30: positionWithCells,
  34: position22,
  35: heartbeat,
  36: position24,
  37: position25,
  38: alarm,
  39: alarm,
  45: positionWithCell(5),
  49: positionWithWideCell,
  50: alarm32,
  52: position34,
  54: position36,
  55: position37,
  56: position38,
  97: position61,
  112: (content) => (content.length < 4 ? null : modularRecord(content)),
  148: information,
  149: alarm95,
  160: positionWithCell(12),
  162: positionA2,
  163: alarmA3,
  164: alarm,
  165: alarmWithoutPlace(12),
};

/** Reads a message that may hold a record; null where it holds none, or nothing of it is known. */
export function readMessage(content: Buffer, context: MessageContext): Reading | null {
  return READERS[context.protocolNumber]?.(content, context) ?? null;
}
