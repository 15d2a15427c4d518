import { EVENT } from '@roadworthy/domain';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
} from '../record.ts';
import { located, readAlarmPosition, readTime } from './position.ts';
import { type MessageReader, part, type Reading } from './reading.ts';
import { merged } from './record-fields.ts';

/** Events of cameras (95) with their codes. */
const CAMERA_EVENTS: ReadonlyMap<number, number> = new Map<number, number>([
  [0x01, EVENT.panicButton],
  [0x0e, EVENT.lowBattery],
  [0x76, EVENT.temperatureOutOfRange],
  [0x80, EVENT.shock],
  [0x87, EVENT.overSpeed],
  [0x88, EVENT.powerDisconnected],
  [0x90, EVENT.harshAcceleration],
  [0x91, EVENT.harshBraking],
  [0x92, EVENT.harshCornering],
  [0x93, EVENT.collision],
]);

function withCameraEvent(record: DeviceRecord, content: Buffer, at: number): Reading {
  const event = content[at];
  if (event === undefined) return part(record);
  const code = CAMERA_EVENTS.get(event);
  const events: DeviceEvent[] = code === undefined ? [] : [{ code, kind: 'pulse' }];
  const attributes: Record<string, AttributeValue> = { event };
  if (content.length >= at + 3) attributes.eventData = content.readUInt16BE(at + 1);
  const files = content.toString('latin1', at + 3).replaceAll('\0', '');
  if (files !== '') attributes.eventFiles = files;
  return { record: merged({ ...record, events }, {}, attributes), complete: code !== undefined };
}

/** Alarm of a camera (95) in its three forms: with a marker, with a position, with a time only. */
export const alarm95: MessageReader = (content, { offsetMin }) => {
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
