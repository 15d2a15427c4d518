import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { isWordText } from './content.ts';
import { readTime } from './position.ts';
import { type MessageReader, part, type Reading, whole } from './reading.ts';
import { tagOf } from './record-fields.ts';
import { someVoltage } from './status.ts';

/** Kinds of information (94). */
const KIND = {
  analogInput: 0x00,
  states: 0x04,
  door: 0x05,
  identity: 0x0a,
  supply: 0x0b,
  fuelSensor: 0x0d,
  serialPort: 0x1b,
  climate: 0x1e,
} as const;

const valuesOf = (
  attributes: Record<string, AttributeValue>,
  values: Partial<DeviceRecord> = {},
): DeviceRecord => ({ ...EMPTY_RECORD, ...values, attributes });

/** Alarm and status bytes of `name=hex` pairs, by the names that the device uses. */
const STATE_NAMES: Readonly<Record<string, string>> = {
  ALM1: 'alarmState1',
  ALM2: 'alarmState2',
  ALM3: 'alarmState3',
  ALM4: 'alarmState4',
  STA1: 'deviceState',
  DYD: 'oilCutState',
};

function states(body: Buffer): Reading {
  const attributes: Record<string, AttributeValue> = {};
  for (const pair of body.toString('latin1').split(';')) {
    const [key = '', value = ''] = pair.split('=');
    const name = STATE_NAMES[key];
    if (name !== undefined && /^[\da-f]{1,8}$/i.test(value))
      attributes[name] = Number.parseInt(value, 16);
    else if (key === 'SOS' || key === 'CENTER' || key === 'FENCE')
      attributes[key.toLowerCase()] = value;
  }
  return { record: valuesOf(attributes), complete: Object.keys(attributes).length > 0 };
}

const TIME_BYTES = 6;

/** Door and input, with or without a time. */
function door(body: Buffer, offsetMin: number): Reading | null {
  const isTimed = body.length > TIME_BYTES;
  const flags = body[isTimed ? TIME_BYTES : 0];
  if (flags === undefined) return null;
  const localMs = isTimed ? readTime(body, 0) : null;
  const timeMs = localMs === null ? null : localMs - offsetMin * 60_000;
  return whole(valuesOf({ door: (flags & 1) !== 0, input1: (flags & 4) !== 0 }, { timeMs }));
}

const trimmedHex = (bytes: Buffer) => bytes.toString('hex').replace(/f+$/, '');

function identity(body: Buffer): Reading | null {
  if (body.length < 26) return null;
  const attributes = {
    imsi: trimmedHex(body.subarray(8, 16)),
    iccid: trimmedHex(body.subarray(16, 26)),
  };
  return whole(valuesOf(attributes));
}

/** One byte is the generation of the network, two are a voltage. */
function supply(body: Buffer): Reading | null {
  if (body.length === 1) return whole(valuesOf({ networkGeneration: body[0] === 0 ? 2 : 4 }));
  if (body.length !== 2) return null;
  return whole(valuesOf({}, someVoltage(body.readUInt16BE(0) / 100)));
}

/** Fields of the text of an ultrasonic fuel sensor: temperature and level among others. */
const FUEL_SENSOR =
  /^!AIOIL,\d+,[\d.]+,(?<temperature>-?[\d.]+),[^,]+,\d+,(?<level>[\d.]+),[01],\d+,/;

function fuelSensor(body: Buffer, offsetMin: number): Reading | null {
  const start = body.indexOf('!AIOIL');
  const found = FUEL_SENSOR.exec(body.toString('latin1', Math.max(0, start)));
  if (start < 0 || found?.groups === undefined) return null;
  const localMs = start === TIME_BYTES ? readTime(body, 0) : null;
  const timeMs = localMs === null ? null : localMs - offsetMin * 60_000;
  const values = {
    timeMs,
    temperatureC: Number(found.groups.temperature),
  };
  return whole(valuesOf({ fuelSensor1Level: Number(found.groups.level) }, values));
}

const CARD_READER_BYTES = 8;

/** Bytes of the serial port: text, or a card reader's frame (head, type, number, sum, end). */
function serialPort(body: Buffer): Reading | null {
  if (isWordText(body)) return whole(valuesOf({ serialData: body.toString('latin1').trim() }));
  if (body.length !== CARD_READER_BYTES) return null;
  return whole(valuesOf({}, { driverTag: tagOf(body.subarray(2, 6)) }));
}

function climate(body: Buffer): Reading | null {
  if (body.length < 8) return null;
  const humidityPercent = body.readInt32BE(4) / 10;
  const temperatureC = body.readInt32BE(0) / 10;
  if (Math.abs(temperatureC) > 200 || humidityPercent < 0 || humidityPercent > 100) return null;
  return whole(valuesOf({ humidityPercent }, { temperatureC }));
}

/** Information (94): the short form is a supply voltage, the long one begins with its kind. */
export const information: MessageReader = (content, { isLong, offsetMin }) => {
  if (!isLong) {
    if (content.length !== 2) return null;
    return whole({ ...EMPTY_RECORD, externalVoltageV: content.readInt16BE(0) / 100 });
  }
  const body = content.subarray(1);
  switch (content[0]) {
    case KIND.analogInput:
      return body.length < 2
        ? null
        : whole(valuesOf({ analogInput1V: body.readUInt16BE(0) / 100 }));
    case KIND.states:
      return states(body);
    case KIND.door:
      return door(body, offsetMin);
    case KIND.identity:
      return identity(body);
    case KIND.supply:
      return supply(body);
    case KIND.fuelSensor:
      return fuelSensor(body, offsetMin);
    case KIND.serialPort:
      return serialPort(body);
    case KIND.climate:
      return climate(body);
    default:
      return null;
  }
};

/** Bytes of an external device, after its kind (9B): text if all are printable, otherwise hex. */
export const serialData: MessageReader = (content) => {
  if (content.length < 2) return null;
  const body = content.subarray(1);
  const isText = /^[\x20-\x7e]+[\r\n]*$/.test(body.toString('latin1'));
  const data = isText ? body.toString('latin1').trim() : body.toString('hex');
  return whole(valuesOf({ serialPort: content[0] as number, serialData: data }));
};

/** Digits of a phone number as text, padded. */
const PHONE_BYTES = 21;

/** A phone number that asks for an address (2A, 1A): after the position. */
export function withPhone(record: DeviceRecord, content: Buffer, at: number): Reading {
  if (content.length < at + PHONE_BYTES) return part(record);
  const text = content.toString('latin1', at, at + PHONE_BYTES).replace(/[^\d+]/g, '');
  const attributes = { ...record.attributes, ...(text !== '' && { phoneNumber: text }) };
  return whole({ ...record, attributes });
}
