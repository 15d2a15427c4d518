import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../record.ts';

/** Messages that report one event. */
const CODES: Readonly<Record<string, number>> = {
  GTSOS: EVENT.panicButton,
  GTBPL: EVENT.lowBattery,
  GTMPN: EVENT.powerRestored,
  GTMPF: EVENT.powerDisconnected,
  GTTOW: EVENT.towing,
  GTIDL: EVENT.excessiveIdling,
  GTJDR: EVENT.signalJamming,
  GTTMP: EVENT.temperatureOutOfRange,
  GTCRA: EVENT.collision,
};

/** Second digit of the report type of GTHBM. */
const HARSH: Readonly<Record<string, number>> = {
  0: EVENT.harshBraking,
  1: EVENT.harshAcceleration,
  2: EVENT.harshCornering,
};

/** Second digit of the report type of GTGEO. */
const FENCE: Readonly<Record<string, number>> = { 0: EVENT.geofenceLeft, 1: EVENT.geofenceEntered };
/** State of GTJDS: jamming has begun. */
const JAMMED = '2';

/**
 * The event of a message.
 *
 * @param reportType the report type, two digits, in the sixth field
 */
export function eventsOf(type: string, fields: readonly string[]): DeviceEvent[] {
  const second = fields[5]?.length === 2 ? (fields[5][1] as string) : '';
  const code =
    type === 'GTHBM'
      ? HARSH[second]
      : type === 'GTGEO'
        ? FENCE[second]
        : type === 'GTJDS' && fields[4] === JAMMED
          ? EVENT.signalJamming
          : CODES[type];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}
