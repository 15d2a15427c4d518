import type { FrameSize } from './frame-size.ts';
import { avcConfiguration, H264, h264Type, readH264Parameters } from './h264.ts';
import { H265, h265Type, hevcConfiguration, readH265Parameters } from './h265.ts';
import { nalUnits } from './nal-units.ts';

export type VideoCoding = 'h264' | 'h265';

/** The coding format of a stream, which a player needs before the first frame. */
export interface VideoFormat extends FrameSize {
  readonly coding: VideoCoding;
  /** RFC 6381. */
  readonly codec: string;
  /** Content of the box `avcC` or `hvcC`. */
  readonly configuration: Buffer;
  /** For a decoder of a plain stream. */
  readonly parameterSets: readonly Buffer[];
}

/** The slices of one coded frame. */
export interface FrameSlices {
  readonly format: VideoFormat;
  readonly isKeyFrame: boolean;
  readonly units: readonly Buffer[];
  /** Size as an MP4 sample: each unit is preceded by a length of four bytes. */
  readonly sampleBytes: number;
}

/** A frame as received: Annex B, with the metadata from the camera. */
export interface CodedFrame {
  readonly coding: VideoCoding;
  readonly isKeyFrame: boolean;
  readonly body: Buffer;
}

type SetKind = 'vps' | 'sps' | 'pps';
type UnitKind = SetKind | 'slice' | 'key-slice' | 'other';

/**
 * Maximum length of a parameter set, and maximum number of picture parameter sets. Real streams
 * have 1 to 3 of < 100 bytes.
 */
const MAX_SET_BYTES = 4096;
const MAX_PICTURE_SETS = 16;

function kindOfH264(unit: Uint8Array): UnitKind {
  const type = h264Type(unit);
  if (type === H264.idr) return 'key-slice';
  if (type >= H264.slice && type <= H264.lastSlicePart) return 'slice';
  if (type === H264.sps) return 'sps';
  return type === H264.pps ? 'pps' : 'other';
}

function kindOfH265(unit: Uint8Array): UnitKind {
  const type = h265Type(unit);
  if (type >= H265.firstKey && type <= H265.lastKey) return 'key-slice';
  if (type <= H265.lastSlice) return 'slice';
  if (type === H265.vps) return 'vps';
  if (type === H265.sps) return 'sps';
  return type === H265.pps ? 'pps' : 'other';
}

/** The newest parameter sets of one stream. */
class ParameterSets {
  #vps: Buffer | null = null;
  #sps: Buffer | null = null;
  #pps: Buffer[] = [];
  #isChanged = false;
  #format: VideoFormat | null = null;

  constructor(readonly coding: VideoCoding) {}

  add(kind: SetKind, unit: Buffer): void {
    if (unit.length > MAX_SET_BYTES) return;
    if (kind === 'pps') {
      this.#addPictureSet(unit);
      return;
    }
    const known = kind === 'vps' ? this.#vps : this.#sps;
    if (known?.equals(unit) === true) return;
    if (kind === 'vps') this.#vps = Buffer.from(unit);
    else this.#sps = Buffer.from(unit);
    // Picture parameter sets of the previous sequence are invalid for this one.
    if (kind === 'sps') this.#pps = [];
    this.#isChanged = true;
  }

  #addPictureSet(unit: Buffer): void {
    if (this.#pps.some((known) => known.equals(unit))) return;
    if (this.#pps.length >= MAX_PICTURE_SETS) this.#pps = [];
    this.#pps.push(Buffer.from(unit));
    this.#isChanged = true;
  }

  /** The combined format; null while a set is missing or invalid. */
  format(): VideoFormat | null {
    if (!this.#isChanged) return this.#format;
    this.#isChanged = false;
    this.#format = this.#read();
    return this.#format;
  }

  #read(): VideoFormat | null {
    const [vps, sps, pps] = [this.#vps, this.#sps, this.#pps];
    if (sps === null || pps.length === 0 || (this.coding === 'h265' && vps === null)) return null;
    const { coding } = this;
    try {
      if (vps !== null && coding === 'h265') {
        const parameters = readH265Parameters(sps);
        const configuration = hevcConfiguration(parameters, { vps: [vps], sps: [sps], pps });
        return { ...parameters, coding, configuration, parameterSets: [vps, sps, ...pps] };
      }
      const parameters = readH264Parameters(sps);
      const configuration = avcConfiguration(parameters, sps, pps);
      return { ...parameters, coding, configuration, parameterSets: [sps, ...pps] };
    } catch {
      return null;
    }
  }
}

/**
 * Extracts coded frames from a stream. Parameter sets are read wherever they appear; SEI,
 * delimiters and filler are removed (device-protocols, section 9). A new format applies from the
 * next key frame. Never throws on any input.
 */
export class FrameReader {
  #sets: ParameterSets | null = null;
  #format: VideoFormat | null = null;

  /** A packet was lost: frames are skipped until the next key frame. */
  breakOff(): void {
    this.#format = null;
  }

  /** @returns null for a frame without slices, and before the first key frame */
  read(frame: CodedFrame): FrameSlices | null {
    if (this.#sets?.coding !== frame.coding) {
      this.#sets = new ParameterSets(frame.coding);
      this.#format = null;
    }
    const kindOf = frame.coding === 'h264' ? kindOfH264 : kindOfH265;
    const units: Buffer[] = [];
    let sampleBytes = 0;
    let isKeyFrame = false;
    let hasSets = false;
    for (const unit of nalUnits(frame.body)) {
      const kind = kindOf(unit);
      if (kind === 'other') continue;
      if (kind === 'slice' || kind === 'key-slice') {
        units.push(unit);
        sampleBytes += 4 + unit.length;
        isKeyFrame ||= kind === 'key-slice';
      } else {
        this.#sets.add(kind, unit);
        hasSets ||= kind === 'sps';
      }
    }
    if (units.length === 0) return null;
    // Some cameras start with an I frame that is no IDR, preceded by parameter sets.
    isKeyFrame ||= frame.isKeyFrame && hasSets;
    if (isKeyFrame) this.#format = this.#sets.format();
    if (this.#format === null) return null;
    return { format: this.#format, isKeyFrame, units, sampleBytes };
  }
}
