import { BitReader } from './bit-reader.ts';
import { believable, type FrameSize } from './frame-size.ts';
import { withoutEmulation } from './nal-units.ts';
import { ParameterSetError } from './parameter-set-error.ts';

/** NAL unit types of ITU-T H.265, table 7-1. */
export const H265 = {
  lastSlice: 31,
  firstKey: 16,
  lastKey: 21,
  vps: 32,
  sps: 33,
  pps: 34,
} as const;

export const h265Type = (unit: Uint8Array): number => ((unit[0] ?? 0) >> 1) & 0x3f;

/** The fields of a sequence parameter set that are used. */
export interface H265Parameters extends FrameSize {
  /** RFC 6381 and ISO/IEC 14496-15, annex E: for example `hvc1.1.6.L93.B0`. */
  readonly codec: string;
  /** The twelve bytes of profile, tier and level, copied from the set. */
  readonly profile: Buffer;
  readonly temporalLayers: number;
  readonly isTemporalNested: boolean;
  readonly chromaFormat: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
}

const PROFILE_BYTES = 12;

function skipSubLayers(bits: BitReader, subLayers: number): void {
  if (subLayers === 0) return;
  const present: [boolean, boolean][] = [];
  for (let n = 0; n < 8; n += 1) {
    const flags: [boolean, boolean] = [bits.flag(), bits.flag()];
    if (n < subLayers) present.push(flags);
  }
  for (const [profile, level] of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
}

function codecString(profile: Buffer): string {
  const first = profile[0] ?? 0;
  const space = ['', 'A', 'B', 'C'][first >> 6];
  const tier = (first & 0x20) === 0 ? 'L' : 'H';
  let reversed = 0;
  const compatibility = profile.readUInt32BE(1);
  for (let n = 0; n < 32; n += 1) if ((compatibility >>> n) & 1) reversed += 2 ** (31 - n);
  const constraints = [...profile.subarray(5, 11)];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  const parts = [
    `hvc1.${space}${first & 0x1f}`,
    reversed.toString(16).toUpperCase(),
    `${tier}${profile[11]}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ];
  return parts.join('.');
}

/**
 * Reads a sequence parameter set (H.265, 7.3.2.2). The pixel aspect ratio comes late in the set and
 * is skipped: cameras with H.265 have square pixels.
 *
 * @throws ParameterSetError if the values are invalid
 */
export function readH265Parameters(sps: Uint8Array): H265Parameters {
  const content = withoutEmulation(sps.subarray(2));
  const bits = new BitReader(content);
  bits.skip(4);
  const subLayers = bits.bits(3);
  const isTemporalNested = bits.flag();
  const profile = Buffer.from(content.subarray(1, 1 + PROFILE_BYTES));
  if (profile.length < PROFILE_BYTES) throw new ParameterSetError('too_short');
  bits.skip(PROFILE_BYTES * 8);
  skipSubLayers(bits, subLayers);
  bits.unsigned();
  const chromaFormat = bits.unsigned();
  if (chromaFormat > 3) throw new ParameterSetError('chroma_format');
  if (chromaFormat === 3) bits.skip(1);
  const width = bits.unsigned();
  const height = bits.unsigned();
  const crop = bits.flag()
    ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()]
    : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
  const unitY = chromaFormat === 1 ? 2 : 1;
  const size = believable({
    widthPx: width - (left + right) * unitX,
    heightPx: height - (top + bottom) * unitY,
    pixelWidth: 1,
    pixelHeight: 1,
  });
  const [bitDepthLuma, bitDepthChroma] = [8 + bits.unsigned(), 8 + bits.unsigned()];
  if (bitDepthLuma > 16 || bitDepthChroma > 16) {
    throw new ParameterSetError('chroma_format');
  }
  return {
    codec: codecString(profile),
    profile,
    temporalLayers: subLayers + 1,
    isTemporalNested,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    ...size,
  };
}

function parameterArray(type: number, units: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(3);
  head[0] = 0x80 | type;
  head.writeUInt16BE(units.length, 1);
  const parts = units.flatMap((unit) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(unit.length, 0);
    return [length, unit];
  });
  return Buffer.concat([head, ...parts]);
}

/** The HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1), with lengths of four bytes. */
export function hevcConfiguration(
  parameters: H265Parameters,
  sets: Readonly<Record<'vps' | 'sps' | 'pps', readonly Uint8Array[]>>,
): Buffer {
  const { profile, chromaFormat, bitDepthLuma, bitDepthChroma } = parameters;
  const { temporalLayers, isTemporalNested } = parameters;
  const layers = (temporalLayers << 3) | (isTemporalNested ? 4 : 0) | 3;
  return Buffer.concat([
    Buffer.from([1]),
    profile,
    // No spatial segmentation, parallelism, frame rate: 0 means "unspecified"; reserved bits are 1.
    Buffer.from([0xf0, 0, 0xfc, 0xfc | chromaFormat]),
    Buffer.from([0xf8 | (bitDepthLuma - 8), 0xf8 | (bitDepthChroma - 8), 0, 0, layers, 3]),
    parameterArray(H265.vps, sets.vps),
    parameterArray(H265.sps, sets.sps),
    parameterArray(H265.pps, sets.pps),
  ]);
}
