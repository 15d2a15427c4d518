import { InternalError } from '@roadworthy/domain';

/** An encoded frame with its time, ms. */
export interface Mp4Picture {
  readonly timeMs: number;
  readonly isKeyFrame: boolean;
  /** Annex B; key frames include the parameter sets. */
  readonly data: Buffer;
}

const SPS = 7;
const PPS = 8;
const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const UNDEFINED_LANGUAGE = 0x55c4;
const MDAT_HEAD_BYTES = 8;

const zeros = (count: number): Buffer => Buffer.alloc(count);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), latin(type), ...content]);
}

const fullBox = (type: string, flags: number, ...content: readonly Buffer[]): Buffer =>
  box(type, u32(flags), ...content);

/** The NAL units of an Annex B stream, without their start codes. */
function unitsOf(data: Buffer): Buffer[] {
  const starts: { readonly code: number; readonly unit: number }[] = [];
  for (let at = data.indexOf('000001', 0, 'hex'); at >= 0; ) {
    starts.push({ code: at > 0 && data[at - 1] === 0 ? at - 1 : at, unit: at + 3 });
    at = data.indexOf('000001', at + 3, 'hex');
  }
  return starts.map(({ unit }, index) => data.subarray(unit, starts[index + 1]?.code));
}

const typeOf = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f;

/** A frame's slices with length prefixes; the file header holds the parameter sets. */
function sampleOf(data: Buffer): Buffer {
  const slices = unitsOf(data).filter((unit) => typeOf(unit) !== SPS && typeOf(unit) !== PPS);
  return Buffer.concat(slices.flatMap((unit) => [u32(unit.length), unit]));
}

function sampleEntry(first: Buffer, widthPx: number, heightPx: number): Buffer {
  const units = unitsOf(first);
  const sps = units.find((unit) => typeOf(unit) === SPS);
  const pps = units.find((unit) => typeOf(unit) === PPS);
  if (sps === undefined || pps === undefined) throw new InternalError('mp4.first_not_key_frame');
  const configuration = Buffer.concat([
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  ]);
  return box(
    'avc1',
    ...[zeros(6), u16(1), zeros(16), u16(widthPx, heightPx), u32(0x480000, 0x480000, 0), u16(1)],
    ...[zeros(32), u16(0x18, 0xffff), box('avcC', configuration)],
  );
}

/**
 * An MP4 file of H.264 frames (ISO/IEC 14496-12), header first, like the alarm clips of real
 * cameras.
 *
 * @param pictures in order of time, a key frame first
 * @param lastMs duration of the last one, ms
 * @throws if the first is not a key frame
 */
export function mp4Of(
  pictures: readonly Mp4Picture[],
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  lastMs: number,
): Buffer {
  const [first] = pictures;
  if (first === undefined) throw new InternalError('mp4.no_frame');
  const samples = pictures.map(({ data }) => sampleOf(data));
  const lengths = pictures.map(
    ({ timeMs }, index) => (pictures[index + 1]?.timeMs ?? timeMs + lastMs) - timeMs,
  );
  const durationMs = lengths.reduce((sum, one) => sum + one, 0);
  const keys = pictures.flatMap(({ isKeyFrame }, index) => (isKeyFrame ? [index + 1] : []));
  const entry = sampleEntry(first.data, widthPx, heightPx);
  const head = (dataAt: number): Buffer => {
    const tables = box(
      'stbl',
      fullBox('stsd', 0, u32(1), entry),
      fullBox('stts', 0, u32(lengths.length, ...lengths.flatMap((one) => [1, one]))),
      fullBox('stss', 0, u32(keys.length, ...keys)),
      fullBox('stsc', 0, u32(1, 1, samples.length, 1)),
      fullBox('stsz', 0, u32(0, samples.length, ...samples.map(({ length }) => length))),
      fullBox('stco', 0, u32(1, dataAt)),
    );
    const media = box(
      'mdia',
      fullBox('mdhd', 0, u32(0, 0, 1000, durationMs), u16(UNDEFINED_LANGUAGE, 0)),
      fullBox('hdlr', 0, u32(0), latin('vide'), zeros(12), latin('camera\0')),
      box(
        'minf',
        fullBox('vmhd', 1, zeros(8)),
        box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
        tables,
      ),
    );
    const track = fullBox(
      'tkhd',
      3,
      u32(0, 0, 1, 0, durationMs, 0, 0, 0, 0),
      UNITY_MATRIX,
      u32(widthPx * 0x10000, heightPx * 0x10000),
    );
    const movie = fullBox(
      'mvhd',
      0,
      u32(0, 0, 1000, durationMs, 0x10000),
      ...[u16(0x100), zeros(10), UNITY_MATRIX, zeros(24), u32(2)],
    );
    return Buffer.concat([
      box('ftyp', latin('isom'), u32(512), latin('isom'), latin('mp41'), latin('avc1')),
      box('moov', movie, box('trak', track, media)),
    ]);
  };
  return Buffer.concat([head(head(0).length + MDAT_HEAD_BYTES), box('mdat', ...samples)]);
}
