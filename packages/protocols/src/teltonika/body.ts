import type { DeviceRecord } from '../record.ts';
import { isAvlCodec, readAvlBody } from './avl.ts';
import { readGh3000Body } from './gh3000.ts';
import { familyOfModel } from './parameters/family.ts';
import { toDeviceRecord } from './record.ts';

/** The old format of the GH3000 family. */
const CODEC_7 = 0x07;

/** The records of a packet, and whether each of their values has a known meaning. */
export interface BodyReading {
  readonly records: readonly DeviceRecord[];
  readonly isKnown: boolean;
}

/** Whether a codec id carries records. */
export function isRecordCodec(codec: number): boolean {
  return isAvlCodec(codec) || codec === CODEC_7;
}

/**
 * Reads codec id, count, records and count of a packet of records.
 *
 * @param bytes the buffer that contains it
 * @param from offset of the codec id
 * @param end offset behind the second count
 * @param model the registered model of the device, which decides what the numbers mean
 * @throws StructureError if the body has another structure
 */
export function readRecords(
  bytes: Buffer,
  from: number,
  end: number,
  model: string | null,
): BodyReading {
  if (bytes[from] === CODEC_7) return readGh3000Body(bytes, from, end);
  const family = familyOfModel(model);
  let isKnown = true;
  const records = readAvlBody(bytes, from, end).map((avl) => {
    const decoded = toDeviceRecord(avl, family);
    if (decoded.unknown > 0) isKnown = false;
    return decoded.record;
  });
  return { records, isKnown };
}
