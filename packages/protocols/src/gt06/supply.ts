import type { DeviceRecord } from '../record.ts';
import { merged } from './reading.ts';
import { alarmEvents, readInfo } from './status.ts';

/** Information byte, supply voltage, signal and alarm (0x12 and 0x16 of 31 bytes). */
export function withSupply(record: DeviceRecord, content: Buffer, at: number, isAlarm: boolean) {
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
