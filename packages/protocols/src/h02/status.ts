import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent, DeviceRecord } from '../record.ts';

/**
 * Bits of the vehicle status, a number of 32 bits of which each is 0 while it applies. The first byte
 * sent has bits 24 to 31.
 */
const BITS = {
  theft: 0,
  robbery: 1,
  overSpeed: 2,
  illegalIgnition: 3,
  areaEntered: 4,
  antennaOpen: 5,
  antennaShort: 6,
  areaLeft: 7,
  doorOpen: 8,
  armed: 9,
  ignitionOff: 10,
  sos: 18,
  backupBattery: 19,
  batteryRemoved: 20,
  temperature: 24,
  wrongPassword: 25,
  networkBlocked: 26,
  engineCut: 27,
} as const;

type Bit = keyof typeof BITS;

/**
 * Bits that are events: they are repeated while they last. Makers use the bits for areas and
 * temperature for other states too, so these are only named.
 */
const STATES: Readonly<Partial<Record<Bit, number>>> = {
  theft: EVENT.shock,
  robbery: EVENT.panicButton,
  overSpeed: EVENT.overSpeed,
  doorOpen: EVENT.doorOpened,
  sos: EVENT.panicButton,
  backupBattery: EVENT.powerDisconnected,
};

/** Ignition, events and names of the vehicle status; nothing of a text that is no status. */
export function readStatus(
  text: string,
): Pick<DeviceRecord, 'ignition' | 'events' | 'attributes'> | null {
  if (!/^[0-9a-f]{8}$/i.test(text)) return null;
  const status = Number.parseInt(text, 16);
  const names = (Object.keys(BITS) as Bit[]).filter((name) => ((status >>> BITS[name]) & 1) === 0);
  const codes = new Set(names.flatMap((name) => STATES[name] ?? []));
  const shown = names.filter((name) => name !== 'ignitionOff');
  return {
    ignition: !names.includes('ignitionOff'),
    events: [...codes].map((code): DeviceEvent => ({ code, kind: 'state', active: true })),
    attributes: {
      status: text.toUpperCase(),
      ...(shown.length > 0 ? { statusNames: shown.join(',') } : {}),
    },
  };
}
