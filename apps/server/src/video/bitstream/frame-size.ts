import { ParameterSetError } from './parameter-set-error.ts';

/** Frame size before the pixel aspect ratio is applied. */
export interface FrameSize {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixel aspect ratio, width to height, for example 12 to 11. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

/** Maximum accepted frame size: 8K, which no vehicle camera sends. */
const MAX_SIDE_PX = 8192;

/** Table E-1 of H.264 and H.265: pixel aspect ratios by number. */
const SHAPES: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
];

/** The pixel aspect ratio by its table number; square if unspecified. */
export function pixelShape(index: number): readonly [number, number] {
  return SHAPES[index] ?? [1, 1];
}

/** @throws ParameterSetError for an implausible size */
export function believable(size: FrameSize): FrameSize {
  const { widthPx, heightPx, pixelWidth, pixelHeight } = size;
  if (widthPx < 16 || heightPx < 16 || widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX) {
    throw new ParameterSetError('size');
  }
  const isShape = pixelWidth > 0 && pixelHeight > 0;
  return isShape ? size : { ...size, pixelWidth: 1, pixelHeight: 1 };
}
