import { BitReader } from './bit-reader.ts';
import { believable, type FrameSize, pixelShape } from './frame-size.ts';
import { withoutEmulation } from './nal-units.ts';
import { ParameterSetError } from './parameter-set-error.ts';

/** NAL unit types of ITU-T H.264, table 7-1. */
export const H264 = { slice: 1, lastSlicePart: 4, idr: 5, sps: 7, pps: 8 } as const;

export const h264Type = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/** Profiles whose sequence parameter set has the fields of the high profiles (H.264, 7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

interface Chroma {
  readonly format: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
}

/** The fields of a sequence parameter set that are used. */
export interface H264Parameters extends FrameSize, Chroma {
  readonly id: number;
  /** RFC 6381: `avc1.` and three bytes in hexadecimal digits. */
  readonly codec: string;
  readonly isHighProfile: boolean;
}

function skipScalingLists(bits: BitReader, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (!bits.flag()) continue;
    let last = 8;
    for (let n = 0; n < (list < 6 ? 16 : 64) && last !== 0; n += 1) {
      last = (last + bits.signed() + 256) % 256;
    }
  }
}

function readChroma(bits: BitReader): Chroma {
  const format = bits.unsigned();
  if (format > 3) throw new ParameterSetError('chroma_format');
  if (format === 3) bits.skip(1);
  const bitDepthLuma = 8 + bits.unsigned();
  const bitDepthChroma = 8 + bits.unsigned();
  if (bitDepthLuma > 14 || bitDepthChroma > 14) {
    throw new ParameterSetError('chroma_format');
  }
  bits.skip(1);
  if (bits.flag()) skipScalingLists(bits, format === 3 ? 12 : 8);
  return { format, bitDepthLuma, bitDepthChroma };
}

function skipPictureOrder(bits: BitReader): void {
  const kind = bits.unsigned();
  if (kind === 0) bits.unsigned();
  if (kind !== 1) return;
  bits.skip(1);
  bits.signed();
  bits.signed();
  const count = bits.unsigned();
  if (count > 255) throw new ParameterSetError('reference_frames');
  for (let n = 0; n < count; n += 1) bits.signed();
}

/** The pixel aspect ratio from the usability information, if present. */
function readShape(bits: BitReader): readonly [number, number] {
  if (!bits.flag() || !bits.flag()) return [1, 1];
  const index = bits.bits(8);
  return index === 255 ? [bits.bits(16), bits.bits(16)] : pixelShape(index);
}

function readSize(bits: BitReader, format: number): FrameSize {
  const columns = bits.unsigned() + 1;
  const rows = bits.unsigned() + 1;
  const isProgressive = bits.flag();
  if (!isProgressive) bits.skip(1);
  bits.skip(1);
  const crop = bits.flag()
    ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()]
    : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const fields = isProgressive ? 1 : 2;
  const unitX = format === 1 || format === 2 ? 2 : 1;
  const unitY = (format === 1 ? 2 : 1) * fields;
  const [pixelWidth, pixelHeight] = readShape(bits);
  return {
    widthPx: columns * 16 - (left + right) * unitX,
    heightPx: rows * 16 * fields - (top + bottom) * unitY,
    pixelWidth,
    pixelHeight,
  };
}

/**
 * Reads a sequence parameter set (H.264, 7.3.2.1.1).
 *
 * @throws ParameterSetError if the values are invalid
 */
export function readH264Parameters(sps: Uint8Array): H264Parameters {
  const content = withoutEmulation(sps.subarray(1));
  const bits = new BitReader(content);
  const profile = bits.bits(8);
  bits.skip(16);
  const id = bits.unsigned();
  const isHighProfile = HIGH_PROFILES.has(profile);
  const chroma = isHighProfile
    ? readChroma(bits)
    : { format: 1, bitDepthLuma: 8, bitDepthChroma: 8 };
  bits.unsigned();
  skipPictureOrder(bits);
  bits.unsigned();
  bits.skip(1);
  const size = believable(readSize(bits, chroma.format));
  const codec = `avc1.${content.subarray(0, 3).toString('hex')}`;
  return { id, codec, isHighProfile, ...chroma, ...size };
}

const withLength = (unit: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(2 + unit.length);
  bytes.writeUInt16BE(unit.length, 0);
  bytes.set(unit, 2);
  return bytes;
};

/** The AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1), with lengths of four bytes. */
export function avcConfiguration(
  parameters: H264Parameters,
  sps: Uint8Array,
  pps: readonly Uint8Array[],
): Buffer {
  const { isHighProfile, format, bitDepthLuma, bitDepthChroma } = parameters;
  const [profile = 0, compatibility = 0, level = 0] = sps.subarray(1, 4);
  const tail = [0xfc | format, 0xf8 | (bitDepthLuma - 8), 0xf8 | (bitDepthChroma - 8), 0];
  return Buffer.concat([
    Buffer.from([1, profile, compatibility, level, 0xff, 0xe1]),
    withLength(sps),
    Buffer.from([pps.length]),
    ...pps.map(withLength),
    Buffer.from(isHighProfile ? tail : []),
  ]);
}
