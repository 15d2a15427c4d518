import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceRecord } from '../record.ts';
import { BodyReader, readAlarm, readStatus } from './reading.ts';

/** A record, and whether all of the body is understood. */
export interface Reading {
  readonly record: DeviceRecord;
  readonly complete: boolean;
}

export const TYPE = {
  login: 0x01,
  place: 0x02,
  heartbeat: 0x03,
  alarm: 0x04,
  state: 0x05,
  textMessage: 0x06,
  obd: 0x07,
  normal: 0x12,
  warning: 0x14,
  report: 0x15,
  downlink: 0x80,
  data: 0x81,
} as const;

function finish(reader: BodyReader, complete = true): Reading | null {
  if (reader.isShort) return null;
  const { values, attributes } = reader;
  if (reader.left > 0) attributes.content = reader.hex(reader.left);
  const { fixValid, headingDeg } = values;
  const record = inPhysicalRange({
    ...values,
    altitudeM: fixValid ? values.altitudeM : null,
    headingDeg: fixValid && headingDeg !== null && headingDeg <= 360 ? headingDeg % 360 : null,
    attributes,
  });
  return { record, complete: complete && attributes.content === undefined };
}

/** Position packets of the first version (02, 04, 05, 06). */
export function readOld(type: number, body: Buffer): Reading | null {
  const reader = new BodyReader(body);
  const { values, attributes } = reader;
  reader.readTime();
  reader.readPlace();
  values.speedKmh = reader.unsigned(1);
  values.headingDeg = reader.unsigned(2);
  reader.addCell(reader.unsigned(2), reader.unsigned(2), reader.unsigned(2), reader.unsigned(3));
  values.fixValid = (reader.unsigned(1) & 1) === 1 && values.latitudeDeg !== null;
  if (type === TYPE.alarm) readAlarm(reader, reader.unsigned(1));
  else if (type === TYPE.state) readState(reader);
  else if (type === TYPE.place && reader.left >= 2) {
    readStatus(reader, reader.unsigned(2), true);
    if (reader.left >= 8) {
      values.batteryVoltageV = reader.unsigned(2) / 1000;
      attributes.mobileSignal = reader.unsigned(2);
      attributes.analogInput1Mv = reader.unsigned(2);
      attributes.analogInput2Mv = reader.unsigned(2);
    }
  }
  return finish(reader);
}

const IGNITION_ON = 1;
const IGNITION_OFF = 2;
const WITH_TIME = 3;

/** What happened: its number, the time, the status. */
function readState(reader: BodyReader): void {
  const { values, attributes } = reader;
  const event = reader.unsigned(1);
  attributes.event = event;
  if (event === IGNITION_ON || event === IGNITION_OFF) values.ignition = event === IGNITION_ON;
  if (event < IGNITION_ON || event > WITH_TIME) return;
  attributes.eventTime = new Date(reader.unsigned(4) * 1000).toISOString();
  if (reader.left >= 2) readStatus(reader, reader.unsigned(2), true);
}

/** Cells, access points and radio of the second version, by the bits of the mask. */
function readNetwork(reader: BodyReader, mask: number): void {
  let network: readonly [number, number] = [0, 0];
  if ((mask & 0x02) !== 0) network = [reader.unsigned(2), reader.unsigned(2)];
  for (const bit of [0x02, 0x04, 0x08]) {
    if ((mask & bit) === 0) continue;
    reader.addCell(...network, reader.unsigned(2), reader.unsigned(4), reader.signed(1));
  }
  for (const bit of [0x10, 0x20, 0x40]) {
    if ((mask & bit) === 0) continue;
    reader.addText('accessPoints', `${reader.mac()},${reader.signed(1)}`);
  }
  if ((mask & 0x80) === 0) return;
  reader.attributes.networkType = reader.unsigned(1);
  const count = reader.unsigned(1);
  if (count === 0) return;
  network = [reader.unsigned(2), reader.unsigned(2)];
  const area = reader.unsigned(2);
  reader.attributes.trackingArea = reader.unsigned(2);
  reader.addCell(...network, area, reader.unsigned(4));
  reader.take(2); // timing advance
  // The neighbours have only a physical number.
  const neighbours: string[] = [];
  for (let n = 0; n < count && !reader.isShort; n += 1)
    neighbours.push(`${reader.unsigned(2)},${reader.unsigned(2)},${reader.unsigned(1)}`);
  reader.attributes.neighbourCells = neighbours.join(';');
}

/** Sensors of the environment; zeros mean that there are none. */
function readEnvironment(reader: BodyReader): void {
  const { values, attributes } = reader;
  const temperature = reader.signed(2) / 256;
  const humidity = reader.unsigned(2) / 10;
  const illuminance = reader.unsigned(4) / 256;
  const carbonDioxide = reader.unsigned(4);
  if (temperature === 0 && humidity === 0 && illuminance === 0 && carbonDioxide === 0) return;
  values.temperatureC = temperature;
  Object.assign(attributes, { humidityPercent: humidity, illuminance, carbonDioxide });
}

