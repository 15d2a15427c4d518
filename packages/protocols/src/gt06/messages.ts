import { alarm, alarm32, alarm39, alarmA3, alarmWithoutPlace } from './alarm-messages.ts';
import { alarm95 } from './camera-messages.ts';
import { information, serialData } from './information-messages.ts';
import { longPosition } from './long-messages.ts';
import { MESSAGE } from './message-numbers.ts';
import { modularRecord } from './modules.ts';
import { accessPointsF3, cellMessage, networkAlarm } from './network-messages.ts';
import { position22, position25 } from './nt-messages.ts';
import { accessory, batteryManagement, deviceStatus, engineValues } from './peripheral-messages.ts';
import {
  gpsOnly,
  position12,
  position17,
  position24,
  positionWithCell,
  positionWithCells,
  positionWithPhone,
  positionWithWideCell,
} from './position-messages.ts';
import type { MessageContext, MessageReader, Reading } from './reading.ts';
import { heartbeat } from './status.ts';
import {
  position34,
  position36,
  position37,
  position38,
  position61,
  positionA2,
} from './terminal-messages.ts';

/** Places for cells in a message without a count. */
const CELLS = 7;
const FEWER_CELLS = 6;
const CELL = { area: 2, cell: 3 } as const;
const LTE_CELL = { area: 4, cell: 8 } as const;

/** Readers by protocol number. */
const READERS: Readonly<Record<number, MessageReader>> = {
  [MESSAGE.gps]: gpsOnly,
  [MESSAGE.gpsWideCell]: positionWithWideCell,
  [MESSAGE.gpsCell]: position12,
  [MESSAGE.heartbeat]: heartbeat,
  [MESSAGE.alarm]: alarm,
  [MESSAGE.gpsCard]: position17,
  [MESSAGE.cells]: cellMessage(CELLS, CELL, false),
  [MESSAGE.cellAlarm]: alarmWithoutPlace(5),
  [MESSAGE.gpsPhone]: positionWithPhone,
  [MESSAGE.gpsCells]: positionWithCells,
  [MESSAGE.gpsCellUtc]: position22,
  [MESSAGE.heartbeatVolts]: heartbeat,
  [MESSAGE.gpsOrCells]: position24,
  [MESSAGE.gpsDriver]: position25,
  [MESSAGE.alarmUtc]: alarm,
  [MESSAGE.fenceAlarm]: alarm,
  [MESSAGE.cellsUtc]: cellMessage(CELLS, CELL, false),
  [MESSAGE.addressRequest]: positionWithPhone,
  [MESSAGE.cellsWifi]: cellMessage(CELLS, CELL, true),
  [MESSAGE.gpsCell2]: positionWithCell(5),
  [MESSAGE.cells2]: cellMessage(CELLS, CELL, false),
  [MESSAGE.gpsAltitude]: positionWithWideCell,
  [MESSAGE.alarmAltitude]: alarm32,
  [MESSAGE.cellsWifi2]: cellMessage(FEWER_CELLS, { area: 2, cell: 4 }, true),
  [MESSAGE.vehicleTerminal]: position34,
  [MESSAGE.statusModules]: position36,
  [MESSAGE.gpsModules]: position37,
  [MESSAGE.gpsTypedCell]: position38,
  [MESSAGE.alarmModules]: alarm39,
  [MESSAGE.batteryManagement]: batteryManagement,
  [MESSAGE.ibutton]: position61,
  [MESSAGE.modules]: (content) => (content.length < 4 ? null : modularRecord(content)),
  [MESSAGE.engine]: engineValues,
  [MESSAGE.information]: information,
  [MESSAGE.cameraAlarm]: alarm95,
  [MESSAGE.serialPort]: serialData,
  [MESSAGE.gpsLteCell]: positionWithCell(12),
  [MESSAGE.lteCells]: cellMessage(CELLS, LTE_CELL, false),
  [MESSAGE.lteCellsWifi]: positionA2,
  [MESSAGE.lteAlarm]: alarmA3,
  [MESSAGE.lteFenceAlarm]: alarm,
  [MESSAGE.lteCellAlarm]: alarmWithoutPlace(12),
  [MESSAGE.wifiAlarm]: networkAlarm,
  [MESSAGE.deviceStatus]: deviceStatus,
  [MESSAGE.accessory]: accessory,
  [MESSAGE.wifi]: accessPointsF3,
};
/** Readers of numbers that have another meaning in the long form. */
const LONG_READERS: Readonly<Record<number, MessageReader>> = {
  [MESSAGE.alarmAltitude]: longPosition,
  [MESSAGE.cellsWifi2]: longPosition,
};

/**
 * Decodes a message that may contain a record; null if it contains none or has no known meaning.
 */
export function readMessage(content: Buffer, context: MessageContext): Reading | null {
  const { isLong, protocolNumber } = context;
  const long = isLong ? LONG_READERS[protocolNumber] : undefined;
  return (long ?? READERS[protocolNumber])?.(content, context) ?? null;
}
