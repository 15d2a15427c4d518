import { EMPTY_RECORD } from '../record.ts';
import { alarm, alarm32, alarmA3, alarmWithoutPlace } from './alarm-messages.ts';
import { alarm95 } from './camera-messages.ts';
import { modularRecord } from './modules.ts';
import { position22, position25 } from './nt-messages.ts';
import {
  gpsOnly,
  position12,
  position17,
  position24,
  positionWithCell,
  positionWithWideCell,
} from './position-messages.ts';
import { type MessageContext, type MessageReader, type Reading, whole } from './reading.ts';
import { heartbeatRecord } from './status.ts';
import {
  position34,
  position36,
  position37,
  position38,
  position61,
  positionA2,
} from './terminal-messages.ts';

/** Information of the short form (94): supply voltage in hundredths of a volt. */
const information: MessageReader = (content, { isLong }) => {
  if (isLong || content.length !== 2) return null;
  return whole({ ...EMPTY_RECORD, externalVoltageV: content.readInt16BE(0) / 100 });
};

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
  // The following cells are not read.
  30: gpsOnly,
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

/**
 * Decodes a message that may contain a record; null if it contains none or has no known meaning.
 */
export function readMessage(content: Buffer, context: MessageContext): Reading | null {
  return READERS[context.protocolNumber]?.(content, context) ?? null;
}
