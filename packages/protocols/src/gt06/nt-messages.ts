import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { alarmEvents } from './alarms.ts';
import { MESSAGE } from './message-numbers.ts';
import { GPS_BYTES, isPositionAt, readTime } from './position.ts';
import { positionWithCell } from './position-messages.ts';
import {
  isOwnImei,
  type MessageContext,
  type MessageReader,
  part,
  type Reading,
  whole,
} from './reading.ts';
import { merged, readPlace, tagOf, withOdometer, withReport } from './record-fields.ts';
import { describeAlarm, readInfo } from './status.ts';

const NT_PLACE_AT = 15;
/** Information byte, supply, battery, signal, alarm, language, odometer and hours. */
const NT_STATUS_BYTES = 13;

/** Status, distance and running time of NT and XT models. */
function withNtStatus(
  record: DeviceRecord,
  content: Buffer,
  at: number,
  model: string,
): Reading & { readonly states: readonly number[] } {
  const { ignition, attributes, states } = readInfo(content[at] as number);
  const alarm = content[at + 5] as number;
  const described = describeAlarm(alarm);
  const status = merged(
    withOdometer(record, content.readUIntBE(at + 7, 3)),
    {
      ignition,
      externalVoltageV: content.readUInt16BE(at + 1) / 100,
      batteryVoltageV: (content[at + 3] as number) / 10,
      events: alarmEvents(alarm, model),
      attributes,
    },
    {
      mobileSignal: content[at + 4] as number,
      ...described.attributes,
      runningMin: content.readUIntBE(at + 10, 3),
    },
  );
  return { record: status, complete: described.isKnown, states };
}

/** Source, IMEI and device time before the position (22, 25 of NT and XT models). */
function ntRecord(content: Buffer, { protocolNumber, offsetMin, model }: MessageContext): Reading {
  const record = readPlace(content, offsetMin, NT_PLACE_AT) ?? EMPTY_RECORD;
  const cellAt = NT_PLACE_AT + GPS_BYTES;
  const cell = content[cellAt] ?? 0;
  if (protocolNumber === MESSAGE.gpsCellUtc) {
    const at = content.length - NT_STATUS_BYTES;
    return at <= cellAt ? part(record) : withNtStatus(record, content, at, model);
  }
  const at = cellAt + 1 + cell;
  const driverAt = at + NT_STATUS_BYTES;
  const driverBytes = content[driverAt];
  if (cell === 0 || driverBytes === undefined) return part(record);
  if (driverAt + 1 + driverBytes !== content.length) return part(record);
  const status = withNtStatus(record, content, at, model);
  // The first byte is the type of key.
  const driverTag = driverBytes > 1 ? tagOf(content.subarray(driverAt + 2)) : null;
  return { ...status, record: { ...status.record, driverTag } };
}

const isNt: (content: Buffer, context: MessageContext) => boolean = (content, context) =>
  isOwnImei(content, 1, context) &&
  readTime(content, 9) !== null &&
  isPositionAt(content, NT_PLACE_AT);

/** Temperature or humidity after the distance (22 of 42 bytes): sign and hundredths. */
function signed(word: number): number {
  return ((word & 0x8000) !== 0 ? -(word & 0x7fff) : word) / 100;
}

/** Position of newer models (22). */
export const position22: MessageReader = (content, context) => {
  if (isNt(content, context)) return ntRecord(content, context);
  const record = readPlace(content, context.offsetMin);
  if (record === null) return null;
  if (content.length === 42) {
    const far = withOdometer(withReport(record, content, 27), content.readUInt32BE(30));
    const humidityPercent = content.readUInt16BE(40) / 100;
    const temperatureC = signed(content.readUInt16BE(38));
    return whole(merged({ ...far, temperatureC }, {}, { humidityPercent }));
  }
  return positionWithCell(5)(content, context);
};

export const position25: MessageReader = (content, context) =>
  isNt(content, context) ? ntRecord(content, context) : null;
