const START_CODE = Buffer.from([0, 0, 1]);
/** A frame of a camera has a few slices and parameter sets; input with more units is invalid. */
const MAX_UNITS = 512;

/**
 * Splits an Annex B stream (ITU-T H.264 and H.265, annex B) into its NAL units, without start codes
 * and trailing zeros. The units are views of the bytes.
 *
 * @returns an empty list if there is no start code
 */
export function nalUnits(bytes: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let start = bytes.indexOf(START_CODE);
  while (start >= 0 && units.length < MAX_UNITS) {
    const from = start + START_CODE.length;
    start = bytes.indexOf(START_CODE, from);
    let end = start < 0 ? bytes.length : start;
    while (end > from && bytes[end - 1] === 0) end -= 1;
    if (end > from) units.push(bytes.subarray(from, end));
  }
  return units;
}

/** The content of a NAL unit without emulation prevention bytes. */
export function withoutEmulation(unit: Uint8Array): Buffer {
  const out = Buffer.alloc(unit.length);
  let length = 0;
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[length] = byte;
    length += 1;
  }
  return out.subarray(0, length);
}