/** Bluetooth sensors: number of them, kind, and for each its address and values. */
function readTags(reader: BodyReader): void {
  const count = reader.unsigned(1);
  reader.take(1);
  for (let n = 1; n <= count && !reader.isShort; n += 1) {
    const { attributes } = reader;
    attributes[`tag${n}Id`] = reader.hex(6);
    attributes[`tag${n}Signal`] = reader.signed(1);
    reader.take(3); // reserved, model, version
    attributes[`tag${n}BatteryV`] = reader.unsigned(2) / 1000;
    attributes[`tag${n}TemperatureC`] = reader.signed(2) / 256;
    attributes[`tag${n}Data`] = reader.unsigned(2);
  }
}

/** Values behind the status of a normal packet; firmware sends as many as it has. */
function readMeasures(reader: BodyReader): void {
  const { values, attributes } = reader;
  if (reader.left >= 2) values.batteryVoltageV = reader.unsigned(2) / 1000;
  if (reader.left >= 4) {
    attributes.analogInput1Mv = reader.unsigned(2);
    attributes.analogInput2Mv = reader.unsigned(2);
  }
  if (reader.left >= 4) values.odometerM = reader.unsigned(4);
  if (reader.left >= 4) reader.take(4); // counters of the radio and of the receiver
  if (reader.left >= 4) {
    attributes.steps = reader.unsigned(2);
    attributes.walkingS = reader.unsigned(2);
  }
  if (reader.left >= 12) readEnvironment(reader);
  if (reader.left >= 2) {
    const second = reader.signed(2) / 16;
    if (second !== 0) {
      attributes.temperature2C = second;
      values.temperatureC ??= second;
    }
  }
  if (reader.left >= 2) readTags(reader);
}

/** Packets of the second version with time, place and network (12 and 14 to 19). */
export function readNew(type: number, body: Buffer): Reading | null {
  const reader = new BodyReader(body);
  const { values, attributes } = reader;
  reader.readTime();
  const mask = reader.unsigned(1);
  if ((mask & 1) === 1) {
    reader.readPlace();
    values.altitudeM = reader.signed(2);
    values.speedKmh = reader.unsigned(2);
    values.headingDeg = reader.unsigned(2);
    values.satellites = reader.unsigned(1);
  }
  readNetwork(reader, mask);
  const isKnown = type === TYPE.normal || type === TYPE.warning || type === TYPE.report;
  if (type === TYPE.warning) readAlarm(reader, reader.unsigned(1));
  if (type === TYPE.report) attributes.event = reader.unsigned(1);
  if (isKnown) {
    const status = reader.unsigned(2);
    values.fixValid = (status & 1) === 1 && values.latitudeDeg !== null;
    readStatus(reader, status, false);
  }
  if (type === TYPE.normal) readMeasures(reader);
  return finish(reader, isKnown);
}

const STATUS_BYTES = 2;
const OBD_STATUS_BYTES = 4;
const OBD_DISTANCE_KM = 0x8a;

/** A heartbeat (03), or the short form of vehicle data (07): the status. Its time is that of arrival. */
export function readHeartbeat(type: number, body: Buffer): Reading | null {
  const isStatus =
    type === TYPE.heartbeat ? body.length >= STATUS_BYTES : body.length === OBD_STATUS_BYTES;
  if (!isStatus) return null;
  const reader = new BodyReader(body);
  readStatus(reader, reader.unsigned(2), true);
  return finish(reader);
}

/** Vehicle data (07): time, then numbers with their values. */
export function readObd(body: Buffer): Reading | null {
  const reader = new BodyReader(body);
  reader.readTime();
  while (reader.left > 0 && !reader.isShort) {
    const id = reader.unsigned(1);
    const value = reader.signed(4);
    if (id === OBD_DISTANCE_KM) reader.attributes.obdDistanceKm = value;
    else reader.attributes[`obd${id.toString(16).padStart(2, '0')}`] = value;
  }
  return finish(reader);
}

const LOCATION =
  /Lat:([NS])(\d+\.\d+).*Lon:([EW])(\d+\.\d+).*Course:(\d+\.\d+).*Speed:(\d+\.\d+).*Date ?Time:(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/;

/** The position in the text that answers a request for it; null if there is none. */
export function readLocationText(text: string): DeviceRecord | null {
  const found = LOCATION.exec(text);
  if (found === null) return null;
  const [, north, latitude, east, longitude, course, speed, day, time] = found;
  const timeMs = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(timeMs)) return null;
  const reader = new BodyReader(Buffer.alloc(0));
  const sign = (isPositive: boolean) => (isPositive ? 1 : -1);
  return inPhysicalRange({
    ...reader.values,
    timeMs,
    latitudeDeg: Number(latitude) * sign(north === 'N'),
    longitudeDeg: Number(longitude) * sign(east === 'E'),
    fixValid: Number(latitude) <= 90 && Number(longitude) <= 180,
    speedKmh: Number(speed),
    headingDeg: Number(course) % 360,
  });
}
