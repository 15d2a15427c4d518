import { EVENT } from '@roadworthy/domain';
import {
  encodeGps103Heartbeat,
  encodeGps103Login,
  encodeGps103Position,
  encodeH02Position,
} from '@roadworthy/protocols';
import type { DeviceEncoder } from './device-encoder.ts';
import type { SimulatedVehicle } from './fleet.ts';

/** Bits of the vehicle status of H02 that apply to an event. */
const H02_ALARMS: Readonly<Record<number, number>> = {
  [EVENT.overSpeed]: 2,
  [EVENT.panicButton]: 18,
};
const GPS103_ALARMS: Readonly<Record<number, string>> = {
  [EVENT.overSpeed]: 'speed',
  [EVENT.panicButton]: 'help me',
};

/** A command of the platform; confirmations have the type V4. */
const H02_COMMAND = /\*HQ,\d+,(CR|D1|S20|R1|INFO)(?:,[^#]*)?#/;

/** A device with H02: each report names it, and is confirmed. */
export function h02(vehicle: SimulatedVehicle): DeviceEncoder {
  return {
    batch: 10,
    opening: () => [],
    report: (samples) => ({
      bytes: Buffer.concat(
        samples.map((sample) =>
          encodeH02Position(vehicle.number, sample, H02_ALARMS[sample.eventCode ?? 0] ?? null),
        ),
      ),
      isAnswered: (received) => received.toString('latin1').split('#').length - 1 >= samples.length,
    }),
    interruption: (received) => {
      const text = received.toString('latin1');
      const found = H02_COMMAND.exec(text);
      if (found === null) return null;
      const [whole, type = ''] = found;
      const rest = text.slice(0, found.index) + text.slice(found.index + whole.length);
      const said = type === 'S20' ? `${type},DONE` : type;
      return {
        reply: Buffer.from(`*HQ,${vehicle.number},V4,${said}#`, 'latin1'),
        rest: Buffer.from(rest, 'latin1'),
      };
    },
  };
}

/** A device with GPS103: its reports are not confirmed, but the heartbeat behind them is. */
export function gps103(vehicle: SimulatedVehicle): DeviceEncoder {
  return {
    batch: 10,
    opening: () => [
      {
        bytes: encodeGps103Login(vehicle.number),
        isAnswered: (received) => received.toString('latin1').includes('LOAD'),
      },
    ],
    report: (samples) => ({
      bytes: Buffer.concat([
        ...samples.map((sample) =>
          encodeGps103Position(vehicle.number, sample, GPS103_ALARMS[sample.eventCode ?? 0]),
        ),
        encodeGps103Heartbeat(vehicle.number),
      ]),
      isAnswered: (received) => received.toString('latin1').endsWith('ON'),
    }),
  };
}
