import type { VideoFormat } from '../bitstream/frame-reader.ts';
import { box, fullBox, u16, u32 } from './boxes.ts';

/** Ticks per second of all times here: packets carry milliseconds. */
export const TIMESCALE = 1000;
export const TRACK_ID = 1;

const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const UNDEFINED_LANGUAGE = 0x55c4;
const zeros = (count: number): Buffer => Buffer.alloc(count);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Sample tables of a track; empty in the header of a fragmented MP4. */
export interface SampleTables {
  readonly durationMs: number;
  /** Boxes `stts`, `stsc`, `stsz`, `stco` and `stss`. */
  readonly boxes: readonly Buffer[];
}

const NO_SAMPLES: SampleTables = {
  durationMs: 0,
  boxes: [
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  ],
};

function sampleEntry(format: VideoFormat): Buffer {
  const { coding, widthPx, heightPx, pixelWidth, pixelHeight, configuration } = format;
  const [entry, record] = coding === 'h264' ? ['avc1', 'avcC'] : ['hvc1', 'hvcC'];
  const isSquare = pixelWidth === pixelHeight;
  return box(
    entry,
    zeros(6),
    u16(1),
    zeros(16),
    u16(widthPx),
    u16(heightPx),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(0x18),
    u16(0xffff),
    box(record, configuration),
    ...(isSquare ? [] : [box('pasp', u32(pixelWidth, pixelHeight))]),
  );
}

function track(format: VideoFormat, { durationMs, boxes }: SampleTables): Buffer {
  const { widthPx, heightPx, pixelWidth, pixelHeight } = format;
  const shownWidth = Math.min(0xffff, Math.round((widthPx * pixelWidth) / pixelHeight));
  const head = fullBox(
    'tkhd',
    0,
    3,
    u32(0, 0, TRACK_ID, 0, durationMs, 0, 0, 0, 0),
    UNITY_MATRIX,
    u32(shownWidth * 0x10000, heightPx * 0x10000),
  );
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, TIMESCALE, durationMs), u16(UNDEFINED_LANGUAGE), u16(0)),
    fullBox('hdlr', 0, 0, u32(0), latin('vide'), zeros(12), latin('camera\0')),
    box(
      'minf',
      fullBox('vmhd', 0, 1, zeros(8)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      box('stbl', fullBox('stsd', 0, 0, u32(1), sampleEntry(format)), ...boxes),
    ),
  );
  return box('trak', head, media);
}

function movieHead(durationMs: number): Buffer {
  return fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, TIMESCALE, durationMs, 0x10000),
    u16(0x100),
    zeros(10),
    UNITY_MATRIX,
    zeros(24),
    u32(TRACK_ID + 1),
  );
}

/** `ftyp`: the brands that a reader must support. */
const fileType = (...brands: readonly string[]): Buffer =>
  box('ftyp', latin(brands[0] ?? ''), u32(512), ...brands.map(latin));

/** Header of a fragmented MP4: `ftyp` and `moov`, as Media Source Extensions require. */
export function fragmentedHead(format: VideoFormat): Buffer {
  const extends_ = box('mvex', fullBox('trex', 0, 0, u32(TRACK_ID, 1, 0, 0, 0)));
  const movie = box('moov', movieHead(0), track(format, NO_SAMPLES), extends_);
  const codingBrand = format.coding === 'h264' ? 'avc1' : 'hvc1';
  return Buffer.concat([fileType('iso5', 'iso6', 'mp41', codingBrand), movie]);
}

/** Header of a plain MP4 whose frames follow it in one `mdat`. */
export function plainHead(format: VideoFormat, tables: SampleTables): Buffer {
  const movie = box('moov', movieHead(tables.durationMs), track(format, tables));
  const codingBrand = format.coding === 'h264' ? 'avc1' : 'hvc1';
  return Buffer.concat([fileType('isom', 'iso2', 'mp41', codingBrand), movie]);
}
