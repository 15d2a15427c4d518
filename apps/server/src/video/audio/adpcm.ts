/** Step sizes of IMA ADPCM, each about a tenth above the previous one (IMA Digital Audio, 1992). */
const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
  80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
  544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
  2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487,
  12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const STEP_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8];
/** Last sample, index in the step table, and a reserved byte. */
const HEAD_BYTES = 4;

/**
 * Decodes an ADPCM block that starts with its state, the earlier sample in the upper half of a
 * byte, to 16-bit little-endian PCM.
 *
 * @returns null for an invalid block
 */
export function decodeAdpcm(bytes: Buffer): Buffer | null {
  let index = bytes[2] ?? STEPS.length;
  if (bytes.length <= HEAD_BYTES || index >= STEPS.length) return null;
  let sample = bytes.readInt16LE(0);
  const pcm = Buffer.allocUnsafe((bytes.length - HEAD_BYTES) * 4);
  let at = 0;
  const decode = (code: number) => {
    const step = STEPS[index] ?? 7;
    let change = step >> 3;
    if ((code & 4) !== 0) change += step;
    if ((code & 2) !== 0) change += step >> 1;
    if ((code & 1) !== 0) change += step >> 2;
    sample = Math.max(-32_768, Math.min(32_767, sample + ((code & 8) !== 0 ? -change : change)));
    index = Math.max(0, Math.min(STEPS.length - 1, index + (STEP_CHANGES[code & 7] ?? 0)));
    at = pcm.writeInt16LE(sample, at);
  };
  for (const byte of bytes.subarray(HEAD_BYTES)) {
    decode(byte >> 4);
    decode(byte & 0x0f);
  }
  return pcm;
}
