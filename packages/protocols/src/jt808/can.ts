import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';

/** CAN frames (0705): count, time of day, then id and eight bytes of data each. */

const HEAD_BYTES = 7;
const FRAME_BYTES = 12;
const DATA_BYTES = 8;
/** Extended frames have ids of 29 bits; the upper bits are channel, kind and way of collection. */
const EXTENDED = 0x4000_0000;
const ID_BITS = 0x1fff_ffff;

/** A value of a parameter group of SAE J1939. */
interface Signal {
  readonly name: string;
  readonly at: number;
  readonly bytes: 1 | 2 | 4;
  readonly step: number;
  readonly offset?: number;
}

/** Parameter groups of SAE J1939-71 with the values that we read; others stay as bytes. */
const SIGNALS: ReadonlyMap<number, readonly Signal[]> = new Map<number, readonly Signal[]>([
  [
    0xf003,
    [
      { name: 'acceleratorPedalPercent', at: 1, bytes: 1, step: 0.4 },
      { name: 'engineLoadPercent', at: 2, bytes: 1, step: 1 },
    ],
  ],
  [0xf004, [{ name: 'engineSpeedRpm', at: 3, bytes: 2, step: 0.125 }]],
  [0xfee5, [{ name: 'engineHours', at: 0, bytes: 4, step: 0.05 }]],
  [0xfee9, [{ name: 'fuelUsedL', at: 4, bytes: 4, step: 0.5 }]],
  [0xfeee, [{ name: 'coolantTemperatureC', at: 0, bytes: 1, step: 1, offset: -40 }]],
  [0xfef1, [{ name: 'wheelSpeedKmh', at: 1, bytes: 2, step: 1 / 256 }]],
  [0xfef2, [{ name: 'fuelRateLh', at: 0, bytes: 2, step: 0.05 }]],
  [0xfef5, [{ name: 'ambientTemperatureC', at: 3, bytes: 2, step: 1 / 32, offset: -273 }]],
  [0xfefc, [{ name: 'fuelLevelPercent', at: 1, bytes: 1, step: 0.4 }]],
]);
/** High-resolution total distance (FEC1): steps of five metres. */
const DISTANCE_GROUP = 0xfec1;
const DISTANCE_STEP_M = 5;
/** Values from here on mean an error or "not available", by length (J1939-71). */
const FIRST_INVALID = { 1: 0xfb, 2: 0xfb00, 4: 0xfb00_0000 } as const;

/** The number at an offset, lowest byte first; null if it is not available. */
function availableValue(data: Buffer, at: number, bytes: 1 | 2 | 4): number | null {
  const value = data.readUIntLE(at, bytes);
  return value >= FIRST_INVALID[bytes] ? null : value;
}

/** Parameter group of an id; peer-to-peer groups contain the destination in their low byte. */
function groupOf(id: number): number {
  const group = (id >> 8) & 0x3ffff;
  return (group & 0xff00) < 0xf000 ? group & 0x3ff00 : group;
}

/**
 * Decodes CAN frames. Values of J1939 get their names; every frame stays as bytes, because ids
 * outside J1939 are the vehicle maker's.
 */
export function canRecord(body: Buffer): { record: DeviceRecord; complete: boolean } | null {
  if (body.length < HEAD_BYTES) return null;
  const count = body.readUInt16BE(0);
  if (count * FRAME_BYTES + HEAD_BYTES !== body.length) return null;
  const attributes: Record<string, AttributeValue> = {};
  const frames: string[] = [];
  let odometerM: number | null = null;
  let complete = true;
  for (let at = HEAD_BYTES; at < body.length; at += FRAME_BYTES) {
    const word = body.readUInt32BE(at);
    const id = word & ID_BITS;
    const data = body.subarray(at + 4, at + 4 + DATA_BYTES);
    frames.push(`${id.toString(16)}=${data.toString('hex')}`);
    const group = (word & EXTENDED) !== 0 ? groupOf(id) : -1;
    const signals = SIGNALS.get(group);
    if (group === DISTANCE_GROUP) {
      const steps = availableValue(data, 0, 4);
      if (steps !== null) odometerM = steps * DISTANCE_STEP_M;
    } else if (signals === undefined) complete = false;
    for (const { name, at: from, bytes, step, offset = 0 } of signals ?? []) {
      const value = availableValue(data, from, bytes);
      if (value !== null) attributes[name] = Math.round((value * step + offset) * 100) / 100;
    }
  }
  attributes.canFrames = frames.join(';');
  return { record: { ...EMPTY_RECORD, odometerM, attributes }, complete };
}
